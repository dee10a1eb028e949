//! Account recovery by an operator: MFA reset and revocation of all sessions.

use super::account_emails;
use super::registration::normalize_email;
use super::security_email::build_security_email;
use crate::clock::Clock;
use crate::db::{Access, Database, DbError};
use crate::email::{EmailKind, Mailer, MailerError};
use crate::ids::PersonId;
use entities::person;

/// The outcome of an MFA reset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MfaResetOutcome {
    /// MFA is disabled, this many sessions are revoked, and an email to the person is queued.
    Reset(u64),
    /// The person has no MFA.
    NotEnabled,
    /// No account has this email address.
    UnknownAccount,
}

/// Disables MFA for the account with this email address, revokes its sessions and queues an email
/// to it, in one transaction. The audit log of the organization that they sign in to records it.
pub async fn reset_mfa(
    email: &str,
    database: &Database,
    mailer: &Mailer,
    clock: &Clock,
) -> Result<MfaResetOutcome, MailerError> {
    let Some((person, access)) = find_account(email, database).await? else {
        return Ok(MfaResetOutcome::UnknownAccount);
    };
    let now = clock.now();
    let texts = database.platform().find_texts(PersonId(person.id)).await?;
    let content =
        account_emails::mfa_reset_email(texts, &person.name, &mailer.page_url("/forgot-password"));
    let email = build_security_email(&person, EmailKind::MfaChanged, content, now);
    let revoked = database
        .platform()
        .reset_mfa(
            PersonId(person.id),
            mailer.seal_email(&email)?,
            access.as_ref(),
            now,
        )
        .await?;
    Ok(revoked.map_or(MfaResetOutcome::NotEnabled, MfaResetOutcome::Reset))
}

/// Revokes all sessions of the account with this email address and returns how many; `None` if no
/// account has it. The audit log of the organization that they sign in to records it.
pub async fn revoke_all_sessions(
    email: &str,
    database: &Database,
    clock: &Clock,
) -> Result<Option<u64>, DbError> {
    let Some((person, access)) = find_account(email, database).await? else {
        return Ok(None);
    };
    let revoked = database
        .platform()
        .revoke_all_sessions(PersonId(person.id), access.as_ref(), clock.now())
        .await?;
    Ok(Some(revoked))
}

/// The person with this email address, with their access if they belong to an organization.
async fn find_account(
    email: &str,
    database: &Database,
) -> Result<Option<(person::Model, Option<Access>)>, DbError> {
    let (platform, email) = (database.platform(), normalize_email(email));
    if let Some(account) = platform.find_account_by_email(&email).await? {
        return Ok(Some((account.person, Some(account.access))));
    }
    let person = platform.find_person_without_organization(&email).await?;
    Ok(person.map(|person| (person, None)))
}

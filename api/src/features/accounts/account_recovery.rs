//! What an operator does for somebody who has lost their second factor and every recovery code.

use super::account_emails;
use super::registration::normalize_email;
use super::telling::build_security_email;
use crate::clock::Clock;
use crate::db::Database;
use crate::email::{EmailKind, Mailer};
use crate::http::ApiError;

/// What became of the wish.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MfaResetOutcome {
    /// Signing in asks for the password alone, so many sessions were ended, and a letter tells the
    /// person.
    Reset(u64),
    /// There was none to turn off.
    NotEnabled,
    /// Nobody has this address.
    UnknownAccount,
}

/// Turns two-step sign-in off for whoever has this address, ends their sessions and tells them, all
/// or nothing. The audit log of the organization that they enter tells of it.
pub async fn reset_mfa(
    email: &str,
    database: &Database,
    letters: &Mailer,
    clock: &Clock,
) -> Result<MfaResetOutcome, ApiError> {
    let (platform, email, now) = (database.platform(), normalize_email(email), clock.now());
    let account = platform.find_account_by_email(&email).await?;
    let (person, access) = match account {
        Some(account) => (account.person, Some(account.access)),
        None => match platform.find_person_without_organization(&email).await? {
            Some(person) => (person, None),
            None => return Ok(MfaResetOutcome::UnknownAccount),
        },
    };
    let words =
        account_emails::mfa_reset_email(&person.name, &letters.page_url("/forgot-password"));
    let told = letters.seal_email(&build_security_email(
        &person,
        EmailKind::MfaChanged,
        words,
        now,
    ))?;
    let ended = platform
        .reset_mfa(crate::ids::PersonId(person.id), told, access.as_ref(), now)
        .await?;
    Ok(ended.map_or(MfaResetOutcome::NotEnabled, MfaResetOutcome::Reset))
}

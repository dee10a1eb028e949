//! The invitation email.

use crate::auth::permission::Role;
use crate::auth::{OneTimeToken, TokenPurpose};
use crate::db::TenantDb;
use crate::email::{Email, EmailKind, Mailer, MailerError};
use entities::invitation;

/// The page that the link opens.
const INVITATION_PAGE: &str = "/invitation";

/// Queues the email in the organization's transaction.
pub(super) async fn enqueue_invitation_email(
    mailer: &Mailer,
    db: &TenantDb,
    organization: &str,
    row: &invitation::Model,
    token: &OneTimeToken,
) -> Result<(), MailerError> {
    let text = format!(
        "Hello,\n\n{} invites you to join {organization} on Sprout as {}.\n\n\
         Accept with this link. It works once, for this email address, until {}:\n\n{}\n\n\
         If you don't know this person, ignore this email.\n",
        row.invited_by_name,
        with_article(&row.role),
        row.expires_at.format("%-d %B %Y at %H:%M UTC"),
        mailer.token_url(INVITATION_PAGE, token.as_str()),
    );
    let email = Email {
        kind: EmailKind::Invitation,
        to: &row.email,
        name: "",
        person: None,
        organization: Some(db.tenant()),
        subject: format!("{} invites you to {organization}", row.invited_by_name),
        text,
        expires_at: row.sent_at + TokenPurpose::Invitation.lifetime(),
    };
    mailer.enqueue_email(db, email).await
}

fn with_article(role: &str) -> String {
    let article = match Role::from_name(role) {
        Some(Role::Owner | Role::Admin) => "an",
        _ => "a",
    };
    format!("{article} {role}")
}

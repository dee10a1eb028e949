//! The invitation email.

use crate::auth::permission::Role;
use crate::auth::{OneTimeToken, TokenPurpose};
use crate::db::TenantDb;
use crate::email::{Email, EmailKind, Mailer, MailerError};
use entities::invitation;
use localization::{Locale, Texts, fill_text};

/// The page that the link opens.
const INVITATION_PAGE: &str = "/invitation";

/// Queues the email in the organization's transaction.
pub(super) async fn enqueue_invitation_email(
    mailer: &Mailer,
    db: &TenantDb,
    (organization, locale): (&str, Locale),
    row: &invitation::Model,
    token: &OneTimeToken,
) -> Result<(), MailerError> {
    let texts = locale.language.texts();
    let values = [
        ("inviter", row.invited_by_name.as_str()),
        ("organization", organization),
        ("role", role_text(texts, &row.role)),
        ("expiry", &locale.format_moment(row.expires_at)),
        ("link", &mailer.token_url(INVITATION_PAGE, token.as_str())),
    ];
    let email = Email {
        kind: EmailKind::Invitation,
        to: &row.email,
        name: "",
        person: None,
        organization: Some(db.tenant()),
        subject: fill_text(texts.invitation_subject, &values),
        text: fill_text(texts.invitation, &values) + "\n",
        expires_at: row.sent_at + TokenPurpose::Invitation.lifetime(),
    };
    mailer.enqueue_email(db, email).await
}

/// The role, as someone has it.
fn role_text(texts: &'static Texts, role: &str) -> &'static str {
    match Role::from_stored(role) {
        Role::Owner => texts.role_owner,
        Role::Admin => texts.role_admin,
        Role::Member => texts.role_member,
        Role::Viewer => texts.role_viewer,
    }
}

//! The letter that brings an invitation, in words.

use crate::auth::permission::Role;
use crate::auth::{OneTimeToken, Purpose};
use crate::db::TenantDb;
use crate::http::ApiError;
use crate::mail::{Letter, LetterKind, Letters};
use entities::invitation;

/// Where the link leads.
const PAGE: &str = "/invitation";

/// Puts the letter up in the organization's transaction.
pub(super) async fn put_up(
    letters: &Letters,
    db: &TenantDb,
    organization: &str,
    row: &invitation::Model,
    token: &OneTimeToken,
) -> Result<(), ApiError> {
    let text = format!(
        "Hello,\n\n{} invites you to join {organization} on Sprout, as {}.\n\n\
         Open this link to accept. It works once, for this address, until {}:\n\n{}\n\n\
         If you do not know who this is, leave the letter: nothing happens without you.\n",
        row.invited_by_name,
        with_article(&row.role),
        row.expires_at.format("%-d %B %Y at %H:%M UTC"),
        letters.link(PAGE, token.text()),
    );
    let letter = Letter {
        kind: LetterKind::Invitation,
        to: &row.email,
        name: "",
        person: None,
        organization: Some(db.tenant()),
        subject: format!("{} invites you to {organization}", row.invited_by_name),
        text,
        expires_at: row.sent_at + Purpose::Invitation.lifetime(),
    };
    letters
        .put_up(db, letter)
        .await
        .map_err(|error| ApiError::internal(&error))
}

fn with_article(role: &str) -> String {
    let article = match Role::named(role) {
        Some(Role::Owner | Role::Admin) => "an",
        _ => "a",
    };
    format!("{article} {role}")
}

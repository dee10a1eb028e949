//! Request and response types of the invitation operations.

use crate::auth::permission::Role;
use chrono::{DateTime, Utc};
use poem_openapi::Object;
use poem_openapi::types::Example;
use sea_orm::prelude::Uuid;

/// A pending invitation.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct Invitation {
    pub id: Uuid,
    /// The email address that may accept it.
    pub email: String,
    /// The role that the invitation grants.
    pub role: Role,
    /// The name of the person who sent it.
    pub invited_by: String,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When the newest email was created.
    pub sent_at: DateTime<Utc>,
    /// When its link expires.
    pub expires_at: DateTime<Utc>,
    /// Whether its link has expired. Resend it or revoke it.
    pub expired: bool,
}

/// A page of invitations.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct Invitations {
    /// Pending invitations, newest first.
    pub items: Vec<Invitation>,
    /// The cursor of the next page. Absent on the last page.
    pub next_cursor: Option<String>,
    /// Whether an SMTP server sends invitations by email. If not, the operator reads them with
    /// `sprout outbox` and passes them on.
    pub email_enabled: bool,
}

/// A new invitation.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct NewInvitation {
    /// The email address to invite. Only this address can accept.
    pub email: String,
    /// The role to grant. Only owners can grant `owner`.
    pub role: Role,
}

impl Example for NewInvitation {
    fn example() -> Self {
        Self {
            email: "bo@prairie.example".to_owned(),
            role: Role::Member,
        }
    }
}

/// The token of an invitation.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct InvitationToken {
    /// The part of the link after `#token=`.
    #[oai(validator(max_length = 200))]
    pub token: String,
}

impl Example for InvitationToken {
    fn example() -> Self {
        Self {
            token: "hV0yqJx3mK8s6dTnQe1wZbCfRgUiOpLa2X4v7B9NcMk".to_owned(),
        }
    }
}

/// An invitation, as the owner of its link sees it.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct InvitationPreview {
    /// The organization's name.
    pub organization: String,
    /// The role that the invitation grants.
    pub role: Role,
    /// The email address that it was sent to.
    pub email: String,
    /// The name of the person who sent it.
    pub invited_by: String,
    /// When the invitation expires.
    pub expires_at: DateTime<Utc>,
}

//! What the operations about invitations take and give.

use crate::features::organizations::members::AssignableRole;
use chrono::{DateTime, Utc};
use poem_openapi::Object;
use poem_openapi::types::Example;
use sea_orm::prelude::Uuid;

/// An invitation that nobody has accepted yet.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct Invitation {
    pub id: Uuid,
    /// Who may accept it: whoever has this address.
    pub email: String,
    /// The role that they will have.
    pub role: String,
    /// The name of whoever invited them.
    pub invited_by: String,
    /// When they were invited.
    pub created_at: DateTime<Utc>,
    /// When the newest letter was written.
    pub sent_at: DateTime<Utc>,
    /// When its link stops working.
    pub expires_at: DateTime<Utc>,
    /// Whether it has stopped: send it again, or revoke it.
    pub expired: bool,
}

/// A page of invitations.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct Invitations {
    /// Those that wait to be accepted, newest first.
    pub items: Vec<Invitation>,
    /// Where the next page begins; left out on the last one.
    pub next_cursor: Option<String>,
    /// Whether this installation sends letters by mail. Where it does not, its operator reads them
    /// with `sprout outbox` and hands them over.
    pub by_mail: bool,
}

/// Somebody to be invited.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct NewInvitation {
    /// Where the letter goes; the invitation is for this address alone.
    pub email: String,
    /// The role that they will have; only owners invite owners.
    pub role: AssignableRole,
}

impl Example for NewInvitation {
    fn example() -> Self {
        Self {
            email: "bo@prairie.example".to_owned(),
            role: AssignableRole::Member,
        }
    }
}

/// The token of an invitation.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct InvitationToken {
    /// What stands behind `#token=` in the link.
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

/// An invitation as whoever has its link sees it.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct InvitationPreview {
    /// The organization's name.
    pub organization: String,
    /// The role that they will have.
    pub role: String,
    /// The address that it is for.
    pub email: String,
    /// The name of whoever invited them.
    pub invited_by: String,
    /// When it can no longer be accepted.
    pub expires_at: DateTime<Utc>,
}

//! What somebody who belongs to no organization sees of their invitations.

use crate::db::InvitationDetails;
use chrono::{DateTime, Utc};
use entities::invitation;
use poem_openapi::Object;
use sea_orm::prelude::Uuid;

/// An invitation that waits for the person who asks.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::accounts) struct OpenInvitation {
    /// Names the invitation.
    pub id: Uuid,
    /// The organization's name.
    pub organization: String,
    /// The role that they will have.
    pub role: String,
    /// The name of whoever invited them.
    pub invited_by: String,
    /// When it can no longer be accepted.
    pub expires_at: DateTime<Utc>,
}

/// The invitations that wait for the person who asks.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::accounts) struct OpenInvitations {
    /// Newest first; none where the address is not known to be theirs.
    pub items: Vec<OpenInvitation>,
    /// Whether a letter is known to have reached the person at the address. Where not, invitations
    /// are accepted by the links in their letters.
    pub email_verified: bool,
}

impl OpenInvitation {
    pub(in crate::features::accounts) fn from_invitation(found: InvitationDetails) -> Self {
        let invitation::Model {
            id,
            role,
            invited_by_name,
            expires_at,
            ..
        } = found.invitation;
        Self {
            id,
            organization: found.organization,
            role,
            invited_by: invited_by_name,
            expires_at,
        }
    }
}

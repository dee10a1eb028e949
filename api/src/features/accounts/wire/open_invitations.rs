//! Response types of the invitations of an account without an organization.

use crate::auth::permission::Role;
use crate::db::InvitationDetails;
use chrono::{DateTime, Utc};
use entities::invitation;
use poem_openapi::Object;
use sea_orm::prelude::Uuid;

/// A pending invitation to the person.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::accounts) struct OpenInvitation {
    /// The invitation's id.
    pub id: Uuid,
    /// The organization's name.
    pub organization: String,
    /// The role that the invitation grants.
    pub role: Role,
    /// The name of the person who sent the invitation.
    pub invited_by: String,
    /// When the invitation expires.
    pub expires_at: DateTime<Utc>,
}

/// The pending invitations to the person.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::accounts) struct OpenInvitations {
    /// Newest first. Empty unless the email address is verified.
    pub items: Vec<OpenInvitation>,
    /// Whether the email address is verified. If not, accept an invitation with the link in its
    /// email.
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
            role: Role::from_stored(&role),
            invited_by: invited_by_name,
            expires_at,
        }
    }
}

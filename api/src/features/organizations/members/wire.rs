//! Request and response types of the member operations.

use crate::auth::permission::Role;
use chrono::{DateTime, Utc};
use poem_openapi::Object;
use poem_openapi::types::Example;
use sea_orm::prelude::Uuid;

/// A member of the organization.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct Member {
    /// The person's id.
    pub id: Uuid,
    pub name: String,
    pub role: Role,
    /// Present for callers with `members.manage`, and for the current user.
    pub email: Option<String>,
    /// Whether MFA is enabled. Present for callers with `members.manage`.
    pub mfa_enabled: Option<bool>,
    /// When the person joined.
    pub joined_at: DateTime<Utc>,
    /// Whether this is the signed-in person.
    pub is_current_user: bool,
}

/// A page of members.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct Members {
    /// In the order of registration.
    pub items: Vec<Member>,
    /// The cursor of the next page. Absent on the last page.
    pub next_cursor: Option<String>,
}

/// The result of a revocation.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct RevokedMemberSessions {
    /// How many sessions of the member were revoked.
    pub revoked_sessions: u64,
}

/// A change of a member's role.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct MemberPatch {
    /// The new role. Only owners can grant `owner`.
    pub role: Role,
}

impl Example for MemberPatch {
    fn example() -> Self {
        Self { role: Role::Member }
    }
}

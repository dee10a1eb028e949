//! What the operations about members take and give.

use crate::auth::permission::Role;
use chrono::{DateTime, Utc};
use poem_openapi::types::Example;
use poem_openapi::{Enum, Object};
use sea_orm::prelude::Uuid;

/// Somebody who belongs to the organization.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct Member {
    /// Names the person.
    pub id: Uuid,
    pub name: String,
    /// `owner`, `admin`, `member` or `viewer`.
    pub role: String,
    /// Shown to those with `members.manage`, and to oneself.
    pub email: Option<String>,
    /// Whether they have set up two-step sign-in. Shown to those with `members.manage`.
    pub second_step: Option<bool>,
    /// Since when they belong to it.
    pub joined_at: DateTime<Utc>,
    /// Whether it is the person who asks.
    pub you: bool,
}

/// A page of members.
#[derive(Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub(super) struct Members {
    /// In the order in which they registered.
    pub items: Vec<Member>,
    /// Where the next page begins; left out on the last one.
    pub next_cursor: Option<String>,
}

/// A role that can be given.
#[derive(Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(in crate::features::organizations) enum AssignableRole {
    /// Everything, owners included.
    Owner,
    /// Runs the organization, but for its owners.
    Admin,
    /// Works with it.
    Member,
    /// Looks at it.
    Viewer,
}

impl From<AssignableRole> for Role {
    fn from(role: AssignableRole) -> Self {
        match role {
            AssignableRole::Owner => Self::Owner,
            AssignableRole::Admin => Self::Admin,
            AssignableRole::Member => Self::Member,
            AssignableRole::Viewer => Self::Viewer,
        }
    }
}

/// What was ended.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct RevokedMemberSessions {
    /// How many sessions of the member were ended.
    pub ended_sessions: u64,
}

/// The role that somebody is to have.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct MemberPatch {
    /// Only owners make owners.
    pub role: AssignableRole,
}

impl Example for MemberPatch {
    fn example() -> Self {
        Self {
            role: AssignableRole::Member,
        }
    }
}

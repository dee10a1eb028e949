//! What the operations about members' sign-in take and give.

use crate::db::MfaPolicySummary;
use poem_openapi::Object;
use poem_openapi::types::Example;

/// How the organization has its members sign in.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct MfaPolicy {
    /// Whether they reach nothing of it before they have set up two-step sign-in.
    pub required: bool,
    /// How many people belong to it.
    pub members: u64,
    /// How many of them have not set it up.
    pub members_without: u64,
}

/// How the organization shall have its members sign in.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct MfaPolicyChange {
    /// Whether they have to use two-step sign-in.
    pub required: bool,
}

impl Example for MfaPolicyChange {
    fn example() -> Self {
        Self { required: true }
    }
}

impl MfaPolicy {
    pub(super) fn from_summary(
        MfaPolicySummary {
            required,
            members,
            members_without_mfa: members_without,
        }: MfaPolicySummary,
    ) -> Self {
        Self {
            required,
            members,
            members_without,
        }
    }
}

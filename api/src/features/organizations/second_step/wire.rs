//! What the operations about members' sign-in take and give.

use crate::db::SecondStepDemand;
use poem_openapi::Object;
use poem_openapi::types::Example;

/// How the organization has its members sign in.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct SecondStep {
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
pub(super) struct SecondStepChange {
    /// Whether they have to use two-step sign-in.
    pub required: bool,
}

impl Example for SecondStepChange {
    fn example() -> Self {
        Self { required: true }
    }
}

impl SecondStep {
    pub(super) fn of(
        SecondStepDemand {
            required,
            members,
            members_without,
        }: SecondStepDemand,
    ) -> Self {
        Self {
            required,
            members,
            members_without,
        }
    }
}

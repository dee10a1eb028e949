//! The members of an organization and their roles.

mod role_rules;
mod routes;
mod store;
mod wire;

pub(super) use role_rules::{RoleError, check_may_grant};
pub use routes::MembersApi;
pub(super) use store::{MemberError, load_acting_role};

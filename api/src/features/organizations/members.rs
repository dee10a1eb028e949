//! Who belongs to an organization, in which role: seen by all of them, changed by owners and
//! admins.

mod role_rules;
mod routes;
mod store;
mod wire;

pub(super) use role_rules::check_may_grant;
pub use routes::MembersApi;
pub(super) use store::load_acting_role;
pub(super) use wire::AssignableRole;

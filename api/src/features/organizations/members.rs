//! Who belongs to an organization, in which role: seen by all of them, changed by owners and
//! admins.

mod routes;
mod rules;
mod store;
mod wire;

pub use routes::MembersApi;
pub(super) use rules::may_give;
pub(super) use store::acting_role;
pub(super) use wire::GivenRole;

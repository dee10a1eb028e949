//! Invitations: made and taken back by owners and admins, accepted once, by whoever has the address
//! that they were sent to.

mod invitation_email;
mod routes;
mod store;
mod wire;

pub use routes::InvitationsApi;
pub(super) use store::revoke_invitations_by;

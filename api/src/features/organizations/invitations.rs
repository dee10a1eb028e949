//! Invitations to join an organization: sent by owners and admins, accepted once, by the owner of
//! the email address.

mod invitation_email;
mod routes;
mod store;
mod wire;

pub use routes::InvitationsApi;
pub(super) use store::revoke_invitations_by;

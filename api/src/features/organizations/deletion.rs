//! The end of an organization: asked for by an owner, and carried out behind the screens by
//! whichever server is there.

mod deletion_email;
mod purge_worker;
mod routes;
mod wire;

pub use purge_worker::PurgeWorker;
pub use routes::OrganizationDeletionApi;
pub(super) use routes::require_current_organization;

//! Deletion of an organization: requested by an owner, carried out in the background by any server.

mod deletion_email;
mod purge_worker;
mod routes;

pub use purge_worker::PurgeWorker;
pub use routes::OrganizationDeletionApi;

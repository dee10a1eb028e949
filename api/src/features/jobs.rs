//! The list of background jobs of an organization.

mod routes;
mod store;
pub mod wire;

pub use routes::JobsApi;
pub use store::list_jobs;

//! The list of background jobs of an organization.

mod job_state;
mod routes;
mod store;
pub mod wire;

pub use routes::JobsApi;

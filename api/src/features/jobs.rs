//! Work that goes on behind the screens, for whoever looks after it: what waits, what goes on, what
//! failed and why.

mod routes;
mod store;
pub mod wire;

pub use routes::JobsApi;
pub use store::list_jobs;

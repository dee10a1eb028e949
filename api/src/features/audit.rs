//! What was done in an organization, for those who run it.

mod file;
mod filter;
mod routes;
mod store;
mod wire;

pub use routes::AuditApi;

//! What was done in an organization, for those who run it.

mod audit_filter;
mod audit_log_response;
mod routes;
mod store;
mod wire;

pub use routes::AuditApi;

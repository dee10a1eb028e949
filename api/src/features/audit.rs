//! The audit log of an organization.

mod audit_filter;
mod audit_log_response;
mod routes;
mod store;
mod wire;

pub use routes::AuditApi;

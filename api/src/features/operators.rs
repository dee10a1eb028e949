//! The operator console: tenants with their usage, never their rows, outgoing emails and the
//! operator audit log.

mod operator_email_routes;
mod routes;
mod store;
pub mod tenant_health;
mod wire;

pub use operator_email_routes::OperatorEmailsApi;
pub use routes::OperatorsApi;

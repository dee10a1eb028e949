//! The installation as its operators see it: every organization by what it uses, never by its rows,
//! and the letters that wait.

mod operator_emails;
mod routes;
mod store;
pub mod tenant_health;
mod wire;

pub use operator_emails::OperatorEmailsApi;
pub use routes::OperatorsApi;

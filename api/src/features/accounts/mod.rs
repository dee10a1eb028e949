//! People and their organizations: registering, signing in and out, one's own account.

mod register;
mod routes;
mod wire;

pub use register::{Registration, RegistrationError, slug_of};
pub use routes::AccountsApi;

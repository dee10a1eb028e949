//! People and their organizations: registering, signing in and out, one's own account.

mod device;
mod invited;
mod own_sessions;
mod register;
mod routes;
mod wire;

pub(in crate::features) use invited::{MOST_ORGANIZATIONS, joined, refuse, too_many_organizations};
pub use own_sessions::OwnSessionsApi;
pub use register::{Registration, RegistrationError, slug_of};
pub(in crate::features) use register::{check_email, check_name, check_time_zone, free_slug};
pub use routes::AccountsApi;
pub(in crate::features) use wire::Session;

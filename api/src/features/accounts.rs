//! People and their organizations: registering, signing in and out, one's own account.

mod device;
mod email;
mod ended_sessions;
mod export;
mod invited;
mod leaving;
mod left_behind;
mod letters;
mod lost_factor;
mod opened;
mod own_sessions;
mod password_reset;
mod preferences;
mod register;
mod routes;
mod second_factor;
mod telling;
mod wire;

pub use email::{EmailApi, Verification};
pub use ended_sessions::end_all_sessions;
pub use export::OwnDataApi;
pub(in crate::features) use invited::{MOST_ORGANIZATIONS, joined, refuse, too_many_organizations};
pub use leaving::LeavingApi;
pub use left_behind::WaitingInvitationsApi;
pub use lost_factor::{LostFactor, reset_lost_factor};
pub use own_sessions::OwnSessionsApi;
pub use password_reset::PasswordResetApi;
pub use preferences::PreferencesApi;
pub use register::{Registration, RegistrationError, slug_of};
pub(in crate::features) use register::{check_email, check_name, check_time_zone, free_slug};
pub use routes::AccountsApi;
pub use second_factor::SecondFactorApi;
pub(in crate::features) use wire::Session;

//! Accounts: registration, sign-in and sign-out, sessions, MFA, preferences, export and deletion.

mod account_deletion;
mod account_emails;
mod account_export;
mod account_mfa;
mod account_recovery;
mod account_sessions;
mod device_name;
mod email_verification;
mod invited_registration;
mod password_reset;
mod preferences;
mod registration;
mod routes;
mod security_email;
mod session_response;
mod unaffiliated_account;
mod wire;

pub use account_deletion::AccountDeletionApi;
pub use account_export::AccountExportApi;
pub use account_mfa::AccountMfaApi;
pub use account_recovery::{MfaResetOutcome, reset_mfa, revoke_all_sessions};
pub use account_sessions::AccountSessionsApi;
pub use email_verification::{EmailVerificationApi, EmailVerifier};
pub(in crate::features) use invited_registration::{
    MAX_ORGANIZATIONS_PER_PERSON, require_joined, require_open_invitation,
    too_many_organizations_error,
};
pub use password_reset::PasswordResetApi;
pub use preferences::PreferencesApi;
pub use registration::{Registration, RegistrationError, slugify};
pub(in crate::features) use registration::{
    check_email, check_name, check_time_zone, find_free_slug,
};
pub use routes::AccountsApi;
pub use unaffiliated_account::UnaffiliatedInvitationsApi;
pub(in crate::features) use wire::Session;

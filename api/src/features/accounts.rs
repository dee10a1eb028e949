//! Accounts: registration, sign-in and sign-out, sessions, MFA, preferences, export and deletion.

mod account_deletion_routes;
mod account_emails;
mod account_export_routes;
mod account_mfa_routes;
mod account_recovery;
mod account_session_routes;
mod device_name;
mod email_verification_routes;
mod email_verifier;
mod error_response;
mod invited_registration;
mod password_reset_routes;
mod preferences_routes;
mod registration;
mod routes;
mod security_email;
mod session_response;
mod sign_up;
mod unaffiliated_routes;
mod wire;

pub use account_deletion_routes::AccountDeletionApi;
pub use account_export_routes::AccountExportApi;
pub use account_mfa_routes::AccountMfaApi;
pub use account_recovery::{MfaResetOutcome, reset_mfa, revoke_all_sessions};
pub use account_session_routes::AccountSessionsApi;
pub use email_verification_routes::EmailVerificationApi;
pub use email_verifier::EmailVerifier;
pub(in crate::features) use invited_registration::{
    InvitationRefusal, MAX_ORGANIZATIONS_PER_PERSON, require_joined, require_open_invitation,
};
pub use password_reset_routes::PasswordResetApi;
pub use preferences_routes::PreferencesApi;
pub use registration::{Registration, RegistrationError, slugify};
pub(in crate::features) use registration::{
    check_email, check_name, check_time_zone, find_free_slug,
};
pub use routes::AccountsApi;
pub use sign_up::{SignUpGate, SignUpRefusal};
pub use unaffiliated_routes::UnaffiliatedInvitationsApi;
pub(in crate::features) use wire::Session;

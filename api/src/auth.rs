//! Authentication and authorization: identifies the caller, the organization and the permissions.

mod access_token;
mod api_key;
mod authority;
mod client_address;
mod csrf;
mod installation_secret;
mod login_throttle;
mod lookup_cache;
mod mfa;
mod mfa_requirement;
mod one_time_token;
mod password;
mod password_policy;
pub mod permission;
mod permission_error;
mod rate_limit;
mod reauthentication;
mod refresh_cookie;
mod request_origin;
mod scope;
mod security_log;
mod security_scheme;
mod suspension;
pub mod totp;
mod vault;

pub use access_token::{Claims, TokenError};
pub use api_key::ApiKeyToken;
pub use authority::{
    ACTIVATION_DELAY, Authority, CachedIdentity, OperatorScope, SignInResult, SwitchedSession,
};
pub use client_address::{ClientAddress, TrustedProxies, TrustedProxiesError};
pub use csrf::OriginCheck;
pub use installation_secret::{InstallationSecret, SecretError, SigningKey};
pub use login_throttle::{LoginOutcome, LoginThrottle};
pub use mfa::{MfaEnrollment, MfaEnrollmentStatus, MfaService};
pub use mfa_requirement::{MfaRequirement, require_mfa};
pub use one_time_token::{OneTimeToken, TokenPurpose, hash_token};
pub use password::{Password, PasswordCost, PasswordError, PasswordHashPool};
pub use password_policy::WeakPassword;
pub use permission_error::PermissionError;
pub use rate_limit::RateLimit;
pub use reauthentication::Reauthenticator;
pub use refresh_cookie::RefreshCookie;
pub use request_origin::{address_bucket, read_request_origin};
pub use scope::{Proof, Scope};
pub use security_log::{RequestSubject, SecurityLog, SecurityLogMiddleware, SubjectIds};
pub use security_scheme::{
    Operator, Public, Signed, SignedAccount, SignedAnyStatus, parse_bearer_token,
    resolve_caller_scope,
};
pub use suspension::{SuspensionError, refuse_suspended};
pub use vault::{SealContext, Vault, VaultError};

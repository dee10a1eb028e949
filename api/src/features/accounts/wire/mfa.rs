//! Request and response types of the MFA operations.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use poem_openapi::types::Example;

/// The MFA status of the account.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::accounts) struct MfaStatus {
    /// Whether MFA is enabled.
    pub enabled: bool,
    /// When MFA was enabled. Absent if it is disabled.
    pub enabled_at: Option<DateTime<Utc>>,
    /// How many recovery codes are unused. Absent if MFA is disabled.
    pub remaining_recovery_codes: Option<u64>,
}

/// Starts MFA enrollment.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(in crate::features::accounts) struct MfaEnrollmentRequest {
    /// The current password.
    pub password: String,
}

impl Example for MfaEnrollmentRequest {
    fn example() -> Self {
        Self {
            password: "a long pass phrase".to_owned(),
        }
    }
}

/// A secret for an authenticator app. MFA is not enabled until it is confirmed.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::accounts) struct MfaSecret {
    /// The secret in base32, to type in.
    pub secret: String,
    /// The secret as an `otpauth` URI, to show as a QR code.
    pub otpauth_uri: String,
}

/// Confirms MFA enrollment.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(in crate::features::accounts) struct MfaConfirmation {
    /// The six-digit code of the authenticator app.
    #[oai(validator(max_length = 64))]
    pub otp: String,
}

impl Example for MfaConfirmation {
    fn example() -> Self {
        Self {
            otp: "123456".to_owned(),
        }
    }
}

/// Recovery codes. Each replaces the code of the authenticator app once. They are not shown again.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::accounts) struct MfaRecoveryCodes {
    /// Ten codes.
    pub recovery_codes: Vec<String>,
}

/// Disables MFA.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(in crate::features::accounts) struct MfaDisableRequest {
    /// The current password.
    pub password: String,
    /// The six-digit code of the authenticator app, or a recovery code.
    #[oai(validator(max_length = 64))]
    pub otp: String,
}

impl Example for MfaDisableRequest {
    fn example() -> Self {
        Self {
            password: "a long pass phrase".to_owned(),
            otp: "123456".to_owned(),
        }
    }
}

//! What two-step sign-in takes and gives.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use poem_openapi::types::Example;

/// How two-step sign-in stands.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(in crate::features::accounts) struct MfaStatus {
    /// Whether signing in asks for a code.
    pub on: bool,
    /// Since when.
    pub since: Option<DateTime<Utc>>,
    /// How many recovery codes were not used yet.
    pub recovery_codes_left: Option<u64>,
}

/// Shows that it is the person.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(in crate::features::accounts) struct MfaEnrollmentRequest {
    /// The password that is valid now.
    pub password: String,
}

impl Example for MfaEnrollmentRequest {
    fn example() -> Self {
        Self {
            password: "a long pass phrase".to_owned(),
        }
    }
}

/// A secret for an authenticator app. Signing in asks for nothing more before it is confirmed.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::accounts) struct MfaSecret {
    /// In base32, for typing.
    pub secret: String,
    /// The same as an address that apps read from a QR code.
    pub otpauth_uri: String,
}

/// Shows that the app has the secret.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(in crate::features::accounts) struct MfaConfirmation {
    /// The six digits that the app shows.
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

/// Codes that stand for the app, once each, when it is lost. They are shown this once.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::accounts) struct MfaRecoveryCodes {
    /// Ten of them.
    pub recovery_codes: Vec<String>,
}

/// Shows that it is the person, who has the app or a recovery code.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(in crate::features::accounts) struct MfaDisableRequest {
    /// The password that is valid now.
    pub password: String,
    /// The six digits that the app shows, or a recovery code.
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

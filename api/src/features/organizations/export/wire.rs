//! Request and response types of the export.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use poem_openapi::types::Example;
use serde::Deserialize;

/// Requests an export.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct ExportRequest {
    /// The current password.
    pub password: String,
    /// Needed if MFA is enabled: the six-digit code of the authenticator app, or a recovery code.
    #[oai(validator(max_length = 64))]
    pub otp: Option<String>,
}

impl Example for ExportRequest {
    fn example() -> Self {
        Self {
            password: "a long pass phrase".to_owned(),
            otp: None,
        }
    }
}

/// A token to download the export.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct ExportToken {
    /// Send it to `downloadOrganizationExport`, which needs no access token. It works once.
    pub token: String,
    /// When the token expires.
    pub expires_at: DateTime<Utc>,
}

/// The form of a download.
#[derive(Deserialize, Object)]
#[serde(deny_unknown_fields)]
#[oai(deny_unknown_fields, example)]
pub(super) struct ExportDownload {
    /// The token from `exportOrganization`.
    #[oai(validator(max_length = 100))]
    pub token: String,
}

impl Example for ExportDownload {
    fn example() -> Self {
        Self {
            token: "dGhlIHRva2VuIG9mIGFuIGV4cG9ydA".to_owned(),
        }
    }
}

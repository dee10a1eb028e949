//! What an export takes and gives.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use poem_openapi::types::Example;
use serde::Deserialize;

/// Shows that it is the owner who asks.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(super) struct ExportRequest {
    /// The password that is valid now.
    pub password: String,
    /// Where two-step sign-in is on: the six digits that the app shows, or a recovery code.
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

/// What the export can be had for.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct ExportToken {
    /// Sent to `downloadExport`, without a token of a session. It works once.
    pub token: String,
    /// Until when.
    pub expires_at: DateTime<Utc>,
}

/// What the form of a download sends.
#[derive(Deserialize, Object)]
#[serde(deny_unknown_fields)]
#[oai(deny_unknown_fields, example)]
pub(super) struct ExportDownload {
    /// As `exportOrganization` gave it.
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

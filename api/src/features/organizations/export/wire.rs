//! What an export takes and gives.

use chrono::{DateTime, Utc};
use poem_openapi::Object;
use poem_openapi::types::Example;

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
        Self { password: "a long pass phrase".to_owned(), otp: None }
    }
}

/// Where the export can be had.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct ExportLink {
    /// The path to download from, without a token of a session. It works once.
    pub path: String,
    /// Until when.
    pub expires_at: DateTime<Utc>,
}

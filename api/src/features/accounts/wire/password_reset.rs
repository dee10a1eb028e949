//! What choosing a new password by letter takes and gives.

use crate::http::Envelope;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object};

/// Whose password was forgotten.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(in crate::features::accounts) struct PasswordResetRequest {
    /// The address that was registered.
    pub email: String,
}

impl Example for PasswordResetRequest {
    fn example() -> Self {
        Self {
            email: "ada@prairie.example".to_owned(),
        }
    }
}

/// A new password, by the link of a letter.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(in crate::features::accounts) struct PasswordReset {
    /// What stands behind `#token=` in the link.
    #[oai(validator(max_length = 128))]
    pub token: String,
    /// 8 to 256 characters; nothing about their kinds. Common passwords are refused, and those made
    /// of one's own name, address or organization.
    pub password: String,
}

impl Example for PasswordReset {
    fn example() -> Self {
        Self {
            token: "4Zr1yqSxuL0jVfE2Qk3bGm8N5cTtW7dHpA9XoYiRzBs".to_owned(),
            password: "another long pass phrase".to_owned(),
        }
    }
}

/// What happened.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::accounts) struct ResultMessage {
    /// In words, for people.
    pub message: String,
}

impl ResultMessage {
    pub(in crate::features::accounts) fn into_envelope(
        message: impl Into<String>,
    ) -> Json<Envelope<Self>> {
        Json(Envelope::new(Self {
            message: message.into(),
        }))
    }
}

/// It is seen to later.
#[derive(ApiResponse)]
pub(in crate::features::accounts) enum AcceptedResponse {
    /// A letter is on its way, if somebody has the address.
    #[oai(status = 202)]
    Accepted(Json<Envelope<ResultMessage>>),
}

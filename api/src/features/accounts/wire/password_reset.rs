//! Request and response types of the password reset.

use crate::http::Envelope;
use poem_openapi::payload::Json;
use poem_openapi::types::Example;
use poem_openapi::{ApiResponse, Object};

/// Requests a password reset email.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(in crate::features::accounts) struct PasswordResetRequest {
    /// The email address of the account.
    pub email: String,
}

impl Example for PasswordResetRequest {
    fn example() -> Self {
        Self {
            email: "ada@prairie.example".to_owned(),
        }
    }
}

/// A new password, with the token of a password reset email.
#[derive(Object)]
#[oai(deny_unknown_fields, rename_all = "camelCase", example)]
pub(in crate::features::accounts) struct PasswordReset {
    /// The part of the link after `#token=`.
    #[oai(validator(max_length = 128))]
    pub token: String,
    /// 8 to 256 characters of any kind. Common passwords, and passwords made of the person's name,
    /// email address or organization, are rejected.
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

/// The result of an operation.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(in crate::features::accounts) struct ResultMessage {
    /// A message for the user.
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

/// The request is accepted and processed later.
#[derive(ApiResponse)]
pub(in crate::features::accounts) enum AcceptedResponse {
    /// An email is sent if an account has the email address.
    #[oai(status = 202)]
    Accepted(Json<Envelope<ResultMessage>>),
}

//! Rejected values of a request: where they are, why, and within which limits others are accepted.

use poem_openapi::{Enum, Object};
use std::fmt;

/// Why a value was rejected. Each has a text in every language of the app.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum ErrorDetailCode {
    /// It is missing or empty.
    Required,
    /// The text has fewer than `min` or more than `max` characters, or control characters.
    TextLength,
    /// The number is not between `min` and `max`, or has more than 4 decimals.
    NumberRange,
    /// The number has more than 4 decimals, or is no number.
    Number,
    /// The list has fewer than `min` or more than `max` entries.
    ListLength,
    /// The day is before `min` or after `max`.
    DayRange,
    /// The day is before today or more than two years ahead.
    DeliveryDay,
    /// The time is not in the future.
    NotInFuture,
    /// The text is no email address.
    Email,
    /// The text is no IANA time zone.
    TimeZone,
    /// The text is no currency code.
    Currency,
    /// The text is no time of day.
    TimeOfDay,
    /// The text is no cron expression.
    Cron,
    /// The text is no URL, or one that this server does not call.
    Url,
    /// The URL contains a user or a password.
    UrlWithCredentials,
    /// The URL has parameters.
    UrlWithParameters,
    /// The URL does not begin with `https://`.
    UrlWithoutTls,
    /// The other server did not accept the URL or the API key.
    ProviderRefused,
    /// The value occurs twice, or is taken.
    Duplicate,
    /// The value is the one that it replaces.
    Unchanged,
    /// The list lacks entries.
    Incomplete,
    /// What the value names does not exist.
    Unknown,
    /// The caller must not grant this.
    NotGrantable,
    /// The value does not apply to the rest of the request.
    NotApplicable,
    /// The text is no name of a file.
    FileName,
    /// The answer does not fit the files of the import. The message says why.
    ImportAnswer,
    /// The metric query is invalid. The message says where.
    Query,
    /// The limit of admins is below that of members, or that of members is missing.
    LimitOrder,
    /// The password has fewer than `min` characters.
    PasswordTooShort,
    /// The password has more than `max` characters.
    PasswordTooLong,
    /// The password is on the list of common ones, or a repetition.
    PasswordCommon,
    /// The password consists of common words or of facts about its owner.
    PasswordGuessable,
    /// The password is not that of the account.
    WrongPassword,
    /// The code of the authenticator app is wrong or was used.
    WrongOtp,
    /// The link is used, expired, replaced or incomplete.
    InvalidLink,
    /// The name is not the one to confirm.
    NameMismatch,
}

/// A rejected value.
#[derive(Debug, Clone, PartialEq, Eq, Object)]
#[oai(skip_serializing_if_is_none, rename_all = "camelCase")]
pub struct ErrorDetail {
    /// The position in the input, such as `email`.
    pub path: String,
    /// Why the value was rejected, for programs.
    pub code: ErrorDetailCode,
    /// Why the value was rejected, for users, in English.
    pub message: String,
    /// The least length, number, count or day (`2026-12-31`) that is accepted, where there is one.
    pub min: Option<String>,
    /// The greatest length, number, count or day (`2026-12-31`) that is accepted, where there is one.
    pub max: Option<String>,
}

impl ErrorDetail {
    /// A rejected value without limits.
    pub fn new(path: impl Into<String>, code: ErrorDetailCode, message: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            code,
            message: message.into(),
            min: None,
            max: None,
        }
    }

    /// A text that does not have `min` to `max` characters, or has control characters.
    pub fn text_length(path: &str, min: usize, max: usize, message: impl Into<String>) -> Self {
        Self::new(path, ErrorDetailCode::TextLength, message)
            .at_least(min)
            .at_most(max)
    }

    /// A query, in the field `query`, whose JSON is longer than `max` bytes.
    pub fn long_query(max: usize) -> Self {
        let message = "The query is too long.";
        Self::new("query", ErrorDetailCode::TextLength, message).at_most(max)
    }

    /// The same, with the least accepted value.
    #[must_use]
    pub fn at_least(self, min: impl fmt::Display) -> Self {
        Self {
            min: Some(min.to_string()),
            ..self
        }
    }

    /// The same, with the greatest accepted value.
    #[must_use]
    pub fn at_most(self, max: impl fmt::Display) -> Self {
        Self {
            max: Some(max.to_string()),
            ..self
        }
    }
}

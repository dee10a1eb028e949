//! Which answers are security events.

use crate::http::{RefusalCause, RefusalInfo};
use poem::http::StatusCode;

/// What somebody tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::auth) enum SecurityEvent {
    /// A password that is not the account's, or an address that nobody has: not told which.
    WrongPassword,
    /// A code of the second step, after the right password.
    WrongCode,
    /// The token of a letter or a download that is not known, was used, or is too old.
    InvalidLink,
    /// Registering for an address that somebody has already.
    EmailTaken,
    /// More attempts or requests than are allowed.
    LimitReached,
    /// What the caller may not do.
    Forbidden,
    /// An access token that was not signed here.
    ForgedToken,
    /// An API key that was made up or taken back.
    UnknownApiKey,
    /// A refresh token that was used already.
    ReplayedRefreshToken,
}

impl SecurityEvent {
    /// What an answer says of what was tried; `None` for the everyday.
    pub(in crate::auth) fn classify_response(
        status: StatusCode,
        refused: RefusalInfo,
    ) -> Option<Self> {
        match (refused.cause, status, refused.code) {
            (Some(RefusalCause::ForgedToken), ..) => Some(Self::ForgedToken),
            (Some(RefusalCause::UnknownApiKey), ..) => Some(Self::UnknownApiKey),
            (Some(RefusalCause::ReplayedRefreshToken { .. }), ..) => {
                Some(Self::ReplayedRefreshToken)
            }
            (_, StatusCode::TOO_MANY_REQUESTS, _) => Some(Self::LimitReached),
            (_, StatusCode::FORBIDDEN, _) => Some(Self::Forbidden),
            (_, _, "invalid_credentials" | "wrong_password") => Some(Self::WrongPassword),
            (_, _, "wrong_otp") => Some(Self::WrongCode),
            (_, _, "link_not_valid") => Some(Self::InvalidLink),
            (_, _, "email_taken") => Some(Self::EmailTaken),
            _ => None,
        }
    }

    /// Its name in the log; stable.
    pub(in crate::auth) fn name(self) -> &'static str {
        match self {
            Self::WrongPassword => "wrong_password",
            Self::WrongCode => "wrong_code",
            Self::InvalidLink => "wrong_link",
            Self::EmailTaken => "address_taken",
            Self::LimitReached => "limit_reached",
            Self::Forbidden => "forbidden",
            Self::ForgedToken => "forged_token",
            Self::UnknownApiKey => "unknown_api_key",
            Self::ReplayedRefreshToken => "replayed_refresh_token",
        }
    }
}

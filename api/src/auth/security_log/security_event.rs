//! Security events and how responses map to them.

use crate::http::{RefusalCause, RefusalInfo};
use poem::http::StatusCode;

/// A suspicious action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::auth) enum SecurityEvent {
    /// A wrong password, or an email without an account; the log does not say which.
    WrongPassword,
    /// A wrong MFA code after a correct password.
    WrongCode,
    /// A link token that is unknown, used or expired.
    InvalidLink,
    /// A registration with an email address that is taken.
    EmailTaken,
    /// Too many attempts or requests.
    RateLimited,
    /// An operation that the caller is not allowed to perform.
    Forbidden,
    /// An access token with an invalid signature.
    ForgedToken,
    /// An API key that does not exist or was revoked.
    UnknownApiKey,
    /// A refresh token that was already used.
    ReplayedRefreshToken,
}

impl SecurityEvent {
    /// The event of a response; `None` for a normal refusal.
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
            (_, StatusCode::TOO_MANY_REQUESTS, _) => Some(Self::RateLimited),
            (_, StatusCode::FORBIDDEN, _) => Some(Self::Forbidden),
            (_, _, "invalid_credentials" | "wrong_password") => Some(Self::WrongPassword),
            (_, _, "wrong_otp") => Some(Self::WrongCode),
            (_, _, "invalid_link") => Some(Self::InvalidLink),
            (_, _, "email_taken") => Some(Self::EmailTaken),
            _ => None,
        }
    }

    /// The name in the log; stable.
    pub(in crate::auth) fn name(self) -> &'static str {
        match self {
            Self::WrongPassword => "wrong_password",
            Self::WrongCode => "wrong_code",
            Self::InvalidLink => "invalid_link",
            Self::EmailTaken => "email_taken",
            Self::RateLimited => "rate_limited",
            Self::Forbidden => "forbidden",
            Self::ForgedToken => "forged_token",
            Self::UnknownApiKey => "unknown_api_key",
            Self::ReplayedRefreshToken => "replayed_refresh_token",
        }
    }
}

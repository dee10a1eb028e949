//! Why there is no answer of use, and whether asking again may help.

use crate::outbound::{OutboundError, OutboundResponse};
use chrono::{DateTime, Utc};
use reqwest::header::{HeaderMap, RETRY_AFTER};
use serde::Deserialize;
use std::time::Duration;

/// What came instead of an answer of use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BigQueryError {
    /// Nothing complete.
    NoResponse(OutboundError),
    /// Something that is no answer to what was asked.
    InvalidResponse,
    /// A refusal, in the server's words.
    Refused(Refusal),
    /// A refusal of the server that gives tokens.
    TokenRefused(Refusal),
    /// Nothing can be signed, or no id can be made.
    Internal,
}

/// What a server says where it does not do what was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) status: u16,
    /// Google's word for it, such as `accessDenied`; empty where it has none.
    pub(super) reason: String,
    /// What it says to people.
    pub(super) message: String,
    /// How long it wants to be left alone.
    pub(super) retry_after: Option<Duration>,
}

/// Reasons that pass, by Google's own list for its clients.
const TRANSIENT_REASONS: [&str; 6] = [
    "backendError",
    "rateLimitExceeded",
    "internalError",
    "jobBackendError",
    "jobRateLimitExceeded",
    "jobInternalError",
];

impl BigQueryError {
    /// Whether the same request may be answered a little later. A quota that is used up is not: it
    /// would only be used up further.
    pub(super) fn is_transient(&self) -> bool {
        match self {
            Self::NoResponse(error) => match error {
                OutboundError::Unreachable
                | OutboundError::TimedOut(_)
                | OutboundError::Incomplete => true,
                OutboundError::InvalidUrl
                | OutboundError::HttpsRequired
                | OutboundError::PrivateAddress
                | OutboundError::TooLarge(_)
                | OutboundError::Redirect
                | OutboundError::Status(_) => false,
            },
            Self::InvalidResponse => true,
            Self::Refused(refusal) => !self.needs_new_job() && refusal.is_transient(),
            Self::TokenRefused(refusal) => refusal.is_transient(),
            Self::Internal => false,
        }
    }

    /// Whether the query's job itself has failed of something that passes: asking for it again
    /// tells the same for ever, another job may succeed.
    pub(super) fn needs_new_job(&self) -> bool {
        matches!(self, Self::Refused(refusal) if TRANSIENT_REASONS.contains(&refusal.reason.as_str()) && (refusal.reason.starts_with("job") || refusal.status == 400))
    }

    pub(super) fn retry_after(&self) -> Option<Duration> {
        if let Self::Refused(refusal) | Self::TokenRefused(refusal) = self {
            refusal.retry_after
        } else {
            None
        }
    }

    /// Whether the token was refused, as it is when it has run out.
    pub(super) fn is_token_error(&self) -> bool {
        matches!(self, Self::Refused(refusal) if refusal.status == 401)
    }

    pub(super) fn is_not_found(&self) -> bool {
        matches!(self, Self::Refused(refusal) if refusal.status == 404)
    }
}

impl Refusal {
    /// What an answer of another status than 200 says.
    pub(super) fn from_answer(answer: &OutboundResponse, now: DateTime<Utc>) -> Self {
        let said = serde_json::from_slice::<ErrorBody>(&answer.body).unwrap_or_default();
        let (reason, message) = match said.error {
            Some(ErrorField::Api(error)) => {
                let reason = error
                    .errors
                    .into_iter()
                    .next()
                    .and_then(|first| first.reason);
                (
                    reason.or(error.status).unwrap_or_default(),
                    error.message.unwrap_or_default(),
                )
            }
            Some(ErrorField::Token(word)) => (word, said.error_description.unwrap_or_default()),
            None => (String::new(), String::new()),
        };
        Self {
            status: answer.status,
            reason,
            message,
            retry_after: parse_retry_after(&answer.headers, now),
        }
    }

    fn is_transient(&self) -> bool {
        if matches!(
            self.reason.as_str(),
            "quotaExceeded" | "accessDenied" | "notImplemented"
        ) {
            return false;
        }
        TRANSIENT_REASONS.contains(&self.reason.as_str())
            || matches!(self.status, 429 | 500 | 502 | 503 | 504)
    }
}

/// Seconds, or a moment.
fn parse_retry_after(headers: &HeaderMap, now: DateTime<Utc>) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    (DateTime::parse_from_rfc2822(text).ok()?.with_timezone(&Utc) - now)
        .to_std()
        .ok()
}

#[derive(Default, Deserialize)]
struct ErrorBody {
    error: Option<ErrorField>,
    error_description: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ErrorField {
    Api(ApiErrorBody),
    /// The token server's form.
    Token(String),
}

#[derive(Deserialize)]
struct ApiErrorBody {
    message: Option<String>,
    status: Option<String>,
    #[serde(default)]
    errors: Vec<ErrorItem>,
}

#[derive(Deserialize)]
struct ErrorItem {
    reason: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;
    use reqwest::header::HeaderValue;

    const NOW: &str = "2026-06-16T15:00:00Z";

    fn test_refusal(status: u16, body: &str) -> Refusal {
        let answer = OutboundResponse {
            status,
            headers: HeaderMap::new(),
            body: Bytes::copy_from_slice(body.as_bytes()),
        };
        Refusal::from_answer(&answer, NOW.parse().unwrap())
    }

    fn error_with_reason(status: u16, reason: &str) -> BigQueryError {
        BigQueryError::Refused(test_refusal(
            status,
            &format!(
                r#"{{"error":{{"code":{status},"message":"m","errors":[{{"reason":"{reason}","message":"m"}}]}}}}"#
            ),
        ))
    }

    #[test]
    fn what_passes_is_tried_again_and_nothing_else() {
        for (status, reason) in [
            (500, "internalError"),
            (502, ""),
            (503, "backendError"),
            (403, "rateLimitExceeded"),
            (429, "rateLimitExceeded"),
            (429, ""),
            (503, "whatever"),
        ] {
            assert!(
                error_with_reason(status, reason).is_transient(),
                "{status} {reason}"
            );
        }
        for (status, reason) in [
            (403, "accessDenied"),
            (403, "quotaExceeded"),
            (503, "quotaExceeded"),
            (400, "invalidQuery"),
            (404, "notFound"),
            (401, "authError"),
            (400, "jobBackendError"),
        ] {
            assert!(
                !error_with_reason(status, reason).is_transient(),
                "{status} {reason}"
            );
        }
        assert!(
            BigQueryError::NoResponse(OutboundError::Incomplete).is_transient()
                && !BigQueryError::NoResponse(OutboundError::PrivateAddress).is_transient()
        );
    }

    #[test]
    fn a_job_that_has_failed_needs_another_one() {
        for (status, reason) in [
            (400, "jobBackendError"),
            (400, "jobInternalError"),
            (403, "jobRateLimitExceeded"),
            (400, "backendError"),
        ] {
            assert!(
                error_with_reason(status, reason).needs_new_job(),
                "{status} {reason}"
            );
        }
        assert!(
            !error_with_reason(503, "backendError").needs_new_job()
                && !error_with_reason(400, "invalidQuery").needs_new_job()
        );
    }

    #[test]
    fn refusals_are_read_in_each_of_their_forms() {
        let token = test_refusal(
            400,
            r#"{"error":"invalid_grant","error_description":"Invalid JWT Signature."}"#,
        );
        assert_eq!(
            (token.reason.as_str(), token.message.as_str()),
            ("invalid_grant", "Invalid JWT Signature.")
        );
        let bare = test_refusal(
            401,
            r#"{"error":{"code":401,"message":"Request had invalid credentials.","status":"UNAUTHENTICATED"}}"#,
        );
        assert_eq!(
            (bare.reason.as_str(), bare.message.as_str()),
            ("UNAUTHENTICATED", "Request had invalid credentials.")
        );
        assert_eq!(test_refusal(502, "<html>Bad Gateway").reason, "");
    }

    #[test]
    fn the_wished_pause_is_read_in_both_forms() {
        let asked = |text: &'static str| {
            let headers = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from_static(text))]);
            parse_retry_after(&headers, NOW.parse().unwrap())
        };
        assert_eq!(asked("7"), Some(Duration::from_secs(7)));
        assert_eq!(
            asked("Tue, 16 Jun 2026 15:00:09 GMT"),
            Some(Duration::from_secs(9))
        );
        assert_eq!(
            (asked("Tue, 16 Jun 2026 14:00:09 GMT"), asked("soon")),
            (None, None)
        );
    }
}

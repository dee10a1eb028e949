//! Errors of BigQuery requests, and whether a retry may help.

use chrono::{DateTime, Utc};
use outbound::{OutboundError, OutboundResponse};
use reqwest::header::{HeaderMap, RETRY_AFTER};
use serde::Deserialize;
use std::time::Duration;

/// Why a request failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BigQueryError {
    /// No complete response.
    NoResponse(OutboundError),
    /// A response of an unexpected format.
    InvalidResponse,
    /// An error response of BigQuery.
    Refused(Refusal),
    /// An error response of the token server.
    TokenRefused(Refusal),
    /// The assertion could not be signed, or no random id was available.
    Internal,
}

/// An error response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub(super) status: u16,
    /// Google's reason code, such as `accessDenied`; empty if there is none.
    pub(super) reason: String,
    /// The server's message.
    pub(super) message: String,
    /// The delay before a retry that the server asks for.
    pub(super) retry_after: Option<Duration>,
}

/// Reason codes of temporary errors, from Google's list for client libraries.
const TRANSIENT_REASONS: [&str; 6] = [
    "backendError",
    "rateLimitExceeded",
    "internalError",
    "jobBackendError",
    "jobRateLimitExceeded",
    "jobInternalError",
];

impl BigQueryError {
    /// Whether a retry of the same request may succeed. An exceeded quota is not transient, because
    /// a retry would use up more of it.
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
                | OutboundError::TooManyRedirects
                | OutboundError::InsecureRedirect
                | OutboundError::Status(_) => false,
            },
            Self::InvalidResponse => true,
            Self::Refused(refusal) => !self.needs_new_job() && refusal.is_transient(),
            Self::TokenRefused(refusal) => refusal.is_transient(),
            Self::Internal => false,
        }
    }

    /// Whether the job of the query failed for a temporary reason. Requesting the same job again
    /// returns the same error, but a new job may succeed.
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

    /// Whether the access token was rejected, for example because it expired.
    pub(super) fn is_token_error(&self) -> bool {
        matches!(self, Self::Refused(refusal) if refusal.status == 401)
    }

    pub(super) fn is_not_found(&self) -> bool {
        matches!(self, Self::Refused(refusal) if refusal.status == 404)
    }
}

impl Refusal {
    /// Parses a response with a status other than 200.
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

/// Parses `Retry-After`: seconds or a date.
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
    /// The format of the token server.
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

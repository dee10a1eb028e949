//! Why there is no answer of use, and whether asking again may help.

use crate::outbound::{Answer, OutboundError};
use chrono::{DateTime, Utc};
use reqwest::header::{HeaderMap, RETRY_AFTER};
use serde::Deserialize;
use std::time::Duration;

/// What came instead of an answer of use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Trouble {
    /// Nothing complete.
    Unanswered(OutboundError),
    /// Something that is no answer to what was asked.
    Garbled,
    /// A refusal, in the server's words.
    Refused(Refusal),
    /// A refusal of the server that gives tokens.
    NoToken(Refusal),
    /// Nothing can be signed, or no id can be made.
    Ours,
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
const PASSING: [&str; 6] = [
    "backendError",
    "rateLimitExceeded",
    "internalError",
    "jobBackendError",
    "jobRateLimitExceeded",
    "jobInternalError",
];

impl Trouble {
    /// Whether the same request may be answered a little later. A quota that is used up is not: it
    /// would only be used up further.
    pub(super) fn passes(&self) -> bool {
        match self {
            Self::Unanswered(error) => match error {
                OutboundError::Unreachable
                | OutboundError::TooSlow(_)
                | OutboundError::BrokenOff => true,
                OutboundError::NotAnAddress
                | OutboundError::NotEncrypted
                | OutboundError::Private
                | OutboundError::TooLarge(_)
                | OutboundError::Redirected
                | OutboundError::Status(_) => false,
            },
            Self::Garbled => true,
            Self::Refused(refusal) => !self.ended_job() && refusal.passes(),
            Self::NoToken(refusal) => refusal.passes(),
            Self::Ours => false,
        }
    }

    /// Whether the query's job itself has failed of something that passes: asking for it again
    /// tells the same for ever, another job may succeed.
    pub(super) fn ended_job(&self) -> bool {
        matches!(self, Self::Refused(refusal) if PASSING.contains(&refusal.reason.as_str()) && (refusal.reason.starts_with("job") || refusal.status == 400))
    }

    pub(super) fn retry_after(&self) -> Option<Duration> {
        if let Self::Refused(refusal) | Self::NoToken(refusal) = self {
            refusal.retry_after
        } else {
            None
        }
    }

    /// Whether the token was refused, as it is when it has run out.
    pub(super) fn is_of_token(&self) -> bool {
        matches!(self, Self::Refused(refusal) if refusal.status == 401)
    }

    pub(super) fn is_not_found(&self) -> bool {
        matches!(self, Self::Refused(refusal) if refusal.status == 404)
    }
}

impl Refusal {
    /// What an answer of another status than 200 says.
    pub(super) fn of(answer: &Answer, now: DateTime<Utc>) -> Self {
        let said = serde_json::from_slice::<Said>(&answer.body).unwrap_or_default();
        let (reason, message) = match said.error {
            Some(SaidError::Api(error)) => {
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
            Some(SaidError::Token(word)) => (word, said.error_description.unwrap_or_default()),
            None => (String::new(), String::new()),
        };
        Self {
            status: answer.status,
            reason,
            message,
            retry_after: retry_after(&answer.headers, now),
        }
    }

    fn passes(&self) -> bool {
        if matches!(
            self.reason.as_str(),
            "quotaExceeded" | "accessDenied" | "notImplemented"
        ) {
            return false;
        }
        PASSING.contains(&self.reason.as_str())
            || matches!(self.status, 429 | 500 | 502 | 503 | 504)
    }
}

/// Seconds, or a moment.
fn retry_after(headers: &HeaderMap, now: DateTime<Utc>) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    if let Ok(seconds) = text.parse() {
        return Some(Duration::from_secs(seconds));
    }
    (DateTime::parse_from_rfc2822(text).ok()?.with_timezone(&Utc) - now)
        .to_std()
        .ok()
}

#[derive(Default, Deserialize)]
struct Said {
    error: Option<SaidError>,
    error_description: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum SaidError {
    Api(ApiError),
    /// The token server's form.
    Token(String),
}

#[derive(Deserialize)]
struct ApiError {
    message: Option<String>,
    status: Option<String>,
    #[serde(default)]
    errors: Vec<OneError>,
}

#[derive(Deserialize)]
struct OneError {
    reason: Option<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;
    use reqwest::header::HeaderValue;

    const NOW: &str = "2026-06-16T15:00:00Z";

    fn refusal(status: u16, body: &str) -> Refusal {
        let answer = Answer {
            status,
            headers: HeaderMap::new(),
            body: Bytes::copy_from_slice(body.as_bytes()),
        };
        Refusal::of(&answer, NOW.parse().unwrap())
    }

    fn of_reason(status: u16, reason: &str) -> Trouble {
        Trouble::Refused(refusal(
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
            assert!(of_reason(status, reason).passes(), "{status} {reason}");
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
            assert!(!of_reason(status, reason).passes(), "{status} {reason}");
        }
        assert!(
            Trouble::Unanswered(OutboundError::BrokenOff).passes()
                && !Trouble::Unanswered(OutboundError::Private).passes()
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
            assert!(of_reason(status, reason).ended_job(), "{status} {reason}");
        }
        assert!(
            !of_reason(503, "backendError").ended_job()
                && !of_reason(400, "invalidQuery").ended_job()
        );
    }

    #[test]
    fn refusals_are_read_in_each_of_their_forms() {
        let token = refusal(
            400,
            r#"{"error":"invalid_grant","error_description":"Invalid JWT Signature."}"#,
        );
        assert_eq!(
            (token.reason.as_str(), token.message.as_str()),
            ("invalid_grant", "Invalid JWT Signature.")
        );
        let bare = refusal(
            401,
            r#"{"error":{"code":401,"message":"Request had invalid credentials.","status":"UNAUTHENTICATED"}}"#,
        );
        assert_eq!(
            (bare.reason.as_str(), bare.message.as_str()),
            ("UNAUTHENTICATED", "Request had invalid credentials.")
        );
        assert_eq!(refusal(502, "<html>Bad Gateway").reason, "");
    }

    #[test]
    fn the_wished_pause_is_read_in_both_forms() {
        let asked = |text: &'static str| {
            let headers = HeaderMap::from_iter([(RETRY_AFTER, HeaderValue::from_static(text))]);
            retry_after(&headers, NOW.parse().unwrap())
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

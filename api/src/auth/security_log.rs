//! What somebody tried and was refused, told to the server's log: one event a line, with who asked
//! from where, and never what they typed.
//!
//! There is one place that decides what is told ([`Watched`], by the answer) and one that writes it
//! ([`SecurityLog::tell`]).

mod event_rate_limit;
mod request_subject;
mod security_event;
mod security_log_middleware;

pub use request_subject::{RequestSubject, SubjectIds};
pub(in crate::auth) use security_event::SecurityEvent;
pub use security_log_middleware::SecurityLogMiddleware;

use super::TrustedProxies;
use crate::clock::Clock;
use crate::http::{RequestId, redact_path};
use event_rate_limit::{EventRateLimit, SuppressedEvents};
use poem::Request;
use poem::http::{Method, StatusCode, Uri};
use std::sync::{Arc, Mutex, PoisonError};

/// Writes security events, and no more of them than somebody can read; clones count together.
#[derive(Clone)]
pub struct SecurityLog {
    event_limit: Arc<Mutex<EventRateLimit>>,
    clock: Clock,
    proxies: TrustedProxies,
}

/// A request as the log tells of it.
pub(in crate::auth) struct RequestSummary {
    id: String,
    address: String,
    method: Method,
    uri: Uri,
}

impl RequestSummary {
    /// Where it came from.
    pub(in crate::auth) fn address(&self) -> &str {
        &self.address
    }
}

impl SecurityLog {
    /// A log whose callers' addresses are those that these proxies name.
    pub fn new(clock: Clock, proxies: TrustedProxies) -> Self {
        Self {
            event_limit: Arc::new(Mutex::new(EventRateLimit::starting_at(clock.now()))),
            clock,
            proxies,
        }
    }

    /// What the log would tell of a request.
    pub(in crate::auth) fn summarize_request(&self, request: &Request) -> RequestSummary {
        RequestSummary {
            id: request
                .data::<RequestId>()
                .map_or_else(String::new, |id| id.0.clone()),
            address: self
                .proxies
                .client_address(request.remote_addr(), request.headers())
                .as_str()
                .to_owned(),
            method: request.method().clone(),
            uri: request.uri().clone(),
        }
    }

    /// Writes one event, unless there were too many of them within this minute: those are counted.
    pub(in crate::auth) fn log_event(
        &self,
        kind: SecurityEvent,
        asked: &RequestSummary,
        caller: Option<SubjectIds>,
        status: StatusCode,
        code: &str,
    ) {
        let (told, over) = {
            let mut flood = self
                .event_limit
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let over = flood.rotate_window(self.clock.now());
            (flood.admit_event(kind, &asked.address), over)
        };
        log_suppressed_events(&over);
        if told {
            tracing::warn!(
                event = kind.name(),
                request_id = asked.id.as_str(),
                address = asked.address.as_str(),
                person = caller.and_then(|caller| caller.person).map(display),
                tenant = caller.and_then(|caller| caller.tenant).map(display),
                api_key = caller.and_then(|caller| caller.api_key).map(display),
                code,
                status = status.as_u16(),
                method = asked.method.as_str(),
                path = redact_path(asked.uri.path()),
                "security event"
            );
        }
    }

    /// Writes how many events were not told in a minute that is over, where nothing else has led to
    /// it.
    pub fn log_suppressed(&self) {
        let over = self
            .event_limit
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .rotate_window(self.clock.now());
        log_suppressed_events(&over);
    }

    /// Writes what was left out so far, before the server ends.
    pub fn flush_suppressed(&self) {
        let over = self
            .event_limit
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .finish_window(self.clock.now());
        log_suppressed_events(&over);
    }
}

fn log_suppressed_events(over: &[SuppressedEvents]) {
    for SuppressedEvents {
        kind,
        address,
        addresses,
        count: events,
    } in over
    {
        tracing::warn!(
            event = kind.name(),
            address = address.as_deref(),
            addresses,
            left_out = events,
            "security events of a minute were left out here"
        );
    }
}

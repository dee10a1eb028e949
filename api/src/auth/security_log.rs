//! The security log: one line for each suspicious refusal, with the caller and address, and never
//! with what they typed.
//!
//! [`SecurityEvent`] decides by the response what is an event, and [`SecurityLog::log_event`]
//! writes it.

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

/// Writes security events, limited to a readable amount. Clones share the limit.
#[derive(Clone)]
pub struct SecurityLog {
    event_limit: Arc<Mutex<EventRateLimit>>,
    clock: Clock,
    proxies: TrustedProxies,
}

/// A request, as described in the log.
pub(in crate::auth) struct RequestSummary {
    id: String,
    address: String,
    method: Method,
    uri: Uri,
}

impl RequestSummary {
    /// The client's address.
    pub(in crate::auth) fn address(&self) -> &str {
        &self.address
    }
}

impl SecurityLog {
    /// A log that takes client addresses from these proxies.
    pub fn new(clock: Clock, proxies: TrustedProxies) -> Self {
        Self {
            event_limit: Arc::new(Mutex::new(EventRateLimit::starting_at(clock.now()))),
            clock,
            proxies,
        }
    }

    /// Summarizes a request for the log.
    pub(in crate::auth) fn summarize_request(&self, request: &Request) -> RequestSummary {
        RequestSummary {
            id: request
                .data::<RequestId>()
                .map_or_else(String::new, |id| id.0.to_string()),
            address: self
                .proxies
                .client_address(request.remote_addr(), request.headers())
                .as_str()
                .to_owned(),
            method: request.method().clone(),
            uri: request.uri().clone(),
        }
    }

    /// Writes an event. Above the limit per minute, events are only counted.
    pub(in crate::auth) fn log_event(
        &self,
        kind: SecurityEvent,
        request: &RequestSummary,
        caller: Option<SubjectIds>,
        status: StatusCode,
        code: &str,
    ) {
        let (is_admitted, suppressed) = {
            let mut limit = self
                .event_limit
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let suppressed = limit.rotate_window(self.clock.now());
            (limit.admit_event(kind, &request.address), suppressed)
        };
        log_suppressed_events(&suppressed);
        if is_admitted {
            tracing::warn!(
                event = kind.name(),
                request_id = request.id.as_str(),
                address = request.address.as_str(),
                person = caller.and_then(|caller| caller.person).map(display),
                tenant = caller.and_then(|caller| caller.tenant).map(display),
                api_key = caller.and_then(|caller| caller.api_key).map(display),
                code,
                status = status.as_u16(),
                method = request.method.as_str(),
                path = redact_path(request.uri.path()),
                "security event"
            );
        }
    }

    /// Writes how many events a finished minute suppressed. Called periodically, in case no event
    /// follows.
    pub fn log_suppressed(&self) {
        let suppressed = self
            .event_limit
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .rotate_window(self.clock.now());
        log_suppressed_events(&suppressed);
    }

    /// Writes all suppressed counts, before the server stops.
    pub fn flush_suppressed(&self) {
        let suppressed = self
            .event_limit
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .finish_window(self.clock.now());
        log_suppressed_events(&suppressed);
    }
}

fn log_suppressed_events(suppressed: &[SuppressedEvents]) {
    for SuppressedEvents {
        kind,
        address,
        addresses,
        count,
    } in suppressed
    {
        tracing::warn!(
            event = kind.name(),
            address = address.as_deref(),
            addresses,
            suppressed = count,
            "security events suppressed"
        );
    }
}

//! What somebody tried and was refused, told to the server's log: one event a line, with who asked
//! from where, and never what they typed.
//!
//! There is one place that decides what is told ([`Watched`], by the answer) and one that writes it
//! ([`SecurityLog::tell`]).

mod flood;
mod kind;
mod watched;
mod whom;

pub(in crate::auth) use kind::Kind;
pub use watched::Watched;
pub use whom::{Caller, Whom};

use super::TrustedProxies;
use crate::clock::Clock;
use crate::http::{RequestId, told_path};
use flood::{Flood, LeftOut};
use poem::Request;
use poem::http::{Method, StatusCode, Uri};
use std::sync::{Arc, Mutex, PoisonError};

/// Writes security events, and no more of them than somebody can read; clones count together.
#[derive(Clone)]
pub struct SecurityLog {
    flood: Arc<Mutex<Flood>>,
    clock: Clock,
    proxies: TrustedProxies,
}

/// A request as the log tells of it.
pub(in crate::auth) struct Asked {
    id: String,
    address: String,
    method: Method,
    address_of: Uri,
}

impl Asked {
    /// Where it came from.
    pub(in crate::auth) fn address(&self) -> &str {
        &self.address
    }
}

impl SecurityLog {
    /// A log whose callers' addresses are those that these proxies name.
    pub fn new(clock: Clock, proxies: TrustedProxies) -> Self {
        Self {
            flood: Arc::new(Mutex::new(Flood::beginning(clock.now()))),
            clock,
            proxies,
        }
    }

    /// What the log would tell of a request.
    pub(in crate::auth) fn asked(&self, request: &Request) -> Asked {
        Asked {
            id: request
                .data::<RequestId>()
                .map_or_else(String::new, |id| id.0.clone()),
            address: self
                .proxies
                .client(request.remote_addr(), request.headers())
                .text()
                .to_owned(),
            method: request.method().clone(),
            address_of: request.uri().clone(),
        }
    }

    /// Writes one event, unless there were too many of them within this minute: those are counted.
    pub(in crate::auth) fn tell(
        &self,
        kind: Kind,
        asked: &Asked,
        caller: Option<Caller>,
        status: StatusCode,
        code: &str,
    ) {
        let (told, over) = {
            let mut flood = self.flood.lock().unwrap_or_else(PoisonError::into_inner);
            let over = flood.turn(self.clock.now());
            (flood.admits(kind, &asked.address), over)
        };
        tell_left_out(&over);
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
                path = told_path(asked.address_of.path()),
                "security event"
            );
        }
    }

    /// Writes how many events were not told in a minute that is over, where nothing else has led to
    /// it.
    pub fn tell_left_out(&self) {
        let over = self
            .flood
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .turn(self.clock.now());
        tell_left_out(&over);
    }

    /// Writes what was left out so far, before the server ends.
    pub fn last_words(&self) {
        let over = self
            .flood
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .end(self.clock.now());
        tell_left_out(&over);
    }
}

fn tell_left_out(over: &[LeftOut]) {
    for LeftOut {
        kind,
        address,
        addresses,
        events,
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

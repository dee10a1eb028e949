//! What a connection is doing and since when, which decides when it is closed.

use super::head_guard::{NextByte, Scan};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How long a connection may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionTimeouts {
    /// For the head of a request, from its first byte; for the first one, from the connection.
    pub head: Duration,
    /// Between requests.
    pub idle: Duration,
    /// Between requests, until the buffers of the connection are freed.
    pub release: Duration,
    /// Without progress while a response is sent.
    pub stalled_write: Duration,
}

impl Default for ConnectionTimeouts {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(10),
            idle: Duration::from_secs(75),
            // Clients that send one request after the other stay below.
            release: Duration::from_secs(1),
            stalled_write: Duration::from_secs(75),
        }
    }
}

/// The activity of a connection. Times are milliseconds since it was accepted, plus one, so that 0
/// means never.
#[derive(Debug)]
pub(super) struct Activity {
    accepted_at: Instant,
    requests_in_progress: AtomicUsize,
    /// When the connection began to wait for a request that may already be there.
    awaits_request_since: AtomicU64,
    /// All that was read belongs to complete messages.
    is_between_messages: AtomicBool,
    head_since: AtomicU64,
    idle_since: AtomicU64,
    write_stalled_since: AtomicU64,
}

/// A request in progress, until its response is sent or dropped.
#[derive(Debug)]
pub(super) struct RequestInProgress(std::sync::Arc<Activity>);

impl Drop for RequestInProgress {
    fn drop(&mut self) {
        let now = self.0.now();
        self.0.idle_since.store(now, Ordering::Relaxed);
        self.0.requests_in_progress.fetch_sub(1, Ordering::Release);
    }
}

impl Activity {
    pub(super) fn new() -> Self {
        Self {
            accepted_at: Instant::now(),
            requests_in_progress: AtomicUsize::new(0),
            awaits_request_since: AtomicU64::new(1),
            is_between_messages: AtomicBool::new(true),
            head_since: AtomicU64::new(1),
            idle_since: AtomicU64::new(1),
            write_stalled_since: AtomicU64::new(0),
        }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.accepted_at.elapsed().as_millis()).unwrap_or(u64::MAX - 1) + 1
    }

    /// Records bytes of the client.
    pub(super) fn record_read(&self, found: Scan) {
        self.is_between_messages
            .store(found.next == NextByte::NextMessage, Ordering::Relaxed);
        if found.ended_head {
            self.head_since.store(0, Ordering::Relaxed);
            self.idle_since.store(self.now(), Ordering::Relaxed);
        }
        if found.next == NextByte::Head && self.head_since.load(Ordering::Relaxed) == 0 {
            self.head_since.store(self.now(), Ordering::Relaxed);
        }
    }

    /// Records an attempt to write.
    pub(super) fn record_write(&self, is_pending: bool) {
        let since = self.write_stalled_since.load(Ordering::Relaxed);
        if !is_pending && since != 0 {
            self.write_stalled_since.store(0, Ordering::Relaxed);
        } else if is_pending && since == 0 {
            self.write_stalled_since
                .store(self.now(), Ordering::Relaxed);
        }
    }

    /// Records the begin of a request.
    pub(super) fn begin_request(self: &std::sync::Arc<Self>) -> RequestInProgress {
        self.requests_in_progress.fetch_add(1, Ordering::Acquire);
        self.awaits_request_since.store(0, Ordering::Release);
        // HTTP/2 has no head that the guard sees.
        self.head_since.store(0, Ordering::Relaxed);
        RequestInProgress(std::sync::Arc::clone(self))
    }

    /// Records that there is something to read, which is probably a request.
    pub(super) fn expect_request(&self) {
        self.awaits_request_since
            .store(self.now(), Ordering::Release);
    }

    /// Whether the connection has expected a request for less than `timeout`.
    pub(super) fn awaits_request(&self, timeout: Duration) -> bool {
        let since = self.awaits_request_since.load(Ordering::Acquire);
        since != 0 && Duration::from_millis(self.now().saturating_sub(since)) < timeout
    }

    /// How long the connection has been between two requests. `None` if it is not: a request or its
    /// response is under way, or none has come so far.
    pub(super) fn idle_time(&self) -> Option<Duration> {
        let is_idle = self.requests_in_progress.load(Ordering::Acquire) == 0
            && self.awaits_request_since.load(Ordering::Acquire) == 0
            && self.is_between_messages.load(Ordering::Relaxed)
            && self.head_since.load(Ordering::Relaxed) == 0
            && self.write_stalled_since.load(Ordering::Relaxed) == 0;
        let since = self.idle_since.load(Ordering::Relaxed);
        is_idle.then(|| Duration::from_millis(self.now().saturating_sub(since)))
    }

    /// How long the connection may stay as it is; zero if it is to be closed.
    pub(super) fn time_left(&self, timeouts: ConnectionTimeouts) -> Duration {
        let left = |since: u64, timeout: Duration| {
            timeout.saturating_sub(Duration::from_millis(self.now().saturating_sub(since)))
        };
        let stalled_since = self.write_stalled_since.load(Ordering::Relaxed);
        if stalled_since != 0 {
            return left(stalled_since, timeouts.stalled_write);
        }
        if self.requests_in_progress.load(Ordering::Acquire) > 0 {
            return timeouts.stalled_write.min(timeouts.idle);
        }
        match self.head_since.load(Ordering::Relaxed) {
            0 => left(self.idle_since.load(Ordering::Relaxed), timeouts.idle),
            since => left(since, timeouts.head),
        }
    }
}

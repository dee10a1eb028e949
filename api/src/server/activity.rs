//! What a connection is doing and since when, which decides when it is closed.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How long a connection may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConnectionTimeouts {
    /// For the head of a request, from its first byte; for the first one, from the connection.
    pub head: Duration,
    /// Between requests.
    pub idle: Duration,
    /// Without progress while a response is sent.
    pub stalled_write: Duration,
}

impl Default for ConnectionTimeouts {
    fn default() -> Self {
        Self {
            head: Duration::from_secs(10),
            idle: Duration::from_secs(75),
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
    has_request: AtomicBool,
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
            has_request: AtomicBool::new(false),
            head_since: AtomicU64::new(1),
            idle_since: AtomicU64::new(1),
            write_stalled_since: AtomicU64::new(0),
        }
    }

    fn now(&self) -> u64 {
        u64::try_from(self.accepted_at.elapsed().as_millis()).unwrap_or(u64::MAX - 1) + 1
    }

    /// Records bytes of the client.
    pub(super) fn record_read(&self, ended_head: bool, within_head: bool) {
        if ended_head {
            self.head_since.store(0, Ordering::Relaxed);
            self.idle_since.store(self.now(), Ordering::Relaxed);
        }
        if within_head && self.head_since.load(Ordering::Relaxed) == 0 {
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
        self.has_request.store(true, Ordering::Release);
        // HTTP/2 has no head that the guard sees.
        self.head_since.store(0, Ordering::Relaxed);
        RequestInProgress(std::sync::Arc::clone(self))
    }

    /// Whether the connection has had no request so far and is younger than `timeout`.
    pub(super) fn awaits_first(&self, timeout: Duration) -> bool {
        !self.has_request.load(Ordering::Acquire) && self.accepted_at.elapsed() < timeout
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

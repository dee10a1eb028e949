//! Intervals and timeouts of the heartbeats of runs.

use chrono::TimeDelta;
use std::time::Duration;

/// Heartbeat timing of a run. If a server sends no heartbeat for the timeout, another server takes
/// its run over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeartbeatConfig {
    timeout: Duration,
}

impl Default for HeartbeatConfig {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(7),
        }
    }
}

impl HeartbeatConfig {
    /// Sets the seconds without a heartbeat before another server takes over, at least 1.
    pub fn from_timeout_seconds(seconds: u32) -> Self {
        Self {
            timeout: Duration::from_secs(u64::from(seconds.max(1))),
        }
    }

    /// Time without a heartbeat before another server takes over.
    pub fn timeout(self) -> Duration {
        self.timeout
    }

    /// Interval between heartbeats. Two in a row may be lost.
    pub(super) fn beat_interval(self) -> Duration {
        self.timeout / 3
    }

    /// How often servers look for stale runs: the maximum delay after the timeout until a takeover.
    pub fn poll_interval(self) -> Duration {
        (self.timeout / 10).min(Duration::from_secs(3))
    }

    /// How long a heartbeat renews the lease. Longer than the timeout plus a poll interval, so that
    /// a run is taken over before it is reported as interrupted.
    pub(super) fn lease_lifetime(self) -> TimeDelta {
        TimeDelta::from_std(self.timeout + self.timeout / 2).unwrap_or(TimeDelta::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_killed_server_is_followed_within_10_seconds_and_before_its_lease_ends() {
        let rhythm = HeartbeatConfig::default();
        // The last heartbeat may have been seen one poll late.
        let longest = rhythm.timeout() + rhythm.poll_interval() * 2;
        assert!(longest <= Duration::from_secs(9));
        assert!(
            TimeDelta::from_std(rhythm.timeout() + rhythm.poll_interval()).unwrap()
                < rhythm.lease_lifetime()
        );
        assert!(rhythm.beat_interval() * 2 < rhythm.timeout());
    }
}

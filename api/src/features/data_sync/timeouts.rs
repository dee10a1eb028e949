//! How often whoever works on something says so, and for how long they may be silent.

use chrono::TimeDelta;
use std::time::Duration;

/// The rhythm of a run. A server that stands still for the silence is taken for dead, and another
/// one goes on with its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeartbeatConfig {
    timeout: Duration,
}

impl Default for HeartbeatConfig {
    fn default() -> Self {
        Self {
            timeout: Duration::from_secs(30),
        }
    }
}

impl HeartbeatConfig {
    /// After so many seconds of silence another server goes on.
    pub fn from_timeout_seconds(seconds: u32) -> Self {
        Self {
            timeout: Duration::from_secs(u64::from(seconds.max(1))),
        }
    }

    /// For how long a number that stands still is put up with.
    pub fn timeout(self) -> Duration {
        self.timeout
    }

    /// How often a worker speaks: two of its words may get lost.
    pub(super) fn beat_interval(self) -> Duration {
        self.timeout / 3
    }

    /// How often others look: a dead server is noticed at most this long after its silence is over.
    pub fn poll_interval(self) -> Duration {
        (self.timeout / 10).min(Duration::from_secs(3))
    }

    /// How long the right to sync lasts after each word. Longer than the silence and a look:
    /// whoever goes on with a run does so before anybody is told that it was interrupted.
    pub(super) fn lease_lifetime(self) -> TimeDelta {
        TimeDelta::from_std(self.timeout + self.timeout / 2).unwrap_or(TimeDelta::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dead_server_is_followed_within_35_seconds_and_before_its_right_ends() {
        let rhythm = HeartbeatConfig::default();
        assert!(rhythm.timeout() + rhythm.poll_interval() <= Duration::from_secs(35));
        assert!(
            TimeDelta::from_std(rhythm.timeout() + rhythm.poll_interval()).unwrap()
                < rhythm.lease_lifetime()
        );
        assert!(rhythm.beat_interval() * 2 < rhythm.timeout());
    }
}

//! How often whoever works on something says so, and for how long they may be silent.

use chrono::TimeDelta;
use std::time::Duration;

/// The rhythm of a run. A server that stands still for the silence is taken for dead, and another
/// one goes on with its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rhythm {
    silence: Duration,
}

impl Default for Rhythm {
    fn default() -> Self {
        Self {
            silence: Duration::from_secs(30),
        }
    }
}

impl Rhythm {
    /// After so many seconds of silence another server goes on.
    pub fn of_silence(seconds: u32) -> Self {
        Self {
            silence: Duration::from_secs(u64::from(seconds.max(1))),
        }
    }

    /// For how long a number that stands still is put up with.
    pub fn silence(self) -> Duration {
        self.silence
    }

    /// How often a worker speaks: two of its words may get lost.
    pub(super) fn pulse(self) -> Duration {
        self.silence / 3
    }

    /// How often others look: a dead server is noticed at most this long after its silence is over.
    pub fn look(self) -> Duration {
        (self.silence / 10).min(Duration::from_secs(3))
    }

    /// How long the right to sync lasts after each word. Longer than the silence and a look:
    /// whoever goes on with a run does so before anybody is told that it was interrupted.
    pub(super) fn lifetime(self) -> TimeDelta {
        TimeDelta::from_std(self.silence + self.silence / 2).unwrap_or(TimeDelta::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dead_server_is_followed_within_35_seconds_and_before_its_right_ends() {
        let rhythm = Rhythm::default();
        assert!(rhythm.silence() + rhythm.look() <= Duration::from_secs(35));
        assert!(TimeDelta::from_std(rhythm.silence() + rhythm.look()).unwrap() < rhythm.lifetime());
        assert!(rhythm.pulse() * 2 < rhythm.silence());
    }
}

//! The only source of "now": the machine's clock, or a hand that tests move.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;
use std::sync::{Arc, Mutex, PoisonError};

/// Tells the time; clones share the same hands.
#[derive(Clone, Debug)]
pub struct Clock(TimeSource);

#[derive(Clone, Debug)]
enum TimeSource {
    System,
    Fixed(Arc<Mutex<DateTime<Utc>>>),
}

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self(TimeSource::System)
    }

    /// A clock that stands still at `now` until [`Clock::advance`] moves it.
    pub fn fixed(now: DateTime<Utc>) -> Self {
        Self(TimeSource::Fixed(Arc::new(Mutex::new(now))))
    }

    /// The current instant.
    pub fn now(&self) -> DateTime<Utc> {
        match &self.0 {
            #[expect(
                clippy::disallowed_methods,
                reason = "this is the one place that reads the machine's clock"
            )]
            TimeSource::System => Utc::now(),
            TimeSource::Fixed(at) => *at.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Today's date in `zone`.
    pub fn today(&self, zone: Tz) -> NaiveDate {
        self.now().with_timezone(&zone).date_naive()
    }

    /// Moves a fixed clock; the machine's clock is not ours to move.
    pub fn advance(&self, by: TimeDelta) {
        if let TimeSource::Fixed(at) = &self.0 {
            let mut at = at.lock().unwrap_or_else(PoisonError::into_inner);
            *at += by;
        }
    }
}

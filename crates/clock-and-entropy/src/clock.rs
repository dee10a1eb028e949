//! The only source of the current time: the system clock, or a fixed clock that tests advance.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;
use std::sync::{Arc, Mutex, PoisonError};

/// A clock. Clones of a fixed clock share its time.
#[derive(Clone, Debug)]
pub struct Clock(TimeSource);

#[derive(Clone, Debug)]
enum TimeSource {
    System,
    Fixed(Arc<Mutex<DateTime<Utc>>>),
}

impl Clock {
    /// The system clock.
    pub fn system() -> Self {
        Self(TimeSource::System)
    }

    /// A clock that stays at `now` until [`Clock::advance`] moves it.
    pub fn fixed(now: DateTime<Utc>) -> Self {
        Self(TimeSource::Fixed(Arc::new(Mutex::new(now))))
    }

    /// The current instant.
    pub fn now(&self) -> DateTime<Utc> {
        match &self.0 {
            #[expect(
                clippy::disallowed_methods,
                reason = "the only place that reads the system clock"
            )]
            TimeSource::System => Utc::now(),
            TimeSource::Fixed(at) => *at.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// The current date in `zone`.
    pub fn today(&self, zone: Tz) -> NaiveDate {
        self.now().with_timezone(&zone).date_naive()
    }

    /// Advances a fixed clock. Does nothing for the system clock.
    pub fn advance(&self, by: TimeDelta) {
        if let TimeSource::Fixed(at) = &self.0 {
            let mut at = at.lock().unwrap_or_else(PoisonError::into_inner);
            *at += by;
        }
    }
}

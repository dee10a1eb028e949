//! Whom to call now, and whom a week later.
//!
//! Calls are few. A grower who waits gives the place to another one, and is called for more business
//! at once. So a call is urgent by what it saves now, less what the same call is expected to save a
//! week later beyond the last one that is made then.

/// Chance that a grower who is worth more than the last call of a week is called that week:
/// assumed.
const CALL_CHANCE: f64 = 0.5;
/// One in so many growers with business at risk is called in a week: assumed.
const GROWERS_PER_CALL: usize = 3;

/// What a call is worth, in dollars.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct CallWorth {
    pub(crate) now: f64,
    /// A week later.
    pub(crate) later: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Waiting {
    /// Worth of the last call that is made in a week.
    last_call: f64,
}

impl Waiting {
    /// From the worth of calls to all growers.
    pub(crate) fn new(calls: impl Iterator<Item = CallWorth>) -> Self {
        let mut later: Vec<f64> = calls
            .filter(|worth| worth.now > 0.0)
            .map(|worth| worth.later)
            .collect();
        later.sort_by(f64::total_cmp);
        let last = later.len() - later.len() / GROWERS_PER_CALL;
        Self {
            last_call: later.get(last).or(later.last()).copied().unwrap_or(0.0),
        }
    }

    /// The larger, the sooner to call.
    pub(crate) fn urgency(self, worth: CallWorth) -> f64 {
        worth.now - CALL_CHANCE * (worth.later - self.last_call).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn business_that_can_wait_comes_after_business_that_cannot() {
        let overdue = CallWorth {
            now: 900.0,
            later: 100.0,
        };
        let growing = CallWorth {
            now: 1_000.0,
            later: 1_500.0,
        };
        let small = CallWorth {
            now: 90.0,
            later: 80.0,
        };
        let last = CallWorth {
            now: 200.0,
            later: 300.0,
        };
        let all = [overdue, growing, last, small, small, small];
        let waiting = Waiting::new(all.into_iter());
        assert!(waiting.urgency(overdue) > waiting.urgency(growing));
        assert!(waiting.urgency(growing) > waiting.urgency(small));
    }

    #[test]
    fn nobody_waits_for_less_than_the_last_call() {
        let alike = CallWorth {
            now: 50.0,
            later: 50.0,
        };
        let waiting = Waiting::new([alike; 6].into_iter());
        assert!((waiting.urgency(alike) - alike.now).abs() < 1e-9);
        assert!(Waiting::new(std::iter::empty()).last_call == 0.0);
    }
}

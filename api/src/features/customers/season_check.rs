//! Whether the order seasons of the tenant repeat: whether seasons estimated on earlier orders
//! predict the orders of a later period better than no seasons.
//!
//! The later period is up to a year long and starts after at least a year of history. At each of its
//! months, the chance of every customer to order within 30 days is compared with what happened, with
//! parameters and seasons from before the period. The log scores of all months are summed.

use chrono::{Days, NaiveDate};

use super::customer_group::CustomerGroup;
use super::order_history::OrderHistory;
use super::order_outlook::{fit_model, observe_history};
use super::order_seasons::{MAX_HISTORY_DAYS, OrderSeasons};
use super::seasonal_clock::SeasonalClock;
use estimators::bg_nbd::{BgNbd, EventHistory};
use estimators::seasonal_density::Density;

/// Days of history that seasons are estimated on, and days of the later period.
const YEAR_DAYS: i64 = 365;
/// Minimum days of the later period.
const MIN_LATER_DAYS: i64 = 120;
/// Days of a month of the later period.
const MONTH_DAYS: u64 = 30;
/// Chances are kept at least this far from 0 and 1 in the log score.
const MIN_CHANCE: f64 = 1e-4;
/// Customers that the comparison is limited to, for speed.
const MAX_CUSTOMERS: usize = 4_000;

/// Result of the comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct SeasonCheck {
    /// Log score of the chances by seasons less that without, summed over the months, per customer.
    gain: f64,
}

impl SeasonCheck {
    /// None with less than 16 months or more than [`MAX_HISTORY_DAYS`] of history, or if no model can be fitted.
    pub(super) fn from_histories(
        customers: &[(&CustomerGroup, &OrderHistory)],
        as_of: NaiveDate,
    ) -> Option<Self> {
        let first = customers.iter().map(|(_, history)| history.first).min()?;
        let known = (as_of - first).num_days() + 1;
        let later = (known - YEAR_DAYS).min(YEAR_DAYS);
        if later < MIN_LATER_DAYS || known > MAX_HISTORY_DAYS {
            return None;
        }
        let start = as_of.checked_sub_days(Days::new(u64::try_from(later).ok()?))?;
        let every = customers.len().div_ceil(MAX_CUSTOMERS).max(1);
        let sample: Vec<(&CustomerGroup, &OrderHistory)> = customers
            .iter()
            .step_by(every)
            .filter(|(_, history)| history.first <= start)
            .copied()
            .collect();
        let even = SeasonalClock::from_density(&Density::uniform());
        let even_clocks = vec![even; sample.len()];
        let plain = Candidate::fit(&sample, even_clocks, start)?;
        let seasons = OrderSeasons::from_histories(&sample, &plain.model, start);
        let mut origins = vec![start];
        while let Some(end) = origins
            .last()
            .and_then(|origin| origin.checked_add_days(Days::new(MONTH_DAYS)))
            .filter(|end| *end <= as_of)
        {
            origins.push(end);
        }
        let score = |candidate: &Candidate| -> f64 {
            origins
                .windows(2)
                .filter_map(|month| match month {
                    &[origin, end] => Some(candidate.mean_log_score(&sample, origin, end)),
                    _ => None,
                })
                .sum()
        };
        let clocks = sample
            .iter()
            .map(|(group, history)| seasons.build_clock(group, history))
            .collect();
        let seasonal = Candidate::fit(&sample, clocks, start)?;
        Some(Self {
            gain: score(&seasonal) - score(&plain),
        })
    }

    /// Whether seasons predicted better than no seasons.
    pub(super) fn has_seasons(self) -> bool {
        self.gain > 0.0
    }
}

/// A model with the clock of each customer.
struct Candidate {
    clocks: Vec<SeasonalClock>,
    model: BgNbd,
}

impl Candidate {
    fn fit(
        customers: &[(&CustomerGroup, &OrderHistory)],
        clocks: Vec<SeasonalClock>,
        start: NaiveDate,
    ) -> Option<Self> {
        let seen: Vec<EventHistory> = clocks
            .iter()
            .zip(customers)
            .map(|(clock, (_, history))| observe_history(clock, history, start))
            .collect();
        let (model, _) = fit_model(&seen)?;
        Some(Self { clocks, model })
    }

    fn mean_log_score(
        &self,
        customers: &[(&CustomerGroup, &OrderHistory)],
        origin: NaiveDate,
        end: NaiveDate,
    ) -> f64 {
        let (mut sum, mut count) = (0.0, 0.0);
        for (clock, (_, history)) in self.clocks.iter().zip(customers) {
            let seen = observe_history(clock, history, origin);
            let ahead = clock.ticks_at(end) - clock.ticks_at(origin);
            let chance = (self.model.p_alive(&seen) * self.model.p_event_if_alive(&seen, ahead))
                .clamp(MIN_CHANCE, 1.0 - MIN_CHANCE);
            sum += if history.order_days_between(origin, end) > 0 {
                chance.ln()
            } else {
                (1.0 - chance).ln()
            };
            count += 1.0;
        }
        if count > 0.0 { sum / count } else { 0.0 }
    }
}

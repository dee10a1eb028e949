//! The list: whom to call first.

use chrono::NaiveDate;
use estimators::parallel::map_in_parallel;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

use crate::candidate::{DueLine, assess_grower};
use crate::grower::{Grower, day_number, number_day};
use crate::quiet_chance::Calibration;
use crate::reason::Reason;
use crate::relationship::{RelationshipHistory, RelationshipModel};
use crate::study::{GrowerStudy, MIN_PER_THREAD, Study};
use crate::waiting::{CallWorth, Waiting};

/// Days before the as-of day on which earlier lists are made, to calibrate chances: recent weeks,
/// and those of the same season.
const EARLIER_DAYS: [i64; 6] = [49, 105, 182, 273, 364, 378];
/// Weight of the organization's mean in a grower's rate of other orders, in years.
const RATE_PRIOR_YEARS: f64 = 2.0;
/// Growers from whom the organization's seasons, model and calibration are estimated.
const MAX_SAMPLE: usize = 10_000;

/// A grower to call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// Index of the grower.
    pub grower: usize,
    /// Relative worth of a call, in dollars. 0 if nothing is due.
    pub value: f64,
    /// Margin that is due up to the end of the window and expected not to come without a call, in
    /// dollars.
    pub expected_margin: f64,
    pub window_start: NaiveDate,
    pub window_end: NaiveDate,
    /// Chance of no order up to the end of the window without a call.
    pub quiet_chance: f64,
    pub reason: Reason,
    /// What to offer: business that is due, the most valuable first.
    pub lines: Vec<DueLine>,
}

/// Share of the margin at risk that a call to a regular or wavering buyer saves: assumed until the
/// effect of calls is measured.
const SAVED_SHARE: f64 = 0.45;

impl Call {
    /// Chance of an order up to the end of the window with a call.
    pub fn order_chance_with_call(&self) -> f64 {
        let at_risk = self
            .lines
            .iter()
            .filter(|line| line.margin > 0.0)
            .map(|line| 1.0 - SAVED_SHARE * (line.value / line.margin).min(1.0))
            .product::<f64>();
        1.0 - self.quiet_chance * at_risk.clamp(0.0, 1.0)
    }
}

/// Growers by the worth of a call on `as_of`, the most first; lower if a call a week later would save
/// as much. Uses sales before `as_of` only.
///
/// What growers have in common is estimated from at most [`MAX_SAMPLE`] of them, evenly spread over
/// the list.
pub fn rank_calls(growers: &[Grower], as_of: NaiveDate) -> Vec<Call> {
    let sample = choose_sample(growers);
    let (study, studied) = Study::new(growers, &sample, as_of);
    let model = RelationshipModel::fit(&list_histories(&studied));
    let rates = OrderRates::new(&studied);
    drop(studied);
    let calibration = calibrate(growers, &sample, as_of, &model);
    let indexes: Vec<usize> = (0..growers.len()).collect();
    let calls = map_in_parallel(&indexes, MIN_PER_THREAD, |&index| {
        let studied = study.study_grower(growers.get(index)?)?;
        let assessment = assess_grower(index, &studied, study.as_of, &model, rates.rate(&studied));
        let worth = CallWorth {
            now: assessment.value,
            later: assessment.later_value,
        };
        let call = Call {
            grower: index,
            value: assessment.value,
            expected_margin: assessment.expected_margin,
            window_start: number_day(assessment.window.0),
            window_end: number_day(assessment.window.1),
            quiet_chance: calibration.apply(assessment.raw_quiet),
            reason: Reason::from_assessment(&assessment, study.as_of),
            lines: assessment.lines,
        };
        Some((worth, call))
    });
    let mut calls: Vec<(CallWorth, Call)> = calls.into_iter().flatten().collect();
    let waiting = Waiting::new(calls.iter().map(|(worth, _)| *worth));
    calls.sort_by(|(one, _), (other, _)| compare(waiting.urgency(*one), waiting.urgency(*other)));
    calls.into_iter().map(|(_, call)| call).collect()
}

fn list_histories(studied: &[Option<GrowerStudy>]) -> Vec<&RelationshipHistory> {
    studied.iter().flatten().map(|one| &one.history).collect()
}

/// Every n-th grower; all if there are few.
fn choose_sample(growers: &[Grower]) -> Vec<&Grower> {
    let step = growers.len().div_ceil(MAX_SAMPLE).max(1);
    growers.iter().step_by(step).collect()
}

/// The larger first.
fn compare(one: f64, other: f64) -> Ordering {
    other.total_cmp(&one)
}

/// How many orders a year belong to no earlier occasion: a grower's own rate, shrunk toward the mean.
struct OrderRates {
    mean: f64,
}

impl OrderRates {
    fn new(studied: &[Option<GrowerStudy>]) -> Self {
        let (mut orders, mut years) = (1.0, RATE_PRIOR_YEARS);
        for grower in studied.iter().flatten() {
            orders += grower.new_orders;
            years += grower.new_order_years;
        }
        Self {
            mean: orders / years,
        }
    }

    fn rate(&self, grower: &GrowerStudy) -> f64 {
        (grower.new_orders + RATE_PRIOR_YEARS * self.mean)
            / (grower.new_order_years + RATE_PRIOR_YEARS)
    }
}

/// Compares the chances of earlier days with what came, for the half most worth a call.
fn calibrate(
    growers: &[Grower],
    sample: &[&Grower],
    as_of: NaiveDate,
    model: &RelationshipModel,
) -> Calibration {
    let mut earlier = Vec::new();
    for days in EARLIER_DAYS {
        let Some(origin) = as_of.checked_sub_signed(chrono::Duration::days(days)) else {
            continue;
        };
        let (study, studied) = Study::new(growers, sample, origin);
        let rates = OrderRates::new(&studied);
        let studied: Vec<(&&Grower, Option<GrowerStudy>)> = sample.iter().zip(studied).collect();
        let chances = map_in_parallel(&studied, MIN_PER_THREAD, |(grower, studied)| {
            let studied = studied.as_ref()?;
            let found = assess_grower(0, studied, study.as_of, model, rates.rate(studied));
            let is_quiet = !grower.sales.iter().any(|sale| {
                let day = day_number(sale.day);
                sale.quantity > 0.0 && day >= study.as_of && day <= found.window.1
            });
            Some((found.value, found.raw_quiet, is_quiet))
        });
        let mut chances: Vec<(f64, f64, bool)> = chances.into_iter().flatten().collect();
        chances.sort_by(|one, other| compare(one.0, other.0));
        chances.truncate(chances.len().div_ceil(2));
        earlier.extend(
            chances
                .into_iter()
                .map(|(_, chance, quiet)| (chance, quiet)),
        );
    }
    Calibration::fit(&earlier)
}

#[cfg(test)]
mod tests;

//! The list: whom to call first.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;

use crate::candidate::{Assessment, DueLine, assess};
use crate::grower::{Grower, day_number, number_day};
use crate::quiet_chance::Calibration;
use crate::reason::Reason;
use crate::relationship::RelationshipModel;
use crate::study::{GrowerStudy, Study};

/// Days before the as-of day on which earlier lists are made, to calibrate chances: recent weeks,
/// and those of the same season.
const EARLIER_DAYS: [i64; 6] = [49, 105, 182, 273, 364, 378];
/// Weight of the organization's mean in a grower's rate of other orders, in years.
const RATE_PRIOR_YEARS: f64 = 2.0;

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

/// Growers by the worth of a call on `as_of`, the most first. Uses sales before `as_of` only.
pub fn rank_calls(growers: &[Grower], as_of: NaiveDate) -> Vec<Call> {
    let study = Study::new(growers, as_of);
    let model = study.fit_relationship();
    let calibration = calibrate(growers, as_of, &model);
    let mut calls: Vec<Call> = assess_all(&study, &model)
        .into_iter()
        .map(|assessment| Call {
            grower: assessment.grower,
            value: assessment.value,
            expected_margin: assessment.expected_margin,
            window_start: number_day(assessment.window.0),
            window_end: number_day(assessment.window.1),
            quiet_chance: calibration.apply(assessment.raw_quiet),
            reason: Reason::from_assessment(&assessment, study.as_of),
            lines: assessment.lines,
        })
        .collect();
    calls.sort_by(|one, other| compare(one.value, other.value));
    calls
}

/// The larger first.
fn compare(one: f64, other: f64) -> Ordering {
    other.total_cmp(&one)
}

fn assess_all(study: &Study, model: &RelationshipModel) -> Vec<Assessment> {
    let (mut orders, mut years) = (1.0, RATE_PRIOR_YEARS);
    for grower in study.growers.iter().flatten() {
        orders += grower.new_orders;
        years += grower.new_order_years;
    }
    let mean = orders / years;
    let rate = |grower: &GrowerStudy| {
        (grower.new_orders + RATE_PRIOR_YEARS * mean) / (grower.new_order_years + RATE_PRIOR_YEARS)
    };
    assess(study, model, &rate)
}

/// Compares the chances of earlier days with what came, for the half most worth a call.
fn calibrate(growers: &[Grower], as_of: NaiveDate, model: &RelationshipModel) -> Calibration {
    let mut earlier = Vec::new();
    for days in EARLIER_DAYS {
        let Some(origin) = as_of.checked_sub_signed(chrono::Duration::days(days)) else {
            continue;
        };
        let study = Study::new(growers, origin);
        let mut assessments = assess_all(&study, model);
        assessments.sort_by(|one, other| compare(one.value, other.value));
        assessments.truncate(assessments.len().div_ceil(2));
        for assessment in assessments {
            let Some(grower) = growers.get(assessment.grower) else {
                continue;
            };
            let is_quiet = !grower.sales.iter().any(|sale| {
                let day = day_number(sale.day);
                sale.quantity > 0.0 && day >= study.as_of && day <= assessment.window.1
            });
            earlier.push((assessment.raw_quiet, is_quiet));
        }
    }
    Calibration::fit(&earlier)
}

#[cfg(test)]
mod tests;

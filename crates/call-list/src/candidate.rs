//! What a call to a grower is worth.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::grower::{ProductLine, YEAR_DAYS, number_day};
use crate::normal::normal_cdf;
use crate::relationship::{RelationshipModel, STATES, StateChances};
use crate::study::{GrowerStudy, OpenSeason};

/// Days around an occasion's day in which a call can save it: before and after.
pub const CALL_BEFORE_DAYS: f64 = 28.0;
pub const CALL_AFTER_DAYS: f64 = 10.0;
/// Chance that a call wins back what a lost grower would have bought, compared with a wavering
/// one, by quarter since it was lost: assumed until calls have shown more.
const LOST_WEIGHTS: [f64; 5] = [0.40, 0.28, 0.17, 0.06, 0.0];
/// Days until the next list.
const NEXT_LIST_DAYS: f64 = 7.0;
/// Days in which the rest of a purchase follows.
const REST_DAYS: f64 = 14.0;
/// Chance that a purchase has a rest to follow.
const REST_CHANCE: f64 = 0.35;

/// Business of a product line that is due.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct DueLine {
    pub line: ProductLine,
    /// Day number.
    pub(crate) due: f64,
    pub(crate) deviation: f64,
    /// Usual margin, in dollars.
    pub margin: f64,
    /// Expected not to come without a call, in dollars.
    pub at_risk: f64,
    pub(crate) value: f64,
}

impl DueLine {
    /// The usual day, as early or late as the season.
    pub fn due_day(&self) -> NaiveDate {
        number_day(self.due)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub struct Assessment {
    /// Index of the grower.
    pub grower: usize,
    /// Relative worth of a call this week, in dollars.
    pub value: f64,
    /// That of a call at the time of the next list instead, in dollars.
    pub(crate) later_value: f64,
    /// First and last day on which the business is due, as day numbers.
    pub(crate) window: (f64, f64),
    pub expected_margin: f64,
    /// Chance of no order up to the end of the window, before calibration.
    pub(crate) raw_quiet: f64,
    /// Whether growers of this organization leave at all.
    pub(crate) has_risk: bool,
    pub wavering: f64,
    pub lost: f64,
    /// Usual purchases of the last year, and those skipped.
    pub(crate) occasions: usize,
    pub(crate) skipped: usize,
    /// Day number of the last purchase.
    pub(crate) last_day: f64,
    /// By value, the largest first.
    pub lines: Vec<DueLine>,
}

/// `order_rate`: orders a year that belong to no earlier occasion.
pub(crate) fn assess_grower(
    index: usize,
    grower: &GrowerStudy,
    as_of: f64,
    model: &RelationshipModel,
    order_rate: f64,
) -> Assessment {
    let chances = grower.chances(model);
    let [_, wavering, lost @ ..] = chances;
    let (mut lines, mut later_value) = (Vec::new(), 0.0);
    for open in &grower.open {
        let Some(risk) = margin_at_risk(grower, open, as_of, model, &chances) else {
            continue;
        };
        later_value += risk.saved * callable_chance(open, as_of + NEXT_LIST_DAYS);
        let callable = callable_chance(open, as_of);
        if callable > 0.01 {
            lines.push(DueLine {
                line: risk.line,
                due: open.due,
                deviation: open.deviation,
                margin: risk.margin,
                at_risk: risk.at_risk,
                value: risk.saved * callable,
            });
        }
    }
    lines.sort_by(|one, other| other.value.total_cmp(&one.value));
    let window = window_of(&lines, as_of);
    let expected_margin = if model.has_risk() {
        lines
            .iter()
            .map(|line| {
                let start = as_of - CALL_AFTER_DAYS;
                line.at_risk * chance_between(line.due, line.deviation, start, window.1)
            })
            .sum()
    } else {
        0.0
    };
    let (occasions, skipped) = grower.history.last_year();
    Assessment {
        grower: index,
        value: lines.iter().map(|line| line.value).sum(),
        later_value,
        window,
        expected_margin,
        raw_quiet: quiet(grower, as_of, window.1, model, &chances, order_rate),
        has_risk: model.has_risk(),
        wavering,
        lost: lost.iter().sum(),
        occasions,
        skipped,
        last_day: grower.last_day,
        lines,
    }
}

fn chance_between(due: f64, deviation: f64, from: f64, to: f64) -> f64 {
    (normal_cdf((to + 0.5 - due) / deviation) - normal_cdf((from - 0.5 - due) / deviation)).max(0.0)
}

/// Chance that the day of an open season is near enough for a call on `day`.
fn callable_chance(open: &OpenSeason, day: f64) -> f64 {
    chance_between(
        open.due,
        open.deviation,
        day - CALL_AFTER_DAYS,
        day + CALL_BEFORE_DAYS,
    )
}

/// Margin of an open season, in dollars.
struct MarginAtRisk {
    line: ProductLine,
    /// Usual margin.
    margin: f64,
    /// Expected not to come without a call.
    at_risk: f64,
    /// Relative worth of a call at the right time.
    saved: f64,
}

fn margin_at_risk(
    grower: &GrowerStudy,
    open: &OpenSeason,
    as_of: f64,
    model: &RelationshipModel,
    chances: &StateChances,
) -> Option<MarginAtRisk> {
    let occasion = grower.occasions.get(open.occasion)?;
    let (_, margin) = occasion.usual(open.season, grower.rotates)?;
    let later = 1.0 - normal_cdf((as_of - open.due) / open.deviation);
    let skip = model.skip_chances(open.class);
    let [regular_skip, wavering_skip, ..] = skip;
    // Established occasions are skipped by chance as often as any; weaker ones may be none.
    let [_, _, chance_skip, _] = model.skip;
    let real = 1.0 - regular_skip;
    let [regular, wavering, lost @ ..] = *chances;
    let from_wavering =
        wavering * real * model.wavering_skip / (wavering_skip + (1.0 - wavering_skip) * later);
    let from_regular = regular * real * chance_skip.min(regular_skip)
        / (regular_skip + (1.0 - regular_skip) * later);
    let lost_now: f64 = lost.iter().take(4).sum::<f64>() * real;
    let from_lost: f64 = lost
        .iter()
        .zip(LOST_WEIGHTS)
        .map(|(chance, weight)| chance * weight * real)
        .sum();
    Some(MarginAtRisk {
        line: occasion.line,
        margin,
        at_risk: margin * (from_wavering + lost_now),
        saved: margin * (from_wavering + from_regular + from_lost),
    })
}

fn window_of(lines: &[DueLine], as_of: f64) -> (f64, f64) {
    let Some(first) = lines.first() else {
        return (as_of, as_of + CALL_BEFORE_DAYS);
    };
    let end = (first.due + 1.3 * first.deviation).clamp(as_of + 13.0, as_of + CALL_BEFORE_DAYS);
    let start = (first.due - 1.3 * first.deviation).clamp(as_of - 30.0, end);
    (start.round(), end.round())
}

/// Chance of no order from `as_of` to `end`.
fn quiet(
    grower: &GrowerStudy,
    as_of: f64,
    end: f64,
    model: &RelationshipModel,
    chances: &StateChances,
    orders_per_year: f64,
) -> f64 {
    let background = (-orders_per_year * (end - as_of + 1.0) / YEAR_DAYS).exp();
    let rests = grower
        .occasions
        .iter()
        .filter_map(|occasion| occasion.purchases.last())
        .filter(|bought| as_of - bought.day < REST_DAYS)
        .map(|bought| 1.0 - REST_CHANCE * (1.0 - (as_of - bought.day) / REST_DAYS))
        .product::<f64>();
    let mut none = [background * rests; STATES];
    for state in none.iter_mut().skip(2) {
        *state = rests;
    }
    for open in &grower.open {
        let later = 1.0 - normal_cdf((as_of - open.due) / open.deviation);
        let within = chance_between(open.due, open.deviation, as_of, end).min(later);
        for (quiet, skip) in none.iter_mut().zip(model.skip_chances(open.class)) {
            let buys = (1.0 - skip) * within / (skip + (1.0 - skip) * later).max(1e-9);
            *quiet *= 1.0 - buys.min(1.0);
        }
    }
    none.iter()
        .zip(chances)
        .map(|(quiet, chance)| quiet * chance)
        .sum()
}

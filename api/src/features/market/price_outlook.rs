//! Price outlook of a commodity for three months: a forecast with an 80 % interval, and a call that
//! is shown only if past calls like it beat chance.
//!
//! The call is Bullish if the price exceeds that of the last whole month with a probability of at
//! least 60 %, Bearish with at most 40 %, else Neutral. A Bullish or Bearish call without a record
//! of skill is shown as Neutral with a note.

mod call_direction;
mod price_backtest;
mod price_model;

pub use call_direction::CallDirection;
pub use price_backtest::{CallRecord, PastPriceForecast, PriceBacktest};
pub use price_model::{PriceForecast, forecast_price_at};

use super::commodity::Commodity;
use super::monthly_prices::{PriceRun, current_run};
use crate::decimal::round2;
use crate::features::supply_prices::price_index::{Month, MonthPoint, PriceTrend};
use chrono::NaiveDate;

/// Note instead of a call if the quote has not changed for 6 months.
pub const QUOTE_UNCHANGED: &str = "No signal (quote unchanged)";
/// Note instead of a call with fewer than 36 months of quotes.
pub const INSUFFICIENT_HISTORY: &str = "Too little history";
/// Note if a call is withheld because there are too few past calls like it.
pub const INSUFFICIENT_CALLS: &str = "No call (too few past calls to judge by)";
/// Method of the figures, for the details on demand.
pub const METHOD: &str = "Monthly means of daily quotes; 3 months ahead by a shrunk AR(1) with \
    month effects, t(5) errors, 80 % interval scaled by past errors; a call is shown only where \
    its rolling backtest beats the base rate";

/// Months of quotes that a forecast requires.
const MIN_MONTHS: usize = 36;
/// Months without any change after which a quote carries no information.
const UNCHANGED_MONTHS: usize = 6;

/// The outlook of one commodity.
#[derive(Debug, Clone, PartialEq)]
pub struct PriceOutlook {
    pub label: CallDirection,
    /// Reason why there is no call, or no forecast.
    pub note: Option<String>,
    /// Record of past calls like the shown one, over all commodities of its kind; none if there is
    /// nothing to call.
    pub record: Option<CallRecord>,
    /// None with fewer than 36 months up to the last whole one, or if the price has not changed for
    /// 6 months.
    pub forecast: Option<PriceForecast>,
    /// Rising, falling or stable over the last 3 whole months, relative to the series' standard
    /// 3-month change.
    pub trend: PriceTrend,
    /// Number of whole months behind the figures.
    pub months: usize,
    /// Months among them without quotes, which carry the mean of the month before.
    pub carried: Vec<Month>,
}

/// Outlook of a commodity from its monthly prices. `record` contains the past forecasts of its
/// kind.
pub fn assess_price_outlook(
    commodity: Commodity,
    stretches: &[PriceRun],
    record: &PriceBacktest,
    as_of: NaiveDate,
) -> PriceOutlook {
    let Some(stretch) = current_run(stretches, as_of) else {
        let note = stretches.last().map_or_else(
            || INSUFFICIENT_HISTORY.to_owned(),
            |last| {
                format!(
                    "No forecast (no whole month of quotes since {})",
                    last.last_month()
                )
            },
        );
        return PriceOutlook::without_call(&note, PriceTrend::Stable, 0, Vec::new());
    };
    let months = stretch.means.len();
    let silent = |note: &str| {
        PriceOutlook::without_call(
            note,
            compute_trend(stretch),
            months,
            stretch.carried.clone(),
        )
    };
    if months < MIN_MONTHS {
        return silent(INSUFFICIENT_HISTORY);
    }
    let Some(forecast) =
        forecast_price_at(stretch, months - 1).filter(|_| !is_unchanged(&stretch.means))
    else {
        return silent(QUOTE_UNCHANGED);
    };
    let leaning = CallDirection::from_probability(forecast.p_up);
    let (label, note) = choose_call(leaning, commodity, &record.call_record(leaning));
    PriceOutlook {
        label,
        note,
        record: Some(record.call_record(label)),
        forecast: Some(forecast),
        ..silent("")
    }
}

impl PriceOutlook {
    /// Percent of past calls of the shown direction that came true; none until there are enough to
    /// measure.
    pub fn hit_rate(&self) -> Option<f64> {
        self.record.filter(CallRecord::is_measurable)?.hit_rate
    }

    /// Neutral, with the reason in `note`.
    fn without_call(note: &str, trend: PriceTrend, months: usize, carried: Vec<Month>) -> Self {
        Self {
            label: CallDirection::Neutral,
            note: Some(note.to_owned()),
            record: None,
            forecast: None,
            trend,
            months,
            carried,
        }
    }
}

/// The call to show, and the reason if it is not the forecast's own.
fn choose_call(
    leaning: CallDirection,
    commodity: Commodity,
    past: &CallRecord,
) -> (CallDirection, Option<String>) {
    if leaning == CallDirection::Neutral || past.has_skill() {
        return (leaning, None);
    }
    let note = match (past.hit_rate, past.base_rate) {
        (Some(hits), Some(base)) if past.is_measurable() => {
            let (kind, calls) = (commodity.kind(), past.calls);
            format!(
                "No call (past {leaning} calls on {kind} came true {hits} % of the time, {calls} \
                    calls; without any call it was {base} %)"
            )
        }
        _ => INSUFFICIENT_CALLS.to_owned(),
    };
    (CallDirection::Neutral, Some(note))
}

/// Whether the mean is unchanged for 6 months, or for all months if there are fewer.
fn is_unchanged(means: &[f64]) -> bool {
    let mut newest = means.iter().rev().take(UNCHANGED_MONTHS);
    let Some(last) = newest.next() else {
        return true;
    };
    // Means of equal quotes may differ by rounding in the last digit.
    newest.all(|mean| (mean / last - 1.0).abs() < 1e-9)
}

fn compute_trend(stretch: &PriceRun) -> PriceTrend {
    let points: Vec<MonthPoint> = stretch
        .means
        .iter()
        .enumerate()
        .map(|(place, &index)| MonthPoint {
            month: stretch.month_at(place),
            index,
        })
        .collect();
    PriceTrend::from_points(&points)
}

/// A share in percent, 2 decimals.
fn to_percent(share: f64) -> f64 {
    round2(100.0 * share)
}

#[cfg(test)]
mod tests;

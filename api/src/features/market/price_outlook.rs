//! Where a commodity's price is heading in three months: a forecast with an 80 % interval, and a
//! call that is made only where such calls have come true more often than chance.
//!
//! The call is Bullish where the price is above that of the last whole month with a probability of
//! at least 60 %, Bearish with at most 40 %, else Neutral. A Bullish or Bearish call that its own
//! past does not bear out is shown as Neutral, and says so.

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

/// Said instead of a call where the quote has not moved for 6 months.
pub const QUOTE_UNCHANGED: &str = "No signal (quote unchanged)";
/// Said instead of a call with fewer than 36 months of quotes.
pub const INSUFFICIENT_HISTORY: &str = "Too little history";
/// Said of a call that is left out because too few like it were ever made.
pub const INSUFFICIENT_CALLS: &str = "No call (too few past calls to judge by)";
/// How the figures are made, for the details on demand.
pub const METHOD: &str = "Monthly means of daily quotes; 3 months ahead by a shrunk AR(1) with \
    month effects, t(5) errors, 80 % interval scaled by past errors; a call is shown only where \
    its rolling backtest beats the base rate";

/// Months of quotes that a forecast needs.
const MIN_MONTHS: usize = 36;
/// Months without any change after which a quote tells nothing.
const UNCHANGED_MONTHS: usize = 6;

/// The outlook of one commodity.
#[derive(Debug, Clone, PartialEq)]
pub struct PriceOutlook {
    pub label: CallDirection,
    /// Why there is no call, or no forecast.
    pub note: Option<String>,
    /// The past of calls like the one that is shown, on all commodities of its kind; none where
    /// there is nothing to call.
    pub record: Option<CallRecord>,
    /// None with fewer than 36 months up to the last whole one, or where the price has not moved
    /// for 6 months.
    pub forecast: Option<PriceForecast>,
    /// Rising, falling or stable over the last 3 whole months, against its own usual 3-month
    /// change.
    pub trend: PriceTrend,
    /// Whole months behind the figures.
    pub months: usize,
    /// Months among them that had no quotes and keep the mean of the month before.
    pub carried: Vec<Month>,
}

/// Says what the months of a commodity promise. `record` is the past of its kind's forecasts.
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
    /// Percent of past calls of the shown label that came true; none until there are enough to
    /// measure.
    pub fn hit_rate(&self) -> Option<f64> {
        self.record.filter(CallRecord::is_measurable)?.hit_rate
    }

    /// Neutral, for the reason that `note` gives.
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

/// The label that may be shown, and why where it is another.
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

/// The same mean for 6 months, or for as many as there are.
fn is_unchanged(means: &[f64]) -> bool {
    let mut newest = means.iter().rev().take(UNCHANGED_MONTHS);
    let Some(last) = newest.next() else {
        return true;
    };
    // A mean of equal quotes may be off by a rounding of the last digit.
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

/// A share as percent, 2 decimals.
fn to_percent(share: f64) -> f64 {
    round2(100.0 * share)
}

#[cfg(test)]
mod tests;

//! Where a commodity's price is heading in three months: a forecast with an 80 % interval, and a
//! call that is made only where such calls have come true more often than chance.
//!
//! The call is Bullish where the price is above that of the last whole month with a probability of
//! at least 60 %, Bearish with at most 40 %, else Neutral. A Bullish or Bearish call that its own
//! past does not bear out is shown as Neutral, and says so.

mod label;
mod model;
mod record;

pub use label::Label;
pub use model::{PriceForecast, forecast_at};
pub use record::{CallRecord, Origin, Record};

use super::commodity::Commodity;
use super::months::{Stretch, current};
use crate::decimal::round2;
use crate::features::supply_prices::index::{Month, Point, Trend};
use chrono::NaiveDate;

/// Said instead of a call where the quote has not moved for 6 months.
pub const UNCHANGED: &str = "No signal (quote unchanged)";
/// Said instead of a call with fewer than 36 months of quotes.
pub const TOO_LITTLE: &str = "Too little history";
/// Said of a call that is left out because too few like it were ever made.
pub const FEW_CALLS: &str = "No call (too few past calls to judge by)";
/// How the figures are made, for the details on demand.
pub const METHOD: &str = "Monthly means of daily quotes; 3 months ahead by a shrunk AR(1) with \
    month effects, t(5) errors, 80 % interval scaled by past errors; a call is shown only where \
    its rolling backtest beats the base rate";

/// Months of quotes that a forecast needs.
const LEAST_MONTHS: usize = 36;
/// Months without any change after which a quote tells nothing.
const UNCHANGED_MONTHS: usize = 6;

/// The outlook of one commodity.
#[derive(Debug, Clone, PartialEq)]
pub struct Outlook {
    pub label: Label,
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
    pub trend: Trend,
    /// Whole months behind the figures.
    pub months: usize,
    /// Months among them that had no quotes and keep the mean of the month before.
    pub carried: Vec<Month>,
}

/// Says what the months of a commodity promise. `record` is the past of its kind's forecasts.
pub fn outlook(
    commodity: Commodity,
    stretches: &[Stretch],
    record: &Record,
    as_of: NaiveDate,
) -> Outlook {
    let Some(stretch) = current(stretches, as_of) else {
        let note = stretches.last().map_or_else(
            || TOO_LITTLE.to_owned(),
            |last| {
                format!(
                    "No forecast (no whole month of quotes since {})",
                    last.last()
                )
            },
        );
        return Outlook::silent(&note, Trend::Stable, 0, Vec::new());
    };
    let months = stretch.means.len();
    let silent =
        |note: &str| Outlook::silent(note, trend(stretch), months, stretch.carried.clone());
    if months < LEAST_MONTHS {
        return silent(TOO_LITTLE);
    }
    let Some(forecast) = forecast_at(stretch, months - 1).filter(|_| !is_unchanged(&stretch.means))
    else {
        return silent(UNCHANGED);
    };
    let leaning = Label::of(forecast.p_up);
    let (label, note) = judged(leaning, commodity, &record.calls(leaning));
    Outlook {
        label,
        note,
        record: Some(record.calls(label)),
        forecast: Some(forecast),
        ..silent("")
    }
}

impl Outlook {
    /// Percent of past calls of the shown label that came true; none until there are enough to
    /// measure.
    pub fn hit_rate(&self) -> Option<f64> {
        self.record.filter(CallRecord::is_measurable)?.hit_rate
    }

    /// Neutral, for the reason that `note` gives.
    fn silent(note: &str, trend: Trend, months: usize, carried: Vec<Month>) -> Self {
        Self {
            label: Label::Neutral,
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
fn judged(leaning: Label, commodity: Commodity, past: &CallRecord) -> (Label, Option<String>) {
    if leaning == Label::Neutral || past.has_skill() {
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
        _ => FEW_CALLS.to_owned(),
    };
    (Label::Neutral, Some(note))
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

fn trend(stretch: &Stretch) -> Trend {
    let points: Vec<Point> = stretch
        .means
        .iter()
        .enumerate()
        .map(|(place, &index)| Point {
            month: stretch.month(place),
            index,
        })
        .collect();
    Trend::of(&points)
}

/// A share as percent, 2 decimals.
fn percent(share: f64) -> f64 {
    round2(100.0 * share)
}

#[cfg(test)]
mod tests;

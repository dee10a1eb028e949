//! Volume bars: traded volumes by day, week or month, depending on the timeframe.

use std::collections::BTreeMap;

use chrono::{Datelike, Days, NaiveDate, TimeDelta, Weekday};

use crate::decimal::ExactSum;
use crate::features::market::commodity::ByCommodity;
use crate::features::market::quote::MarketQuotes;
use crate::features::market::timeframe::Timeframe;

/// Volume traded in a period.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TradedVolume {
    /// First day.
    pub from: NaiveDate,
    /// Last day.
    pub to: NaiveDate,
    /// `2026-11-20` for a day, `2026-W47` for a week, `2026-11` for a month.
    pub span: VolumePeriod,
    /// Sums in each market's own unit; none if the market reports none.
    pub volumes: ByCommodity<ExactSum>,
    /// The week or month extends beyond the timeframe, so that the bar is incomplete.
    pub partial: bool,
}

/// Period of a bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum VolumePeriod {
    Day(NaiveDate),
    /// Its Monday.
    Week(NaiveDate),
    /// Its first day.
    Month(NaiveDate),
}

impl std::fmt::Display for VolumePeriod {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Day(day) => write!(f, "{day}"),
            Self::Week(monday) => write!(f, "{}", monday.format("%G-W%V")),
            Self::Month(first) => write!(f, "{}", first.format("%Y-%m")),
        }
    }
}

impl VolumePeriod {
    fn containing_day(timeframe: Timeframe, day: NaiveDate) -> Self {
        match timeframe {
            Timeframe::OneMonth => Self::Day(day),
            Timeframe::ThreeMonths | Timeframe::SixMonths => {
                Self::Week(day.week(Weekday::Mon).checked_first_day().unwrap_or(day))
            }
            Timeframe::OneYear => Self::Month(day.with_day(1).unwrap_or(day)),
        }
    }

    fn first_day(self) -> NaiveDate {
        match self {
            Self::Day(day) | Self::Week(day) | Self::Month(day) => day,
        }
    }

    fn last_day(self) -> NaiveDate {
        let last = match self {
            Self::Day(day) => Some(day),
            Self::Week(monday) => monday.checked_add_days(Days::new(6)),
            Self::Month(first) => first
                .checked_add_months(chrono::Months::new(1))
                .and_then(|next| next.checked_sub_signed(TimeDelta::days(1))),
        };
        last.unwrap_or(NaiveDate::MAX)
    }
}

/// Oldest first; a period without quotes has no bar.
pub(super) fn sum_volumes(
    series: &[&MarketQuotes],
    timeframe: Timeframe,
    from: NaiveDate,
    as_of: NaiveDate,
) -> Vec<TradedVolume> {
    let mut bars: BTreeMap<VolumePeriod, ByCommodity<ExactSum>> = BTreeMap::new();
    for quotes in series {
        for quote in quotes.quotes_since(from) {
            let volumes = bars
                .entry(VolumePeriod::containing_day(timeframe, quote.day))
                .or_insert_with(ByCommodity::empty);
            if let Some(volume) = quote.volume {
                volumes
                    .slot_mut(quotes.commodity)
                    .get_or_insert_default()
                    .add(volume);
            }
        }
    }
    let bar = |(span, volumes): (VolumePeriod, ByCommodity<ExactSum>)| {
        let (first, last) = (span.first_day(), span.last_day());
        TradedVolume {
            from: first.max(from),
            to: last.min(as_of),
            span,
            volumes,
            partial: first < from || last > as_of,
        }
    };
    bars.into_iter().map(bar).collect()
}

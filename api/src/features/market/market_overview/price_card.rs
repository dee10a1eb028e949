//! One commodity at a glance: what it costs, how that changed over the timeframe, and where it is
//! heading.

use std::fmt;

use chrono::{NaiveDate, TimeDelta};

use crate::decimal::{Decimal4, ExactSum};
use crate::features::market::commodity::Commodity;
use crate::features::market::price_outlook::PriceOutlook;
use crate::features::market::quote::{DayQuote, MarketQuotes};
use estimators::quantile::median;

/// A quote is not stale within a week whatever its rhythm: weekends, holidays, weekly reports.
const MAX_FRESH_DAYS: i64 = 7;
/// Usual gaps between quotes that a silence may last.
const MAX_USUAL_GAPS: f64 = 3.0;
/// Newest quotes that the usual gap is taken from.
const GAP_SAMPLE_SIZE: usize = 60;

/// A commodity card. Prices are in `unit`.
#[derive(Debug, Clone, PartialEq)]
pub struct PriceCard {
    pub commodity: Commodity,
    /// Whose quotes these are.
    pub market: String,
    /// Every market that quotes the commodity, by name.
    pub markets: Vec<String>,
    /// `usd_per_bu` or `usd_per_ton`.
    pub unit: String,
    /// The newest quote.
    pub price: Decimal4,
    /// Its day.
    pub as_of: NaiveDate,
    /// The newest quote against the first of the timeframe; none with fewer than two quotes in it.
    pub change: Option<PriceChange>,
    /// What was traded on the day of the newest quote; none where the market does not say.
    pub volume: Option<Decimal4>,
    /// The newest quote is older than this market's rhythm explains.
    pub stale: Option<Staleness>,
    pub outlook: PriceOutlook,
}

/// What became of a price.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PriceChange {
    /// Day of the first quote of the timeframe.
    pub since: NaiveDate,
    pub price: Decimal4,
    /// 2 decimals.
    pub percent: Option<f64>,
}

/// How long a market has been silent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Staleness {
    pub last: NaiveDate,
    pub days: i64,
}

impl fmt::Display for Staleness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "No quote since {} ({} days)", self.last, self.days)
    }
}

impl PriceCard {
    /// None without a quote.
    pub(super) fn from_quotes(
        quotes: &MarketQuotes,
        outlook: PriceOutlook,
        from: NaiveDate,
        as_of: NaiveDate,
    ) -> Option<Self> {
        let newest = quotes.days.last()?;
        Some(Self {
            commodity: quotes.commodity,
            market: quotes.market.clone(),
            markets: quotes.markets.clone(),
            unit: quotes.unit.clone(),
            price: newest.price,
            as_of: newest.day,
            change: compute_change(quotes.quotes_since(from)),
            volume: newest.volume,
            stale: detect_staleness(&quotes.days, as_of),
            outlook,
        })
    }
}

fn compute_change(shown: &[DayQuote]) -> Option<PriceChange> {
    let [first, .., last] = shown else {
        return None;
    };
    let price = last.price.checked_sub(first.price).ok()?;
    Some(PriceChange {
        since: first.day,
        price,
        percent: ExactSum::from(last.price).percent_change_from(first.price.into()),
    })
}

fn detect_staleness(days: &[DayQuote], as_of: NaiveDate) -> Option<Staleness> {
    let last = days.last()?.day;
    let newest = days
        .get(days.len().saturating_sub(GAP_SAMPLE_SIZE)..)
        .unwrap_or_default();
    let mut gaps: Vec<f64> = newest
        .iter()
        .zip(newest.iter().skip(1))
        .map(|(before, after)| days_as_f64(after.day - before.day))
        .collect();
    let usual = median(&mut gaps).unwrap_or(0.0);
    let silence = as_of - last;
    let is_stale =
        silence > TimeDelta::days(MAX_FRESH_DAYS) && days_as_f64(silence) > MAX_USUAL_GAPS * usual;
    is_stale.then(|| Staleness {
        last,
        days: silence.num_days(),
    })
}

#[expect(
    clippy::cast_precision_loss,
    reason = "calendar days are far below 2^53"
)]
fn days_as_f64(gap: TimeDelta) -> f64 {
    gap.num_days() as f64
}

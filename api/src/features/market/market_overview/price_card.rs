//! Card of a commodity: its price, the change over the timeframe, and its outlook.

use std::fmt;

use chrono::{NaiveDate, TimeDelta};

use crate::decimal::{Decimal4, ExactSum};
use crate::features::market::commodity::Commodity;
use crate::features::market::price_outlook::PriceOutlook;
use crate::features::market::quote::{DayQuote, MarketQuotes};
use estimators::quantile::median;

/// A quote is fresh for a week regardless of its frequency, to allow for weekends, holidays and
/// weekly reports.
const MAX_FRESH_DAYS: i64 = 7;
/// Multiple of the median gap between quotes from which on a market is stale.
const MAX_USUAL_GAPS: f64 = 3.0;
/// Number of recent quotes behind the median gap.
const GAP_SAMPLE_SIZE: usize = 60;

/// A commodity card. Prices are in `unit`.
#[derive(Debug, Clone, PartialEq)]
pub struct PriceCard {
    pub commodity: Commodity,
    /// Market of the quotes.
    pub market: String,
    /// All markets that quote the commodity, by name.
    pub markets: Vec<String>,
    /// `usd_per_bu` or `usd_per_ton`.
    pub unit: String,
    /// The newest quote.
    pub price: Decimal4,
    /// Its day.
    pub as_of: NaiveDate,
    /// Change from the first quote of the timeframe to the newest; none with fewer than two quotes.
    pub change: Option<PriceChange>,
    /// Volume on the day of the newest quote; none if the market reports none.
    pub volume: Option<Decimal4>,
    /// Set if the newest quote is older than the market's frequency explains.
    pub stale: Option<Staleness>,
    pub outlook: PriceOutlook,
}

/// Change of a price.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PriceChange {
    /// Day of the first quote of the timeframe.
    pub since: NaiveDate,
    pub price: Decimal4,
    /// 2 decimals.
    pub percent: Option<f64>,
}

/// Age of a market's newest quote.
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

fn compute_change(quotes: &[DayQuote]) -> Option<PriceChange> {
    let [first, .., last] = quotes else {
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
    let median_gap = median(&mut gaps).unwrap_or(0.0);
    let silence = as_of - last;
    let is_stale = silence > TimeDelta::days(MAX_FRESH_DAYS)
        && days_as_f64(silence) > MAX_USUAL_GAPS * median_gap;
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

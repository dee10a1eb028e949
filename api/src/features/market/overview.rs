//! What the Supply Analysis page shows of the quotes: a card per commodity, the price lines and the
//! volume bars of a timeframe, with the day they are as of.
//!
//! Quotes of a commodity come from one market: the one the organization chose, else the one with
//! most quotes.

mod card;
mod lines;
mod volumes;

pub use card::{Card, Change, Staleness};
pub use lines::PricePoint;
pub use volumes::{Span, VolumeBar};

use super::commodity::{Commodity, CommodityFilter, Kind};
use super::months::{Stretch, stretches};
use super::outlook::{Record, outlook};
use super::quote::{MarketChoice, Quote, Quotes};
use super::timeframe::Timeframe;
use chrono::NaiveDate;
use std::collections::BTreeMap;

/// Said in the place of a commodity that nobody quotes.
pub const NO_QUOTES: &str = "No quotes yet: sync market_prices from your warehouse";

/// What is asked for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ask {
    pub timeframe: Timeframe,
    pub commodity: CommodityFilter,
    /// The organization's market for each commodity that it chose one for.
    pub markets: MarketChoice,
}

/// The figures of the page.
#[derive(Debug, Clone, PartialEq)]
pub struct MarketOverview {
    pub timeframe: Timeframe,
    pub commodity: CommodityFilter,
    /// First day of the timeframe.
    pub from: NaiveDate,
    /// The as-of day.
    pub to: NaiveDate,
    /// In the order of the screen; only commodities that are asked for and quoted.
    pub cards: Vec<Card>,
    /// Asked for, but quoted by nobody: [`NO_QUOTES`].
    pub without_quotes: Vec<Commodity>,
    /// A point for every day of the timeframe with a quote, oldest first: at most 367.
    pub prices: Vec<PricePoint>,
    /// Oldest first: by day for 1M, by week for 3M and 6M, by month for 1Y.
    pub volumes: Vec<VolumeBar>,
    /// Quotes behind the lines.
    pub quotes: u64,
    /// Quotes that cannot be used: in a unit other than their market's usual one, or not above
    /// zero.
    pub excluded: u64,
}

/// The page's figures from all quotes of the organization. Quotes after `as_of` are passed over.
pub fn market_overview(quotes: &[Quote], ask: &Ask, as_of: NaiveDate) -> MarketOverview {
    let from = ask.timeframe.first_day(as_of);
    // Commodities that are not asked for still speak for the outlook of those that are.
    let known: Vec<(Quotes, Vec<Stretch>)> = Commodity::ALL
        .into_iter()
        .filter_map(|commodity| Quotes::of(commodity, quotes, &ask.markets, as_of))
        .map(|quotes| {
            let months = stretches(&quotes.days, as_of);
            (quotes, months)
        })
        .collect();
    let records = records(&known);
    let shown: Vec<&(Quotes, Vec<Stretch>)> = known
        .iter()
        .filter(|(quotes, _)| ask.commodity.includes(quotes.commodity))
        .collect();
    let cards: Vec<Card> = shown
        .iter()
        .filter_map(|(quotes, months)| {
            let record = records.get(&quotes.commodity.kind())?;
            Card::of(
                quotes,
                outlook(quotes.commodity, months, record, as_of),
                from,
                as_of,
            )
        })
        .collect();
    let is_shown = |commodity: &Commodity| cards.iter().any(|card| card.commodity == *commodity);
    let without_quotes = Commodity::ALL
        .into_iter()
        .filter(|commodity| ask.commodity.includes(*commodity) && !is_shown(commodity))
        .collect();
    let series: Vec<&Quotes> = shown.iter().map(|(quotes, _)| quotes).collect();
    MarketOverview {
        timeframe: ask.timeframe,
        commodity: ask.commodity,
        from,
        to: as_of,
        cards,
        without_quotes,
        prices: lines::prices(&series, from),
        volumes: volumes::bars(&series, ask.timeframe, from, as_of),
        quotes: series
            .iter()
            .map(|quotes| quotes.since(from).len() as u64)
            .sum(),
        excluded: series.iter().map(|quotes| quotes.excluded).sum(),
    }
}

/// The past forecasts of each kind of commodity, each computed once.
fn records(known: &[(Quotes, Vec<Stretch>)]) -> BTreeMap<Kind, Record> {
    let mut by_kind: BTreeMap<Kind, Vec<&Stretch>> = BTreeMap::new();
    for (quotes, months) in known {
        by_kind
            .entry(quotes.commodity.kind())
            .or_default()
            .extend(months);
    }
    by_kind
        .into_iter()
        .map(|(kind, stretches)| (kind, Record::of(stretches)))
        .collect()
}

#[cfg(test)]
mod tests;

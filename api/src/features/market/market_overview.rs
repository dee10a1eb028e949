//! The figures of the Supply Analysis page: a card per commodity, the price lines and the volume
//! bars of a timeframe.
//!
//! Quotes of a commodity come from one market: the one that the organization chose, else the one
//! with the most quotes.

mod price_card;
mod price_lines;
mod volume_bars;

pub use price_card::{PriceCard, PriceChange, Staleness};
pub use price_lines::PricePoint;
pub use volume_bars::{TradedVolume, VolumePeriod};

use super::commodity::{Commodity, CommodityFilter, CommodityKind};
use super::monthly_prices::{PriceRun, split_price_runs};
use super::price_outlook::{PriceBacktest, assess_price_outlook};
use super::quote::{ChosenMarkets, MarketQuotes, Quote};
use super::timeframe::Timeframe;
use crate::exclusion::Exclusions;
use chrono::NaiveDate;
use std::collections::BTreeMap;

/// Status of a commodity without quotes.
pub const NO_QUOTES: &str = "No quotes yet: sync market_prices from your warehouse";

/// Parameters of the figures.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct OverviewQuery {
    pub timeframe: Timeframe,
    pub commodity: CommodityFilter,
    /// The market that the organization chose for each commodity.
    pub markets: ChosenMarkets,
}

/// The figures of the page.
#[derive(Debug, Clone, PartialEq)]
pub struct MarketFigures {
    pub timeframe: Timeframe,
    pub commodity: CommodityFilter,
    /// First day of the timeframe.
    pub from: NaiveDate,
    /// The as-of day.
    pub to: NaiveDate,
    /// In display order; only requested commodities with quotes.
    pub cards: Vec<PriceCard>,
    /// Requested commodities without quotes: [`NO_QUOTES`].
    pub without_quotes: Vec<Commodity>,
    /// A point for every day of the timeframe with a quote, oldest first; at most 367.
    pub prices: Vec<PricePoint>,
    /// Oldest first: by day for 1M, by week for 3M and 6M, by month for 1Y.
    pub volumes: Vec<TradedVolume>,
    /// Number of quotes behind the lines.
    pub quotes: u64,
    /// Unusable quotes: not above zero, or in a unit other than their market's most frequent one.
    pub excluded: Exclusions,
}

/// The figures of the page from all quotes of the organization. Quotes after `as_of` are ignored.
pub fn compute_market_figures(
    quotes: &[Quote],
    ask: &OverviewQuery,
    as_of: NaiveDate,
) -> MarketFigures {
    let from = ask.timeframe.first_day(as_of);
    // Commodities that are not requested still contribute to the backtest of their kind.
    let commodity_runs: Vec<(MarketQuotes, Vec<PriceRun>)> = Commodity::ALL
        .into_iter()
        .filter_map(|commodity| MarketQuotes::for_commodity(commodity, quotes, &ask.markets, as_of))
        .map(|quotes| {
            let months = split_price_runs(&quotes.days, as_of);
            (quotes, months)
        })
        .collect();
    let records = backtest_by_kind(&commodity_runs);
    let selected: Vec<&(MarketQuotes, Vec<PriceRun>)> = commodity_runs
        .iter()
        .filter(|(quotes, _)| ask.commodity.includes(quotes.commodity))
        .collect();
    let cards: Vec<PriceCard> = selected
        .iter()
        .filter_map(|(quotes, months)| {
            let record = records.get(&quotes.commodity.kind())?;
            PriceCard::from_quotes(
                quotes,
                assess_price_outlook(quotes.commodity, months, record, as_of),
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
    let series: Vec<&MarketQuotes> = selected.iter().map(|(quotes, _)| quotes).collect();
    MarketFigures {
        timeframe: ask.timeframe,
        commodity: ask.commodity,
        from,
        to: as_of,
        cards,
        without_quotes,
        prices: price_lines::build_price_points(&series, from),
        volumes: volume_bars::sum_volumes(&series, ask.timeframe, from, as_of),
        quotes: series
            .iter()
            .map(|quotes| quotes.quotes_since(from).len() as u64)
            .sum(),
        excluded: series.iter().fold(Exclusions::default(), |sum, quotes| {
            sum.with_all(&quotes.excluded)
        }),
    }
}

/// The backtest of each kind of commodity, each computed once.
fn backtest_by_kind(
    commodity_runs: &[(MarketQuotes, Vec<PriceRun>)],
) -> BTreeMap<CommodityKind, PriceBacktest> {
    let mut by_kind: BTreeMap<CommodityKind, Vec<&PriceRun>> = BTreeMap::new();
    for (quotes, months) in commodity_runs {
        by_kind
            .entry(quotes.commodity.kind())
            .or_default()
            .extend(months);
    }
    by_kind
        .into_iter()
        .map(|(kind, stretches)| (kind, PriceBacktest::from_runs(stretches)))
        .collect()
}

#[cfg(test)]
mod tests;

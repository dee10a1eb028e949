//! Price lines: a point for every day of the timeframe with a quote.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use crate::decimal::{Decimal4, ExactSum};
use crate::features::market::commodity::ByCommodity;
use crate::features::market::quote::MarketQuotes;

/// The quotes of a day.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PricePoint {
    pub day: NaiveDate,
    /// In each commodity's own unit.
    pub prices: ByCommodity<Decimal4>,
    /// Percent change from the commodity's first quote of the timeframe: a common scale for prices
    /// per bushel and per ton.
    pub changes: ByCommodity<f64>,
}

/// Oldest first. A day without a quote of a commodity has no value for it; nothing is interpolated.
pub(super) fn build_price_points(series: &[&MarketQuotes], from: NaiveDate) -> Vec<PricePoint> {
    let mut points: BTreeMap<NaiveDate, PricePoint> = BTreeMap::new();
    for quotes in series {
        let series_quotes = quotes.quotes_since(from);
        let Some(first) = series_quotes.first() else {
            continue;
        };
        for quote in series_quotes {
            let point = points.entry(quote.day).or_insert_with(|| PricePoint {
                day: quote.day,
                prices: ByCommodity::empty(),
                changes: ByCommodity::empty(),
            });
            *point.prices.slot_mut(quotes.commodity) = Some(quote.price);
            *point.changes.slot_mut(quotes.commodity) =
                ExactSum::from(quote.price).percent_change_from(first.price.into());
        }
    }
    points.into_values().collect()
}

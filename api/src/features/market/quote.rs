//! Price quotes of a commodity, and the market whose quotes represent it.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use super::commodity::Commodity;
use crate::decimal::Decimal4;
use crate::exclusion::{ExclusionReason, Exclusions};

/// A row of the tenant's market data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    pub day: NaiveDate,
    pub commodity: Commodity,
    pub market: String,
    /// In `unit`.
    pub price: Decimal4,
    /// `usd_per_bu` or `usd_per_ton`.
    pub unit: String,
    /// Traded volume of the day, in the market's own unit.
    pub volume: Option<Decimal4>,
}

/// Quote of a day on one market.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayQuote {
    pub day: NaiveDate,
    /// Positive.
    pub price: Decimal4,
    pub volume: Option<Decimal4>,
}

/// The quotes of a commodity: one market, one unit, at most one per day, none after the as-of day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarketQuotes {
    pub commodity: Commodity,
    pub market: String,
    pub unit: String,
    /// Oldest first; at least one.
    pub days: Vec<DayQuote>,
    /// All markets that quote the commodity, by name.
    pub markets: Vec<String>,
    /// Unusable quotes of this market: not above zero, or in a unit other than its most frequent
    /// one.
    pub excluded: Exclusions,
}

/// The market that a tenant has chosen for a commodity.
pub type ChosenMarkets = BTreeMap<Commodity, String>;

impl MarketQuotes {
    /// The quotes of `commodity` up to `as_of` on the chosen market. Without a choice, or if that
    /// market has no quotes, on the market with the most quotes (the first by name if equal). None
    /// without quotes.
    pub fn for_commodity(
        commodity: Commodity,
        quotes: &[Quote],
        chosen: &ChosenMarkets,
        as_of: NaiveDate,
    ) -> Option<Self> {
        let past_quotes: Vec<&Quote> = quotes
            .iter()
            .filter(|quote| quote.commodity == commodity && quote.day <= as_of)
            .collect();
        let counts = count_names(past_quotes.iter().map(|quote| quote.market.as_str()));
        let choice = chosen
            .get(&commodity)
            .map(String::as_str)
            .filter(|market| counts.contains_key(market));
        let market = choice.or_else(|| most_frequent(&counts))?;
        let on_market: Vec<&Quote> = past_quotes
            .into_iter()
            .filter(|quote| quote.market == market)
            .collect();
        let units = count_names(on_market.iter().map(|quote| quote.unit.as_str()));
        let unit = most_frequent(&units)?;
        let usable = on_market
            .iter()
            .filter(|quote| quote.unit == unit && quote.price > Decimal4::ZERO);
        // Rows are unique by day, commodity and market; if a day were repeated, the later row would
        // count.
        let by_day: BTreeMap<NaiveDate, DayQuote> = usable
            .map(|quote| {
                (
                    quote.day,
                    DayQuote {
                        day: quote.day,
                        price: quote.price,
                        volume: quote.volume,
                    },
                )
            })
            .collect();
        let days: Vec<DayQuote> = by_day.into_values().collect();
        let in_unit = on_market.iter().filter(|quote| quote.unit == unit).count();
        let excluded = Exclusions::from_count(
            ExclusionReason::OtherUnit,
            on_market.len().saturating_sub(in_unit) as u64,
        )
        .with(
            ExclusionReason::ZeroPrice,
            in_unit.saturating_sub(days.len()) as u64,
        );
        let markets = counts.keys().map(|&name| name.to_owned()).collect();
        (!days.is_empty()).then(|| Self {
            commodity,
            market: market.to_owned(),
            unit: unit.to_owned(),
            days,
            markets,
            excluded,
        })
    }

    /// Quotes from `first` on.
    pub fn quotes_since(&self, first: NaiveDate) -> &[DayQuote] {
        let start = self.days.partition_point(|quote| quote.day < first);
        self.days.get(start..).unwrap_or_default()
    }
}

fn count_names<'a>(names: impl Iterator<Item = &'a str>) -> BTreeMap<&'a str, usize> {
    let mut counts = BTreeMap::new();
    for name in names {
        *counts.entry(name).or_default() += 1;
    }
    counts
}

/// The most frequent name, the first in order if equal.
fn most_frequent<'a>(counts: &BTreeMap<&'a str, usize>) -> Option<&'a str> {
    counts
        .iter()
        .max_by(|(a, higher), (b, lower)| higher.cmp(lower).then_with(|| b.cmp(a)))
        .map(|(name, _)| *name)
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) fn parse_date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    pub(in super::super) fn parse_price(text: &str) -> Decimal4 {
        Decimal4::parse(text).unwrap()
    }

    pub(in super::super) fn new_quote(
        on: &str,
        commodity: Commodity,
        market: &str,
        at: &str,
    ) -> Quote {
        Quote {
            day: parse_date(on),
            commodity,
            market: market.to_owned(),
            price: parse_price(at),
            unit: "usd_per_bu".to_owned(),
            volume: Some(parse_price("100")),
        }
    }

    fn corn_quote(on: &str, market: &str, at: &str) -> Quote {
        new_quote(on, Commodity::Corn, market, at)
    }

    #[test]
    fn uses_chosen_market_or_market_with_most_quotes() {
        let quotes = [
            corn_quote("2026-01-02", "Cash", "4.1"),
            corn_quote("2026-01-02", "Futures", "4.5"),
            corn_quote("2026-01-05", "Futures", "4.6"),
            corn_quote("2026-01-06", "Cash", "4.2"),
        ];
        let today = parse_date("2026-01-05");
        let by_default =
            MarketQuotes::for_commodity(Commodity::Corn, &quotes, &ChosenMarkets::new(), today)
                .unwrap();
        assert_eq!(
            (by_default.market.as_str(), by_default.days.len()),
            ("Futures", 2)
        );
        assert_eq!(by_default.markets, ["Cash", "Futures"]);
        let chosen = |name: &str| ChosenMarkets::from([(Commodity::Corn, name.to_owned())]);
        assert_eq!(
            MarketQuotes::for_commodity(Commodity::Corn, &quotes, &chosen("Cash"), today)
                .unwrap()
                .days
                .len(),
            1
        );
        assert_eq!(
            MarketQuotes::for_commodity(Commodity::Corn, &quotes, &chosen("Gone"), today)
                .unwrap()
                .market,
            "Futures"
        );
        // Two each: the first by name.
        assert_eq!(
            MarketQuotes::for_commodity(
                Commodity::Corn,
                &quotes,
                &ChosenMarkets::new(),
                parse_date("2026-01-06")
            )
            .unwrap()
            .market,
            "Cash"
        );
    }

    #[test]
    fn excludes_and_counts_unusable_quotes() {
        let mut quotes = vec![
            corn_quote("2026-01-07", "Cash", "4.3"),
            corn_quote("2026-01-05", "Cash", "4.1"),
            corn_quote("2026-01-06", "Cash", "0"),
            corn_quote("2026-01-08", "Cash", "-1"),
        ];
        quotes.push(Quote {
            unit: "usd_per_ton".to_owned(),
            ..corn_quote("2026-01-09", "Cash", "160")
        });
        let usable = MarketQuotes::for_commodity(
            Commodity::Corn,
            &quotes,
            &ChosenMarkets::new(),
            parse_date("2026-02-01"),
        )
        .unwrap();
        let days: Vec<String> = usable
            .days
            .iter()
            .map(|quote| quote.day.to_string())
            .collect();
        assert_eq!(days, ["2026-01-05", "2026-01-07"]);
        assert_eq!(
            (usable.excluded.total(), usable.unit.as_str()),
            (3, "usd_per_bu")
        );
        assert_eq!(usable.quotes_since(parse_date("2026-01-06")).len(), 1);
        assert_eq!(usable.quotes_since(parse_date("2026-01-08")), []);
    }

    #[test]
    fn no_quotes_give_none() {
        let none = ChosenMarkets::new();
        assert_eq!(
            MarketQuotes::for_commodity(
                Commodity::Wheat,
                &[corn_quote("2026-01-05", "Cash", "4")],
                &none,
                parse_date("2026-02-01")
            ),
            None
        );
        assert_eq!(
            MarketQuotes::for_commodity(
                Commodity::Corn,
                &[corn_quote("2026-01-05", "Cash", "4")],
                &none,
                parse_date("2026-01-04")
            ),
            None
        );
        assert_eq!(
            MarketQuotes::for_commodity(
                Commodity::Corn,
                &[corn_quote("2026-01-05", "Cash", "0")],
                &none,
                parse_date("2026-02-01")
            ),
            None
        );
    }
}

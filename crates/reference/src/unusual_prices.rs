//! Purchase prices that do not count until a user confirms them.

use super::amounts::scaled_to_f64;
use super::dataset::{Dataset, OrderLine};
use super::settings::{ConfirmedPrice, OrgSettings};
use chrono::NaiveDate;
use std::collections::{BTreeMap, BTreeSet};

/// A supplier's price on a day, ordered by day.
type DayPrice<'a> = (NaiveDate, &'a str, i128);

/// The unusual and unconfirmed prices, by item and unit.
pub(super) struct UnusualPrices<'a>(BTreeMap<(&'a str, &'a str), BTreeSet<DayPrice<'a>>>);

impl UnusualPrices<'_> {
    /// Whether a purchase line in the organization's currency does not count.
    pub(super) fn contains(&self, line: &OrderLine) -> bool {
        let supplier = line.supplier.as_deref().unwrap_or_default();
        self.0
            .get(&(line.item.as_str(), line.unit.as_str()))
            .is_some_and(|prices| prices.contains(&(line.day, supplier, line.price)))
    }
}

/// A price more than three times the median of the nine prices before and the nine after it, or
/// less than a third; if these vary more, as far as five robust standard deviations. Compared with
/// the supplier's own prices, or with fewer than four others with those of all suppliers. Two of the
/// three prices before and three after within half of that distance make a new level.
pub(super) fn find_unusual_prices<'a>(
    dataset: &'a Dataset,
    currency: Option<&str>,
    settings: &OrgSettings,
    as_of: NaiveDate,
) -> UnusualPrices<'a> {
    let mut by_item: BTreeMap<(&str, &str), BTreeSet<DayPrice<'_>>> = BTreeMap::new();
    for line in dataset.lines.iter().filter(|line| {
        !line.is_sale
            && line.quantity > 0
            && line.price > 0
            && line.day <= as_of
            && Some(line.currency.as_str()) == currency
    }) {
        let supplier = line.supplier.as_deref().unwrap_or_default();
        by_item
            .entry((&line.item, &line.unit))
            .or_default()
            .insert((line.day, supplier, line.price));
    }
    let is_confirmed = |(item, unit): (&str, &str), (day, supplier, price): DayPrice<'_>| {
        settings.confirmed_prices.contains(&ConfirmedPrice {
            item: item.to_owned(),
            unit: unit.to_owned(),
            day,
            supplier: supplier.to_owned(),
            price,
            currency: currency.unwrap_or_default().to_owned(),
        })
    };
    let mut unusual = BTreeMap::new();
    for (item, prices) in by_item {
        let all: Vec<DayPrice<'_>> = prices.into_iter().collect();
        let found: BTreeSet<DayPrice<'_>> = all
            .iter()
            .copied()
            .filter(|price| is_unusual(&all, *price) && !is_confirmed(item, *price))
            .collect();
        if !found.is_empty() {
            unusual.insert(item, found);
        }
    }
    UnusualPrices(unusual)
}

fn is_unusual(all: &[DayPrice<'_>], price: DayPrice<'_>) -> bool {
    // Most items have no price that far from any other.
    let far = |other: &&DayPrice<'_>| other.2 >= 3 * price.2 || price.2 >= 3 * other.2;
    if all.iter().find(far).is_none() {
        return false;
    }
    let own: Vec<DayPrice<'_>> = all
        .iter()
        .copied()
        .filter(|(_, supplier, _)| *supplier == price.1)
        .collect();
    let (is_own, usual) = match usual_price(&own, price) {
        Some(usual) => (true, usual),
        None => match usual_price(all, price) {
            Some(usual) => (false, usual),
            None => return false,
        },
    };
    let (center, limit) = usual;
    let ln_price = scaled_to_f64(price.2).ln();
    let is_level = |prices: &[DayPrice<'_>]| {
        let similar = around(prices, price, 3)
            .into_iter()
            .filter(|other| (other - ln_price).abs() <= limit / 2.0);
        similar.count() >= 2
    };
    (ln_price - center).abs() > limit + 1e-9 && !is_level(&own) && (is_own || !is_level(all))
}

/// Median of the logarithms and the largest usual distance from it.
fn usual_price(prices: &[DayPrice<'_>], price: DayPrice<'_>) -> Option<(f64, f64)> {
    let mut others = around(prices, price, 9);
    if others.len() < 4 {
        return None;
    }
    let center = middle(&mut others);
    let mut distances: Vec<f64> = others.iter().map(|other| (other - center).abs()).collect();
    Some((
        center,
        (5.0 * 1.4826 * middle(&mut distances)).max(3_f64.ln()),
    ))
}

/// Logarithms of up to `count` prices before and after a price.
fn around(prices: &[DayPrice<'_>], price: DayPrice<'_>, count: usize) -> Vec<f64> {
    let place = prices.partition_point(|other| *other < price);
    let before = prices.iter().take(place).rev().take(count);
    let after = prices.iter().skip(place + 1).take(count);
    before
        .chain(after)
        .map(|(_, _, other)| scaled_to_f64(*other).ln())
        .collect()
}

fn middle(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let upper = values.get(values.len() / 2).copied().unwrap_or(f64::NAN);
    let lower = values.get((values.len().max(1) - 1) / 2).copied();
    f64::midpoint(lower.unwrap_or(f64::NAN), upper)
}

//! Finds purchase prices that are far from the other prices of the same item.

use crate::decimal::Decimal4;
use chrono::NaiveDate;
use estimators::quantile::median;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// A price this many times the usual one, or as many times lower, is unusual. Discounts for
/// quantity and the seasons of a year stay below it.
pub const MIN_FACTOR: f64 = 3.0;
/// If an item's prices vary more, its unusual ones are as many robust standard deviations away.
const MIN_DEVIATIONS: f64 = 5.0;
/// Robust standard deviations in a median absolute deviation of normal values.
const DEVIATIONS_PER_MEDIAN: f64 = 1.4826;
/// Purchases before and after one that determine its usual price.
const WINDOW: usize = 9;
/// With fewer other purchases there is no usual price.
const MIN_OTHERS: usize = 4;
/// Purchases before and after one that can confirm its price.
const NEIGHBORS: usize = 3;
/// As many similar prices among the neighbors make a new level of prices.
const MIN_SIMILAR: usize = 2;
/// Tolerance for logarithms of prices at exactly the limit.
const ROUNDING: f64 = 1e-9;

/// Purchases of an item from a supplier on a day at one price, without returns. All are in one
/// currency.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PricedPurchase {
    pub item: String,
    pub unit: String,
    pub day: NaiveDate,
    /// Empty if the lines have no supplier.
    pub supplier: String,
    /// Scaled by 10^4.
    pub unit_price_e4: i64,
}

/// A purchase at an unusual price.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PriceOutlier {
    pub purchase: PricedPurchase,
    /// Median of the other prices around it, not rounded.
    pub usual_price: f64,
}

/// The unusual prices among purchases, which are unique and in their order. A price is compared
/// with those of the same supplier, or of all suppliers if that one has too few.
pub fn find_price_outliers(purchases: &[PricedPurchase]) -> Vec<PriceOutlier> {
    purchases
        .chunk_by(|a, b| (&a.item, &a.unit) == (&b.item, &b.unit))
        .flat_map(find_outliers_of_item)
        .collect()
}

fn find_outliers_of_item(purchases: &[PricedPurchase]) -> Vec<PriceOutlier> {
    let priced: Vec<&PricedPurchase> = purchases
        .iter()
        .filter(|purchase| purchase.unit_price_e4 > 0)
        .collect();
    let all: Vec<f64> = priced.iter().map(|purchase| purchase.ln_price()).collect();
    let mut by_supplier: HashMap<&str, Vec<f64>> = HashMap::new();
    let mut own_places = Vec::with_capacity(priced.len());
    for (purchase, ln_price) in priced.iter().zip(&all) {
        let own = by_supplier.entry(&purchase.supplier).or_default();
        own_places.push(own.len());
        own.push(*ln_price);
    }
    let mut outliers = Vec::new();
    for (place, (purchase, own_place)) in priced.iter().zip(own_places).enumerate() {
        let own = by_supplier
            .get(purchase.supplier.as_str())
            .map_or(&[][..], Vec::as_slice);
        let own = PriceSequence {
            ln_prices: own,
            place: own_place,
        };
        let pool = PriceSequence {
            ln_prices: &all,
            place,
        };
        if let Some(usual_price) = compare_price(own, pool) {
            outliers.push(PriceOutlier {
                purchase: (*purchase).clone(),
                usual_price,
            });
        }
    }
    outliers
}

/// The usual price, if this price is unusual.
fn compare_price(own: PriceSequence<'_>, pool: PriceSequence<'_>) -> Option<f64> {
    let (usual, is_pooled) = match own.usual_range() {
        Some(usual) => (usual, false),
        None => (pool.usual_range()?, true),
    };
    let is_unusual = (own.current()? - usual.center).abs() > usual.limit + ROUNDING;
    let is_new_level = || {
        own.has_similar_neighbors(usual.limit)
            || is_pooled && pool.has_similar_neighbors(usual.limit)
    };
    (is_unusual && !is_new_level()).then(|| usual.center.exp())
}

/// Prices in order of their days, and the place of one of them.
#[derive(Clone, Copy)]
struct PriceSequence<'a> {
    ln_prices: &'a [f64],
    place: usize,
}

struct UsualRange {
    center: f64,
    /// The largest usual difference from the center.
    limit: f64,
}

impl PriceSequence<'_> {
    fn current(self) -> Option<f64> {
        self.ln_prices.get(self.place).copied()
    }

    /// Up to `count` prices before and as many after this one.
    fn others(self, count: usize) -> impl Iterator<Item = f64> {
        let before = self.ln_prices.iter().take(self.place).rev().take(count);
        let after = self.ln_prices.iter().skip(self.place + 1).take(count);
        before.chain(after).copied()
    }

    fn usual_range(self) -> Option<UsualRange> {
        let mut others: Vec<f64> = self.others(WINDOW).collect();
        if others.len() < MIN_OTHERS {
            return None;
        }
        let center = median(&mut others)?;
        for price in &mut others {
            *price = (*price - center).abs();
        }
        let deviation = DEVIATIONS_PER_MEDIAN * median(&mut others)?;
        Some(UsualRange {
            center,
            limit: MIN_FACTOR.ln().max(MIN_DEVIATIONS * deviation),
        })
    }

    fn has_similar_neighbors(self, limit: f64) -> bool {
        let Some(current) = self.current() else {
            return false;
        };
        let similar = self
            .others(NEIGHBORS)
            .filter(|price| (price - current).abs() <= limit / 2.0);
        similar.count() >= MIN_SIMILAR
    }
}

impl PricedPurchase {
    fn ln_price(&self) -> f64 {
        Decimal4::from_scaled(self.unit_price_e4)
            .map_or(f64::NAN, Decimal4::to_f64)
            .ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Purchases of urea every ten days, at whole prices.
    fn purchases(supplier: &str, prices: &[i64]) -> Vec<PricedPurchase> {
        let first = NaiveDate::from_ymd_opt(2024, 1, 3).unwrap();
        let days = first.iter_days().step_by(10);
        days.zip(prices)
            .map(|(day, price)| PricedPurchase {
                item: "urea".to_owned(),
                unit: "ton".to_owned(),
                day,
                supplier: supplier.to_owned(),
                unit_price_e4: price * 10_000,
            })
            .collect()
    }

    fn find_prices(mut purchases: Vec<PricedPurchase>) -> Vec<i64> {
        purchases.sort();
        find_price_outliers(&purchases)
            .into_iter()
            .map(|outlier| outlier.purchase.unit_price_e4 / 10_000)
            .collect()
    }

    #[test]
    fn finds_prices_far_from_the_others() {
        assert_eq!(
            find_prices(purchases("s1", &[40, 41, 39, 4_000, 40, 42, 4, 40, 41, 40])),
            [4_000, 4]
        );
        // Several in a row, each at its own price.
        assert_eq!(
            find_prices(purchases(
                "s1",
                &[40, 41, 39, 40, 41, 12_345, 54_321, 1_111, 40, 42]
            )),
            [12_345, 54_321, 1_111]
        );
        // The same price twice is no level.
        assert_eq!(
            find_prices(purchases("s1", &[40, 41, 39, 40, 41, 400, 400, 40, 42])),
            [400, 400]
        );
        let found = find_price_outliers(&purchases("s1", &[40, 41, 39, 40, 400]));
        assert!((found[0].usual_price - 1_600_f64.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn discounts_seasons_and_inflation_are_usual() {
        for prices in [
            vec![40, 40, 20, 40, 40, 22, 40, 20, 40, 40],
            vec![100, 130, 180, 220, 180, 130, 100, 130, 180, 220, 180, 130],
            // Exactly three times as much.
            vec![40, 40, 40, 120, 40, 40, 40],
            (0..60).map(|month| 100 + 15 * month).collect(),
            vec![40; 30],
            vec![],
        ] {
            assert_eq!(find_prices(purchases("s1", &prices)), [0; 0], "{prices:?}");
        }
    }

    #[test]
    fn later_purchases_confirm_a_new_level() {
        let mut prices = vec![40; 12];
        prices.push(160);
        assert_eq!(find_prices(purchases("s1", &prices)), [160]);
        prices.push(165);
        assert_eq!(find_prices(purchases("s1", &prices)), [160, 165]);
        prices.push(158);
        assert_eq!(find_prices(purchases("s1", &prices)), [0; 0]);
        prices.extend([162; 12]);
        assert_eq!(find_prices(purchases("s1", &prices)), [0; 0]);
        prices.extend([41; 12]);
        assert_eq!(find_prices(purchases("s1", &prices)), [0; 0]);
    }

    #[test]
    fn noisy_prices_have_wider_limits() {
        let prices = [10, 90, 25, 60, 12, 80, 30, 9, 70, 20, 320];
        assert_eq!(find_prices(purchases("s1", &prices)), [0; 0]);
        let calm = [30, 31, 29, 30, 31, 30, 29, 31, 30, 29, 320];
        assert_eq!(find_prices(purchases("s1", &calm)), [320]);
    }

    #[test]
    fn supplier_with_few_purchases_is_compared_with_all() {
        let mut all = purchases("s1", &[40, 41, 39, 40, 42, 41]);
        all.extend(purchases("s2", &[44]));
        assert_eq!(find_prices(all.clone()), [0; 0]);
        all.extend(purchases("s3", &[4_400]));
        assert_eq!(find_prices(all), [4_400]);
        // A supplier with a history of its own is only compared with itself.
        let mut two = purchases("s1", &[40, 41, 39, 40, 42, 41]);
        two.extend(purchases("s2", &[400, 410, 390, 400, 420, 410]));
        assert_eq!(find_prices(two), [0; 0]);
    }

    #[test]
    fn too_few_prices_have_no_usual_one() {
        assert_eq!(find_prices(purchases("s1", &[40, 40, 40, 4_000])), [0; 0]);
        assert_eq!(
            find_prices(purchases("s1", &[40, 40, 0, 40, 4_000])),
            [0; 0]
        );
    }

    #[test]
    fn items_and_units_are_separate() {
        let mut all = purchases("s1", &[40, 40, 40, 40, 40, 40]);
        for (item, unit) in [("urea", "lb"), ("dap", "ton")] {
            all.extend(
                purchases("s1", &[4_000])
                    .into_iter()
                    .map(|purchase| PricedPurchase {
                        item: item.to_owned(),
                        unit: unit.to_owned(),
                        ..purchase
                    }),
            );
        }
        assert_eq!(find_prices(all), [0; 0]);
    }
}

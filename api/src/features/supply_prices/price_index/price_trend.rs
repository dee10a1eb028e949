//! Classifies price trends over three months: of purchases by supplier, and of a single series.

use serde::{Deserialize, Serialize};
use std::fmt;

use super::{Month, MonthPoint};
use crate::decimal::percent_change;
use estimators::matched_change::{Level, MatchedChange};
use estimators::standard_deviation;

/// Months of a change.
const SPAN_MONTHS: i32 = 3;
/// A change of at most 1 % is never a trend.
const MIN_CHANGE: f64 = 0.01;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum PriceTrend {
    Rising,
    Falling,
    Stable,
}

impl PriceTrend {
    /// The trend of a single series, such as the quotes of a commodity. Rising or falling if the last 3-month change exceeds both 1 % and one standard deviation of
    /// the earlier 3-month changes. A month without a point has the value of the last point before
    /// it. Stable with less than 3 months of history.
    pub fn from_points(points: &[MonthPoint]) -> Self {
        let mut changes = compute_changes(points);
        let Some(newest) = changes.pop() else {
            return Self::Stable;
        };
        let threshold = standard_deviation(&changes).unwrap_or(0.0).max(MIN_CHANGE);
        if newest > threshold {
            Self::Rising
        } else if newest < -threshold {
            Self::Falling
        } else {
            Self::Stable
        }
    }
}

/// Purchases of an item from a supplier in a month, in one unit and one currency.
#[derive(Debug, Clone, PartialEq)]
pub struct SupplierMonth {
    pub item: String,
    /// Empty if the lines have no supplier.
    pub supplier: String,
    pub unit: String,
    pub month: Month,
    /// Purchased units; a row without a positive quantity is skipped.
    pub quantity: f64,
    /// Amount paid; a row without a positive amount has no price and is skipped.
    pub value: f64,
}

/// The change of purchase prices over 3 months.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct PriceChange {
    pub percent: f64,
    pub trend: PriceTrend,
}

impl PriceChange {
    /// Compares the newest price that each supplier charges for an item with its price 3 months
    /// before: [`estimators::matched_change`]. None without such a pair of prices. `purchases` are
    /// in order of item, supplier, unit and month.
    pub fn from_purchases(purchases: &[&SupplierMonth], as_of: Month) -> Option<Self> {
        let series: Vec<Vec<Level>> = purchases
            .chunk_by(|a, b| (&a.item, &a.supplier, &a.unit) == (&b.item, &b.supplier, &b.unit))
            .map(|months| months.iter().filter_map(|month| month.to_level()).collect())
            .collect();
        let change = MatchedChange::measure(&series, as_of.to_number())?;
        let trend = match change.is_significant {
            true if change.relative > 0.0 => PriceTrend::Rising,
            true => PriceTrend::Falling,
            false => PriceTrend::Stable,
        };
        Some(Self {
            percent: percent_change(1.0 + change.relative, 1.0)?,
            trend,
        })
    }
}

impl SupplierMonth {
    fn to_level(&self) -> Option<Level> {
        let ln_level = (self.value / self.quantity).ln();
        (self.quantity > 0.0 && self.value > 0.0 && ln_level.is_finite()).then_some(Level {
            period: self.month.to_number(),
            ln_level,
            weight: self.value,
        })
    }
}

impl fmt::Display for PriceTrend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Rising => "rising",
            Self::Falling => "falling",
            Self::Stable => "stable",
        })
    }
}

/// Relative 3-month change of every calendar month that has a value 3 months before, by month.
fn compute_changes(points: &[MonthPoint]) -> Vec<f64> {
    let (Some(first), Some(last)) = (points.first(), points.last()) else {
        return Vec::new();
    };
    let mut month = first.month.plus_months(SPAN_MONTHS);
    let mut changes = Vec::new();
    while month <= last.month {
        if let (Some(now), Some(before)) = (
            value_at(points, month),
            value_at(points, month.plus_months(-SPAN_MONTHS)),
        ) {
            changes.push(now / before - 1.0);
        }
        month = month.next_month();
    }
    changes
}

/// The last value up to `month`.
fn value_at(points: &[MonthPoint], month: Month) -> Option<f64> {
    let through = points.partition_point(|point| point.month <= month);
    points.get(through.checked_sub(1)?).map(|point| point.index)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points of consecutive months; zero is a month without purchases.
    fn index_points(levels: &[f64]) -> Vec<MonthPoint> {
        let first = Month::new(2024, 11).unwrap();
        (0..)
            .zip(levels)
            .filter(|(_, index)| **index > 0.0)
            .map(|(position, &index)| MonthPoint {
                month: first.plus_months(position),
                index,
            })
            .collect()
    }

    #[test]
    fn stable_without_three_months_of_history() {
        assert_eq!(PriceTrend::from_points(&[]), PriceTrend::Stable);
        assert_eq!(
            PriceTrend::from_points(&index_points(&[100.0, 150.0, 200.0])),
            PriceTrend::Stable
        );
    }

    #[test]
    fn one_percent_is_no_trend_for_constant_prices() {
        assert_eq!(
            PriceTrend::from_points(&index_points(&[100.0, 100.0, 100.0, 100.9])),
            PriceTrend::Stable
        );
        assert_eq!(
            PriceTrend::from_points(&index_points(&[100.0, 100.0, 100.0, 101.1])),
            PriceTrend::Rising
        );
        assert_eq!(
            PriceTrend::from_points(&index_points(&[100.0, 100.0, 100.0, 98.9])),
            PriceTrend::Falling
        );
    }

    #[test]
    fn standard_swing_is_no_trend() {
        let swinging = [100.0, 100.0, 100.0, 110.0, 100.0, 100.0, 90.0, 100.0, 100.0];
        let mut small = swinging.to_vec();
        small.push(94.0);
        // From 90 to 94 is +4.4 %, less than one deviation of the earlier changes.
        assert_eq!(
            PriceTrend::from_points(&index_points(&small)),
            PriceTrend::Stable
        );
        let mut large = swinging.to_vec();
        large.push(110.0);
        assert_eq!(
            PriceTrend::from_points(&index_points(&large)),
            PriceTrend::Rising
        );
    }

    #[test]
    fn gap_carries_last_value() {
        // No purchases three months before the last point: the 100 of the month before counts, not
        // the 50 further back.
        assert_eq!(
            PriceTrend::from_points(&index_points(&[50.0, 100.0, 0.0, 0.0, 0.0, 100.5])),
            PriceTrend::Stable
        );
    }

    /// Purchases of an item from a supplier in consecutive months; zero is a month without.
    fn purchases(supplier: &str, prices: &[f64]) -> Vec<SupplierMonth> {
        let first = Month::new(2024, 11).unwrap();
        (0..)
            .zip(prices)
            .filter(|(_, price)| **price > 0.0)
            .map(|(position, &price)| SupplierMonth {
                item: "urea".to_owned(),
                supplier: supplier.to_owned(),
                unit: "ton".to_owned(),
                month: first.plus_months(position),
                quantity: 4.0,
                value: 4.0 * price,
            })
            .collect()
    }

    fn measure_change(purchases: &[SupplierMonth], months: i32) -> Option<(f64, PriceTrend)> {
        let as_of = Month::new(2024, 11).unwrap().plus_months(months - 1);
        let purchases: Vec<&SupplierMonth> = purchases.iter().collect();
        PriceChange::from_purchases(&purchases, as_of).map(|change| (change.percent, change.trend))
    }

    #[test]
    fn reports_three_month_change() {
        // The last of the months before the gap counts: 100 to 112.5.
        assert_eq!(
            measure_change(&purchases("s1", &[50.0, 100.0, 0.0, 0.0, 0.0, 112.5]), 6)
                .map(|(percent, _)| percent),
            Some(12.5)
        );
        assert_eq!(
            measure_change(&purchases("s1", &[100.0, 150.0, 200.0]), 3),
            None
        );
        assert_eq!(measure_change(&[], 6), None);
        assert_eq!(
            measure_change(
                &purchases("s1", &[300.0, 300.0, 300.0, 300.0, 300.0, 270.0]),
                6
            ),
            Some((-10.0, PriceTrend::Falling))
        );
    }

    #[test]
    fn change_of_supplier_is_no_change_of_price() {
        // The item costs 300 at one supplier and 400 at the other, always. The mean price rises from
        // 300 to 400 as purchases move.
        let mut all = purchases(
            "s1",
            &[300.0, 300.0, 300.0, 300.0, 300.0, 300.0, 300.0, 0.0, 0.0],
        );
        all.extend(purchases(
            "s2",
            &[400.0, 0.0, 0.0, 0.0, 400.0, 0.0, 400.0, 400.0, 400.0],
        ));
        for months in 1..=9 {
            let change = measure_change(&all, months);
            assert!(
                matches!(change, None | Some((0.0, PriceTrend::Stable))),
                "{months}: {change:?}"
            );
        }
        assert!(measure_change(&all, 9).is_some());
    }

    #[test]
    fn formats_as_text() {
        assert_eq!(
            [PriceTrend::Rising, PriceTrend::Falling, PriceTrend::Stable]
                .map(|trend| trend.to_string()),
            ["rising", "falling", "stable"]
        );
    }
}

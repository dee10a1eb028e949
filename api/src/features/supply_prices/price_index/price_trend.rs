//! Classifies a price trend: a change over three months that exceeds the standard one.

use std::fmt;

use super::{Month, MonthPoint};
use crate::decimal::percent_change;
use estimators::standard_deviation;

/// Months of a change.
const SPAN_MONTHS: i32 = 3;
/// A change of at most 1 % is never a trend.
const MIN_CHANGE: f64 = 0.01;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PriceTrend {
    Rising,
    Falling,
    Stable,
}

impl PriceTrend {
    /// Rising or falling if the last 3-month change exceeds both 1 % and one standard deviation of
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

/// The change that [`PriceTrend::from_points`] classifies: the last point against the value 3
/// months before, in percent; none with less than 3 months of history.
pub fn compute_three_month_change(points: &[MonthPoint]) -> Option<f64> {
    let last = points.last()?;
    percent_change(
        last.index,
        value_at(points, last.month.plus_months(-SPAN_MONTHS))?,
    )
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

    #[test]
    fn reports_three_month_change() {
        // The last of the months before the gap counts: 100 to 112.5.
        assert_eq!(
            compute_three_month_change(&index_points(&[50.0, 100.0, 0.0, 0.0, 0.0, 112.5])),
            Some(12.5)
        );
        assert_eq!(
            compute_three_month_change(&index_points(&[100.0, 150.0, 200.0])),
            None
        );
        assert_eq!(compute_three_month_change(&[]), None);
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

//! Savings of a window in past years, and the resulting range for the next year.

use chrono::Month as MonthOfYear;
use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::decimal::round2;
use crate::features::supply_prices::price_index::{Month, MonthPoint};
use estimators::{mean, standard_deviation, usize_to_f64};

/// Quantile of the ends of the 80 % range.
const RANGE_QUANTILE: f64 = 0.9;

/// 80 % range of a year's saving, in percent, 2 decimals.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SavingRange {
    pub low_80: f64,
    pub high_80: f64,
}

impl SavingRange {
    /// The past savings vary around their mean as the next one does around `saving`: Student's t
    /// with n - 1 degrees of freedom, times sqrt(1 + 1/n). None with fewer than 2 past years.
    pub(super) fn from_past_savings(saving: f64, past: &[f64]) -> Option<Self> {
        let n = usize_to_f64(past.len());
        let deviation = standard_deviation(past)?;
        let student = StudentsT::new(0.0, 1.0, n - 1.0).ok()?;
        let width = student.inverse_cdf(RANGE_QUANTILE) * deviation * (1.0 + 1.0 / n).sqrt();
        width.is_finite().then(|| Self {
            low_80: round2(saving - width),
            high_80: round2(saving + width),
        })
    }
}

/// Percent saved in each past year by buying in `month` for the peak `months_held` months later,
/// less carrying cost. Years without purchases in either month are left out.
pub(super) fn compute_realized_savings(
    points: &[MonthPoint],
    month: MonthOfYear,
    months_held: u32,
    carrying_per_month: f64,
) -> Vec<f64> {
    let at = |month: Month| {
        points
            .binary_search_by_key(&month, |point| point.month)
            .ok()
            .and_then(|place| points.get(place))
    };
    let ahead = i32::try_from(months_held).unwrap_or_default();
    let windows = points
        .iter()
        .filter(|point| point.month.month_number() == month.number_from_month());
    let savings = windows.filter_map(|window| {
        let peak = at(window.month.plus_months(ahead))?;
        let cost = window.index * (1.0 + carrying_per_month * f64::from(months_held));
        Some(100.0 * (1.0 - cost / peak.index)).filter(|saving| saving.is_finite())
    });
    let savings: Vec<f64> = savings.collect();
    if mean(&savings).is_some() {
        savings
    } else {
        Vec::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index_points(levels: &[(i32, u32, f64)]) -> Vec<MonthPoint> {
        levels
            .iter()
            .map(|&(year, month, index)| MonthPoint {
                month: Month::new(year, month).unwrap(),
                index,
            })
            .collect()
    }

    #[test]
    fn range_uses_students_t() {
        // Standard deviation 2; t of 2 degrees of freedom at 0.9 is 1.8856; 1.8856 x 2 x sqrt(4/3)
        // = 4.35.
        let range = SavingRange::from_past_savings(10.0, &[8.0, 12.0, 10.0]).unwrap();
        assert!(
            (range.low_80 - 5.65).abs() < 1e-9 && (range.high_80 - 14.35).abs() < 1e-9,
            "{range:?}"
        );
        assert_eq!(
            (
                SavingRange::from_past_savings(10.0, &[8.0]),
                SavingRange::from_past_savings(10.0, &[])
            ),
            (None, None)
        );
    }

    #[test]
    fn past_year_requires_window_and_peak() {
        let points = index_points(&[
            (2024, 11, 90.0),
            (2025, 4, 100.0),
            (2025, 11, 110.0),
            (2026, 5, 100.0),
        ]);
        let savings = compute_realized_savings(&points, MonthOfYear::November, 5, 0.01);
        // 90 x 1.05 against 100; there are no purchases in the April after the second November.
        assert_eq!(savings.len(), 1);
        assert!((savings[0] - 5.5).abs() < 1e-9);
        assert!(compute_realized_savings(&points, MonthOfYear::June, 5, 0.01).is_empty());
    }
}

//! Number of rows per day, so that any four years contain exactly the requested number.
//!
//! The weights repeat every 1461 days, and a day gets the difference of two rounded cumulative
//! shares. Any 1461 consecutive days therefore contain exactly one cycle's rows, and a day keeps
//! its rows when the as-of day changes.

use super::amount::round_to_i64;
use super::day::{CYCLE_DAYS, Day};

/// Rows of one kind on each day of the cycle.
pub(super) struct DailyQuota {
    rows: u64,
    /// Cumulative weight of the days before, in integer millionths: one entry more than there are
    /// days.
    before: Vec<u64>,
}

impl DailyQuota {
    /// `weight` of each day of the cycle, not negative. `rows` is the number of rows in four years.
    pub(super) fn new(rows: u64, weight: impl Fn(Day) -> f64) -> Self {
        let mut sum = 0_u64;
        let mut before = vec![0];
        for day in (0..CYCLE_DAYS).map(Day) {
            sum += u64::try_from(round_to_i64(weight(day) * 1e6)).unwrap_or_default();
            before.push(sum);
        }
        Self { rows, before }
    }

    /// Number of rows on `day`.
    pub(super) fn rows_on(&self, day: Day) -> u64 {
        let index = day.cycle_day();
        self.rows_before(index + 1) - self.rows_before(index)
    }

    fn rows_before(&self, index: usize) -> u64 {
        let total = self.before.last().copied().unwrap_or_default().max(1);
        let part = self.before.get(index).copied().unwrap_or(total);
        u64::try_from(u128::from(self.rows) * u128::from(part) / u128::from(total))
            .unwrap_or(self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::super::day::Window;
    use super::*;

    #[test]
    fn any_four_years_contain_all_rows() {
        let quota = DailyQuota::new(12_345, |day| f64::from(day.season_day() % 50) + 0.5);
        for last in [4000, 5000, 9456, 9457] {
            let rows: u64 = Window::ending_on(Day(last))
                .days()
                .map(|day| quota.rows_on(day))
                .sum();
            assert_eq!(rows, 12_345);
        }
    }

    #[test]
    fn days_without_weight_have_no_rows() {
        let quota = DailyQuota::new(100, |day| if day.0 % 3 == 0 { 1.0 } else { 0.0 });
        assert_eq!(quota.rows_on(Day(3001)), 0);
        assert_eq!(
            (0..CYCLE_DAYS)
                .map(|day| quota.rows_on(Day(day)))
                .sum::<u64>(),
            100
        );
    }
}

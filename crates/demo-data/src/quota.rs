//! How many rows belong to each day, so that any four years hold exactly the number asked for.
//!
//! The weights repeat every 1461 days, and a day gets the difference of two rounded cumulated
//! shares. Any 1461 neighbouring days therefore add up to exactly one cycle's rows, whatever day
//! they end on; and a day keeps its rows when the as-of day moves.

use super::amount::whole;
use super::day::{CYCLE_DAYS, Day};

/// The rows of one kind in each day of the cycle.
pub(super) struct Quota {
    rows: u64,
    /// Weight of the days before, in whole millionths: one entry more than there are days.
    before: Vec<u64>,
}

impl Quota {
    /// `weight` of each day of the cycle, non-negative; `rows` in four years.
    pub(super) fn new(rows: u64, weight: impl Fn(Day) -> f64) -> Self {
        let mut sum = 0_u64;
        let mut before = vec![0];
        for day in (0..CYCLE_DAYS).map(Day) {
            sum += u64::try_from(whole(weight(day) * 1e6)).unwrap_or_default();
            before.push(sum);
        }
        Self { rows, before }
    }

    /// The rows of `day`.
    pub(super) fn rows(&self, day: Day) -> u64 {
        let place = day.cycle_day();
        self.rows_before(place + 1) - self.rows_before(place)
    }

    fn rows_before(&self, place: usize) -> u64 {
        let total = self.before.last().copied().unwrap_or_default().max(1);
        let part = self.before.get(place).copied().unwrap_or(total);
        u64::try_from(u128::from(self.rows) * u128::from(part) / u128::from(total))
            .unwrap_or(self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::super::day::Window;
    use super::*;

    #[test]
    fn any_four_years_hold_exactly_the_rows() {
        let quota = Quota::new(12_345, |day| f64::from(day.season_day() % 50) + 0.5);
        for last in [4000, 5000, 9456, 9457] {
            let rows: u64 = Window::up_to(Day(last))
                .days()
                .map(|day| quota.rows(day))
                .sum();
            assert_eq!(rows, 12_345);
        }
    }

    #[test]
    fn days_without_weight_have_no_rows() {
        let quota = Quota::new(100, |day| if day.0 % 3 == 0 { 1.0 } else { 0.0 });
        assert_eq!(quota.rows(Day(3001)), 0);
        assert_eq!(
            (0..CYCLE_DAYS).map(|day| quota.rows(Day(day))).sum::<u64>(),
            100
        );
    }
}

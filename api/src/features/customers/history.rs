//! A customer's days with orders up to the as-of day, in order, each once.

use chrono::{Days, NaiveDate};

use super::customer::OrderDay;
use estimators::count;

/// Days of a year, as frequencies count it.
const YEAR: f64 = 365.0;

/// At least one day with orders.
#[derive(Debug, Clone, PartialEq)]
pub struct History {
    days: Vec<OrderDay>,
    pub first: NaiveDate,
    pub last: NaiveDate,
    as_of: NaiveDate,
    /// Distinct orders.
    pub orders: u64,
    /// Amount of all of them.
    pub amount: f64,
}

impl History {
    /// None where no order came up to the as-of day.
    pub fn of(days: &[OrderDay], as_of: NaiveDate) -> Option<Self> {
        let counts = |day: &&OrderDay| {
            day.day <= as_of && day.orders > 0 && day.amount > 0.0 && day.amount.is_finite()
        };
        let mut days: Vec<OrderDay> = days.iter().filter(counts).copied().collect();
        days.sort_by_key(|day| day.day);
        days.dedup_by(|later, kept| {
            let same = later.day == kept.day;
            if same {
                kept.orders = kept.orders.saturating_add(later.orders);
                kept.amount += later.amount;
            }
            same
        });
        let (first, last) = (days.first()?.day, days.last()?.day);
        let orders = days.iter().map(|day| u64::from(day.orders)).sum();
        let amount = days.iter().map(|day| day.amount).sum();
        Some(Self {
            days,
            first,
            last,
            as_of,
            orders,
            amount,
        })
    }

    /// Oldest first.
    pub fn days(&self) -> &[OrderDay] {
        &self.days
    }

    /// Days with orders after the first.
    pub fn repeats(&self) -> u32 {
        u32::try_from(self.days.len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// Days with orders that lie after `after` and not after `through`.
    pub fn between(&self, after: NaiveDate, through: NaiveDate) -> usize {
        let until = |date: NaiveDate| self.days.partition_point(|day| day.day <= date);
        until(through).saturating_sub(until(after))
    }

    /// Days since the last order.
    pub fn silent_days(&self) -> i64 {
        (self.as_of - self.last).num_days()
    }

    /// Years since the first order, at least one: a customer of three months is not taken for four
    /// times as busy.
    pub fn years(&self) -> f64 {
        let days = u32::try_from((self.as_of - self.first).num_days()).unwrap_or(u32::MAX);
        (f64::from(days) / YEAR).max(1.0)
    }

    pub fn orders_per_year(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "no customer has 2^53 orders")]
        let orders = self.orders as f64;
        orders / self.years()
    }

    pub fn amount_per_year(&self) -> f64 {
        self.amount / self.years()
    }

    /// Days with orders in the 365 days up to the as-of day, and in the 365 days before those.
    pub fn last_two_years(&self) -> (f64, f64) {
        let back = |years: u64| {
            self.as_of
                .checked_sub_days(Days::new(365 * years))
                .unwrap_or(NaiveDate::MIN)
        };
        (
            count(self.between(back(1), self.as_of)),
            count(self.between(back(2), back(1))),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn order(day: &str, orders: u32, amount: f64) -> OrderDay {
        OrderDay {
            day: date(day),
            orders,
            amount,
        }
    }

    #[test]
    fn days_are_sorted_and_added_up() {
        let days = [
            order("2026-03-02", 1, 50.0),
            order("2025-01-01", 2, 10.0),
            order("2026-03-02", 1, 7.0),
            order("2026-12-01", 1, 1.0),
        ];
        let history = History::of(&days, date("2026-11-21")).unwrap();
        assert_eq!(
            (history.first, history.last),
            (date("2025-01-01"), date("2026-03-02"))
        );
        assert_eq!(
            (history.days().len(), history.orders, history.repeats()),
            (2, 4, 1)
        );
        assert!((history.amount - 67.0).abs() < 1e-12);
        assert_eq!(history.silent_days(), 264);
        assert_eq!(history.between(date("2025-01-01"), date("2026-03-02")), 1);
        assert_eq!(history.last_two_years(), (1.0, 1.0));
    }

    #[test]
    fn returns_and_wild_amounts_are_no_orders() {
        let days = [
            order("2026-01-01", 1, -50.0),
            order("2026-01-02", 1, 0.0),
            order("2026-01-03", 1, f64::NAN),
            order("2026-01-04", 0, 5.0),
        ];
        assert_eq!(History::of(&days, date("2026-11-21")), None);
        assert_eq!(History::of(&[], date("2026-11-21")), None);
    }

    #[test]
    fn a_short_acquaintance_counts_as_a_year() {
        let history = History::of(&[order("2026-11-01", 3, 90.0)], date("2026-11-21")).unwrap();
        assert!((history.orders_per_year() - 3.0).abs() < 1e-12);
        let long = History::of(&[order("2024-11-21", 3, 90.0)], date("2026-11-21")).unwrap();
        assert!(
            (long.orders_per_year() - 1.5).abs() < 1e-12
                && (long.amount_per_year() - 45.0).abs() < 1e-12
        );
    }
}

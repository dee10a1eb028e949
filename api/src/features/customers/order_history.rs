//! A customer's distinct days with orders up to the as-of day, sorted.

use chrono::{Days, NaiveDate};

use super::customer::OrderDay;
use estimators::usize_to_f64;

/// Days of the year that order frequencies refer to.
const DAYS_PER_YEAR: f64 = 365.0;

/// At least one day with orders.
#[derive(Debug, Clone, PartialEq)]
pub struct OrderHistory {
    days: Vec<OrderDay>,
    pub first: NaiveDate,
    pub last: NaiveDate,
    as_of: NaiveDate,
    /// Number of distinct orders.
    pub orders: u64,
    /// Total amount.
    pub amount: f64,
}

impl OrderHistory {
    /// None without orders up to the as-of day.
    pub fn from_days(days: &[OrderDay], as_of: NaiveDate) -> Option<Self> {
        let counts = |day: &&OrderDay| {
            day.day <= as_of && day.orders > 0 && day.amount > 0.0 && day.amount.is_finite()
        };
        // Nearly all days count. Growing would leave room for twice as many, of every customer.
        let counted = days.iter().filter(counts).copied();
        let mut days = Vec::with_capacity(days.len());
        days.extend(counted);
        days.sort_by_key(|day| day.day);
        days.dedup_by(|later, earlier| {
            let same = later.day == earlier.day;
            if same {
                earlier.orders = earlier.orders.saturating_add(later.orders);
                earlier.amount += later.amount;
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
    pub fn repeat_days(&self) -> u32 {
        u32::try_from(self.days.len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// Number of days with orders after `after` and up to `through`.
    pub fn order_days_between(&self, after: NaiveDate, through: NaiveDate) -> usize {
        let until = |date: NaiveDate| self.days.partition_point(|day| day.day <= date);
        until(through).saturating_sub(until(after))
    }

    /// Days since the last order.
    pub fn days_since_last_order(&self) -> i64 {
        (self.as_of - self.last).num_days()
    }

    /// Years since the first order, at least one, so that the frequency of a new customer is not
    /// overstated.
    pub fn years(&self) -> f64 {
        let days = u32::try_from((self.as_of - self.first).num_days()).unwrap_or(u32::MAX);
        (f64::from(days) / DAYS_PER_YEAR).max(1.0)
    }

    pub fn orders_per_year(&self) -> f64 {
        #[expect(clippy::cast_precision_loss, reason = "no customer has 2^53 orders")]
        let orders = self.orders as f64;
        orders / self.years()
    }

    pub fn amount_per_year(&self) -> f64 {
        self.amount / self.years()
    }

    /// Number of days with orders in the 365 days up to the as-of day, and in the 365 days before.
    pub fn order_days_last_two_years(&self) -> (f64, f64) {
        let back = |years: u64| {
            self.as_of
                .checked_sub_days(Days::new(365 * years))
                .unwrap_or(NaiveDate::MIN)
        };
        (
            usize_to_f64(self.order_days_between(back(1), self.as_of)),
            usize_to_f64(self.order_days_between(back(2), back(1))),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn order_day(day: &str, orders: u32, amount: f64) -> OrderDay {
        OrderDay {
            day: parse_date(day),
            orders,
            amount,
        }
    }

    #[test]
    fn sorts_and_sums_days() {
        let days = [
            order_day("2026-03-02", 1, 50.0),
            order_day("2025-01-01", 2, 10.0),
            order_day("2026-03-02", 1, 7.0),
            order_day("2026-12-01", 1, 1.0),
        ];
        let history = OrderHistory::from_days(&days, parse_date("2026-11-21")).unwrap();
        assert_eq!(
            (history.first, history.last),
            (parse_date("2025-01-01"), parse_date("2026-03-02"))
        );
        assert_eq!(
            (history.days().len(), history.orders, history.repeat_days()),
            (2, 4, 1)
        );
        assert!((history.amount - 67.0).abs() < 1e-12);
        assert_eq!(history.days_since_last_order(), 264);
        assert_eq!(
            history.order_days_between(parse_date("2025-01-01"), parse_date("2026-03-02")),
            1
        );
        assert_eq!(history.order_days_last_two_years(), (1.0, 1.0));
    }

    #[test]
    fn ignores_returns_and_invalid_amounts() {
        let days = [
            order_day("2026-01-01", 1, -50.0),
            order_day("2026-01-02", 1, 0.0),
            order_day("2026-01-03", 1, f64::NAN),
            order_day("2026-01-04", 0, 5.0),
        ];
        assert_eq!(
            OrderHistory::from_days(&days, parse_date("2026-11-21")),
            None
        );
        assert_eq!(OrderHistory::from_days(&[], parse_date("2026-11-21")), None);
    }

    #[test]
    fn short_history_counts_as_one_year() {
        let history = OrderHistory::from_days(
            &[order_day("2026-11-01", 3, 90.0)],
            parse_date("2026-11-21"),
        )
        .unwrap();
        assert!((history.orders_per_year() - 3.0).abs() < 1e-12);
        let long = OrderHistory::from_days(
            &[order_day("2024-11-21", 3, 90.0)],
            parse_date("2026-11-21"),
        )
        .unwrap();
        assert!(
            (long.orders_per_year() - 1.5).abs() < 1e-12
                && (long.amount_per_year() - 45.0).abs() < 1e-12
        );
    }
}

//! Reads a customer's orders as `rollup_customer_history` writes them: by day, `2026-03-31 5 1234 567` each, with `;` between them.

use super::customer::OrderDay;
use crate::db::SUM_RADIX;
use crate::decimal::ExactSum;
use chrono::NaiveDate;

/// An order's lines of a day.
struct Entry {
    day: NaiveDate,
    lines: u64,
    amount: ExactSum,
}

impl Entry {
    fn read(text: &str) -> Option<Self> {
        let mut words = text.split(' ');
        let mut next = || words.next();
        let (day, lines) = (next()?.parse().ok()?, next()?.parse().ok()?);
        let amount = ExactSum::from_parts(next()?.parse().ok()?, next()?.parse().ok()?, SUM_RADIX);
        next().is_none().then_some(Self { day, lines, amount })
    }
}

/// The days with orders up to `as_of`, and the number of their lines. None where anything is not as it is written.
pub(super) fn order_days(orders: &str, as_of: NaiveDate) -> Option<(Vec<OrderDay>, u64)> {
    let (mut days, mut lines) = (Vec::new(), 0);
    let mut open: Option<(NaiveDate, u32, ExactSum)> = None;
    for text in orders.split(';') {
        let entry = Entry::read(text)?;
        if entry.day > as_of {
            continue;
        }
        lines += entry.lines;
        open = Some(match open {
            Some((day, orders, amount)) if day == entry.day => (day, orders.saturating_add(1), amount.plus(entry.amount)),
            before => {
                days.extend(before.map(finished));
                (entry.day, 1, entry.amount)
            }
        });
    }
    days.extend(open.map(finished));
    Some((days, lines))
}

fn finished((day, orders, amount): (NaiveDate, u32, ExactSum)) -> OrderDay {
    OrderDay { day, orders, amount: amount.to_f64() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn orders_of_a_day_are_added_up_to_the_last_digit() {
        let (days, lines) = order_days("2026-03-30 1 0 20000;2026-03-31 2 12 3456789;2026-03-31 3 0 1", day("2026-03-31")).unwrap();
        let expected = [OrderDay { day: day("2026-03-30"), orders: 1, amount: 2.0 }, OrderDay { day: day("2026-03-31"), orders: 2, amount: 12_345.679 }];
        assert_eq!((days.as_slice(), lines), (expected.as_slice(), 6));
    }

    #[test]
    fn days_to_come_do_not_count() {
        assert_eq!(order_days("2026-03-31 2 12 3456789", day("2026-03-30")), Some((Vec::new(), 0)));
    }

    #[test]
    fn anything_else_is_none() {
        for text in
            ["", "2026-03-31", "2026-03-31 2 5", "2026-03-31 2 5 12 3", "2026-02-31 2 5 12", "2026-03-31 -2 5 12", "2026-03-31 2 1.2 3", "2026-03-31 1 2 3;"]
        {
            assert_eq!(order_days(text, day("2026-12-31")), None, "{text}");
        }
    }
}

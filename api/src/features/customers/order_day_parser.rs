//! Parses customer orders as `rollup_customer_history` stores them: `2026-03-31 2 5 1234 567` per
//! day, with `;` between days and `/` between quarters.

use super::customer::OrderDay;
use crate::db::SUM_RADIX;
use crate::decimal::ExactSum;
use crate::packed_parser::PackedParser;
use chrono::NaiveDate;

/// Orders of a day, without returns.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DayOrders {
    pub(crate) day: NaiveDate,
    /// Number of distinct orders.
    pub(crate) orders: u32,
    pub(crate) lines: u64,
    pub(crate) amount: ExactSum,
}

impl DayOrders {
    /// An older server version writes each order separately, without a count.
    fn parse_entry(text: &mut PackedParser<'_>) -> Option<Self> {
        let day = text.parse_day()?;
        let (first, second, third) = (
            text.parse_next_number()?,
            text.parse_next_number()?,
            text.parse_next_number()?,
        );
        let (orders, lines, high, low) = if text.expect_byte(b' ').is_some() {
            (first, second, third, text.parse_number()?)
        } else {
            (1, first, second, third)
        };
        let (orders, lines) = (u32::try_from(orders).ok()?, u64::try_from(lines).ok()?);
        Some(Self {
            day,
            orders,
            lines,
            amount: ExactSum::from_parts(high, low, SUM_RADIX),
        })
    }

    /// Calls `with` for each entry. None if the text has another format.
    pub(crate) fn for_each_entry(orders: &str, mut with: impl FnMut(Self)) -> Option<()> {
        let mut text = PackedParser::new(orders);
        loop {
            with(Self::parse_entry(&mut text)?);
            if !text.advance_entry()? {
                return Some(());
            }
        }
    }
}

/// Days with orders up to `as_of`, and the number of their lines. None if the text has another
/// format.
pub(super) fn parse_order_days(orders: &str, as_of: NaiveDate) -> Option<(Vec<OrderDay>, u64)> {
    let (mut days, mut lines) = (Vec::new(), 0);
    let mut open: Option<(NaiveDate, u32, ExactSum)> = None;
    DayOrders::for_each_entry(orders, |entry| {
        if entry.day <= as_of {
            lines += entry.lines;
            open = Some(match open {
                Some((day, orders, amount)) if day == entry.day => (
                    day,
                    orders.saturating_add(entry.orders),
                    amount.saturating_add(entry.amount),
                ),
                before => {
                    days.extend(before.map(to_order_day));
                    (entry.day, entry.orders, entry.amount)
                }
            });
        }
    })?;
    days.extend(open.map(to_order_day));
    Some((days, lines))
}

fn to_order_day((day, orders, amount): (NaiveDate, u32, ExactSum)) -> OrderDay {
    OrderDay {
        day,
        orders,
        amount: amount.to_f64(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn sums_orders_of_a_day_exactly() {
        let expected = [
            OrderDay {
                day: parse_date("2026-03-30"),
                orders: 1,
                amount: 2.0,
            },
            OrderDay {
                day: parse_date("2026-03-31"),
                orders: 2,
                amount: 12_345.679,
            },
        ];
        // By day, in two quarters, and by order as older servers write them.
        for text in [
            "2026-03-30 1 1 0 20000;2026-03-31 2 5 12 3456790",
            "2026-03-31 2 5 12 3456790/2026-03-30 1 1 0 20000",
            "2026-03-30 1 0 20000;2026-03-31 2 12 3456789;2026-03-31 3 0 1",
        ] {
            let (mut days, lines) = parse_order_days(text, parse_date("2026-03-31")).unwrap();
            days.sort_by_key(|one| one.day);
            assert_eq!((days.as_slice(), lines), (expected.as_slice(), 6), "{text}");
        }
    }

    #[test]
    fn ignores_future_days() {
        assert_eq!(
            parse_order_days("2026-03-31 1 2 12 3456789", parse_date("2026-03-30")),
            Some((Vec::new(), 0))
        );
    }

    #[test]
    fn rejects_malformed_text() {
        for text in [
            "",
            "2026-03-31",
            "2026-03-31 2 5",
            "2026-03-31 2 5 12 3 4",
            "2026-02-31 2 5 12",
            "2026-03-31 -2 5 12",
            "2026-03-31 2 1.2 3",
            "2026-03-31 1 2 3 4;",
        ] {
            assert_eq!(
                parse_order_days(text, parse_date("2026-12-31")),
                None,
                "{text}"
            );
        }
    }
}

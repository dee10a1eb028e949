//! Parses customer orders as `rollup_customer_history` stores them: `2026-03-31 2 5 1234 567` per
//! day, with `;` between days and `/` between quarters.

use super::customer::OrderDay;
use crate::db::SUM_RADIX;
use crate::decimal::ExactSum;
use crate::packed_parser::PackedParser;
use chrono::NaiveDate;

/// Orders of a day, without returns.
#[derive(Clone, Copy, Debug)]
struct DayOrders {
    day: NaiveDate,
    /// Number of distinct orders.
    orders: u32,
    lines: u64,
    amount: ExactSum,
}

impl DayOrders {
    fn parse_entry(text: &mut PackedParser<'_>) -> Option<Self> {
        let day = text.parse_day()?;
        let mut number = || text.parse_next_number();
        Some(Self {
            day,
            orders: u32::try_from(number()?).ok()?,
            lines: u64::try_from(number()?).ok()?,
            amount: ExactSum::from_parts(number()?, number()?, SUM_RADIX),
        })
    }
}

/// Days with orders up to `as_of`, and the number of their lines. None if the text has another
/// format.
pub(super) fn parse_order_days(orders: &str, as_of: NaiveDate) -> Option<(Vec<OrderDay>, u64)> {
    let (mut days, mut lines) = (Vec::new(), 0);
    PackedParser::parse_entries(orders, |text| {
        let entry = DayOrders::parse_entry(text)?;
        if entry.day <= as_of {
            lines += entry.lines;
            days.push(OrderDay {
                day: entry.day,
                orders: entry.orders,
                amount: entry.amount.to_f64(),
            });
        }
        Some(())
    })?;
    Some((days, lines))
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
        // In one quarter and in two.
        for text in [
            "2026-03-30 1 1 0 20000;2026-03-31 2 5 12 3456790",
            "2026-03-31 2 5 12 3456790/2026-03-30 1 1 0 20000",
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

//! Purchase orders by the days of their lines, for `rollup_purchase_order_gap`.

use std::collections::BTreeMap;

/// An order with a line on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OrderDay {
    pub(super) currency: u8,
    pub(super) order: [u64; 2],
    pub(super) day: i32,
}

/// From a day of an order to its next day, or to the same day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OrderGap {
    pub(super) currency: u8,
    pub(super) day: i32,
    pub(super) next_day: i32,
}

/// Counts the orders of each gap.
pub(super) fn count_order_gaps(mut days: Vec<OrderDay>) -> BTreeMap<OrderGap, i64> {
    days.sort_unstable();
    days.dedup();
    let mut spans = BTreeMap::new();
    for (
        at,
        OrderDay {
            currency,
            order,
            day,
        },
    ) in days.iter().copied().enumerate()
    {
        *spans
            .entry(OrderGap {
                currency,
                day,
                next_day: day,
            })
            .or_default() += 1;
        if let Some(next) = days
            .get(at + 1)
            .filter(|next| (next.currency, next.order) == (currency, order))
        {
            *spans
                .entry(OrderGap {
                    currency,
                    day,
                    next_day: next.day,
                })
                .or_default() += 1;
        }
    }
    spans
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_days_and_gaps_of_an_order() {
        let order_day = |order, day| OrderDay {
            currency: 0,
            order: [order, 0],
            day,
        };
        let found = count_order_gaps(vec![
            order_day(1, 9),
            order_day(1, 5),
            order_day(2, 5),
            order_day(1, 7),
            order_day(1, 5),
        ]);
        let expected = [
            ((5, 5), 2),
            ((5, 7), 1),
            ((7, 7), 1),
            ((7, 9), 1),
            ((9, 9), 1),
        ];
        assert_eq!(
            found
                .into_iter()
                .map(|(span, orders)| ((span.day, span.next_day), orders))
                .collect::<Vec<_>>(),
            expected
        );
    }
}

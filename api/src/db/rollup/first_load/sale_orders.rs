//! Sale orders: the days of all orders, and the history, returns and order gaps of each customer.

use super::purchase_order_gaps::OrderGap;
use super::rollup_rows::{self, RollupSink, RowBuilder, RowError};
use super::string_interner::StringInterner;
use super::{push_growing, split_sum};
use crate::db::rollup::customer_rollups;
use crate::db::rollup::order_gaps::{CUSTOMER_ORDER_GAPS, SALE_ORDER_GAPS};
use std::collections::BTreeMap;

/// The customer of lines without one.
pub(super) const NO_CUSTOMER: u32 = u32::MAX;

/// The lines of a customer's order on a day: those with a positive quantity, or the others. Packed,
/// because most orders have their own entry.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(4))]
pub(super) struct SaleOrderDay {
    /// A randomly keyed hash of the order. The chance that two orders of a load share it is one in
    /// ten million.
    pub(super) order: u64,
    pub(super) amount: i64,
    pub(super) customer: u32,
    pub(super) day: i32,
    pub(super) lines: u16,
    pub(super) currency: u8,
    pub(super) is_return: bool,
}

impl SaleOrderDay {
    /// `None` on overflow of its bits.
    pub(super) fn append_to(self, all: &mut Vec<Self>) -> Option<()> {
        match all.last_mut() {
            Some(last) if last.group_key() == self.group_key() && last.lines < u16::MAX => {
                (last.amount, last.lines) = (
                    last.amount.checked_add(self.amount)?,
                    last.lines.checked_add(self.lines)?,
                );
            }
            _ => push_growing(all, self),
        }
        Some(())
    }

    fn group_key(&self) -> (u64, u32, i32, u8, bool) {
        (
            self.order,
            self.customer,
            self.day,
            self.currency,
            self.is_return,
        )
    }
}

/// An order gap that the customer history lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct CustomerOrderGap {
    span: OrderGap,
    customer: u32,
}

/// The number of orders of each gap.
#[derive(Debug, Default, PartialEq, Eq)]
struct SaleOrderGaps {
    all: BTreeMap<OrderGap, i64>,
    of_customers: BTreeMap<CustomerOrderGap, i64>,
}

impl SaleOrderGaps {
    fn from_orders(sold: &mut [SaleOrderDay]) -> Self {
        sold.sort_unstable_by_key(|part| (part.currency, part.order, part.customer, part.day));
        let mut spans = Self::default();
        let mut days: Vec<i32> = Vec::new();
        for order in sold.chunk_by(|a, b| (a.currency, a.order) == (b.currency, b.order)) {
            days.clear();
            days.extend(order.iter().map(|part| part.day));
            days.sort_unstable();
            days.dedup();
            let Some(currency) = order.first().map(|part| part.currency) else {
                continue;
            };
            let mut before = None;
            for &day in &days {
                *spans
                    .all
                    .entry(OrderGap {
                        currency,
                        day,
                        next_day: day,
                    })
                    .or_default() += 1;
                if let Some(before) = before.replace(day) {
                    *spans
                        .all
                        .entry(OrderGap {
                            currency,
                            day: before,
                            next_day: day,
                        })
                        .or_default() += 1;
                }
            }
            for parts in order.chunk_by(|a, b| a.customer == b.customer) {
                spans.add_customer(parts);
            }
        }
        spans
    }

    /// Adds the parts of an order that belong to one customer, by day.
    fn add_customer(&mut self, parts: &[SaleOrderDay]) {
        let mut before = None;
        for of_day in parts.chunk_by(|a, b| a.day == b.day) {
            let Some(&SaleOrderDay {
                customer,
                day,
                currency,
                ..
            }) = of_day.first().filter(|part| part.customer != NO_CUSTOMER)
            else {
                return;
            };
            if of_day.iter().all(|part| part.is_return) {
                *self
                    .of_customers
                    .entry(CustomerOrderGap {
                        span: OrderGap {
                            currency,
                            day,
                            next_day: day,
                        },
                        customer,
                    })
                    .or_default() += 1;
            }
            if let Some(before) = before.replace(day) {
                *self
                    .of_customers
                    .entry(CustomerOrderGap {
                        span: OrderGap {
                            currency,
                            day: before,
                            next_day: day,
                        },
                        customer,
                    })
                    .or_default() += 1;
            }
        }
    }
}

pub(super) fn write_sale_rollups(
    mut sold: Vec<SaleOrderDay>,
    parties: &StringInterner,
    currencies: &StringInterner,
    out: &RollupSink,
) -> Result<(), RowError> {
    let spans = SaleOrderGaps::from_orders(&mut sold);
    let mut rows = RowBuilder::new(SALE_ORDER_GAPS.table, SALE_ORDER_GAPS.columns(), out);
    for (span, orders) in spans.all {
        rows.push_text(currencies.resolve(span.currency.into()))
            .push_day(span.day)
            .push_day(span.next_day)
            .push_number(orders);
        rows.end_row()?;
    }
    rows.finish()?;
    let mut rows = RowBuilder::new(
        CUSTOMER_ORDER_GAPS.table,
        CUSTOMER_ORDER_GAPS.columns(),
        out,
    );
    for (CustomerOrderGap { span, customer }, orders) in spans.of_customers {
        rows.push_text(currencies.resolve(span.currency.into()))
            .push_day(span.day)
            .push_day(span.next_day)
            .push_text(parties.resolve(customer))
            .push_number(orders);
        rows.end_row()?;
    }
    rows.finish()?;
    write_returns(&sold, parties, currencies, out)?;
    write_customer_histories(sold, parties, currencies, out)
}

fn write_returns(
    sold: &[SaleOrderDay],
    parties: &StringInterner,
    currencies: &StringInterner,
    out: &RollupSink,
) -> Result<(), RowError> {
    let mut returns: BTreeMap<(u8, i32, u32), [i64; 3]> = BTreeMap::new();
    for part in sold
        .iter()
        .filter(|part| part.is_return && part.customer != NO_CUSTOMER)
    {
        let [high, low] = split_sum(part.amount);
        let [lines, all_high, all_low] = returns
            .entry((part.currency, part.day, part.customer))
            .or_default();
        (*lines, *all_high, *all_low) = (
            *lines + i64::from(part.lines),
            *all_high + high,
            *all_low + low,
        );
    }
    let mut rows = RowBuilder::new(
        customer_rollups::CUSTOMER_RETURN.table,
        customer_rollups::CUSTOMER_RETURN.columns(),
        out,
    );
    for ((currency, day, customer), sums) in returns {
        rows.push_text(currencies.resolve(currency.into()))
            .push_day(day)
            .push_text(parties.resolve(customer))
            .push_numbers(sums);
        rows.end_row()?;
    }
    rows.finish()
}

fn write_customer_histories(
    mut sold: Vec<SaleOrderDay>,
    parties: &StringInterner,
    currencies: &StringInterner,
    out: &RollupSink,
) -> Result<(), RowError> {
    sold.retain(|part| part.customer != NO_CUSTOMER && !part.is_return);
    let order = parties.sort_ranks();
    sold.sort_unstable_by_key(|part| {
        (
            part.currency,
            order.get(part.customer as usize).copied(),
            part.day,
            part.order,
        )
    });
    let same_quarter = |a: &SaleOrderDay, b: &SaleOrderDay| {
        (a.currency, a.customer, rollup_rows::quarter_start(a.day))
            == (b.currency, b.customer, rollup_rows::quarter_start(b.day))
    };
    let mut written = RowBuilder::new(
        customer_rollups::CUSTOMER_HISTORY.table,
        customer_rollups::CUSTOMER_HISTORY.columns(),
        out,
    );
    for quarter in sold.chunk_by(same_quarter) {
        let Some(first) = quarter.first() else {
            continue;
        };
        let mut history = String::new();
        for day in quarter.chunk_by(|a, b| a.day == b.day) {
            let (mut orders, mut lines, mut high, mut low) = (0, 0, 0, 0);
            for order in day.chunk_by(|a, b| a.order == b.order) {
                orders += 1;
                for part in order {
                    let [part_high, part_low] = split_sum(part.amount);
                    (lines, high, low) = (
                        lines + i64::from(part.lines),
                        high + part_high,
                        low + part_low,
                    );
                }
            }
            rollup_rows::append_day(&mut history, first_day(day), &[orders, lines, high, low]);
        }
        written
            .push_text(currencies.resolve(first.currency.into()))
            .push_text(parties.resolve(first.customer));
        written.end_quarter(first.day, &history)?;
    }
    written.finish()
}

fn first_day(parts: &[SaleOrderDay]) -> i32 {
    parts.first().map_or(0, |part| part.day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sale_order_day(order: u64, customer: u32, day: i32, is_return: bool) -> SaleOrderDay {
        SaleOrderDay {
            order,
            amount: 5,
            customer,
            day,
            lines: 1,
            currency: 0,
            is_return,
        }
    }

    fn to_tuples(spans: &BTreeMap<OrderGap, i64>) -> Vec<(i32, i32, i64)> {
        spans
            .iter()
            .map(|(span, orders)| (span.day, span.next_day, *orders))
            .collect()
    }

    #[test]
    fn splits_orders_with_many_lines() {
        let mut sold = Vec::new();
        for _ in 0..150_000 {
            sale_order_day(1, 7, 5, false).append_to(&mut sold).unwrap();
        }
        assert_eq!(
            sold.iter().map(|entry| entry.lines).collect::<Vec<_>>(),
            [u16::MAX, u16::MAX, 18_930]
        );
        assert_eq!(sold.iter().map(|entry| entry.amount).sum::<i64>(), 750_000);
        assert_eq!(
            to_tuples(&SaleOrderGaps::from_orders(&mut sold).all),
            [(5, 5, 1)]
        );
    }

    #[test]
    fn continues_an_order_on_a_later_day() {
        let mut sold = vec![
            sale_order_day(1, 7, 5, false),
            sale_order_day(1, 7, 9, true),
            sale_order_day(2, 7, 5, false),
            sale_order_day(2, 7, 5, true),
            sale_order_day(3, NO_CUSTOMER, 5, true),
        ];
        let found = SaleOrderGaps::from_orders(&mut sold);
        assert_eq!(to_tuples(&found.all), [(5, 5, 3), (5, 9, 1), (9, 9, 1)]);
        // The history has two orders on day 5. The return on day 9 belongs to a known order.
        let of_customers: BTreeMap<OrderGap, i64> = found
            .of_customers
            .iter()
            .map(|(key, orders)| (key.span, *orders))
            .collect();
        assert_eq!(to_tuples(&of_customers), [(5, 9, 1), (9, 9, 1)]);
    }

    #[test]
    fn counts_an_order_for_each_customer() {
        let found = SaleOrderGaps::from_orders(&mut [
            sale_order_day(1, 7, 5, false),
            sale_order_day(1, 8, 6, false),
            sale_order_day(1, 8, 4, false),
        ]);
        assert_eq!(
            to_tuples(&found.all),
            [(4, 4, 1), (4, 5, 1), (5, 5, 1), (5, 6, 1), (6, 6, 1)]
        );
        let goes_on = CustomerOrderGap {
            span: OrderGap {
                currency: 0,
                day: 4,
                next_day: 6,
            },
            customer: 8,
        };
        assert_eq!(found.of_customers, BTreeMap::from([(goes_on, 1)]));
    }
}

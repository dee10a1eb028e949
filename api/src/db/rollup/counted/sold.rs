//! Orders of sales: the days of all, and of each customer its history, what it brought back, and
//! which of its orders go on.

use super::rows::{self, NotMade, Out, Rows};
use super::spans::Span;
use super::words::Words;
use super::{append, parts};
use crate::db::rollup::customers;
use crate::db::rollup::spans::{SOLD, SOLD_TO_CUSTOMERS};
use std::collections::BTreeMap;

/// Stands for the customer of lines that name none.
pub(super) const NOBODY: u32 = u32::MAX;

/// Lines of an order of a customer on a day: those with a positive quantity, or the others. Packed:
/// most orders have an entry of their own.
#[derive(Clone, Copy, Debug)]
#[repr(C, packed(4))]
pub(super) struct SoldOrder {
    /// Tells orders apart by a hash with keys that nobody knows. There is room for so few that two
    /// are taken for one in one load of ten million.
    pub(super) order: u64,
    pub(super) amount: i64,
    pub(super) customer: u32,
    pub(super) day: i32,
    pub(super) lines: u16,
    pub(super) currency: u8,
    pub(super) is_return: bool,
}

impl SoldOrder {
    /// `None` beyond its bits.
    pub(super) fn add_to(self, all: &mut Vec<Self>) -> Option<()> {
        match all.last_mut() {
            Some(last) if last.alike() == self.alike() && last.lines < u16::MAX => {
                (last.amount, last.lines) = (
                    last.amount.checked_add(self.amount)?,
                    last.lines.checked_add(self.lines)?,
                );
            }
            _ => append(all, self),
        }
        Some(())
    }

    fn alike(&self) -> (u64, u32, i32, u8, bool) {
        (
            self.order,
            self.customer,
            self.day,
            self.currency,
            self.is_return,
        )
    }
}

/// What a customer's orders by day do not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct CustomerSpan {
    span: Span,
    customer: u32,
}

/// How many orders there are of each span.
#[derive(Debug, Default, PartialEq, Eq)]
struct Spans {
    all: BTreeMap<Span, i64>,
    of_customers: BTreeMap<CustomerSpan, i64>,
}

impl Spans {
    fn of(sold: &mut [SoldOrder]) -> Self {
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
                    .entry(Span {
                        currency,
                        day,
                        next_day: day,
                    })
                    .or_default() += 1;
                if let Some(before) = before.replace(day) {
                    *spans
                        .all
                        .entry(Span {
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

    /// The parts of an order that are one customer's, by day.
    fn add_customer(&mut self, parts: &[SoldOrder]) {
        let mut before = None;
        for of_day in parts.chunk_by(|a, b| a.day == b.day) {
            let Some(&SoldOrder {
                customer,
                day,
                currency,
                ..
            }) = of_day.first().filter(|part| part.customer != NOBODY)
            else {
                return;
            };
            if of_day.iter().all(|part| part.is_return) {
                *self
                    .of_customers
                    .entry(CustomerSpan {
                        span: Span {
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
                    .entry(CustomerSpan {
                        span: Span {
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

pub(super) fn make_rows(
    mut sold: Vec<SoldOrder>,
    parties: &Words,
    currencies: &Words,
    out: &Out,
) -> Result<(), NotMade> {
    let spans = Spans::of(&mut sold);
    let mut rows = Rows::of(SOLD.table, SOLD.columns(), out);
    for (span, orders) in spans.all {
        rows.text(currencies.word(span.currency.into()))
            .day(span.day)
            .day(span.next_day)
            .number(orders);
        rows.end_row()?;
    }
    rows.finish()?;
    let mut rows = Rows::of(SOLD_TO_CUSTOMERS.table, SOLD_TO_CUSTOMERS.columns(), out);
    for (CustomerSpan { span, customer }, orders) in spans.of_customers {
        rows.text(currencies.word(span.currency.into()))
            .day(span.day)
            .day(span.next_day)
            .text(parties.word(customer))
            .number(orders);
        rows.end_row()?;
    }
    rows.finish()?;
    make_returns(&sold, parties, currencies, out)?;
    make_histories(sold, parties, currencies, out)
}

fn make_returns(
    sold: &[SoldOrder],
    parties: &Words,
    currencies: &Words,
    out: &Out,
) -> Result<(), NotMade> {
    let mut returns: BTreeMap<(u8, i32, u32), [i64; 3]> = BTreeMap::new();
    for part in sold
        .iter()
        .filter(|part| part.is_return && part.customer != NOBODY)
    {
        let [high, low] = parts(part.amount);
        let [lines, all_high, all_low] = returns
            .entry((part.currency, part.day, part.customer))
            .or_default();
        (*lines, *all_high, *all_low) = (
            *lines + i64::from(part.lines),
            *all_high + high,
            *all_low + low,
        );
    }
    let mut rows = Rows::of(
        customers::CUSTOMER_RETURN.table,
        customers::CUSTOMER_RETURN.columns(),
        out,
    );
    for ((currency, day, customer), sums) in returns {
        rows.text(currencies.word(currency.into()))
            .day(day)
            .text(parties.word(customer))
            .numbers(sums);
        rows.end_row()?;
    }
    rows.finish()
}

fn make_histories(
    mut sold: Vec<SoldOrder>,
    parties: &Words,
    currencies: &Words,
    out: &Out,
) -> Result<(), NotMade> {
    sold.retain(|part| part.customer != NOBODY && !part.is_return);
    let order = parties.order();
    sold.sort_unstable_by_key(|part| {
        (
            part.currency,
            order.get(part.customer as usize).copied(),
            part.day,
            part.order,
        )
    });
    let same_quarter = |a: &SoldOrder, b: &SoldOrder| {
        (a.currency, a.customer, rows::quarter(a.day))
            == (b.currency, b.customer, rows::quarter(b.day))
    };
    let mut written = Rows::of(
        customers::CUSTOMER_HISTORY.table,
        customers::CUSTOMER_HISTORY.columns(),
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
                    let [part_high, part_low] = parts(part.amount);
                    (lines, high, low) = (
                        lines + i64::from(part.lines),
                        high + part_high,
                        low + part_low,
                    );
                }
            }
            rows::append_day(&mut history, first_day(day), &[orders, lines, high, low]);
        }
        written
            .text(currencies.word(first.currency.into()))
            .text(parties.word(first.customer));
        written
            .text(&rows::month_text(rows::quarter(first.day)))
            .text(&history);
        written.end_row()?;
    }
    written.finish()
}

fn first_day(parts: &[SoldOrder]) -> i32 {
    parts.first().map_or(0, |part| part.day)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(order: u64, customer: u32, day: i32, is_return: bool) -> SoldOrder {
        SoldOrder {
            order,
            amount: 5,
            customer,
            day,
            lines: 1,
            currency: 0,
            is_return,
        }
    }

    fn told(spans: &BTreeMap<Span, i64>) -> Vec<(i32, i32, i64)> {
        spans
            .iter()
            .map(|(span, orders)| (span.day, span.next_day, *orders))
            .collect()
    }

    #[test]
    fn an_order_of_very_many_lines_has_several_entries() {
        let mut sold = Vec::new();
        for _ in 0..150_000 {
            part(1, 7, 5, false).add_to(&mut sold).unwrap();
        }
        assert_eq!(
            sold.iter().map(|entry| entry.lines).collect::<Vec<_>>(),
            [u16::MAX, u16::MAX, 18_930]
        );
        assert_eq!(sold.iter().map(|entry| entry.amount).sum::<i64>(), 750_000);
        assert_eq!(told(&Spans::of(&mut sold).all), [(5, 5, 1)]);
    }

    #[test]
    fn an_order_that_comes_back_later_goes_on() {
        let mut sold = vec![
            part(1, 7, 5, false),
            part(1, 7, 9, true),
            part(2, 7, 5, false),
            part(2, 7, 5, true),
            part(3, NOBODY, 5, true),
        ];
        let found = Spans::of(&mut sold);
        assert_eq!(told(&found.all), [(5, 5, 3), (5, 9, 1), (9, 9, 1)]);
        // The history has two orders on day 5; the return of day 9 is of an order that it knows.
        let of_customers: BTreeMap<Span, i64> = found
            .of_customers
            .iter()
            .map(|(key, orders)| (key.span, *orders))
            .collect();
        assert_eq!(told(&of_customers), [(5, 9, 1), (9, 9, 1)]);
    }

    #[test]
    fn an_order_of_two_customers_is_one_of_each() {
        let found = Spans::of(&mut [
            part(1, 7, 5, false),
            part(1, 8, 6, false),
            part(1, 8, 4, false),
        ]);
        assert_eq!(
            told(&found.all),
            [(4, 4, 1), (4, 5, 1), (5, 5, 1), (5, 6, 1), (6, 6, 1)]
        );
        let goes_on = CustomerSpan {
            span: Span {
                currency: 0,
                day: 4,
                next_day: 6,
            },
            customer: 8,
        };
        assert_eq!(found.of_customers, BTreeMap::from([(goes_on, 1)]));
    }
}

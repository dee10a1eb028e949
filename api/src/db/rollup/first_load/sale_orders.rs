//! Sale orders: the history of each customer.

use super::rollup_rows::{self, RollupSink, RowBuilder, RowError};
use super::string_interner::StringInterner;
use super::{push_growing, split_sum};
use crate::db::rollup::customer_rollups;

/// The lines of a customer's order on a day with a positive quantity. Packed, because most orders
/// have their own entry.
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

    fn group_key(&self) -> (u64, u32, i32, u8) {
        (self.order, self.customer, self.day, self.currency)
    }
}

/// Writes the history of each customer.
pub(super) fn write_customer_histories(
    mut sold: Vec<SaleOrderDay>,
    parties: &StringInterner,
    currencies: &StringInterner,
    out: &RollupSink,
) -> Result<(), RowError> {
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

    #[test]
    fn splits_orders_with_many_lines() {
        let line = SaleOrderDay {
            order: 1,
            amount: 5,
            customer: 7,
            day: 5,
            lines: 1,
            currency: 0,
        };
        let mut sold = Vec::new();
        for _ in 0..150_000 {
            line.append_to(&mut sold).unwrap();
        }
        assert_eq!(
            sold.iter().map(|entry| entry.lines).collect::<Vec<_>>(),
            [u16::MAX, u16::MAX, 18_930]
        );
        assert_eq!(sold.iter().map(|entry| entry.amount).sum::<i64>(), 750_000);
    }
}

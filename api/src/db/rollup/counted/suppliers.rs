//! What was bought of each supplier, and what it promised.

use super::lines::Line;
use super::rows::{NotMade, Out, Rows};
use super::words::Words;
use super::{Map, parts, sorted};
use crate::db::rollup::orders;
use std::collections::BTreeMap;

/// An item of a supplier on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SupplierItem {
    pub(super) day: i32,
    pub(super) item: u32,
    pub(super) supplier: u32,
    pub(super) currency: u8,
}

/// Lines, and what their amounts add up to, scaled by 10^4.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Paid {
    amount: i64,
    lines: u32,
}

impl Paid {
    /// `None` beyond its bits.
    pub(super) fn add(&mut self, line: &Line<'_>) -> Option<()> {
        (self.amount, self.lines) = (
            self.amount.checked_add(line.amount)?,
            self.lines.checked_add(1)?,
        );
        Some(())
    }
}

pub(super) fn make_items(
    bought: Map<SupplierItem, Paid>,
    words: [&Words; 3],
    out: &Out,
) -> Result<(), NotMade> {
    let [items, suppliers, currencies] = words;
    let order = items.order();
    let mut bought: Vec<(SupplierItem, Paid)> = bought.into_iter().collect();
    bought.sort_unstable_by_key(|(key, _)| {
        (
            key.day,
            order.get(key.item as usize).copied(),
            key.supplier,
            key.currency,
        )
    });
    let mut rows = Rows::of(
        orders::SUPPLIER_ITEM.table,
        orders::SUPPLIER_ITEM.columns(),
        out,
    );
    for (key, paid) in bought {
        rows.day(key.day)
            .text(items.word(key.item))
            .text(suppliers.word(key.supplier))
            .text(currencies.word(key.currency.into()));
        rows.number(paid.lines.into()).numbers(parts(paid.amount));
        rows.end_row()?;
    }
    rows.finish()
}

/// By supplier, then of all together.
pub(super) fn make_promises(
    promises: Map<(i32, u32), [i64; 2]>,
    suppliers: &Words,
    out: &Out,
) -> Result<(), NotMade> {
    let mut days: BTreeMap<i32, [i64; 2]> = BTreeMap::new();
    let mut rows = Rows::of(
        orders::PROMISE_SUPPLIER.table,
        orders::PROMISE_SUPPLIER.columns(),
        out,
    );
    for ((day, supplier), [promised, on_time]) in sorted(promises) {
        rows.day(day)
            .text(suppliers.word(supplier))
            .numbers([promised, on_time]);
        rows.end_row()?;
        let [all, all_on_time] = days.entry(day).or_default();
        (*all, *all_on_time) = (*all + promised, *all_on_time + on_time);
    }
    rows.finish()?;
    let mut rows = Rows::of(
        orders::PROMISE_DAY.table,
        orders::PROMISE_DAY.columns(),
        out,
    );
    for (day, sums) in days {
        rows.day(day).numbers(sums);
        rows.end_row()?;
    }
    rows.finish()
}

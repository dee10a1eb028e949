//! The purchases and promised deliveries of each supplier.

use super::rollup_rows::{RollupSink, RowBuilder, RowError};
use super::staged_lines::StagedLine;
use super::string_interner::StringInterner;
use super::{FastMap, into_sorted_entries, split_sum};
use crate::db::rollup::order_rollups;
use std::collections::BTreeMap;

/// An item of a supplier on a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SupplierItem {
    pub(super) day: i32,
    pub(super) item: u32,
    pub(super) supplier: u32,
    pub(super) currency: u8,
}

/// The number of lines and the sum of their amounts, scaled by 10^4.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SupplierTotal {
    amount: i64,
    lines: u32,
}

impl SupplierTotal {
    /// `None` on overflow of its bits.
    pub(super) fn add_line(&mut self, line: &StagedLine<'_>) -> Option<()> {
        (self.amount, self.lines) = (
            self.amount.checked_add(line.amount)?,
            self.lines.checked_add(1)?,
        );
        Some(())
    }
}

pub(super) fn write_supplier_items(
    bought: FastMap<SupplierItem, SupplierTotal>,
    words: [&StringInterner; 3],
    out: &RollupSink,
) -> Result<(), RowError> {
    let [items, suppliers, currencies] = words;
    let order = items.sort_ranks();
    let mut bought: Vec<(SupplierItem, SupplierTotal)> = bought.into_iter().collect();
    bought.sort_unstable_by_key(|(key, _)| {
        (
            key.day,
            order.get(key.item as usize).copied(),
            key.supplier,
            key.currency,
        )
    });
    let mut rows = RowBuilder::new(
        order_rollups::SUPPLIER_ITEM.table,
        order_rollups::SUPPLIER_ITEM.columns(),
        out,
    );
    for (key, paid) in bought {
        rows.push_day(key.day)
            .push_text(items.resolve(key.item))
            .push_text(suppliers.resolve(key.supplier))
            .push_text(currencies.resolve(key.currency.into()));
        rows.push_number(paid.lines.into())
            .push_numbers(split_sum(paid.amount));
        rows.end_row()?;
    }
    rows.finish()
}

/// By supplier, then for all suppliers together.
pub(super) fn write_promises(
    promises: FastMap<(i32, u32), [i64; 2]>,
    suppliers: &StringInterner,
    out: &RollupSink,
) -> Result<(), RowError> {
    let mut days: BTreeMap<i32, [i64; 2]> = BTreeMap::new();
    let mut rows = RowBuilder::new(
        order_rollups::PROMISE_SUPPLIER.table,
        order_rollups::PROMISE_SUPPLIER.columns(),
        out,
    );
    for ((day, supplier), [promised, on_time]) in into_sorted_entries(promises) {
        rows.push_day(day)
            .push_text(suppliers.resolve(supplier))
            .push_numbers([promised, on_time]);
        rows.end_row()?;
        let [all, all_on_time] = days.entry(day).or_default();
        (*all, *all_on_time) = (*all + promised, *all_on_time + on_time);
    }
    rows.finish()?;
    let mut rows = RowBuilder::new(
        order_rollups::PROMISE_DAY.table,
        order_rollups::PROMISE_DAY.columns(),
        out,
    );
    for (day, sums) in days {
        rows.push_day(day).push_numbers(sums);
        rows.end_row()?;
    }
    rows.finish()
}

//! The purchases and promised deliveries of each supplier.

use super::rollup_rows::{RollupSink, RowBuilder, RowError};
use super::string_interner::StringInterner;
use super::{FastMap, LineSums, into_sorted_entries};
use crate::db::rollup::order_rollups;
use std::collections::BTreeMap;

/// An item of a supplier on a day at a price. Packed, because most purchase lines have their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(C, packed(4))]
pub(super) struct SupplierItem {
    /// Scaled by 10^4.
    pub(super) unit_price: i64,
    pub(super) day: i32,
    pub(super) item: u32,
    pub(super) supplier: u32,
    pub(super) unit: u8,
    pub(super) currency: u8,
    pub(super) is_return: bool,
}

pub(super) fn write_supplier_items(
    bought: FastMap<SupplierItem, LineSums>,
    words: [&StringInterner; 4],
    out: &RollupSink,
) -> Result<(), RowError> {
    let [items, suppliers, units, currencies] = words;
    let order = items.sort_ranks();
    let mut bought: Vec<(SupplierItem, LineSums)> = bought.into_iter().collect();
    bought.sort_unstable_by_key(|(key, _)| {
        (
            key.day,
            order.get(key.item as usize).copied(),
            key.supplier,
            key.unit_price,
            key.unit,
            key.currency,
            key.is_return,
        )
    });
    let mut rows = RowBuilder::new(
        order_rollups::SUPPLIER_ITEM.table,
        order_rollups::SUPPLIER_ITEM.columns(),
        out,
    );
    for (key, sums) in bought {
        rows.push_day(key.day)
            .push_text(items.resolve(key.item))
            .push_text(suppliers.resolve(key.supplier))
            .push_number(key.unit_price)
            .push_text(units.resolve(key.unit.into()));
        rows.push_text(currencies.resolve(key.currency.into()))
            .push_flag(key.is_return)
            .push_numbers(sums.to_parts());
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

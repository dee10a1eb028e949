//! What was bought and sold of each item, by day and by month.
//!
//! Groups are named by what tells most lines apart first: SQLite sorts them, and compares in this order.

use super::Rollup;
use super::orders::{LINES_OF_TOUCHED_DAYS, TOUCHED_PURCHASE_DAYS};

const SUMS: &[&str] = &["lines", "quantity_high", "quantity_low", "amount_high", "amount_low"];

pub(super) const TOUCHED_DAYS: &str = "(direction, day) in (select direction, day from rollup_touched_day)";

/// Returns are kept apart: some figures take them off, others leave them out.
pub(super) const ITEM_DAY: Rollup = Rollup {
    table: "rollup_item_day",
    key: &["direction", "day", "item_id", "unit", "currency", "location", "is_return"],
    values: SUMS,
    select: "select $1, direction, transaction_date, item_id, unit, currency, coalesce(location, ''), quantity_e4 <= 0, count(*), \
        sum(cast(quantity_e4 / 10000000 as integer)), sum(cast(quantity_e4 % 10000000 as integer)), \
        sum(cast(amount_e4 / 10000000 as integer)), sum(cast(amount_e4 % 10000000 as integer)) \
        from purchase_transactions where tenant_id = $1 and deleted_at is null{narrowed} \
        group by transaction_date, item_id, coalesce(location, ''), direction, quantity_e4 <= 0, unit, currency",
    touched_source: LINES_OF_TOUCHED_DAYS,
    touched_rows: TOUCHED_DAYS,
};

/// The days of a month added up, so that years are read in few rows.
pub(super) const ITEM_MONTH: Rollup = Rollup {
    table: "rollup_item_month",
    key: &["direction", "month", "item_id", "unit", "currency", "location", "is_return"],
    values: SUMS,
    select: "select $1, direction, substr(cast(day as text), 1, 7), item_id, unit, currency, location, is_return, sum(lines), sum(quantity_high), \
        sum(quantity_low), sum(amount_high), sum(amount_low) from rollup_item_day where tenant_id = $1{narrowed} \
        group by substr(cast(day as text), 1, 7), item_id, location, direction, is_return, unit, currency",
    touched_source: "(direction, substr(cast(day as text), 1, 7)) in (select direction, substr(cast(day as text), 1, 7) from rollup_touched_day)",
    touched_rows: "(direction, month) in (select direction, substr(cast(day as text), 1, 7) from rollup_touched_day)",
};

/// What an item was bought for on a day: the dearest of several purchases.
pub(super) const ITEM_PRICE: Rollup = Rollup {
    table: "rollup_item_price",
    key: &["currency", "item_id", "unit", "day"],
    values: &["unit_price_e4"],
    select: "select $1, currency, item_id, unit, transaction_date, max(unit_price_e4) from purchase_transactions where tenant_id = $1 \
        and deleted_at is null and direction = 'purchase' and quantity_e4 > 0{narrowed} group by transaction_date, item_id, unit, currency",
    touched_source: LINES_OF_TOUCHED_DAYS,
    touched_rows: TOUCHED_PURCHASE_DAYS,
};

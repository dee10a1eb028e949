//! The purchases and sales of each item, by day and by month.
//!
//! Columns that distinguish most lines come first in a grouping, because SQLite sorts and compares
//! in this order.

use super::packed_series::PackedSeries;
use super::packed_series::packed_entries::PackedFormat;
use super::recount_rollup::RecountRollup;
use super::sum_rollup::SumRollup;

/// What a line adds to the sums.
pub(super) const LINE_SUMS: &[[&str; 2]] = &[
    ["lines", "1"],
    ["quantity_high", "cast(quantity_e4 / 10000000 as integer)"],
    ["quantity_low", "cast(quantity_e4 % 10000000 as integer)"],
    ["amount_high", "cast(amount_e4 / 10000000 as integer)"],
    ["amount_low", "cast(amount_e4 % 10000000 as integer)"],
];

/// Returns are separate, because some figures subtract them and others exclude them.
pub(super) const ITEM_DAY: SumRollup = SumRollup {
    table: "rollup_item_day",
    key: &[
        ["day", "transaction_date"],
        ["item_id", "item_id"],
        ["location", "coalesce(location, '')"],
        ["direction", "direction"],
        ["is_return", "quantity_e4 <= 0"],
        ["unit", "unit"],
        ["currency", "currency"],
    ],
    addends: LINE_SUMS,
    line_filter: "true",
    derived_select: None,
};

/// The days of a month added up, so that a query over years reads few rows.
pub(super) const ITEM_MONTH: SumRollup = SumRollup {
    table: "rollup_item_month",
    key: &[
        ["month", "substr(cast(transaction_date as text), 1, 7)"],
        ["item_id", "item_id"],
        ["location", "coalesce(location, '')"],
        ["direction", "direction"],
        ["is_return", "quantity_e4 <= 0"],
        ["unit", "unit"],
        ["currency", "currency"],
    ],
    addends: LINE_SUMS,
    line_filter: "true",
    derived_select: Some(
        r"
            select $1, substr(cast(day as text), 1, 7), item_id, location, direction, is_return,
              unit, currency, sum(lines), sum(quantity_high), sum(quantity_low), sum(amount_high),
              sum(amount_low)
            from rollup_item_day
            where tenant_id = $1
            group by substr(cast(day as text), 1, 7), item_id, location, direction, is_return, unit,
              currency
        ",
    ),
};

/// The purchase price of an item on a day. If there are several, the highest.
pub(super) const ITEM_PRICE: RecountRollup = RecountRollup {
    table: "rollup_item_price",
    key: &["currency", "item_id", "unit", "day"],
    values: &["unit_price_e4"],
    select: r"
        select $1, currency, item_id, unit, transaction_date, max(unit_price_e4)
        from purchase_transactions
        where tenant_id = $1
          and deleted_at is null
          and direction = 'purchase'
          and quantity_e4 > 0{filter}
        group by transaction_date, item_id, unit, currency
    ",
    direction: "purchase",
    change_key: "transaction_date",
    line_key: "transaction_date",
    line_day: "transaction_date",
    row_key: "day",
};

/// The sales of an item by day in a quarter, each `2026-03-31 1234 567`: the day and the two parts
/// of the quantity, with returns subtracted. Derived from the rollup by day, which is updated
/// first.
pub(super) const ITEM_HISTORY: PackedSeries = PackedSeries {
    table: "rollup_item_history",
    key: &["item_id", "unit", "location", "quarter"],
    packed_column: "history",
    format: PackedFormat::RecountedDays,
    entry_order: " order by day",
    select: r"
        select {leading}item_id, unit, location, quarter,
          string_agg(cast(day as text) || ' ' || high || ' ' || low, ';' order by day)
        from (
            select item_id, unit, location,
              substr(cast(day as text), 1, 5) || substr(
                  '010101040404070707101010',
                    cast(substr(cast(day as text), 6, 2) as integer) * 2 - 1, 2
                ) as quarter, day, cast(sum(quantity_high) as bigint) as high,
              cast(sum(quantity_low) as bigint) as low
            from rollup_item_day
            where tenant_id = $1 and direction = 'sale'
            group by item_id, unit, location, day
          ) as of_day
        group by item_id, unit, location, quarter
    ",
    // A quantity of zero keeps its entry as long as there is a line.
    change_select: Some(
        r"
            select {leading}item_id, unit, location, quarter,
              string_agg(cast(day as text) || ' ' || counted || ' ' || high || ' ' || low, ';')
            from (
                select touched.item_id, touched.unit, touched.location,
                  substr(cast(touched.day as text), 1, 5) || substr(
                      '010101040404070707101010',
                        cast(substr(cast(touched.day as text), 6, 2) as integer) * 2 - 1, 2
                    ) as quarter, touched.day, count(counts.lines) as counted,
                  cast(coalesce(sum(counts.quantity_high), 0) as bigint) as high,
                  cast(coalesce(sum(counts.quantity_low), 0) as bigint) as low
                from (
                    select distinct item_id, unit, coalesce(location, '') as location,
                      transaction_date as day
                    from rollup_line_change
                    where direction = 'sale'
                  ) as touched
                left join rollup_item_day as counts on counts.tenant_id = $1
                  and counts.direction = 'sale'
                  and counts.day = touched.day
                  and counts.item_id = touched.item_id
                  and counts.unit = touched.unit
                  and counts.location = touched.location
                group by touched.item_id, touched.unit, touched.location, touched.day
              ) as of_day
            group by item_id, unit, location, quarter
        ",
    ),
};

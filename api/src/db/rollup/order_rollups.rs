//! Lines, suppliers and promised deliveries by day.

use super::item_rollups::LINE_SUMS;
use super::packed_series::PackedSeries;
use super::packed_series::packed_entries::PackedFormat;
use super::sum_rollup::SumRollup;

/// Lines and amounts of a day.
pub(super) const LINE_DAY: SumRollup = SumRollup {
    table: "rollup_line_day",
    key: &[
        ["direction", "direction"],
        ["currency", "currency"],
        ["day", "transaction_date"],
    ],
    addends: &[
        ["lines", "1"],
        [
            "returned_lines",
            "(case when quantity_e4 <= 0 then 1 else 0 end)",
        ],
        ["amount_high", "cast(amount_e4 / 10000000 as integer)"],
        ["amount_low", "cast(amount_e4 % 10000000 as integer)"],
    ],
    line_filter: "true",
    derived_select: Some(
        r"
            select $1, direction, currency, day, sum(lines),
              sum(case when is_return then lines else 0 end), sum(amount_high), sum(amount_low)
            from rollup_item_day
            where tenant_id = $1
            group by direction, day, currency
        ",
    ),
};

/// The suppliers of a day.
pub(super) const SUPPLIER_DAY: SumRollup = SumRollup {
    table: "rollup_supplier_day",
    key: &[["day", "transaction_date"], ["supplier_id", "supplier_id"]],
    addends: &[["lines", "1"]],
    line_filter: "direction = 'purchase' and supplier_id is not null",
    derived_select: None,
};

/// The purchases of an item from a supplier on a day, by price. Returns are separate.
pub(super) const SUPPLIER_ITEM: SumRollup = SumRollup {
    table: "rollup_supplier_item",
    key: &[
        ["day", "transaction_date"],
        ["item_id", "item_id"],
        ["supplier_id", "coalesce(supplier_id, '')"],
        ["unit_price_e4", "unit_price_e4"],
        ["unit", "unit"],
        ["currency", "currency"],
        ["is_return", "quantity_e4 <= 0"],
    ],
    addends: LINE_SUMS,
    line_filter: "direction = 'purchase'",
    derived_select: None,
};

/// The deliveries that a supplier promised for a day, and those that arrived on time.
pub(super) const PROMISE_SUPPLIER: SumRollup = SumRollup {
    table: "rollup_promise_supplier",
    key: &[
        ["day", "promised_date"],
        ["supplier_id", "coalesce(supplier_id, '')"],
    ],
    addends: PROMISE_COUNTS,
    line_filter: "direction = 'purchase' and promised_date is not null",
    derived_select: None,
};

/// The deliveries promised for a day and those on time, for all suppliers together.
pub(super) const PROMISE_DAY: SumRollup = SumRollup {
    table: "rollup_promise_day",
    key: &[["day", "promised_date"]],
    addends: PROMISE_COUNTS,
    line_filter: "direction = 'purchase' and promised_date is not null",
    derived_select: Some(
        r"
            select $1, day, sum(promised), sum(on_time)
            from rollup_promise_supplier
            where tenant_id = $1
            group by day
        ",
    ),
};

const PROMISE_COUNTS: &[[&str; 2]] = &[
    ["promised", "1"],
    [
        "on_time",
        "(case when delivered_date <= promised_date then 1 else 0 end)",
    ],
];

/// Delivered purchase lines of a quarter by both days, each `2026-03-31 2026-04-09 2`: ordered,
/// delivered, lines. Without returns.
pub(super) const DELIVERY_HISTORY: PackedSeries = PackedSeries {
    table: "rollup_delivery_history",
    key: &["supplier_id", "item_id", "quarter"],
    packed_column: "history",
    format: PackedFormat::Days {
        days: 2,
        numbers: 1,
    },
    entry_order: " order by day, delivered",
    select: r"
        select {leading}supplier_id, item_id, quarter,
          string_agg(
              cast(day as text) || ' ' || cast(delivered as text) || ' ' || lines, ';'
              order by day, delivered
            )
        from (
            select coalesce(supplier_id, '') as supplier_id, item_id,
              substr(cast(transaction_date as text), 1, 5) || substr(
                  '010101040404070707101010',
                    cast(substr(cast(transaction_date as text), 6, 2) as integer) * 2 - 1, 2
                ) as quarter, transaction_date as day, delivered_date as delivered,
              sum({line_sign}) as lines
            from {line_source}
              and direction = 'purchase'
              and quantity_e4 > 0
              and delivered_date is not null
            group by coalesce(supplier_id, ''), item_id, transaction_date, delivered_date
          ) as of_day
        group by supplier_id, item_id, quarter
    ",
    change_select: None,
};

/// Sales of a quarter that were delivered on another day than their date, each `2025-12-31
/// 2026-04-09 2 0 250000`: date, delivered, lines, and the two parts of the quantity, with returns
/// subtracted. Lines that were promised and not delivered have [`NOT_DELIVERED`]. Empty if dates are
/// days of delivery.
pub(super) const SALE_DELIVERY: PackedSeries = PackedSeries {
    table: "rollup_sale_delivery",
    key: &["item_id", "unit", "location", "quarter"],
    packed_column: "history",
    format: PackedFormat::Days {
        days: 2,
        numbers: 3,
    },
    entry_order: " order by day, delivered",
    select: r"
        select {leading}item_id, unit, location, quarter,
          string_agg(
              cast(day as text) || ' ' || delivered || ' ' || lines || ' ' || high || ' ' || low, ';'
              order by day, delivered
            )
        from (
            select item_id, unit, coalesce(location, '') as location,
              substr(cast(transaction_date as text), 1, 5) || substr(
                  '010101040404070707101010',
                    cast(substr(cast(transaction_date as text), 6, 2) as integer) * 2 - 1, 2
                ) as quarter, transaction_date as day,
              coalesce(cast(delivered_date as text), '9999-12-31') as delivered,
              sum({line_sign}) as lines,
              sum({line_sign} * cast(quantity_e4 / 10000000 as integer)) as high,
              sum({line_sign} * cast(quantity_e4 % 10000000 as integer)) as low
            from {line_source}
              and direction = 'sale'
              and quantity_e4 <> 0
              and (
                  delivered_date <> transaction_date
                    or delivered_date is null and promised_date is not null
                )
            group by item_id, unit, coalesce(location, ''), transaction_date,
              coalesce(cast(delivered_date as text), '9999-12-31')
          ) as of_day
        group by item_id, unit, location, quarter
    ",
    change_select: None,
};

/// The delivered day of lines that are not delivered: 9999-12-31, in days since 1970-01-01.
pub(super) const NOT_DELIVERED: i32 = 2_932_896;

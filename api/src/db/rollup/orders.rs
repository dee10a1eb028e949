//! What lines, orders, suppliers and promises there are by day.

use super::LINES;
use super::changes::CHANGES;
use super::recount::Recount;
use super::sums::Sums;

/// Lines and amounts of a day.
pub(super) const LINE_DAY: Sums = Sums {
    table: "rollup_line_day",
    key: &[["direction", "direction"], ["currency", "currency"], ["day", "transaction_date"]],
    adds: &[
        ["lines", "1"],
        ["returned_lines", "(case when quantity_e4 <= 0 then 1 else 0 end)"],
        ["amount_high", "cast(amount_e4 / 10000000 as integer)"],
        ["amount_low", "cast(amount_e4 % 10000000 as integer)"],
    ],
    counts: "true",
    from_others: Some(
        "select $1, direction, currency, day, sum(lines), sum(case when is_return then lines else 0 end), sum(amount_high), sum(amount_low) \
         from rollup_item_day where tenant_id = $1 group by direction, day, currency",
    ),
};

/// Who was bought from on a day.
pub(super) const SUPPLIER_DAY: Sums = Sums {
    table: "rollup_supplier_day",
    key: &[["day", "transaction_date"], ["supplier_id", "supplier_id"]],
    adds: &[["lines", "1"]],
    counts: "direction = 'purchase' and supplier_id is not null",
    from_others: None,
};

/// What was promised for a day, and what of it came in time.
pub(super) const PROMISE_DAY: Sums = Sums {
    table: "rollup_promise_day",
    key: &[["day", "promised_date"]],
    adds: &[["promised", "1"], ["on_time", "(case when delivered_date <= promised_date then 1 else 0 end)"]],
    counts: "direction = 'purchase' and promised_date is not null",
    from_others: None,
};

/// Purchase lines of a quarter that were delivered, by both days, `2026-03-31 2026-04-09 2` each: ordered, delivered, lines. Returns are no deliveries.
pub(super) const DELIVERY_HISTORY: Recount = Recount {
    table: "rollup_delivery_history",
    key: &["supplier_id", "item_id", "quarter"],
    values: &["history"],
    select: "select $1, supplier_id, item_id, quarter, \
        string_agg(cast(day as text) || ' ' || cast(delivered as text) || ' ' || lines, ';' order by day, delivered) \
        from (select coalesce(supplier_id, '') as supplier_id, item_id, substr(cast(transaction_date as text), 1, 5) || \
        substr('010101040404070707101010', cast(substr(cast(transaction_date as text), 6, 2) as integer) * 2 - 1, 2) as quarter, \
        transaction_date as day, delivered_date as delivered, count(*) as lines from purchase_transactions \
        where tenant_id = $1 and deleted_at is null and direction = 'purchase' and quantity_e4 > 0 and delivered_date is not null{narrowed} \
        group by coalesce(supplier_id, ''), item_id, transaction_date, delivered_date) as of_day group by supplier_id, item_id, quarter",
    direction: "purchase",
    touched_by: "coalesce(supplier_id, ''), item_id, substr(cast(transaction_date as text), 1, 5) || \
        substr('010101040404070707101010', cast(substr(cast(transaction_date as text), 6, 2) as integer) * 2 - 1, 2)",
    counted_by: "coalesce(supplier_id, ''), item_id, substr(cast(transaction_date as text), 1, 5) || \
        substr('010101040404070707101010', cast(substr(cast(transaction_date as text), 6, 2) as integer) * 2 - 1, 2)",
    day: Some("transaction_date"),
    touched_rows: "supplier_id, item_id, quarter",
};

// The purchase orders of each day (`next_day` is `day`), and those that go on from a day to a later one. Orders of a range of days are those of each day less
// those that go on inside the range: so an order of several days is counted once. Orders of sales are not counted: nobody asks for them, and there are many.

/// The table of spans.
pub(super) const ORDER_SPAN: &str = "rollup_order_span";
/// Its columns behind `tenant_id`.
pub(super) const SPAN_COLUMNS: [&str; 4] = ["currency", "day", "next_day", "orders"];

pub(super) const EMPTY_SPANS: &str = "delete from rollup_order_span where tenant_id = $1";
pub(super) const REMOVE_UNUSED_SPANS: &str = "delete from rollup_order_span where tenant_id = $1 and orders = 0";

/// The spans of the orders in a table of (currency, order, day), each with a sign.
fn spans(order_days: &str, sign: i8) -> String {
    format!(
        "select {sign} as sign, currency, day, day as next_day from {order_days} union all \
         select {sign}, currency, day, lead(day) over (partition by currency, order_id order by day) from {order_days}"
    )
}

/// Counts all orders.
pub(super) fn fill_spans() -> String {
    format!(
        "insert into {ORDER_SPAN} (tenant_id, currency, day, next_day, orders) select $1, currency, day, next_day, count(*) from (with order_days as \
         (select distinct currency, order_id, transaction_date as day from {LINES} where tenant_id = $1 and deleted_at is null and direction = 'purchase') \
         {}) as spans where next_day is not null group by currency, day, next_day",
        spans("order_days", 1)
    )
}

/// Takes off the spans of the changed orders as they were and adds them as they are. How they were is told by the lines that they have and by what changed.
pub(super) fn apply_spans() -> String {
    format!(
        "insert into {ORDER_SPAN} (tenant_id, currency, day, next_day, orders) select $1, currency, day, next_day, sum(sign) from (with \
         now_days as (select currency, order_id, transaction_date as day, count(*) as n from {LINES} where tenant_id = $1 and deleted_at is null \
         and direction = 'purchase' and order_id in (select order_id from {CHANGES} where direction = 'purchase') group by currency, order_id, transaction_date), \
         old_days as (select currency, order_id, day from (select currency, order_id, day, n from now_days union all \
         select currency, order_id, transaction_date, -sign from {CHANGES} where direction = 'purchase') as both_days \
         group by currency, order_id, day having sum(n) > 0) {} union all {}) as spans \
         where next_day is not null group by currency, day, next_day having sum(sign) <> 0 \
         on conflict (tenant_id, currency, day, next_day) do update set orders = {ORDER_SPAN}.orders + excluded.orders",
        spans("now_days", 1),
        spans("old_days", -1)
    )
}

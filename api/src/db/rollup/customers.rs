//! What each customer ordered: when, and of which items. Returns are no orders and are not taken off; they stand by themselves.

use super::items::SUMS;
use super::orders::AMOUNTS;
use super::recount::Recount;
use super::sums::Sums;

/// A customer's orders of a quarter by day, `2026-03-31 2 5 1234 567` each: a day, its orders, their lines of that day and the two parts of their amount. As rows
/// they would take most of the time to write and to read; as one text for all time a new order would cost as much as all before it.
pub(super) const CUSTOMER_HISTORY: Recount = Recount {
    table: "rollup_customer_history",
    key: &["currency", "customer_id", "quarter"],
    values: &["history"],
    select: "select $1, currency, customer_id, quarter, \
        string_agg(cast(day as text) || ' ' || orders || ' ' || lines || ' ' || high || ' ' || low, ';' order by day) \
        from (select currency, customer_id, substr(cast(day as text), 1, 5) || \
        substr('010101040404070707101010', cast(substr(cast(day as text), 6, 2) as integer) * 2 - 1, 2) as quarter, day, count(*) as orders, \
        cast(sum(lines) as bigint) as lines, cast(sum(high) as bigint) as high, cast(sum(low) as bigint) as low \
        from (select currency, customer_id, transaction_date as day, count(*) as lines, sum(cast(amount_e4 / 10000000 as integer)) as high, \
        sum(cast(amount_e4 % 10000000 as integer)) as low from purchase_transactions \
        where tenant_id = $1 and deleted_at is null and direction = 'sale' and customer_id is not null and quantity_e4 > 0{narrowed} \
        group by order_id, transaction_date, customer_id, currency) as of_order group by day, customer_id, currency) as of_day \
        group by customer_id, quarter, currency",
    direction: "sale",
    touched_by: "customer_id, substr(cast(transaction_date as text), 1, 5) || \
        substr('010101040404070707101010', cast(substr(cast(transaction_date as text), 6, 2) as integer) * 2 - 1, 2)",
    counted_by: "customer_id, substr(cast(transaction_date as text), 1, 5) || \
        substr('010101040404070707101010', cast(substr(cast(transaction_date as text), 6, 2) as integer) * 2 - 1, 2)",
    day: Some("transaction_date"),
    touched_rows: "customer_id, quarter",
};

/// What a customer ordered of an item on all days, those to come included.
pub(super) const CUSTOMER_ITEM: Sums = Sums {
    table: "rollup_customer_item",
    key: &[["customer_id", "customer_id"], ["item_id", "item_id"], ["unit", "unit"], ["currency", "currency"]],
    adds: SUMS,
    counts: "direction = 'sale' and customer_id is not null and quantity_e4 > 0",
    from_others: None,
};

/// The same of all items in one text, `5:CS-12bag 3 0 1250 1 7500000/` each: the number of characters of the id, the id, its unit, and the sums.
pub(super) const CUSTOMER_BASKET: Recount = Recount {
    table: "rollup_customer_basket",
    key: &["currency", "customer_id"],
    values: &["basket"],
    select: "select $1, currency, customer_id, string_agg(cast(length(item_id) as text) || ':' || item_id || unit || ' ' || cast(lines as text) || ' ' || \
        cast(quantity_high as text) || ' ' || cast(quantity_low as text) || ' ' || cast(amount_high as text) || ' ' || cast(amount_low as text) || '/', '' \
        order by item_id, unit) from rollup_customer_item where tenant_id = $1{narrowed} group by currency, customer_id",
    direction: "sale",
    touched_by: "customer_id",
    counted_by: "customer_id",
    day: None,
    touched_rows: "customer_id",
};

/// What a customer brought back on a day: the lines that its history leaves out.
pub(super) const CUSTOMER_RETURN: Sums = Sums {
    table: "rollup_customer_return",
    key: &[["currency", "currency"], ["day", "transaction_date"], ["customer_id", "customer_id"]],
    adds: AMOUNTS,
    counts: "direction = 'sale' and customer_id is not null and quantity_e4 <= 0",
    from_others: None,
};

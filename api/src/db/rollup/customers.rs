//! What each customer ordered: when, and of which items. Returns are no orders and are not taken off.

use super::items::SUMS;
use super::recount::Recount;
use super::sums::Sums;

/// A customer's orders of a quarter by day, `2026-03-31 5 1234 567` each: a day, the order's lines of that day and the two parts of their amount. As rows they
/// would take most of the time to write and to read; as one text for all time a new order would cost as much as all before it.
pub(super) const CUSTOMER_HISTORY: Recount = Recount {
    table: "rollup_customer_history",
    key: &["currency", "customer_id", "quarter"],
    values: &["history"],
    select: "select $1, currency, customer_id, quarter, \
        string_agg(cast(day as text) || ' ' || lines || ' ' || high || ' ' || low, ';' order by day, lines, high, low) \
        from (select currency, customer_id, substr(cast(transaction_date as text), 1, 5) || \
        substr('010101040404070707101010', cast(substr(cast(transaction_date as text), 6, 2) as integer) * 2 - 1, 2) as quarter, \
        transaction_date as day, count(*) as lines, sum(cast(amount_e4 / 10000000 as integer)) as high, \
        sum(cast(amount_e4 % 10000000 as integer)) as low from purchase_transactions \
        where tenant_id = $1 and deleted_at is null and direction = 'sale' and customer_id is not null and quantity_e4 > 0{narrowed} \
        group by order_id, transaction_date, customer_id, currency) as of_order group by customer_id, quarter, currency",
    direction: "sale",
    touched_by: "customer_id, substr(cast(transaction_date as text), 1, 5) || \
        substr('010101040404070707101010', cast(substr(cast(transaction_date as text), 6, 2) as integer) * 2 - 1, 2)",
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

//! What each customer ordered: when, and of which items. Returns are no orders and are not taken off.

use super::Rollup;

/// A customer's orders by day, `2026-03-31 5 1234 567` each: a day, the order's lines of that day and the two parts of their amount. One text a customer,
/// because nobody asks for less: as rows they would take most of the time to write and to read.
pub(super) const CUSTOMER_HISTORY: Rollup = Rollup {
    table: "rollup_customer_history",
    key: &["currency", "customer_id"],
    values: &["orders"],
    select: "select $1, currency, customer_id, string_agg(cast(day as text) || ' ' || lines || ' ' || high || ' ' || low, ';' order by day, lines, high, low) \
        from (select currency, customer_id, transaction_date as day, count(*) as lines, sum(cast(amount_e4 / 10000000 as integer)) as high, \
        sum(cast(amount_e4 % 10000000 as integer)) as low from purchase_transactions \
        where tenant_id = $1 and deleted_at is null and direction = 'sale' and customer_id is not null and quantity_e4 > 0{narrowed} \
        group by order_id, transaction_date, customer_id, currency) as of_order group by customer_id, currency",
    touched_source: TOUCHED,
    touched_rows: TOUCHED,
};

/// What a customer ordered of an item on all days, those to come included.
pub(super) const CUSTOMER_ITEM: Rollup = Rollup {
    table: "rollup_customer_item",
    key: &["currency", "customer_id", "item_id", "unit"],
    values: &["lines", "quantity_high", "quantity_low", "amount_high", "amount_low"],
    select: "select $1, currency, customer_id, item_id, unit, count(*), sum(cast(quantity_e4 / 10000000 as integer)), \
        sum(cast(quantity_e4 % 10000000 as integer)), sum(cast(amount_e4 / 10000000 as integer)), sum(cast(amount_e4 % 10000000 as integer)) \
        from purchase_transactions where tenant_id = $1 and deleted_at is null and direction = 'sale' and customer_id is not null \
        and quantity_e4 > 0{narrowed} group by customer_id, item_id, unit, currency",
    touched_source: TOUCHED,
    touched_rows: TOUCHED,
};

const TOUCHED: &str = "customer_id in (select customer_id from rollup_touched_customer)";

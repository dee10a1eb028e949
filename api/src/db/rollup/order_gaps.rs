//! The days on which purchase orders have lines, to count distinct orders in any range of days: the orders
//! of each day (`next_day` is `day`), minus those that continue from a day to a later day in the
//! range. An order of several days counts once.

use super::LINES_TABLE;
use super::change_capture::CHANGES_TABLE;
use crate::db::Engine;

/// The table of the gaps of purchase orders.
pub(super) const ORDER_GAPS_TABLE: &str = "rollup_purchase_order_gap";

/// The temporary table of the days of changed orders.
pub(super) const ORDER_DAYS_TABLE: &str = "rollup_order_day";

/// The statements that fill it, also for histories of customers: the number of an order's lines
/// on a day, and of those with a positive quantity, before and after the change. The numbers before
/// the change derive from the lines and the captured changes. The lines are found by an index per
/// direction.
pub(super) fn gather_order_days_sql(engine: Engine) -> [String; 2] {
    let on_commit = if engine == Engine::Postgres {
        " on commit drop"
    } else {
        ""
    };
    let of_lines = |direction: &str| {
        format!(
            r"
                select direction, currency, customer_id, order_id, transaction_date as day, 1 as n,
                  case when quantity_e4 > 0 then 1 else 0 end as ordered, 1 as n_before,
                  case when quantity_e4 > 0 then 1 else 0 end as ordered_before
                from {LINES_TABLE}
                where tenant_id = $1
                  and deleted_at is null
                  and direction = '{direction}'
                  and order_id in (select order_id from {CHANGES_TABLE} where direction = '{direction}')
            "
        )
    };
    let columns = "direction, currency, customer_id, order_id, day";
    [
        format!(
            r"
                create temporary table {ORDER_DAYS_TABLE}{on_commit} as
                select direction, currency, customer_id, order_id, transaction_date as day, 1 as n,
                  1 as ordered, 1 as n_before, 1 as ordered_before
                from {LINES_TABLE}
                limit 0
            "
        ),
        format!(
            r"
                insert into {ORDER_DAYS_TABLE} ({columns}, n, ordered, n_before, ordered_before)
                select {columns}, sum(n), sum(ordered), sum(n_before), sum(ordered_before)
                from (
                    {}
                    union all {}
                    union all
                    select direction, currency, customer_id, order_id, transaction_date, 0, 0,
                      -sign, case when quantity_e4 > 0 then -sign else 0 end
                    from {CHANGES_TABLE}
                  ) as both_days
                group by {columns}
            ",
            of_lines("sale"),
            of_lines("purchase")
        ),
    ]
}

/// The columns of the rollup.
pub(super) const ORDER_GAP_COLUMNS: [&str; 4] = ["currency", "day", "next_day", "orders"];

/// Deletes all gaps.
pub(super) fn delete_gaps_sql() -> String {
    format!("delete from {ORDER_GAPS_TABLE} where tenant_id = $1")
}

/// Deletes gaps that no order has.
pub(super) fn delete_unused_gaps_sql() -> String {
    format!("delete from {ORDER_GAPS_TABLE} where tenant_id = $1 and orders = 0")
}

/// Counts the gaps of all purchase orders.
pub(super) fn fill_gaps_sql() -> String {
    format!(
        r"
            insert into {ORDER_GAPS_TABLE} (tenant_id, currency, day, next_day, orders)
            select $1, currency, day, next_day, count(*)
            from (
                with order_days as (
                    select distinct currency, order_id, transaction_date as day
                    from {LINES_TABLE}
                    where tenant_id = $1 and deleted_at is null and direction = 'purchase'
                  )
                {}
              ) as spans
            where next_day is not null
            group by currency, day, next_day
        ",
        gaps_sql("order_days", 1)
    )
}

/// Subtracts the gaps of the changed orders before the change and adds those after it, from the
/// days of [`gather_order_days_sql`].
pub(super) fn apply_gap_changes_sql() -> String {
    let days = |lines: &str| {
        format!(
            r"
                select currency, order_id, day
                from {ORDER_DAYS_TABLE}
                where direction = 'purchase'
                group by currency, order_id, day
                having sum({lines}) > 0
            "
        )
    };
    format!(
        r"
            insert into {ORDER_GAPS_TABLE} (tenant_id, currency, day, next_day, orders)
            select $1, currency, day, next_day, sum(sign)
            from (with now_days as ({}), old_days as ({}) {} union all {}) as spans
            where next_day is not null
            group by currency, day, next_day
            having sum(sign) <> 0
            on conflict (tenant_id, currency, day, next_day)
            do update set orders = {ORDER_GAPS_TABLE}.orders + excluded.orders
        ",
        days("n"),
        days("n_before"),
        gaps_sql("now_days", 1),
        gaps_sql("old_days", -1)
    )
}

/// The gaps of the orders in such a table, with a sign.
fn gaps_sql(order_days: &str, sign: i8) -> String {
    format!(
        r"
            select {sign} as sign, currency, day, day as next_day
            from {order_days}
            union all
            select {sign}, currency, day,
              lead(day) over (partition by currency, order_id order by day)
            from {order_days}
        "
    )
}

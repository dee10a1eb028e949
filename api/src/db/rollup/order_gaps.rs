//! The days on which orders have lines, to count distinct orders in any range of days: the orders
//! of each day (`next_day` is `day`), minus those that continue from a day to a later day in the
//! range. An order of several days counts once.

use super::LINES_TABLE;
use super::change_capture::CHANGES_TABLE;
use crate::db::Engine;

/// A rollup of order gaps.
pub(super) struct OrderGapRollup {
    /// The table name.
    pub(super) table: &'static str,
    /// Selects the lines: the direction, and a further condition.
    direction: &'static str,
    line_filter: &'static str,
    /// Distinguishes orders together with the order id.
    group_columns: &'static str,
    /// The days of an order that count as days. `ordered` is the number of lines with a positive
    /// quantity.
    day_filter: &'static str,
}

/// Purchase orders.
pub(super) const PURCHASE_ORDER_GAPS: OrderGapRollup = OrderGapRollup {
    table: "rollup_purchase_order_gap",
    direction: "purchase",
    line_filter: "true",
    group_columns: "currency",
    day_filter: "true",
};

/// Sale orders.
pub(super) const SALE_ORDER_GAPS: OrderGapRollup = OrderGapRollup {
    table: "rollup_sale_order_gap",
    direction: "sale",
    line_filter: "true",
    group_columns: "currency",
    day_filter: "true",
};

/// The orders of each customer, as far as the customer history lacks them: it contains the orders
/// of each day except those with returns only.
pub(super) const CUSTOMER_ORDER_GAPS: OrderGapRollup = OrderGapRollup {
    table: "rollup_customer_order_gap",
    direction: "sale",
    line_filter: "customer_id is not null",
    group_columns: "currency, customer_id",
    day_filter: "ordered = 0",
};

/// The temporary table of the days of changed orders.
pub(super) const ORDER_DAYS_TABLE: &str = "rollup_order_day";

/// The statements that fill it, once for all rollups of order gaps: the number of an order's lines
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

impl OrderGapRollup {
    /// The columns of the rollup. The rollup by customer has `customer_id` before the count.
    pub(super) fn columns(&self) -> impl Iterator<Item = &'static str> {
        let customer = self
            .group_columns
            .contains("customer_id")
            .then_some("customer_id");
        ["currency", "day", "next_day"]
            .into_iter()
            .chain(customer)
            .chain(["orders"])
    }

    pub(super) fn delete_sql(&self) -> String {
        format!("delete from {} where tenant_id = $1", self.table)
    }

    pub(super) fn delete_unused_sql(&self) -> String {
        format!(
            "delete from {} where tenant_id = $1 and orders = 0",
            self.table
        )
    }

    /// Counts all orders. If only exceptional days count, orders with one day and no return are
    /// skipped in advance.
    pub(super) fn fill_sql(&self) -> String {
        let Self {
            table,
            group_columns: group,
            ..
        } = self;
        let lines = self.line_condition();
        let candidates = if self.day_filter == "true" {
            String::new()
        } else {
            format!(
                r"
                    and order_id in (
                        select order_id
                        from {LINES_TABLE}
                        where {lines}
                        group by order_id, {group}
                        having min(transaction_date) <> max(transaction_date)
                          or min(quantity_e4) <= 0
                      )
                "
            )
        };
        format!(
            r"
                insert into {table} (tenant_id, {group}, day, next_day, orders)
                select $1, {group}, day, next_day, count(*)
                from (with order_days as ({}) {}) as spans
                where next_day is not null
                group by {group}, day, next_day
            ",
            self.order_days_sql(&candidates),
            self.gaps_sql("order_days", 1)
        )
    }

    /// Subtracts the gaps of the changed orders before the change and adds those after it, from the
    /// days of [`gather_order_days_sql`].
    pub(super) fn apply_changes_sql(&self) -> String {
        let Self {
            table,
            direction,
            line_filter: counts,
            group_columns: group,
            ..
        } = self;
        let days = |n: &str, ordered: &str| {
            format!(
                r"
                    select {group}, order_id, day, sum({ordered}) as ordered
                    from {ORDER_DAYS_TABLE}
                    where direction = '{direction}' and {counts}
                    group by {group}, order_id, day
                    having sum({n}) > 0
                "
            )
        };
        format!(
            r"
                insert into {table} (tenant_id, {group}, day, next_day, orders)
                select $1, {group}, day, next_day, sum(sign)
                from (with now_days as ({}), old_days as ({}) {} union all {}) as spans
                where next_day is not null
                group by {group}, day, next_day
                having sum(sign) <> 0
                on conflict (tenant_id, {group}, day, next_day)
                do update set orders = {table}.orders + excluded.orders
            ",
            days("n", "ordered"),
            days("n_before", "ordered_before"),
            self.gaps_sql("now_days", 1),
            self.gaps_sql("old_days", -1)
        )
    }

    fn line_condition(&self) -> String {
        format!(
            "tenant_id = $1 and deleted_at is null and direction = '{}' and {}",
            self.direction, self.line_filter
        )
    }

    /// The days of orders with their lines.
    fn order_days_sql(&self, filter: &str) -> String {
        let group = self.group_columns;
        format!(
            r"
                select {group}, order_id, transaction_date as day, count(*) as n,
                  sum(case when quantity_e4 > 0 then 1 else 0 end) as ordered
                from {LINES_TABLE}
                where {}{filter}
                group by {group}, order_id, transaction_date
            ",
            self.line_condition()
        )
    }

    /// The gaps of the orders in such a table, with a sign.
    fn gaps_sql(&self, order_days: &str, sign: i8) -> String {
        let Self {
            group_columns: group,
            day_filter: own_days,
            ..
        } = self;
        format!(
            r"
                select {sign} as sign, {group}, day, day as next_day
                from {order_days}
                where {own_days}
                union all
                select {sign}, {group}, day,
                  lead(day) over (partition by {group}, order_id order by day)
                from {order_days}
            "
        )
    }
}

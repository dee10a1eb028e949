//! On which days orders have lines, so that distinct orders can be counted over any range of days:
//! those of each day (`next_day` is `day`), less those that go on from a day to a later one inside
//! the range. So an order of several days is counted once.

use super::LINES_TABLE;
use super::change_capture::CHANGES_TABLE;
use crate::db::Engine;

/// A table of spans.
pub(super) struct OrderGapRollup {
    /// Its name.
    pub(super) table: &'static str,
    /// The lines that count: those of this direction, and of them these.
    direction: &'static str,
    line_filter: &'static str,
    /// Orders are told apart within these.
    group_columns: &'static str,
    /// Which days of an order count by themselves. `ordered` is the number of its lines with a
    /// positive quantity.
    day_filter: &'static str,
}

/// The orders of purchases.
pub(super) const PURCHASE_ORDER_GAPS: OrderGapRollup = OrderGapRollup {
    table: "rollup_order_span",
    direction: "purchase",
    line_filter: "true",
    group_columns: "currency",
    day_filter: "true",
};

/// The orders of sales.
pub(super) const SALE_ORDER_GAPS: OrderGapRollup = OrderGapRollup {
    table: "rollup_sale_span",
    direction: "sale",
    line_filter: "true",
    group_columns: "currency",
    day_filter: "true",
};

/// The orders of each customer, as far as its history does not tell them: it has the orders of each
/// day, those with returns alone left out.
pub(super) const CUSTOMER_ORDER_GAPS: OrderGapRollup = OrderGapRollup {
    table: "rollup_customer_span",
    direction: "sale",
    line_filter: "customer_id is not null",
    group_columns: "currency, customer_id",
    day_filter: "ordered = 0",
};

/// The days of the orders that a change touches, while a merge lasts.
pub(super) const ORDER_DAYS_TABLE: &str = "rollup_order_day";

/// The statements that gather them, once for all that counts orders: the number of an order's lines
/// of a day, and of those with a positive quantity, now and before the change. How they were is
/// told by the lines that they have and by what changed. The lines are found by an index for each
/// direction.
pub(super) fn gather_order_days_sql(engine: Engine) -> [String; 2] {
    let end = if engine == Engine::Postgres {
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
                create temporary table {ORDER_DAYS_TABLE}{end} as
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
    /// The columns of the spans of all customers together; those of a customer name it before the
    /// number.
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

    /// Counts all orders. Where single days count by exception, orders that have only one and no
    /// return are left out beforehand.
    pub(super) fn fill_sql(&self) -> String {
        let Self {
            table,
            group_columns: within,
            ..
        } = self;
        let lines = self.line_condition();
        let odd = if self.day_filter == "true" {
            String::new()
        } else {
            format!(
                r"
                    and order_id in (
                        select order_id
                        from {LINES_TABLE}
                        where {lines}
                        group by order_id, {within}
                        having min(transaction_date) <> max(transaction_date)
                          or min(quantity_e4) <= 0
                      )
                "
            )
        };
        format!(
            r"
                insert into {table} (tenant_id, {within}, day, next_day, orders)
                select $1, {within}, day, next_day, count(*)
                from (with order_days as ({}) {}) as spans
                where next_day is not null
                group by {within}, day, next_day
            ",
            self.order_days_sql(&odd),
            self.gaps_sql("order_days", 1)
        )
    }

    /// Takes off the spans of the changed orders as they were and adds them as they are, by the
    /// days that [`order_days`] has gathered.
    pub(super) fn apply_changes_sql(&self) -> String {
        let Self {
            table,
            direction,
            line_filter: counts,
            group_columns: within,
            ..
        } = self;
        let days = |n: &str, ordered: &str| {
            format!(
                r"
                    select {within}, order_id, day, sum({ordered}) as ordered
                    from {ORDER_DAYS_TABLE}
                    where direction = '{direction}' and {counts}
                    group by {within}, order_id, day
                    having sum({n}) > 0
                "
            )
        };
        format!(
            r"
                insert into {table} (tenant_id, {within}, day, next_day, orders)
                select $1, {within}, day, next_day, sum(sign)
                from (with now_days as ({}), old_days as ({}) {} union all {}) as spans
                where next_day is not null
                group by {within}, day, next_day
                having sum(sign) <> 0
                on conflict (tenant_id, {within}, day, next_day)
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

    /// The days of orders, with their lines.
    fn order_days_sql(&self, narrowed: &str) -> String {
        let within = self.group_columns;
        format!(
            r"
                select {within}, order_id, transaction_date as day, count(*) as n,
                  sum(case when quantity_e4 > 0 then 1 else 0 end) as ordered
                from {LINES_TABLE}
                where {}{narrowed}
                group by {within}, order_id, transaction_date
            ",
            self.line_condition()
        )
    }

    /// The spans of the orders in such a table, each with a sign.
    fn gaps_sql(&self, order_days: &str, sign: i8) -> String {
        let Self {
            group_columns: within,
            day_filter: own_days,
            ..
        } = self;
        format!(
            r"
                select {sign} as sign, {within}, day, day as next_day
                from {order_days}
                where {own_days}
                union all
                select {sign}, {within}, day,
                  lead(day) over (partition by {within}, order_id order by day)
                from {order_days}
            "
        )
    }
}

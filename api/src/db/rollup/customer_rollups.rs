//! The orders of each customer by day and by item. Returns are left out.

use super::packed_series::PackedSeries;
use super::packed_series::packed_entries::PackedFormat;

/// A customer's orders by day in a quarter, each `2026-03-31 2 5 1234 567`: the day, its orders,
/// their lines, and the two parts of the amount. Separate rows would take most of the time to write
/// and to read. A single text for all time would have to be rewritten for each new order.
pub(super) const CUSTOMER_HISTORY: PackedSeries = PackedSeries {
    table: "rollup_customer_history",
    key: &["currency", "customer_id", "quarter"],
    packed_column: "history",
    format: PackedFormat::Days {
        days: 1,
        numbers: 4,
    },
    entry_order: " order by day",
    select: r"
        select {leading}currency, customer_id, quarter,
          string_agg(
              cast(day as text) || ' ' || orders || ' ' || lines || ' ' || high || ' ' || low, ';'
              order by day
            )
        from (
            select currency, customer_id,
              substr(cast(day as text), 1, 5) || substr(
                  '010101040404070707101010',
                    cast(substr(cast(day as text), 6, 2) as integer) * 2 - 1, 2
                ) as quarter, day, count(*) as orders, cast(sum(lines) as bigint) as lines,
              cast(sum(high) as bigint) as high, cast(sum(low) as bigint) as low
            from (
                select currency, customer_id, transaction_date as day, count(*) as lines,
                  sum(cast(amount_e4 / 10000000 as integer)) as high,
                  sum(cast(amount_e4 % 10000000 as integer)) as low
                from {line_source} and direction = 'sale' and customer_id is not null and quantity_e4 > 0
                group by order_id, transaction_date, customer_id, currency
              ) as of_order
            group by day, customer_id, currency
          ) as of_day
        group by customer_id, quarter, currency
    ",
    // An order is new on a day if it had no such line on that day before.
    change_select: Some(
        r"
            select {leading}currency, customer_id, quarter,
              string_agg(
                  cast(day as text) || ' ' || orders || ' ' || lines || ' ' || high || ' ' || low,
                    ';'
                )
            from (
                select currency, customer_id,
                  substr(cast(day as text), 1, 5) || substr(
                      '010101040404070707101010',
                        cast(substr(cast(day as text), 6, 2) as integer) * 2 - 1, 2
                    ) as quarter, day, sum(orders) as orders, sum(lines) as lines,
                  sum(high) as high, sum(low) as low
                from (
                    select currency, customer_id, transaction_date as day, 0 as orders,
                      sign as lines, sign * cast(amount_e4 / 10000000 as integer) as high,
                      sign * cast(amount_e4 % 10000000 as integer) as low
                    from rollup_line_change
                    where direction = 'sale' and customer_id is not null and quantity_e4 > 0
                    union all
                    select currency, customer_id, day,
                      (case when ordered > 0 then 1 else 0 end) -
                        (case when ordered_before > 0 then 1 else 0 end), 0, 0, 0
                    from rollup_order_day
                    where direction = 'sale' and customer_id is not null
                  ) as one
                group by currency, customer_id, day
              ) as of_day
            group by currency, customer_id, quarter
        ",
    ),
};

/// What a customer ordered of each item on all days, including future ones, each `5:CS-12bag 3 0
/// 1250 1 7500000/`: the number of characters of the id, the id, its unit, and the sums.
pub(super) const CUSTOMER_BASKET: PackedSeries = PackedSeries {
    table: "rollup_customer_basket",
    key: &["currency", "customer_id"],
    packed_column: "basket",
    format: PackedFormat::Items,
    entry_order: " order by item_id, unit",
    select: r"
        select {leading}currency, customer_id,
          string_agg(
              cast(length(item_id) as text) || ':' || item_id || unit || ' ' || lines || ' ' ||
                quantity_high || ' ' || quantity_low || ' ' || amount_high || ' ' || amount_low ||
                '/', ''
              order by item_id, unit
            )
        from (
            select customer_id, item_id, unit, currency, sum({line_sign}) as lines,
              sum({line_sign} * cast(quantity_e4 / 10000000 as integer)) as quantity_high,
              sum({line_sign} * cast(quantity_e4 % 10000000 as integer)) as quantity_low,
              sum({line_sign} * cast(amount_e4 / 10000000 as integer)) as amount_high,
              sum({line_sign} * cast(amount_e4 % 10000000 as integer)) as amount_low
            from {line_source} and direction = 'sale' and customer_id is not null and quantity_e4 > 0
            group by customer_id, item_id, unit, currency
          ) as of_item
        group by currency, customer_id
    ",
    change_select: None,
};

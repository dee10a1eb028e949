//! What lines, orders, suppliers and promises there are by day.

use super::Rollup;
use super::items::TOUCHED_DAYS;

/// The lines of a touched day, found by the index on direction and day; the bounds keep a scan short where an engine joins by hashing.
pub(super) const LINES_OF_TOUCHED_DAYS: &str = "(direction, transaction_date) in (select direction, day from rollup_touched_day) \
    and transaction_date >= (select min(day) from rollup_touched_day) and transaction_date <= (select max(day) from rollup_touched_day)";

pub(super) const TOUCHED_PURCHASE_DAYS: &str = "day in (select day from rollup_touched_day where direction = 'purchase')";

/// Lines and amounts of a day.
pub(super) const LINE_DAY: Rollup = Rollup {
    table: "rollup_line_day",
    key: &["direction", "currency", "day"],
    values: &["lines", "returned_lines", "amount_high", "amount_low"],
    select: "select $1, direction, currency, day, sum(lines), sum(case when is_return then lines else 0 end), sum(amount_high), sum(amount_low) \
        from rollup_item_day where tenant_id = $1{narrowed} group by direction, day, currency",
    touched_source: TOUCHED_DAYS,
    touched_rows: TOUCHED_DAYS,
};

/// The purchase orders of each day (`next_day` is `day`), and those that go on from a day to a later one. Orders of a range of days are those of each day
/// less those that go on inside the range: so an order of several days is counted once. An order is known by all its days, so all of them are looked at
/// where any purchase changed. Orders of sales are not counted: nobody asks for them, and there are many.
pub(super) const ORDER_SPAN: Rollup = Rollup {
    table: "rollup_order_span",
    key: &["currency", "day", "next_day"],
    values: &["orders"],
    select: "select $1, currency, day, next_day, count(*) from (with order_days as (select distinct currency, order_id, transaction_date as day \
        from purchase_transactions where tenant_id = $1 and deleted_at is null and direction = 'purchase'{narrowed}) \
        select currency, day, day as next_day from order_days union all \
        select currency, day, lead(day) over (partition by currency, order_id order by day) from order_days) as spans \
        where next_day is not null group by currency, day, next_day",
    touched_source: TOUCHED_PURCHASES,
    touched_rows: TOUCHED_PURCHASES,
};

const TOUCHED_PURCHASES: &str = "exists (select 1 from rollup_touched_day where direction = 'purchase')";

/// Who was bought from on a day.
pub(super) const SUPPLIER_DAY: Rollup = Rollup {
    table: "rollup_supplier_day",
    key: &["day", "supplier_id"],
    values: &["lines"],
    select: "select $1, transaction_date, supplier_id, count(*) from purchase_transactions where tenant_id = $1 and deleted_at is null \
        and direction = 'purchase' and supplier_id is not null{narrowed} group by transaction_date, supplier_id",
    touched_source: LINES_OF_TOUCHED_DAYS,
    touched_rows: TOUCHED_PURCHASE_DAYS,
};

/// What was promised for a day, and what of it came in time.
pub(super) const PROMISE_DAY: Rollup = Rollup {
    table: "rollup_promise_day",
    key: &["day"],
    values: &["promised", "on_time"],
    select: "select $1, promised_date, count(*), count(case when delivered_date <= promised_date then 1 end) from purchase_transactions \
        where tenant_id = $1 and deleted_at is null and direction = 'purchase' and promised_date is not null{narrowed} group by promised_date",
    touched_source: TOUCHED_PROMISES,
    touched_rows: "day in (select day from rollup_touched_promise)",
};

const TOUCHED_PROMISES: &str = "promised_date in (select day from rollup_touched_promise)";

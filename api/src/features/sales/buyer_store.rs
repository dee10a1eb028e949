//! Reads each customer's orders by day, returns, and orders that span several days, in a range of
//! days.

use super::buyers::Buyer;
use super::sales_totals::SalesTotals;
use super::store::{SalesReport, count_excluded_lines, query_parameters};
use crate::auth::Proof;
use crate::auth::permission::{CustomersRead, SalesRead};
use crate::db::{DaysThrough, DbError, Organization, RolledUpDb, SUM_RADIX, TenantSql};
use crate::decimal::ExactSum;
use crate::features::customers::DayOrders;
use crate::features::purchasing::dashboard_cards::DateRange;
use sea_orm::{DbErr, FromQueryResult, Value};
use std::collections::HashMap;

#[derive(FromQueryResult)]
struct HistoryRow {
    customer_id: String,
    history: String,
}

/// `$3` and `$4` are the first and the last quarter. Quarters are in any order.
const HISTORIES_SQL: TenantSql = TenantSql::new(
    r"
        select customer_id, string_agg(history, '/') as history
        from rollup_customer_history
        where tenant_id = $1 and currency = $2 and quarter >= $3 and quarter <= $4
        group by customer_id
    ",
);

#[derive(FromQueryResult)]
struct ReturnsRow {
    customer_id: String,
    high: i64,
    low: i64,
    lines: i64,
}

const RETURNS_SQL: TenantSql = TenantSql::new(
    r"
        select customer_id, cast(sum(amount_high) as bigint) as high,
          cast(sum(amount_low) as bigint) as low, cast(sum(lines) as bigint) as lines
        from rollup_customer_return
        where tenant_id = $1 and day > $2 and day <= $3 and currency = $4
        group by customer_id
    ",
);

#[derive(FromQueryResult)]
struct SpansRow {
    customer_id: String,
    orders: i64,
}

/// Correction of the daily order counts: added where an order has only returns on a day, subtracted
/// where it has two days in the range.
const SPANS_SQL: TenantSql = TenantSql::new(
    r"
        select customer_id,
          cast(sum(case when next_day = day then orders else -orders end) as bigint) as orders
        from rollup_customer_order_gap
        where tenant_id = $1 and day > $2 and next_day <= $3 and currency = $4
        group by customer_id
    ",
);

#[derive(FromQueryResult)]
struct NameRow {
    customer_id: String,
    customer_name: String,
}

/// Includes customers that were removed from the source, as their purchases remain.
const NAMES_SQL: TenantSql =
    TenantSql::new("select customer_id, customer_name from customers where tenant_id = $1");

#[derive(Clone, Copy, Default)]
struct CustomerSums {
    revenue: ExactSum,
    orders: i64,
    lines: u64,
}

/// Purchases of each customer in a range of days, unordered.
pub async fn read_buyers(
    db: &RolledUpDb,
    organization: &Organization,
    dates: DateRange,
    (_customers, _sales): (&Proof<CustomersRead>, &Proof<SalesRead>),
) -> Result<SalesReport<Vec<Buyer>>, DbError> {
    let Some(parameters) = query_parameters(db, organization, dates).await? else {
        return Ok(SalesReport {
            sales: Vec::new(),
            excluded: 0,
        });
    };
    let excluded = count_excluded_lines(db, parameters.clone()).await?;
    let sums = read_customer_sums(db, dates, parameters).await?;
    let names = db.query_rows::<NameRow>(NAMES_SQL, Vec::new()).await?;
    let names: HashMap<String, String> = names
        .into_iter()
        .map(|row| (row.customer_id, row.customer_name))
        .collect();
    let with_lines = sums.into_iter().filter(|(_, sums)| sums.lines > 0);
    let buyers = with_lines.map(
        |(
            customer_id,
            CustomerSums {
                revenue,
                orders,
                lines,
            },
        )| Buyer {
            totals: SalesTotals {
                revenue,
                orders: orders.unsigned_abs(),
                lines,
            },
            customer: names.get(&customer_id).unwrap_or(&customer_id).clone(),
            customer_id,
        },
    );
    Ok(SalesReport {
        sales: buyers.collect(),
        excluded,
    })
}

/// By customer. `parameters`: the days and the currency.
async fn read_customer_sums(
    db: &RolledUpDb,
    dates: DateRange,
    parameters: Vec<Value>,
) -> Result<HashMap<String, CustomerSums>, DbError> {
    let mut all: HashMap<String, CustomerSums> = HashMap::new();
    let quarters = [dates.after, dates.through].map(|day| DaysThrough::quarter_name(day).into());
    let currency = parameters.last().cloned();
    for HistoryRow {
        customer_id,
        history,
    } in db
        .query_rows::<HistoryRow>(
            HISTORIES_SQL,
            currency.into_iter().chain(quarters).collect(),
        )
        .await?
    {
        let mut sums = CustomerSums::default();
        let read = DayOrders::for_each_entry(&history, |entry| {
            if dates.contains(entry.day) {
                sums = CustomerSums {
                    revenue: sums.revenue.saturating_add(entry.amount),
                    orders: sums.orders + i64::from(entry.orders),
                    lines: sums.lines + entry.lines,
                };
            }
        });
        read.ok_or_else(|| unreadable_orders(&customer_id))?;
        all.insert(customer_id, sums);
    }
    for row in db
        .query_rows::<ReturnsRow>(RETURNS_SQL, parameters.clone())
        .await?
    {
        let sums = all.entry(row.customer_id).or_default();
        sums.revenue = sums
            .revenue
            .saturating_add(ExactSum::from_parts(row.high, row.low, SUM_RADIX));
        sums.lines += row.lines.unsigned_abs();
    }
    for row in db.query_rows::<SpansRow>(SPANS_SQL, parameters).await? {
        all.entry(row.customer_id).or_default().orders += row.orders;
    }
    Ok(all)
}

fn unreadable_orders(customer_id: &str) -> DbError {
    DbError::Failed(DbErr::Custom(format!(
        "cannot parse the order history of {customer_id}"
    )))
}

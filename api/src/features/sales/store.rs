//! Reads the tenant's sales, aggregated by the database.

use super::monthly_sales::MonthSales;
use super::product_sales::{Product, SoldItem, sum_products};
use super::sales_totals::SalesTotals;
use crate::auth::Proof;
use crate::auth::permission::SalesRead;
use crate::db::{DaysBetween, DbError, Organization, RolledUpDb, SUM_RADIX, TenantSql};
use crate::decimal::ExactSum;
use crate::features::purchasing::dashboard_cards::DateRange;
use crate::features::purchasing::{read_item_categories, read_organization_currency};
use chrono::{DateTime, NaiveDate, Utc};
use sea_orm::{FromQueryResult, Value};
use std::collections::HashMap;

/// The extent of the sale lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SalesExtent {
    /// Day of the first line.
    pub first_day: NaiveDate,
    /// Day of the last line.
    pub last_day: NaiveDate,
}

/// Figures of a period with their basis.
#[derive(Clone, Debug)]
pub struct SalesReport<T> {
    pub sales: T,
    /// Excluded sale lines of the period in other currencies.
    pub excluded: u64,
}

#[derive(FromQueryResult)]
struct ExtentRow {
    first_day: Option<NaiveDate>,
    last_day: Option<NaiveDate>,
}

const EXTENT_SQL: TenantSql = TenantSql::new(
    r"
        select min(day) as first_day, max(day) as last_day
        from rollup_line_day
        where tenant_id = $1 and direction = 'sale' and day <= $2
    ",
);

#[derive(FromQueryResult)]
struct TotalsRow {
    high: i64,
    low: i64,
    orders: i64,
    lines: i64,
}

/// An order with lines on several days counts once: it counts on each day, less one for each time
/// that it continues on another day.
const TOTALS_SQL: TenantSql = TenantSql::new(
    r"
        select cast(coalesce(sum(amount_high), 0) as bigint) as high,
          cast(coalesce(sum(amount_low), 0) as bigint) as low,
          (
              select cast(
                  coalesce(sum(case when next_day = day then orders else -orders end), 0) as bigint
                )
              from rollup_sale_order_gap
              where tenant_id = $1 and currency = $4 and day > $2 and next_day <= $3
            ) as orders, cast(coalesce(sum(lines), 0) as bigint) as lines
        from rollup_line_day
        where tenant_id = $1 and direction = 'sale' and currency = $4 and day > $2 and day <= $3
    ",
);

/// For a category, `$5`: rollups have no orders by category, so the lines are counted. An item has
/// the category of its newest stock row, as in [`read_item_categories`].
const CATEGORY_TOTALS_SQL: TenantSql = TenantSql::new(
    r"
        select cast(coalesce(sum(amount_e4 / 10000000), 0) as bigint) as high,
          cast(coalesce(sum(amount_e4 % 10000000), 0) as bigint) as low,
          count(distinct order_id) as orders, count(*) as lines
        from purchase_transactions
        where tenant_id = $1
          and deleted_at is null
          and direction = 'sale'
          and transaction_date > $2
          and transaction_date <= $3
          and currency = $4
          and item_id in (
              select stock.item_id
              from inventory stock
              where stock.tenant_id = $1
                and stock.category = $5
                and not exists (
                    select 1
                    from inventory newer
                    where newer.tenant_id = $1
                      and newer.item_id = stock.item_id
                      and (
                          newer.updated_at > stock.updated_at
                            or (
                                newer.updated_at = stock.updated_at
                                  and newer.category > stock.category
                              )
                        )
                  )
            )
    ",
);

#[derive(FromQueryResult)]
struct MonthRow {
    month: String,
    high: i64,
    low: i64,
    orders: i64,
    lines: i64,
}

/// An order counts once in every month with lines.
const MONTHS_SQL: TenantSql = TenantSql::new(
    r"
        select month, cast(sum(high) as bigint) as high, cast(sum(low) as bigint) as low,
          cast(sum(orders) as bigint) as orders, cast(sum(lines) as bigint) as lines
        from (
            select substr(cast(day as text), 1, 7) as month, amount_high as high, amount_low as low,
              lines, 0 as orders
            from rollup_line_day
            where tenant_id = $1 and direction = 'sale' and currency = $4 and day > $2 and day <= $3
            union all
            select substr(cast(day as text), 1, 7), 0, 0, 0,
              case when next_day = day then orders else -orders end
            from rollup_sale_order_gap
            where tenant_id = $1
              and currency = $4
              and day > $2
              and next_day <= $3
              and substr(cast(day as text), 1, 7) = substr(cast(next_day as text), 1, 7)
          ) as parts
        group by month
    ",
);

/// Same rule as [`CATEGORY_TOTALS_SQL`].
const CATEGORY_MONTHS_SQL: TenantSql = TenantSql::new(
    r"
        select substr(cast(transaction_date as text), 1, 7) as month,
          cast(sum(amount_e4 / 10000000) as bigint) as high,
          cast(sum(amount_e4 % 10000000) as bigint) as low, count(distinct order_id) as orders,
          count(*) as lines
        from purchase_transactions
        where tenant_id = $1
          and deleted_at is null
          and direction = 'sale'
          and transaction_date > $2
          and transaction_date <= $3
          and currency = $4
          and item_id in (
              select stock.item_id
              from inventory stock
              where stock.tenant_id = $1
                and stock.category = $5
                and not exists (
                    select 1
                    from inventory newer
                    where newer.tenant_id = $1
                      and newer.item_id = stock.item_id
                      and (
                          newer.updated_at > stock.updated_at
                            or (
                                newer.updated_at = stock.updated_at
                                  and newer.category > stock.category
                              )
                        )
                  )
            )
        group by substr(cast(transaction_date as text), 1, 7)
    ",
);

#[derive(FromQueryResult)]
struct ItemRow {
    item_id: String,
    unit: String,
    high: i64,
    low: i64,
    quantity_high: i64,
    quantity_low: i64,
    lines: i64,
}

const ITEMS_SQL: TenantSql = TenantSql::new(
    r"
        select item_id, unit, cast(sum(amount_high) as bigint) as high,
          cast(sum(amount_low) as bigint) as low,
          cast(sum(quantity_high) as bigint) as quantity_high,
          cast(sum(quantity_low) as bigint) as quantity_low, cast(sum(lines) as bigint) as lines
        from (
            select item_id, unit, amount_high, amount_low, quantity_high, quantity_low, lines
            from rollup_item_month
            where tenant_id = $1
              and direction = 'sale'
              and month > $2
              and month < $3
              and currency = $8
            union all
            select item_id, unit, amount_high, amount_low, quantity_high, quantity_low, lines
            from rollup_item_day
            where tenant_id = $1 and direction = 'sale' and day > $4 and day <= $5 and currency = $8
            union all
            select item_id, unit, amount_high, amount_low, quantity_high, quantity_low, lines
            from rollup_item_day
            where tenant_id = $1 and direction = 'sale' and day > $6 and day <= $7 and currency = $8
          ) as sold
        group by item_id, unit
    ",
);

#[derive(FromQueryResult)]
struct CountRow {
    n: i64,
}

const OTHER_CURRENCIES_SQL: TenantSql = TenantSql::new(
    r"
        select cast(coalesce(sum(lines), 0) as bigint) as n
        from rollup_line_day
        where tenant_id = $1 and direction = 'sale' and day > $2 and day <= $3 and currency <> $4
    ",
);

#[derive(FromQueryResult)]
struct ItemNameRow {
    item_id: String,
    name: String,
    updated_at: DateTime<Utc>,
    in_source: i64,
}

/// Includes soft-deleted rows: their items have sales.
const NAMES_SQL: TenantSql = TenantSql::new(
    r"
        select item_id, item_name as name, max(updated_at) as updated_at,
          cast(max(case when deleted_at is null then 1 else 0 end) as bigint) as in_source
        from inventory
        where tenant_id = $1
        group by item_id, item_name
    ",
);

/// First and last day with a sale, up to a day; none without sales.
pub async fn read_sales_extent(
    db: &RolledUpDb,
    as_of: NaiveDate,
    _right: &Proof<SalesRead>,
) -> Result<Option<SalesExtent>, DbError> {
    let row = db
        .query_rows::<ExtentRow>(EXTENT_SQL, vec![as_of.into()])
        .await?
        .into_iter()
        .next();
    Ok(row.and_then(|row| {
        Some(SalesExtent {
            first_day: row.first_day?,
            last_day: row.last_day?,
        })
    }))
}

/// Revenue and orders of a range of days, for one category or all.
pub async fn read_totals(
    db: &RolledUpDb,
    organization: &Organization,
    dates: DateRange,
    category: Option<&str>,
    _right: &Proof<SalesRead>,
) -> Result<SalesReport<SalesTotals>, DbError> {
    let Some(mut parameters) = query_parameters(db, organization, dates).await? else {
        return Ok(SalesReport {
            sales: SalesTotals::default(),
            excluded: 0,
        });
    };
    let excluded = count_excluded_lines(db, parameters.clone()).await?;
    let sql = select_query(category, &mut parameters, [TOTALS_SQL, CATEGORY_TOTALS_SQL]);
    let row = db
        .query_rows::<TotalsRow>(sql, parameters)
        .await?
        .into_iter()
        .next();
    Ok(SalesReport {
        sales: row
            .map(|row| totals_from_row(row.high, row.low, row.orders, row.lines))
            .unwrap_or_default(),
        excluded,
    })
}

/// Revenue and orders of each month with sales, oldest first.
pub async fn read_months(
    db: &RolledUpDb,
    organization: &Organization,
    dates: DateRange,
    category: Option<&str>,
    _right: &Proof<SalesRead>,
) -> Result<Vec<MonthSales>, DbError> {
    let Some(mut parameters) = query_parameters(db, organization, dates).await? else {
        return Ok(Vec::new());
    };
    let sql = select_query(category, &mut parameters, [MONTHS_SQL, CATEGORY_MONTHS_SQL]);
    let month = |row: MonthRow| {
        let month = format!("{}-01", row.month).parse().ok()?;
        Some(MonthSales {
            month,
            totals: totals_from_row(row.high, row.low, row.orders, row.lines),
        })
    };
    let mut months: Vec<MonthSales> = db
        .query_rows::<MonthRow>(sql, parameters)
        .await?
        .into_iter()
        .filter_map(month)
        .collect();
    months.sort_by_key(|row| row.month);
    Ok(months)
}

/// Sales of each product in a range of days; and the names of stocked products without sales, by
/// name.
pub async fn read_products(
    db: &RolledUpDb,
    organization: &Organization,
    dates: DateRange,
    category: Option<&str>,
    _right: &Proof<SalesRead>,
) -> Result<SalesReport<(Vec<Product>, Vec<String>)>, DbError> {
    let Some(currency) = read_organization_currency(db, organization).await? else {
        return Ok(SalesReport {
            sales: (Vec::new(), Vec::new()),
            excluded: 0,
        });
    };
    let excluded = count_excluded_lines(
        db,
        vec![
            dates.after.into(),
            dates.through.into(),
            currency.0.clone().into(),
        ],
    )
    .await?;
    let mut parameters = DaysBetween::new(dates.after, dates.through).parameters();
    parameters.push(currency.0.into());
    let categories = read_item_categories(db).await?;
    let names = read_item_names(db).await?;
    let is_selected =
        |item_id: &str| category.is_none_or(|category| categories.category_of(item_id) == category);
    let rows = db
        .query_rows::<ItemRow>(ITEMS_SQL, parameters)
        .await?
        .into_iter()
        .filter(|row| is_selected(&row.item_id))
        .map(Into::into)
        .collect();
    let name_and_category = |item_id: &str| {
        let name = names
            .get(item_id)
            .map_or(item_id, |seen| seen.name.as_str());
        (name.to_owned(), categories.category_of(item_id).to_owned())
    };
    let sold = sum_products(rows, name_and_category);
    let unsold = |seen: &&ItemNameRow| {
        seen.in_source > 0
            && is_selected(&seen.item_id)
            && sold
                .binary_search_by(|product| product.item_id.cmp(&seen.item_id))
                .is_err()
    };
    let mut unsold: Vec<String> = names
        .values()
        .filter(unsold)
        .map(|seen| seen.name.clone())
        .collect();
    unsold.sort();
    Ok(SalesReport {
        sales: (sold, unsold),
        excluded,
    })
}

/// `$2` to `$4`: the days and the currency; none without lines.
pub(super) async fn query_parameters(
    db: &RolledUpDb,
    organization: &Organization,
    dates: DateRange,
) -> Result<Option<Vec<Value>>, DbError> {
    let currency = read_organization_currency(db, organization).await?;
    Ok(currency.map(|currency| vec![dates.after.into(), dates.through.into(), currency.0.into()]))
}

/// Picks from `[all categories, one category]`.
fn select_query(
    category: Option<&str>,
    parameters: &mut Vec<Value>,
    [all, of_one]: [TenantSql; 2],
) -> TenantSql {
    let Some(category) = category else { return all };
    parameters.push(category.into());
    of_one
}

pub(super) async fn count_excluded_lines(
    db: &RolledUpDb,
    parameters: Vec<Value>,
) -> Result<u64, DbError> {
    Ok(db
        .query_rows::<CountRow>(OTHER_CURRENCIES_SQL, parameters)
        .await?
        .first()
        .map_or(0, |count| count.n.unsigned_abs()))
}

/// Name of each item from its newest stock row, and whether any of its rows is still in the source.
async fn read_item_names(db: &RolledUpDb) -> Result<HashMap<String, ItemNameRow>, DbError> {
    let mut newest: HashMap<String, ItemNameRow> = HashMap::new();
    for mut row in db.query_rows::<ItemNameRow>(NAMES_SQL, Vec::new()).await? {
        let Some(known) = newest.get_mut(&row.item_id) else {
            newest.insert(row.item_id.clone(), row);
            continue;
        };
        let in_source = known.in_source.max(row.in_source);
        row.in_source = in_source;
        known.in_source = in_source;
        if (known.updated_at, &known.name) < (row.updated_at, &row.name) {
            *known = row;
        }
    }
    Ok(newest)
}

/// Counts come from the database signed and are never negative.
fn totals_from_row(high: i64, low: i64, orders: i64, lines: i64) -> SalesTotals {
    SalesTotals {
        revenue: ExactSum::from_parts(high, low, SUM_RADIX),
        orders: orders.unsigned_abs(),
        lines: lines.unsigned_abs(),
    }
}

impl From<ItemRow> for SoldItem {
    fn from(row: ItemRow) -> Self {
        Self {
            item_id: row.item_id,
            unit: row.unit,
            revenue: ExactSum::from_parts(row.high, row.low, SUM_RADIX),
            quantity: ExactSum::from_parts(row.quantity_high, row.quantity_low, SUM_RADIX),
            lines: row.lines.unsigned_abs(),
        }
    }
}

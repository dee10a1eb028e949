//! Reads the tenant's rows behind the cards and the purchase plan.

use super::correction_store::CorrectionIndex;
use super::dashboard_cards::{CardPeriods, DashboardCards, DateRange, SpendWindow, compute_cards};
use super::delivery_history::{Delivery, ItemDeliveries};
use super::drafts::{CountedAnswers, PendingLines};
use super::lead_time::{DeliveryCount, DeliveryStats, LeadTime, RecordedLeadTimes};
use super::location_map::LocationMap;
use super::location_store::read_location_map;
use super::ordering_costs::OrderingCosts;
use super::purchasing_settings::read_settings;
use super::recommend::StockRow;
use super::reorder_levels::{self, LevelsBacktest, SalesSeason, StockSales, WEEKS_PER_YEAR};
use super::sales_by_stock::{SalesAssignment, SalesByStock, SoldQuantity};
use super::stock_store::read_stock_table;
use super::stock_table::{StockRecord, StockTable};
use super::weekly_sales::WeeklySales;
use super::{PurchaseCurrency, read_purchase_currency};
use crate::auth::Proof;
use crate::auth::permission::{InventoryRead, PurchasingRead, SalesRead};
use crate::db::{DaysBetween, DbError, Organization, RolledUpDb, SUM_RADIX, TenantSql};
use crate::decimal::{Decimal4, ExactSum};
use crate::exclusion::Exclusions;
use chrono::NaiveDate;
use entities::supplier;
use estimators::parallel::map_in_parallel;
use sea_orm::{ColumnTrait, FromQueryResult};
use std::collections::{BTreeMap, HashMap};

/// Rows whose seasons are estimated at once: the weeks of all rows take hundreds of megabytes.
const ROWS_AT_ONCE: usize = 10_000;
/// The seasons of fewer rows are estimated on one thread.
const MIN_ROWS_PER_THREAD: usize = 500;

/// The cards with their basis.
#[derive(Clone, Debug)]
pub struct CardsReport {
    /// The figures.
    pub cards: DashboardCards,
    /// Currency of the amounts; none without lines.
    pub currency: Option<PurchaseCurrency>,
    /// Excluded lines of the year in other currencies.
    pub excluded: u64,
}

#[derive(FromQueryResult)]
struct SpendRow {
    high: i64,
    low: i64,
    orders: i64,
    lines: i64,
}

/// An order with lines on several days counts once: it counts on each day, less one for each time
/// that it continues on another day.
const SPEND_SQL: TenantSql = TenantSql::new(
    r"
        select cast(coalesce(sum(amount_high), 0) as bigint) as high,
          cast(coalesce(sum(amount_low), 0) as bigint) as low,
          (
              select cast(
                  coalesce(sum(case when next_day = day then orders else -orders end), 0) as bigint
                )
              from rollup_purchase_order_gap
              where tenant_id = $1 and currency = $4 and day > $2 and next_day <= $3
            ) as orders, cast(coalesce(sum(lines), 0) as bigint) as lines
        from rollup_line_day
        where tenant_id = $1 and direction = 'purchase' and currency = $4 and day > $2 and day <= $3
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
        where tenant_id = $1
          and direction = 'purchase'
          and day > $2
          and day <= $3
          and currency <> $4
    ",
);

#[derive(FromQueryResult)]
struct PromisesRow {
    promised_due: i64,
    on_time: i64,
}

const PROMISES_SQL: TenantSql = TenantSql::new(
    r"
        select cast(coalesce(sum(promised), 0) as bigint) as promised_due,
          cast(coalesce(sum(on_time), 0) as bigint) as on_time
        from rollup_promise_day
        where tenant_id = $1 and day > $2 and day <= $3
    ",
);

const SUPPLIERS_SQL: TenantSql = TenantSql::new(
    r"
        select count(distinct supplier_id) as n
        from rollup_supplier_day
        where tenant_id = $1 and day > $2 and day <= $3
    ",
);

#[derive(FromQueryResult)]
struct SoldRow {
    item_id: String,
    unit: String,
    /// Empty if the lines name no location.
    location: String,
    lines: i64,
    high: i64,
    low: i64,
    priced_high: i64,
    priced_low: i64,
    amount_high: i64,
    amount_low: i64,
}

/// All sales of the last year, and their amounts in the currency. Those of an item follow each
/// other, in any collation.
const SALES_SQL: TenantSql = TenantSql::new(
    r"
        select item_id, unit, location, cast(sum(lines) as bigint) as lines,
          cast(sum(quantity_high) as bigint) as high, cast(sum(quantity_low) as bigint) as low,
          cast(sum(case when currency = $8 then quantity_high else 0 end) as bigint) as priced_high,
          cast(sum(case when currency = $8 then quantity_low else 0 end) as bigint) as priced_low,
          cast(sum(case when currency = $8 then amount_high else 0 end) as bigint) as amount_high,
          cast(sum(case when currency = $8 then amount_low else 0 end) as bigint) as amount_low
        from (
            select item_id, unit, location, currency, lines, quantity_high, quantity_low,
              amount_high, amount_low
            from rollup_item_month
            where tenant_id = $1 and direction = 'sale' and month > $2 and month < $3
            union all
            select item_id, unit, location, currency, lines, quantity_high, quantity_low,
              amount_high, amount_low
            from rollup_item_day
            where tenant_id = $1 and direction = 'sale' and day > $4 and day <= $5
            union all
            select item_id, unit, location, currency, lines, quantity_high, quantity_low,
              amount_high, amount_low
            from rollup_item_day
            where tenant_id = $1 and direction = 'sale' and day > $6 and day <= $7
          ) as sold
        group by item_id, unit, location
        order by item_id
    ",
);

/// The four cards as of a day.
pub async fn read_cards(
    db: &RolledUpDb,
    organization: &Organization,
    as_of: NaiveDate,
    right: &Proof<PurchasingRead>,
) -> Result<CardsReport, DbError> {
    let windows = CardPeriods::ending_on(as_of);
    let currency = read_purchase_currency(db, organization, right).await?;
    let year = read_spend_window(db, windows.year, currency.as_ref()).await?;
    let prior_year = read_spend_window(db, windows.prior_year, currency.as_ref()).await?;
    let suppliers = read_active_suppliers(db, windows.quarter, right).await?;
    let prior_suppliers = read_active_suppliers(db, windows.prior_quarter, right).await?;
    let excluded = match &currency {
        Some(currency) => {
            read_count(db, OTHER_CURRENCIES_SQL, windows.year, Some(currency)).await?
        }
        None => 0,
    };
    Ok(CardsReport {
        cards: compute_cards(&year, &prior_year, suppliers, prior_suppliers),
        currency,
        excluded,
    })
}

/// Number of suppliers with purchases in a range of days.
async fn read_active_suppliers(
    db: &RolledUpDb,
    dates: DateRange,
    _right: &Proof<PurchasingRead>,
) -> Result<u64, DbError> {
    read_count(db, SUPPLIERS_SQL, dates, None).await
}

/// Backtest of last year's reorder points. None:
/// [`super::reorder_levels::RECORD_INSUFFICIENT_DATA`].
pub async fn read_levels_backtest(
    db: &RolledUpDb,
    organization: &Organization,
    as_of: NaiveDate,
    rights: (
        &Proof<PurchasingRead>,
        &Proof<InventoryRead>,
        &Proof<SalesRead>,
    ),
) -> Result<Option<LevelsBacktest>, DbError> {
    // Four years of weeks of every row are more than its cases.
    let list_cases = |_, row: StockRow, sold: Option<Vec<f64>>| {
        let sales = sold.as_deref().zip(row.lead_weeks());
        sales.map_or_else(Vec::new, |(sold, lead)| {
            reorder_levels::list_cases(StockSales {
                sold,
                lead,
                costs: row.costs,
            })
        })
    };
    let locations = read_location_map(db).await?;
    let stock = read_stock_table(db).await?;
    let weekly = WeeklySales::read_until(db, as_of, &stock, &locations).await?;
    let history = (&stock, weekly);
    let rows = read_stock(db, organization, as_of, rights, history, list_cases)
        .await?
        .rows;
    let cases: Vec<_> = rows.into_iter().flatten().collect();
    Ok(reorder_levels::backtest_levels(&cases))
}

/// Stock rows in one currency.
pub(super) struct StockDataset<R> {
    pub(super) rows: Vec<R>,
    pub(super) currency: Option<PurchaseCurrency>,
    /// By category, rows in other currencies.
    pub(super) other_currency_rows: BTreeMap<String, u64>,
    /// Sale lines of the year that count for no stock row.
    pub(super) unused_sales: Exclusions,
}

/// The stock rows as of a day, in order, with corrections, prices and drafts. `keep` takes what is
/// needed of each row, with its number and its weekly sales of four years.
pub(super) async fn read_stock<R>(
    db: &RolledUpDb,
    organization: &Organization,
    as_of: NaiveDate,
    (right, _stock, _sales): (
        &Proof<PurchasingRead>,
        &Proof<InventoryRead>,
        &Proof<SalesRead>,
    ),
    (stock, weekly): (&StockTable, WeeklySales),
    keep: impl Fn(usize, StockRow, Option<Vec<f64>>) -> R,
) -> Result<StockDataset<R>, DbError> {
    let currency = read_purchase_currency(db, organization, right).await?;
    let locations = read_location_map(db).await?;
    let sales = read_sales_of_year(db, as_of, currency.as_ref(), (stock, &locations)).await?;
    let suppliers = read_suppliers(db).await?;
    let pending_lines = PendingLines::read_as_of(db, as_of, &locations).await?;
    let costs = read_settings(db, right).await?.overrides.with_defaults();
    let corrections = CorrectionIndex::read_all(db).await?;
    let deliveries = read_deliveries(db, as_of).await?;
    let (comparable, others): (Vec<_>, Vec<_>) =
        stock.rows().iter().enumerate().partition(|(_, row)| {
            currency
                .as_ref()
                .is_none_or(|currency| *row.currency == *currency.0)
        });
    let mut other_currency_rows: BTreeMap<String, u64> = BTreeMap::new();
    for (_, row) in others {
        *other_currency_rows
            .entry(row.category.to_string())
            .or_default() += 1;
    }
    // Without transaction lines, the stock's own currency is the only one available for costs.
    let currency = currency.or_else(|| {
        comparable
            .first()
            .map(|(_, row)| PurchaseCurrency(row.currency.to_string()))
    });
    let mut rows = Vec::with_capacity(comparable.len());
    for part in comparable.chunks(ROWS_AT_ONCE) {
        let seasons = estimate_seasons(part, stock, &weekly, &sales);
        rows.extend(part.iter().zip(seasons).filter_map(
            |(&(index, row), (season, sold_by_week))| {
                let supplier = row.supplier_id.as_deref().and_then(|id| suppliers.get(id));
                let correction = corrections.find_for_row(row);
                let days = |days: Option<i32>| days.and_then(|days| u32::try_from(days).ok());
                let on_record = RecordedLeadTimes {
                    corrected: correction.and_then(|correction| correction.lead_time_days),
                    item: days(row.lead_time_days),
                    supplier: days(supplier.and_then(|supplier| supplier.lead_time_days)),
                    default: costs.default_lead_time_days,
                };
                let lead_time = deliveries.estimate_lead_time(
                    &row.item_id,
                    row.supplier_id.as_deref(),
                    on_record,
                );
                let only_stock = stock.is_only_row(row);
                let sold = sales.rows.get(index).copied().unwrap_or_default();
                let ordered = pending_lines.outstanding_for(row, only_stock, CountedAnswers::All);
                let waiting = pending_lines.is_drafted(&row.item_id, &row.location);
                let mut stock = stock_row_from_record(row, sold.sold, lead_time)?;
                stock.costs = compute_weekly_costs(costs, stock.unit_cost, sold.price);
                stock.supplier = supplier.map(|supplier| supplier.supplier_name.clone());
                stock.season = season;
                (stock.is_only_location, stock.waiting, stock.ordered) =
                    (only_stock, waiting, ordered);
                if let Some(correction) = correction {
                    correction.apply_to(&mut stock);
                }
                Some(keep(index, stock, sold_by_week))
            },
        ));
    }
    Ok(StockDataset {
        rows,
        currency,
        other_currency_rows,
        unused_sales: sales.unused,
    })
}

/// Sales of the year up to `as_of` by stock row, with prices in the currency.
async fn read_sales_of_year(
    db: &RolledUpDb,
    as_of: NaiveDate,
    currency: Option<&PurchaseCurrency>,
    (stock, locations): (&StockTable, &LocationMap),
) -> Result<SalesByStock, DbError> {
    let year = CardPeriods::ending_on(as_of).year;
    let mut parameters = DaysBetween::new(year.after, year.through).parameters();
    parameters.push(currency.map_or("", |currency| currency.0.as_str()).into());
    let mut sales = SalesAssignment::new(stock, locations);
    db.for_each_row::<SoldRow>(SALES_SQL, parameters, |row| {
        sales.add(row.into_sold_quantity());
        Ok(())
    })
    .await?;
    Ok(sales.finish())
}

/// The season of each row, and the units sold by week, on all processors.
fn estimate_seasons(
    rows: &[(usize, &StockRecord)],
    stock: &StockTable,
    weekly: &WeeklySales,
    sales: &SalesByStock,
) -> Vec<(Option<SalesSeason>, Option<Vec<f64>>)> {
    map_in_parallel(rows, MIN_ROWS_PER_THREAD, |&(index, row)| {
        let takes_unlocated = sales.rows.get(index).is_some_and(|row| row.takes_unlocated);
        let first = || stock.find_first(&row.item_id, &row.unit);
        let unlocated = takes_unlocated.then(first).flatten();
        let sold_by_week = weekly.units_sold(index, unlocated);
        let season = sold_by_week
            .as_deref()
            .and_then(SalesSeason::from_first_sale);
        (season, sold_by_week)
    })
}

/// The suppliers of the warehouse, by id.
async fn read_suppliers(db: &RolledUpDb) -> Result<HashMap<String, supplier::Model>, DbError> {
    let suppliers = db
        .find::<supplier::Entity>()
        .filter(supplier::Column::DeletedAt.is_null())
        .all()
        .await?;
    Ok(suppliers
        .into_iter()
        .map(|supplier| (supplier.supplier_id.clone(), supplier))
        .collect())
}

/// Delivery times of the last two years.
async fn read_deliveries(db: &RolledUpDb, as_of: NaiveDate) -> Result<DeliveryStats, DbError> {
    let windows = CardPeriods::ending_on(as_of);
    let is_relevant = |delivery: &Delivery| {
        delivery.ordered > windows.prior_year.after
            && delivery.ordered <= as_of
            && delivery.delivered <= as_of
    };
    let mut stats = DeliveryStats::default();
    ItemDeliveries::for_each_since(db, Some(windows.prior_year.after), |row| {
        for (days, lines) in row.lines_by_days(is_relevant) {
            stats.add(DeliveryCount {
                supplier_id: row.supplier_id.as_deref(),
                item_id: &row.item_id,
                days,
                lines,
            });
        }
    })
    .await?;
    Ok(stats)
}

/// Weekly holding cost and one-time shortage cost of a unit. Without a sale price the shortage cost
/// is unknown, so its lowest value is used.
fn compute_weekly_costs(
    costs: OrderingCosts,
    unit_cost: Decimal4,
    sale_price: Option<f64>,
) -> reorder_levels::WeeklyCosts {
    let unit_cost = unit_cost.to_f64();
    let margin = sale_price.map_or(0.0, |price| (price - unit_cost).max(0.0));
    reorder_levels::WeeklyCosts {
        holding: unit_cost * costs.holding_percent.to_f64()
            / 100.0
            / estimators::usize_to_f64(WEEKS_PER_YEAR),
        shortage: costs.shortage_multiple.to_f64() * margin,
        order: costs.order_cost.to_f64(),
    }
}

async fn read_spend_window(
    db: &RolledUpDb,
    dates: DateRange,
    currency: Option<&PurchaseCurrency>,
) -> Result<SpendWindow, DbError> {
    let Some(currency) = currency else {
        return Ok(SpendWindow::default());
    };
    let mut parameters = range_parameters(dates);
    parameters.push(currency.0.clone().into());
    let spend = db
        .query_rows::<SpendRow>(SPEND_SQL, parameters)
        .await?
        .into_iter()
        .next();
    let deliveries = db
        .query_rows::<PromisesRow>(PROMISES_SQL, range_parameters(dates))
        .await?
        .into_iter()
        .next();
    let mut window = SpendWindow::default();
    if let Some(spend) = spend {
        window.spend = ExactSum::from_parts(spend.high, spend.low, SUM_RADIX);
        window.orders = to_unsigned(spend.orders);
        window.lines = to_unsigned(spend.lines);
    }
    if let Some(deliveries) = deliveries {
        window.promised_due = to_unsigned(deliveries.promised_due);
        window.on_time = to_unsigned(deliveries.on_time);
    }
    Ok(window)
}

async fn read_count(
    db: &RolledUpDb,
    sql: TenantSql,
    dates: DateRange,
    currency: Option<&PurchaseCurrency>,
) -> Result<u64, DbError> {
    let mut parameters = range_parameters(dates);
    parameters.extend(currency.map(|currency| currency.0.clone().into()));
    Ok(db
        .query_rows::<CountRow>(sql, parameters)
        .await?
        .first()
        .map_or(0, |count| to_unsigned(count.n)))
}

fn range_parameters(dates: DateRange) -> Vec<sea_orm::Value> {
    vec![dates.after.into(), dates.through.into()]
}

/// Counts come from the database signed and are never negative.
fn to_unsigned(count: i64) -> u64 {
    u64::try_from(count).unwrap_or(0)
}

/// The sync's checks reject values out of range; a row that has one nevertheless is left out.
fn stock_row_from_record(
    row: &StockRecord,
    sold_last_year: ExactSum,
    lead_time: LeadTime,
) -> Option<StockRow> {
    let exact = |scaled: i64| Decimal4::from_scaled(scaled).ok();
    let optional = |scaled: Option<i64>| scaled.map(exact).unwrap_or_default();
    Some(StockRow {
        item_id: row.item_id.to_string(),
        item: row.item_name.to_string(),
        category: row.category.to_string(),
        unit: row.unit.to_string(),
        location: row.location.to_string(),
        supplier_id: row.supplier_id.as_deref().map(str::to_owned),
        supplier: None,
        is_only_location: false,
        waiting: false,
        ordered: Decimal4::ZERO,
        on_hand: exact(row.on_hand_e4)?,
        on_order: exact(row.on_order_e4)?,
        booked: exact(row.booked_e4)?,
        reorder_point: optional(row.reorder_point_e4),
        pack_size: optional(row.pack_size_e4),
        min_order_quantity: optional(row.min_order_quantity_e4),
        lead_time,
        unit_cost: exact(row.unit_cost_e4)?,
        reorder_point_corrected: false,
        season: None,
        costs: reorder_levels::WeeklyCosts {
            holding: 0.0,
            shortage: 0.0,
            order: 0.0,
        },
        correction: None,
        sold_last_year,
    })
}

impl SoldRow {
    fn into_sold_quantity(self) -> SoldQuantity {
        let sum = |high, low| ExactSum::from_parts(high, low, SUM_RADIX);
        SoldQuantity {
            quantity: sum(self.high, self.low),
            priced_quantity: sum(self.priced_high, self.priced_low),
            amount: sum(self.amount_high, self.amount_low),
            lines: to_unsigned(self.lines),
            item_id: self.item_id,
            unit: self.unit,
            location: Some(self.location).filter(|location| !location.is_empty()),
        }
    }
}

//! The tenant's rows behind the cards and the recommendations.

use super::corrections::Corrections;
use super::costs::Costs;
use super::delivered::{self, Delivery};
use super::demand::{SalesByStock, Sold};
use super::drafts::OnTheWay;
use super::lead_time::{Delivered, Deliveries, LeadTime, OnRecord};
use super::levels::{self, LevelsRecord, Season, Stock, WEEKS};
use super::recommend::{Recommendations, StockRow, recommendations};
use super::sale_prices::{Priced, SalePrices};
use super::settings::read_settings;
use super::summary::{Cards, DateRange, SpendWindow, Windows, cards};
use super::weekly_sales::WeeklySales;
use super::{PurchaseCurrency, purchase_currency};
use crate::auth::Proof;
use crate::auth::permission::{InventoryRead, PurchasingRead, SalesRead};
use crate::db::{Between, DbError, Organization, RolledUpDb, SUM_RADIX, TenantSql};
use crate::decimal::{Decimal4, ExactSum};
use chrono::NaiveDate;
use entities::{inventory, supplier};
use sea_orm::{ColumnTrait, FromQueryResult};
use std::collections::HashMap;

/// The cards with what they rest on.
#[derive(Clone, Debug)]
pub struct ReadCards {
    /// The figures.
    pub cards: Cards,
    /// The currency of the amounts; none without lines.
    pub currency: Option<PurchaseCurrency>,
    /// Lines of the year in other currencies, left out of the amounts.
    pub excluded: u64,
}

/// The recommendations with what they rest on.
#[derive(Clone, Debug)]
pub struct ReadRecommendations {
    /// The figures.
    pub recommendations: Recommendations,
    /// The currency of the costs; none without lines.
    pub currency: Option<PurchaseCurrency>,
    /// Stock rows whose cost is in another currency, left out.
    pub excluded: u64,
    /// What waits in drafts and what was ordered from them.
    pub on_the_way: OnTheWay,
}

#[derive(FromQueryResult)]
struct Spend {
    high: i64,
    low: i64,
    orders: i64,
    lines: i64,
}

/// An order with lines on several days counts once: it is counted on each day, and taken off for
/// each time that it goes on to another one.
const SPEND: TenantSql = TenantSql::new(
    r"
        select cast(coalesce(sum(amount_high), 0) as bigint) as high,
          cast(coalesce(sum(amount_low), 0) as bigint) as low,
          (
              select cast(
                  coalesce(sum(case when next_day = day then orders else -orders end), 0) as bigint
                )
              from rollup_order_span
              where tenant_id = $1 and currency = $4 and day > $2 and next_day <= $3
            ) as orders, cast(coalesce(sum(lines), 0) as bigint) as lines
        from rollup_line_day
        where tenant_id = $1 and direction = 'purchase' and currency = $4 and day > $2 and day <= $3
    ",
);

#[derive(FromQueryResult)]
struct Count {
    n: i64,
}

const IN_OTHER_CURRENCIES: TenantSql = TenantSql::new(
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

const DELIVERIES: TenantSql = TenantSql::new(
    r"
        select cast(coalesce(sum(promised), 0) as bigint) as promised_due,
          cast(coalesce(sum(on_time), 0) as bigint) as on_time
        from rollup_promise_day
        where tenant_id = $1 and day > $2 and day <= $3
    ",
);

const SUPPLIERS: TenantSql = TenantSql::new(
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
    /// Empty where the lines do not say.
    location: String,
    high: i64,
    low: i64,
    priced_high: i64,
    priced_low: i64,
    amount_high: i64,
    amount_low: i64,
}

/// All that was sold of the last year, and what of it is priced in the currency.
const SOLD: TenantSql = TenantSql::new(
    r"
        select item_id, unit, location, cast(sum(quantity_high) as bigint) as high,
          cast(sum(quantity_low) as bigint) as low,
          cast(sum(case when currency = $8 then quantity_high else 0 end) as bigint) as priced_high,
          cast(sum(case when currency = $8 then quantity_low else 0 end) as bigint) as priced_low,
          cast(sum(case when currency = $8 then amount_high else 0 end) as bigint) as amount_high,
          cast(sum(case when currency = $8 then amount_low else 0 end) as bigint) as amount_low
        from (
            select item_id, unit, location, currency, quantity_high, quantity_low, amount_high,
              amount_low
            from rollup_item_month
            where tenant_id = $1 and direction = 'sale' and month > $2 and month < $3
            union all
            select item_id, unit, location, currency, quantity_high, quantity_low, amount_high,
              amount_low
            from rollup_item_day
            where tenant_id = $1 and direction = 'sale' and day > $4 and day <= $5
            union all
            select item_id, unit, location, currency, quantity_high, quantity_low, amount_high,
              amount_low
            from rollup_item_day
            where tenant_id = $1 and direction = 'sale' and day > $6 and day <= $7
          ) as sold
        group by item_id, unit, location
    ",
);

/// The four cards as of a day.
pub async fn read_cards(
    db: &RolledUpDb,
    organization: &Organization,
    as_of: NaiveDate,
    right: &Proof<PurchasingRead>,
) -> Result<ReadCards, DbError> {
    let windows = Windows::of(as_of);
    let currency = purchase_currency(db, organization, right).await?;
    let year = spend_window(db, windows.year, currency.as_ref()).await?;
    let prior_year = spend_window(db, windows.prior_year, currency.as_ref()).await?;
    let suppliers = read_active_suppliers(db, windows.quarter, right).await?;
    let prior_suppliers = read_active_suppliers(db, windows.prior_quarter, right).await?;
    let excluded = match &currency {
        Some(currency) => count(db, IN_OTHER_CURRENCIES, windows.year, Some(currency)).await?,
        None => 0,
    };
    Ok(ReadCards {
        cards: cards(&year, &prior_year, suppliers, prior_suppliers),
        currency,
        excluded,
    })
}

/// How many suppliers were bought from in a range of days.
pub async fn read_active_suppliers(
    db: &RolledUpDb,
    dates: DateRange,
    _right: &Proof<PurchasingRead>,
) -> Result<u64, DbError> {
    count(db, SUPPLIERS, dates, None).await
}

/// What to order now, as of a day; of one category, or of all.
pub async fn read_recommendations(
    db: &RolledUpDb,
    organization: &Organization,
    as_of: NaiveDate,
    category: Option<&str>,
    rights: (
        &Proof<PurchasingRead>,
        &Proof<InventoryRead>,
        &Proof<SalesRead>,
    ),
) -> Result<ReadRecommendations, DbError> {
    let ReadStock {
        rows,
        currency,
        excluded,
        on_the_way,
    } = read_stock(db, organization, as_of, category, rights).await?;
    let rows = rows.into_iter().map(|(row, _)| row).collect();
    Ok(ReadRecommendations {
        recommendations: recommendations(rows),
        currency,
        excluded,
        on_the_way,
    })
}

/// How the reorder points of the last year came out. None: [`levels::RECORD_TOO_THIN`].
pub async fn read_levels_record(
    db: &RolledUpDb,
    organization: &Organization,
    as_of: NaiveDate,
    rights: (
        &Proof<PurchasingRead>,
        &Proof<InventoryRead>,
        &Proof<SalesRead>,
    ),
) -> Result<Option<LevelsRecord>, DbError> {
    let rows = read_stock(db, organization, as_of, None, rights)
        .await?
        .rows;
    let stock = rows.iter().filter_map(|(row, sold)| {
        Some(Stock {
            sold: sold.as_deref()?,
            lead: row.lead()?,
            costs: row.costs,
        })
    });
    Ok(levels::levels_record(stock))
}

/// The stock rows that can be judged together, each with its sales by week.
struct ReadStock {
    rows: Vec<(StockRow, Option<Vec<f64>>)>,
    currency: Option<PurchaseCurrency>,
    excluded: u64,
    on_the_way: OnTheWay,
}

async fn read_stock(
    db: &RolledUpDb,
    organization: &Organization,
    as_of: NaiveDate,
    category: Option<&str>,
    (right, _stock, _sales): (
        &Proof<PurchasingRead>,
        &Proof<InventoryRead>,
        &Proof<SalesRead>,
    ),
) -> Result<ReadStock, DbError> {
    let currency = purchase_currency(db, organization, right).await?;
    let stock = db
        .find::<inventory::Entity>()
        .filter(inventory::Column::DeletedAt.is_null())
        .all()
        .await?;
    let year = Windows::of(as_of).year;
    let mut parameters = Between::of(year.after, year.through).parameters();
    parameters.push(
        currency
            .as_ref()
            .map_or("", |currency| currency.0.as_str())
            .into(),
    );
    let sold = db.rows::<SoldRow>(SOLD, parameters).await?;
    let prices = SalePrices::of(sold.iter().map(SoldRow::priced));
    let sales = SalesByStock::of(sold.into_iter().map(SoldRow::into_sold).collect());
    let mut places: HashMap<String, usize> = HashMap::new();
    for row in &stock {
        *places.entry(row.item_id.clone()).or_default() += 1;
    }
    let suppliers = db
        .find::<supplier::Entity>()
        .filter(supplier::Column::DeletedAt.is_null())
        .all()
        .await?;
    let suppliers: HashMap<String, supplier::Model> = suppliers
        .into_iter()
        .map(|supplier| (supplier.supplier_id.clone(), supplier))
        .collect();
    let on_the_way = OnTheWay::read(db, as_of).await?;
    let costs = read_settings(db, right).await?.own.or_usual();
    let corrections = Corrections::read(db).await?;
    let deliveries = read_deliveries(db, as_of).await?;
    let stock: Vec<_> = stock
        .into_iter()
        .filter(|row| category.is_none_or(|category| row.category == category))
        .collect();
    let all = stock.len();
    let comparable: Vec<_> = stock
        .into_iter()
        .filter(|row| {
            currency
                .as_ref()
                .is_none_or(|currency| row.currency == currency.0)
        })
        .collect();
    let excluded = (all - comparable.len()) as u64;
    // Without a single transaction line, the stock's own currency is the only one there is to show
    // costs in.
    let currency = currency.or_else(|| {
        comparable
            .first()
            .map(|row| PurchaseCurrency(row.currency.clone()))
    });
    let weekly = WeeklySales::read(db, as_of).await?;
    let rows = comparable
        .into_iter()
        .filter_map(|row| {
            let supplier = row.supplier_id.as_ref().and_then(|id| suppliers.get(id));
            let correction = corrections.of(&row);
            let days = |days: Option<i32>| days.and_then(|days| u32::try_from(days).ok());
            let on_record = OnRecord {
                corrected: correction.and_then(|correction| correction.lead_time_days),
                item: days(row.lead_time_days),
                supplier: days(supplier.and_then(|supplier| supplier.lead_time_days)),
                default: costs.default_lead_time_days,
            };
            let lead_time =
                deliveries.lead_time(&row.item_id, row.supplier_id.as_deref(), on_record);
            let only_stock = places.get(&row.item_id) == Some(&1);
            let sold = sales.sold_from(&row.item_id, &row.unit, &row.location, only_stock);
            let ordered = on_the_way.ordered_for(&row, only_stock);
            let waiting = on_the_way.waits(&row.item_id, &row.location);
            let sold_by_week =
                weekly.sold((&row.item_id, &row.unit, &row.location), only_stock, &sales);
            let price = prices.of_item(&row.item_id, &row.unit);
            let mut stock = stock_row(row, sold, lead_time)?;
            stock.costs = weekly_costs(costs, stock.unit_cost, price);
            stock.supplier = supplier.map(|supplier| supplier.supplier_name.clone());
            stock.season = sold_by_week.as_deref().and_then(Season::told);
            (stock.only_stock, stock.waiting, stock.ordered) = (only_stock, waiting, ordered);
            if let Some(correction) = correction {
                correction.apply(&mut stock);
            }
            Some((stock, sold_by_week))
        })
        .collect();
    Ok(ReadStock {
        rows,
        currency,
        excluded,
        on_the_way,
    })
}

/// How long the deliveries of two years took.
async fn read_deliveries(db: &RolledUpDb, as_of: NaiveDate) -> Result<Deliveries, DbError> {
    let windows = Windows::of(as_of);
    let read = delivered::Delivered::read(db, Some(windows.prior_year.after)).await?;
    let meant = |one: &Delivery| {
        one.ordered > windows.prior_year.after && one.ordered <= as_of && one.delivered <= as_of
    };
    Ok(Deliveries::of(read.iter().flat_map(|row| {
        let delivered = |(days, lines)| Delivered {
            supplier_id: row.supplier_id.clone(),
            item_id: row.item_id.clone(),
            days,
            lines,
        };
        row.by_days(meant).into_iter().map(delivered)
    })))
}

/// What a unit costs by week to keep and at once not to have. Without a sale price nothing says
/// what a lost sale costs: as little as can be is taken.
fn weekly_costs(costs: Costs, unit_cost: Decimal4, sale_price: Option<f64>) -> levels::Costs {
    let unit_cost = unit_cost.to_f64();
    let margin = sale_price.map_or(0.0, |price| (price - unit_cost).max(0.0));
    levels::Costs {
        holding: unit_cost * costs.holding_percent.to_f64() / 100.0 / estimators::count(WEEKS),
        shortage: costs.shortage_multiple.to_f64() * margin,
        order: costs.order_cost.to_f64(),
    }
}

async fn spend_window(
    db: &RolledUpDb,
    dates: DateRange,
    currency: Option<&PurchaseCurrency>,
) -> Result<SpendWindow, DbError> {
    let Some(currency) = currency else {
        return Ok(SpendWindow::default());
    };
    let mut parameters = range(dates);
    parameters.push(currency.0.clone().into());
    let spend = db
        .rows::<Spend>(SPEND, parameters)
        .await?
        .into_iter()
        .next();
    let deliveries = db
        .rows::<PromisesRow>(DELIVERIES, range(dates))
        .await?
        .into_iter()
        .next();
    let mut window = SpendWindow::default();
    if let Some(spend) = spend {
        window.spend = ExactSum::from_parts(spend.high, spend.low, SUM_RADIX);
        window.orders = unsigned(spend.orders);
        window.lines = unsigned(spend.lines);
    }
    if let Some(deliveries) = deliveries {
        window.promised_due = unsigned(deliveries.promised_due);
        window.on_time = unsigned(deliveries.on_time);
    }
    Ok(window)
}

async fn count(
    db: &RolledUpDb,
    sql: TenantSql,
    dates: DateRange,
    currency: Option<&PurchaseCurrency>,
) -> Result<u64, DbError> {
    let mut parameters = range(dates);
    parameters.extend(currency.map(|currency| currency.0.clone().into()));
    Ok(db
        .rows::<Count>(sql, parameters)
        .await?
        .first()
        .map_or(0, |count| unsigned(count.n)))
}

fn range(dates: DateRange) -> Vec<sea_orm::Value> {
    vec![dates.after.into(), dates.through.into()]
}

/// Counts come from the database signed and are never negative.
fn unsigned(count: i64) -> u64 {
    u64::try_from(count).unwrap_or(0)
}

/// Values out of range cannot have passed the sync's check; a row that has them all the same is
/// left out rather than shown wrong.
fn stock_row(
    row: inventory::Model,
    sold_last_year: ExactSum,
    lead_time: LeadTime,
) -> Option<StockRow> {
    let exact = |scaled: i64| Decimal4::from_scaled(scaled).ok();
    let optional = |scaled: Option<i64>| scaled.map(exact).unwrap_or_default();
    Some(StockRow {
        item_id: row.item_id,
        item: row.item_name,
        category: row.category,
        unit: row.unit,
        location: row.location,
        supplier_id: row.supplier_id,
        supplier: None,
        only_stock: false,
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
        costs: levels::Costs {
            holding: 0.0,
            shortage: 0.0,
            order: 0.0,
        },
        correction: None,
        sold_last_year,
    })
}

impl SoldRow {
    fn priced(&self) -> Priced<'_> {
        let sum = |high, low| ExactSum::from_parts(high, low, SUM_RADIX);
        let quantity = sum(self.priced_high, self.priced_low);
        Priced {
            item_id: &self.item_id,
            unit: &self.unit,
            quantity,
            amount: sum(self.amount_high, self.amount_low),
        }
    }

    fn into_sold(self) -> Sold {
        let quantity = ExactSum::from_parts(self.high, self.low, SUM_RADIX);
        Sold {
            item_id: self.item_id,
            unit: self.unit,
            location: Some(self.location).filter(|location| !location.is_empty()),
            quantity,
        }
    }
}

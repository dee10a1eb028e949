//! The tenant's rows behind everything that is said of customers.

use super::customer::{Customer, OrderDay};
use super::ledger::{self, Bought, ItemUnit, Items, Ordered, Profile, SoldInMonth};
use super::windows::CategoryDemand;
use crate::auth::Proof;
use crate::auth::permission::{CustomersRead, PurchasingRead, SalesRead};
use crate::db::{DbError, Organization, TenantDb, TenantSql};
use crate::decimal::{Decimal4, ExactSum};
use crate::features::purchasing::{ItemCategories, PurchaseCurrency, SUM_RADIX, item_categories, purchase_currency};
use chrono::NaiveDate;
use entities::{customer, inventory};
use sea_orm::{ColumnTrait, FromQueryResult, Value};
use std::collections::{BTreeMap, HashMap};

/// The customers with all that the figures need to know of them.
pub struct ReadCustomers {
    /// With what they ordered up to the as-of day.
    pub customers: Vec<Customer>,
    /// What is sold of each category in each month of the year, as of the as-of day and as of a year before.
    pub demand: [Vec<CategoryDemand>; 2],
    /// The currency of the amounts; none without lines.
    pub currency: Option<PurchaseCurrency>,
    /// Order lines behind the figures.
    pub lines: u64,
    /// Order lines in other currencies, left out.
    pub excluded: u64,
}

#[derive(FromQueryResult)]
struct DayRow {
    customer_id: String,
    transaction_date: NaiveDate,
    orders: i64,
    lines: i64,
    high: i64,
    low: i64,
}

/// Returns are no orders and are not taken off.
const DAYS: TenantSql = TenantSql::new(
    "select customer_id, transaction_date, count(distinct order_id) as orders, count(*) as lines, \
     cast(sum(amount_e4 / 1000000) as bigint) as high, cast(sum(amount_e4 % 1000000) as bigint) as low \
     from purchase_transactions where tenant_id = $1 and deleted_at is null and direction = 'sale' and customer_id is not null \
     and quantity_e4 > 0 and currency = $2 and transaction_date <= $3 group by customer_id, transaction_date order by customer_id, transaction_date",
);

#[derive(FromQueryResult)]
struct BoughtRow {
    customer_id: String,
    item_id: String,
    unit: String,
    quantity_high: i64,
    quantity_low: i64,
    amount_high: i64,
    amount_low: i64,
}

const BOUGHT: TenantSql = TenantSql::new(
    "select customer_id, item_id, unit, cast(sum(quantity_e4 / 1000000) as bigint) as quantity_high, \
     cast(sum(quantity_e4 % 1000000) as bigint) as quantity_low, cast(sum(amount_e4 / 1000000) as bigint) as amount_high, \
     cast(sum(amount_e4 % 1000000) as bigint) as amount_low \
     from purchase_transactions where tenant_id = $1 and deleted_at is null and direction = 'sale' and customer_id is not null \
     and quantity_e4 > 0 and currency = $2 and transaction_date <= $3 group by customer_id, item_id, unit",
);

#[derive(FromQueryResult)]
struct MonthRow {
    item_id: String,
    unit: String,
    month: String,
    high: i64,
    low: i64,
}

const MONTHS: TenantSql = TenantSql::new(
    "select item_id, unit, substr(cast(transaction_date as text), 1, 7) as month, cast(sum(quantity_e4 / 1000000) as bigint) as high, \
     cast(sum(quantity_e4 % 1000000) as bigint) as low \
     from purchase_transactions where tenant_id = $1 and deleted_at is null and direction = 'sale' and quantity_e4 > 0 \
     and currency = $2 and transaction_date <= $3 group by item_id, unit, substr(cast(transaction_date as text), 1, 7)",
);

#[derive(FromQueryResult)]
struct CostRow {
    item_id: String,
    unit: String,
    unit_price_e4: i64,
}

/// The newest purchase of each item and unit, the dearest of several on one day.
const COSTS: TenantSql = TenantSql::new(
    "select bought.item_id, bought.unit, max(bought.unit_price_e4) as unit_price_e4 from purchase_transactions bought join \
     (select item_id, unit, max(transaction_date) as day from purchase_transactions where tenant_id = $1 and deleted_at is null \
     and direction = 'purchase' and quantity_e4 > 0 and currency = $2 and transaction_date <= $3 group by item_id, unit) newest \
     on newest.item_id = bought.item_id and newest.unit = bought.unit and newest.day = bought.transaction_date \
     where bought.tenant_id = $1 and bought.deleted_at is null and bought.direction = 'purchase' and bought.quantity_e4 > 0 and bought.currency = $2 \
     group by bought.item_id, bought.unit",
);

#[derive(FromQueryResult)]
struct Count {
    n: i64,
}

const IN_OTHER_CURRENCIES: TenantSql = TenantSql::new(
    "select count(*) as n from purchase_transactions where tenant_id = $1 and deleted_at is null and direction = 'sale' \
     and currency <> $2 and transaction_date <= $3",
);

struct Shelf {
    categories: ItemCategories,
    costs: HashMap<ItemUnit, f64>,
}

impl Items for Shelf {
    fn category(&self, item_id: &str) -> String {
        self.categories.of(item_id).to_owned()
    }

    fn cost(&self, item: &ItemUnit) -> Option<f64> {
        self.costs.get(item).copied()
    }
}

/// The customers as of a day; `year_before` is the day a year earlier.
pub async fn read_customers(
    db: &TenantDb,
    organization: &Organization,
    as_of: NaiveDate,
    year_before: NaiveDate,
    (_customers, _sales, costs): (&Proof<CustomersRead>, &Proof<SalesRead>, &Proof<PurchasingRead>),
) -> Result<ReadCustomers, DbError> {
    let profiles = db.find::<customer::Entity>().filter(customer::Column::DeletedAt.is_null()).all().await?;
    let profiles = profiles.into_iter().map(|row| Profile { id: row.customer_id, name: row.customer_name, state: row.state, crops: row.crops }).collect();
    let Some(currency) = purchase_currency(db, organization, costs).await? else {
        let nothing = ledger::customers(profiles, Vec::new(), &[], &Shelf { categories: ItemCategories::default(), costs: HashMap::new() });
        return Ok(ReadCustomers { customers: nothing, demand: [Vec::new(), Vec::new()], currency: None, lines: 0, excluded: 0 });
    };
    let parameters = || -> Vec<Value> { vec![currency.0.clone().into(), as_of.into()] };
    let days = db.rows::<DayRow>(DAYS, parameters()).await?;
    let lines = days.iter().map(|day| day.lines.unsigned_abs()).sum();
    let bought: Vec<Bought> = db.rows::<BoughtRow>(BOUGHT, parameters()).await?.into_iter().map(Into::into).collect();
    let shelf = shelf(db, &currency, as_of).await?;
    let demand = demand(db, &currency, as_of, [as_of, year_before], &shelf).await?;
    let excluded = db.rows::<Count>(IN_OTHER_CURRENCIES, parameters()).await?.first().map_or(0, |count| count.n.unsigned_abs());
    Ok(ReadCustomers {
        customers: ledger::customers(profiles, days.into_iter().map(Into::into).collect(), &bought, &shelf),
        demand,
        currency: Some(currency),
        lines,
        excluded,
    })
}

/// What is sold of each category in each month of the year, as of a day.
pub(super) async fn read_demand(
    db: &TenantDb,
    currency: &PurchaseCurrency,
    as_of: NaiveDate,
    (_costs, _sales): (&Proof<PurchasingRead>, &Proof<SalesRead>),
) -> Result<Vec<CategoryDemand>, DbError> {
    let shelf = shelf(db, currency, as_of).await?;
    let [demand] = demand(db, currency, as_of, [as_of], &shelf).await?;
    Ok(demand)
}

/// What items are, and what they cost last.
async fn shelf(db: &TenantDb, currency: &PurchaseCurrency, as_of: NaiveDate) -> Result<Shelf, DbError> {
    let costs = db.rows::<CostRow>(COSTS, vec![currency.0.clone().into(), as_of.into()]).await?.into_iter().filter_map(CostRow::into_cost).collect();
    Ok(Shelf { categories: item_categories(db).await?, costs })
}

/// As of each of `days`, from what was sold up to `through`.
async fn demand<const DAYS: usize>(
    db: &TenantDb,
    currency: &PurchaseCurrency,
    through: NaiveDate,
    days: [NaiveDate; DAYS],
    shelf: &Shelf,
) -> Result<[Vec<CategoryDemand>; DAYS], DbError> {
    let sold = db.rows::<MonthRow>(MONTHS, vec![currency.0.clone().into(), through.into()]).await?;
    let sold: Vec<SoldInMonth> = sold.into_iter().filter_map(MonthRow::into_sold).collect();
    let lead_days = lead_days(db, shelf).await?;
    Ok(days.map(|day| ledger::demand(&sold, day, shelf, &lead_days)))
}

/// The lead times on record, by category.
async fn lead_days(db: &TenantDb, shelf: &Shelf) -> Result<BTreeMap<String, Vec<u32>>, DbError> {
    let mut by_category: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for row in db.find::<inventory::Entity>().filter(inventory::Column::DeletedAt.is_null()).all().await? {
        if let Some(days) = row.lead_time_days.and_then(|days| u32::try_from(days).ok()) {
            by_category.entry(shelf.category(&row.item_id)).or_default().push(days);
        }
    }
    Ok(by_category)
}

impl From<DayRow> for Ordered {
    fn from(row: DayRow) -> Self {
        let amount = ExactSum::from_parts(row.high, row.low, SUM_RADIX).to_f64();
        let day = OrderDay { day: row.transaction_date, orders: u32::try_from(row.orders).unwrap_or(u32::MAX), amount };
        Self { customer_id: row.customer_id, day }
    }
}

impl From<BoughtRow> for Bought {
    fn from(row: BoughtRow) -> Self {
        Self {
            customer_id: row.customer_id,
            item: ItemUnit { item_id: row.item_id, unit: row.unit },
            quantity: ExactSum::from_parts(row.quantity_high, row.quantity_low, SUM_RADIX).to_f64(),
            amount: ExactSum::from_parts(row.amount_high, row.amount_low, SUM_RADIX).to_f64(),
        }
    }
}

impl MonthRow {
    fn into_sold(self) -> Option<SoldInMonth> {
        let month = format!("{}-01", self.month).parse().ok()?;
        let quantity = ExactSum::from_parts(self.high, self.low, SUM_RADIX).to_f64();
        Some(SoldInMonth { item: ItemUnit { item_id: self.item_id, unit: self.unit }, month, quantity })
    }
}

impl CostRow {
    fn into_cost(self) -> Option<(ItemUnit, f64)> {
        let cost = Decimal4::from_scaled(self.unit_price_e4).ok()?.to_f64();
        Some((ItemUnit { item_id: self.item_id, unit: self.unit }, cost))
    }
}

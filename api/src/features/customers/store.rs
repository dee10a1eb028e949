//! The tenant's rows behind everything that is said of customers.

use super::bought::{BoughtItem, bought_items};
use super::customer::Customer;
use super::ledger::{self, Basket, Bought, ItemUnit, Items, Ordered, Profile, SoldInMonth};
use super::order_days::order_days;
use super::windows::CategoryDemand;
use crate::auth::Proof;
use crate::auth::permission::{CustomersRead, PurchasingRead, SalesRead};
use crate::db::{DbError, Organization, RolledUpDb, SUM_RADIX, TenantSql, Until};
use crate::decimal::{Decimal4, ExactSum};
use crate::features::purchasing::{
    ItemCategories, PurchaseCurrency, item_categories, purchase_currency,
};
use chrono::NaiveDate;
use entities::{customer, inventory};
use sea_orm::{ColumnTrait, DbErr, FromQueryResult, Value};
use std::collections::{BTreeMap, HashMap};

/// The customers with all that the figures need to know of them.
pub struct ReadCustomers {
    /// With what they ordered up to the as-of day.
    pub customers: Vec<Customer>,
    /// What is sold of each category in each month of the year, as of the as-of day and as of a
    /// year before.
    pub demand: [Vec<CategoryDemand>; 2],
    /// The currency of the amounts; none without lines.
    pub currency: Option<PurchaseCurrency>,
    /// Order lines behind the figures.
    pub lines: u64,
    /// Order lines in other currencies, left out.
    pub excluded: u64,
}

#[derive(FromQueryResult)]
struct HistoryRow {
    customer_id: String,
    history: String,
}

/// Returns are no orders and are not taken off. No day lies in two quarters, so they may come in
/// any order.
const HISTORIES: TenantSql = TenantSql::new(
    r"
        select customer_id, string_agg(history, '/') as history
        from rollup_customer_history
        where tenant_id = $1 and currency = $2
        group by customer_id
    ",
);

#[derive(FromQueryResult)]
struct LaterRow {
    customer_id: String,
    item_id: String,
    unit: String,
    lines: i64,
    quantity_high: i64,
    quantity_low: i64,
    amount_high: i64,
    amount_low: i64,
}

#[derive(FromQueryResult)]
struct BasketRow {
    customer_id: String,
    bought: String,
}

/// As [`bought_items`] reads it.
const BASKETS: TenantSql = TenantSql::new(
    r"
        select customer_id, basket as bought
        from rollup_customer_basket
        where tenant_id = $1 and currency = $2
        order by customer_id
    ",
);

/// What is booked for days to come, and so not yet bought. The lines are looked at only where the
/// rollups say that there is any.
const TO_COME: TenantSql = TenantSql::new(
    r"
        select customer_id, item_id, unit, count(*) as lines,
          cast(sum(quantity_e4 / 10000000) as bigint) as quantity_high,
          cast(sum(quantity_e4 % 10000000) as bigint) as quantity_low,
          cast(sum(amount_e4 / 10000000) as bigint) as amount_high,
          cast(sum(amount_e4 % 10000000) as bigint) as amount_low
        from purchase_transactions
        where tenant_id = $1
          and deleted_at is null
          and direction = 'sale'
          and customer_id is not null
          and quantity_e4 > 0
          and currency = $2
          and transaction_date > $3
          and exists (
              select 1
              from rollup_line_day booked
              where booked.tenant_id = $1
                and booked.direction = 'sale'
                and booked.currency = $2
                and booked.day > $3
            )
        group by customer_id, item_id, unit
    ",
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
    r"
        select item_id, unit, month, cast(sum(high) as bigint) as high,
          cast(sum(low) as bigint) as low
        from (
            select item_id, unit, month, quantity_high as high, quantity_low as low
            from rollup_item_month
            where tenant_id = $1
              and direction = 'sale'
              and month < $2
              and currency = $5
              and not is_return
            union all
            select item_id, unit, $2, quantity_high, quantity_low
            from rollup_item_day
            where tenant_id = $1
              and direction = 'sale'
              and day >= $3
              and day <= $4
              and currency = $5
              and not is_return
          ) as sold
        group by item_id, unit, month
    ",
);

#[derive(FromQueryResult)]
struct CostRow {
    item_id: String,
    unit: String,
    unit_price_e4: i64,
}

/// The newest purchase of each item and unit, the dearest of several on one day.
const COSTS: TenantSql = TenantSql::new(
    r"
        select item_id, unit, unit_price_e4
        from (
            select item_id, unit,
              (
                  select unit_price_e4
                  from rollup_item_price priced
                  where priced.tenant_id = $1
                    and priced.currency = $2
                    and priced.item_id = bought.item_id
                    and priced.unit = bought.unit
                    and priced.day <= $3
                  order by priced.day desc
                  limit 1
                ) as unit_price_e4
            from (
                select distinct item_id, unit
                from rollup_item_month
                where tenant_id = $1 and direction = 'purchase' and currency = $2
              ) as bought
          ) as newest
        where unit_price_e4 is not null
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
        where tenant_id = $1 and direction = 'sale' and currency <> $2 and day <= $3
    ",
);

struct Shelf {
    categories: ItemCategories,
    /// Of each item, by unit: it has one or two.
    costs: HashMap<String, Vec<(String, f64)>>,
}

impl Items for Shelf {
    fn category(&self, item_id: &str) -> &str {
        self.categories.of(item_id)
    }

    fn cost(&self, item_id: &str, unit: &str) -> Option<f64> {
        self.costs
            .get(item_id)?
            .iter()
            .find(|(of, _)| of == unit)
            .map(|(_, cost)| *cost)
    }
}

/// The customers as of a day; `year_before` is the day a year earlier.
pub async fn read_customers(
    db: &RolledUpDb,
    organization: &Organization,
    as_of: NaiveDate,
    year_before: NaiveDate,
    (_customers, _sales, costs): (
        &Proof<CustomersRead>,
        &Proof<SalesRead>,
        &Proof<PurchasingRead>,
    ),
) -> Result<ReadCustomers, DbError> {
    let profiles = db
        .find::<customer::Entity>()
        .filter(customer::Column::DeletedAt.is_null())
        .all()
        .await?;
    let profiles = profiles
        .into_iter()
        .map(|row| Profile {
            id: row.customer_id,
            name: row.customer_name,
            state: row.state,
            crops: row.crops,
        })
        .collect();
    let Some(currency) = purchase_currency(db, organization, costs).await? else {
        let nothing = ledger::customers(profiles, Vec::new(), Vec::new());
        return Ok(ReadCustomers {
            customers: nothing,
            demand: [Vec::new(), Vec::new()],
            currency: None,
            lines: 0,
            excluded: 0,
        });
    };
    let parameters = || -> Vec<Value> { vec![currency.0.clone().into(), as_of.into()] };
    let (days, lines) = ordered(db, &currency, as_of).await?;
    let shelf = shelf(db, &currency, as_of).await?;
    let baskets = baskets(db, &currency, as_of, &shelf).await?;
    let demand = demand(db, &currency, as_of, [as_of, year_before], &shelf).await?;
    let excluded = db
        .rows::<Count>(IN_OTHER_CURRENCIES, parameters())
        .await?
        .first()
        .map_or(0, |count| count.n.unsigned_abs());
    Ok(ReadCustomers {
        customers: ledger::customers(profiles, days, baskets),
        demand,
        currency: Some(currency),
        lines,
        excluded,
    })
}

/// What is sold of each category in each month of the year, as of a day.
pub(super) async fn read_demand(
    db: &RolledUpDb,
    currency: &PurchaseCurrency,
    as_of: NaiveDate,
    (_costs, _sales): (&Proof<PurchasingRead>, &Proof<SalesRead>),
) -> Result<Vec<CategoryDemand>, DbError> {
    let shelf = shelf(db, currency, as_of).await?;
    let [demand] = demand(db, currency, as_of, [as_of], &shelf).await?;
    Ok(demand)
}

/// What items are, and what they cost last.
async fn shelf(
    db: &RolledUpDb,
    currency: &PurchaseCurrency,
    as_of: NaiveDate,
) -> Result<Shelf, DbError> {
    let mut costs: HashMap<String, Vec<(String, f64)>> = HashMap::new();
    for row in db
        .rows::<CostRow>(COSTS, vec![currency.0.clone().into(), as_of.into()])
        .await?
    {
        if let Ok(cost) = Decimal4::from_scaled(row.unit_price_e4) {
            costs
                .entry(row.item_id)
                .or_default()
                .push((row.unit, cost.to_f64()));
        }
    }
    Ok(Shelf {
        categories: item_categories(db).await?,
        costs,
    })
}

/// As of each of `days`, from what was sold up to `through`.
async fn demand<const DAYS: usize>(
    db: &RolledUpDb,
    currency: &PurchaseCurrency,
    through: NaiveDate,
    days: [NaiveDate; DAYS],
    shelf: &Shelf,
) -> Result<[Vec<CategoryDemand>; DAYS], DbError> {
    let sold = sold(db, currency, through).await?;
    let lead_days = lead_days(db, shelf).await?;
    Ok(days.map(|day| ledger::demand(&sold, day, shelf, &lead_days)))
}

/// The days on which each customer ordered up to a day, with the number of their lines.
async fn ordered(
    db: &RolledUpDb,
    currency: &PurchaseCurrency,
    as_of: NaiveDate,
) -> Result<(Vec<Ordered>, u64), DbError> {
    let (mut ordered, mut all_lines) = (Vec::new(), 0);
    for HistoryRow {
        customer_id,
        history,
    } in db
        .rows::<HistoryRow>(HISTORIES, vec![currency.0.clone().into()])
        .await?
    {
        let (days, lines) = order_days(&history, as_of).ok_or_else(|| unreadable(&customer_id))?;
        all_lines += lines;
        if !days.is_empty() {
            ordered.push(Ordered { customer_id, days });
        }
    }
    Ok((ordered, all_lines))
}

/// What each customer bought up to a day, added up in the order of items and units: every engine
/// has its own, and floats add up differently in each.
async fn baskets(
    db: &RolledUpDb,
    currency: &PurchaseCurrency,
    as_of: NaiveDate,
    shelf: &Shelf,
) -> Result<Vec<Basket>, DbError> {
    let mut later: HashMap<String, Vec<LaterRow>> = HashMap::new();
    for row in db
        .rows::<LaterRow>(TO_COME, vec![currency.0.clone().into(), as_of.into()])
        .await?
    {
        later.entry(row.customer_id.clone()).or_default().push(row);
    }
    let mut baskets = Vec::new();
    for BasketRow {
        customer_id,
        bought,
    } in db
        .rows::<BasketRow>(BASKETS, vec![currency.0.clone().into()])
        .await?
    {
        let mut items = bought_items(&bought).ok_or_else(|| unreadable(&customer_id))?;
        items.sort_unstable_by_key(BoughtItem::key);
        for later in later.get(&customer_id).into_iter().flatten() {
            if let Some(item) = items
                .binary_search_by_key(
                    &(later.item_id.as_str(), later.unit.as_str()),
                    BoughtItem::key,
                )
                .ok()
                .and_then(|at| items.get_mut(at))
            {
                item.take_off(
                    later.lines,
                    (later.quantity_high, later.quantity_low),
                    (later.amount_high, later.amount_low),
                );
            }
        }
        let bought: Vec<Bought<'_>> = items
            .iter()
            .filter(|item| item.lines > 0)
            .map(Into::into)
            .collect();
        if !bought.is_empty() {
            baskets.push(Basket {
                customer_id,
                categories: ledger::categories(&bought, shelf),
            });
        }
    }
    Ok(baskets)
}

/// What was sold of each item in each month up to a day, in the order of items and months.
async fn sold(
    db: &RolledUpDb,
    currency: &PurchaseCurrency,
    as_of: NaiveDate,
) -> Result<Vec<SoldInMonth>, DbError> {
    let mut parameters = Until::of(as_of).parameters();
    parameters.push(currency.0.clone().into());
    let mut rows = db.rows::<MonthRow>(MONTHS, parameters).await?;
    rows.sort_unstable_by(|a, b| {
        (&a.item_id, &a.unit, &a.month).cmp(&(&b.item_id, &b.unit, &b.month))
    });
    Ok(rows.into_iter().filter_map(MonthRow::into_sold).collect())
}

/// The lead times on record, by category.
async fn lead_days(db: &RolledUpDb, shelf: &Shelf) -> Result<BTreeMap<String, Vec<u32>>, DbError> {
    let mut by_category: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for row in db
        .find::<inventory::Entity>()
        .filter(inventory::Column::DeletedAt.is_null())
        .all()
        .await?
    {
        if let Some(days) = row.lead_time_days.and_then(|days| u32::try_from(days).ok()) {
            by_category
                .entry(shelf.category(&row.item_id).to_owned())
                .or_default()
                .push(days);
        }
    }
    Ok(by_category)
}

fn unreadable(customer_id: &str) -> DbError {
    DbError::Failed(DbErr::Custom(format!(
        "the rollups of {customer_id} hold something that cannot be read"
    )))
}

impl<'a> From<&BoughtItem<'a>> for Bought<'a> {
    fn from(item: &BoughtItem<'a>) -> Self {
        let exact = |(high, low)| ExactSum::from_parts(high, low, SUM_RADIX).to_f64();
        Self {
            item_id: item.item_id,
            unit: item.unit,
            quantity: exact(item.quantity),
            amount: exact(item.amount),
        }
    }
}

impl MonthRow {
    fn into_sold(self) -> Option<SoldInMonth> {
        let month = format!("{}-01", self.month).parse().ok()?;
        let quantity = ExactSum::from_parts(self.high, self.low, SUM_RADIX).to_f64();
        Some(SoldInMonth {
            item: ItemUnit {
                item_id: self.item_id,
                unit: self.unit,
            },
            month,
            quantity,
        })
    }
}

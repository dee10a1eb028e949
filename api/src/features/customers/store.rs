//! Reads the tenant's rows behind the customer figures.

use super::basket_parser::{BasketItem, parse_basket};
use super::customer::Customer;
use super::customer_ledger::{
    self, BasketLine, CustomerBasket, CustomerOrders, CustomerProfile, ItemCatalog, ItemUnit,
    MonthlyItemSales,
};
use super::order_day_parser::parse_order_days;
use super::purchase_windows::CategoryDemand;
use crate::auth::Proof;
use crate::auth::permission::{CustomersRead, PurchasingRead, SalesRead};
use crate::db::{DaysThrough, DbError, Organization, RolledUpDb, SUM_RADIX, TenantSql};
use crate::decimal::{Decimal4, ExactSum};
use crate::features::purchasing::{
    ItemCategories, PurchaseCurrency, read_item_categories, read_purchase_currency,
};
use crate::features::supply_prices::read_price_outliers;
use crate::packed_parser::PackedParser;
use chrono::NaiveDate;
use sea_orm::{DbErr, FromQueryResult, Value};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The customers and all inputs of their figures.
pub struct CustomerDataset {
    /// With their orders up to the as-of day.
    pub customers: Vec<Customer>,
    /// Sales of each category by month of the year, as of the as-of day and of the day a year
    /// before.
    pub demand: [Vec<CategoryDemand>; 2],
    /// Currency of the amounts; none without lines.
    pub currency: Option<PurchaseCurrency>,
    /// Number of order lines behind the figures.
    pub lines: u64,
    /// Excluded order lines in other currencies.
    pub excluded: u64,
    /// Order lines of customers whose orders all have a zero price.
    pub unpriced_lines: u64,
}

#[derive(FromQueryResult)]
struct ProfileRow {
    customer_id: String,
    customer_name: String,
    state: Option<String>,
    crops: Option<String>,
}

const PROFILES_SQL: TenantSql = TenantSql::new(
    r"
        select customer_id, customer_name, state, crops
        from customers
        where tenant_id = $1 and deleted_at is null
    ",
);

#[derive(FromQueryResult)]
struct LeadDaysRow {
    item_id: String,
    lead_time_days: i32,
}

const LEAD_DAYS_SQL: TenantSql = TenantSql::new(
    r"
        select item_id, lead_time_days
        from inventory
        where tenant_id = $1 and deleted_at is null and lead_time_days is not null
    ",
);

#[derive(FromQueryResult)]
struct HistoryRow {
    customer_id: String,
    history: String,
}

/// Returns are not subtracted. A day belongs to one quarter only, so quarters may come in any
/// order.
const HISTORIES_SQL: TenantSql = TenantSql::new(
    r"
        select customer_id, string_agg(history, '/') as history
        from rollup_customer_history
        where tenant_id = $1 and currency = $2
        group by customer_id
    ",
);

#[derive(FromQueryResult)]
struct FutureLineRow {
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
    lines: String,
}

/// In the format of [`parse_basket`].
const BASKETS_SQL: TenantSql = TenantSql::new(
    r"
        select customer_id, basket as lines
        from rollup_customer_basket
        where tenant_id = $1 and currency = $2
        order by customer_id
    ",
);

/// Orders booked for future days. The lines are read only if the rollups contain such days.
const FUTURE_LINES_SQL: TenantSql = TenantSql::new(
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
struct ItemMonthsRow {
    item_id: String,
    unit: String,
    months: String,
}

/// One text per item in the format of [`parse_months`]: transferring millions of rows costs more
/// than summing them.
const MONTHS_SQL: TenantSql = TenantSql::new(
    r"
        select item_id, unit, string_agg(month || '-01 ' || high || ' ' || low, '/') as months
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
        group by item_id, unit
    ",
);

#[derive(FromQueryResult)]
struct CostRow {
    item_id: String,
    unit: String,
    unit_price_e4: i64,
}

/// The latest purchase of each item and unit; of several on one day the most expensive.
const COSTS_SQL: TenantSql = TenantSql::new(
    r"
        select item_id, unit, unit_price_e4
        from (
            select item_id, unit,
              (
                  select unit_price_e4
                  from rollup_item_price priced
                  where priced.tenant_id = $1
                    and priced.currency = $2
                    and priced.item_id = lines.item_id
                    and priced.unit = lines.unit
                    and priced.day <= $3
                  order by priced.day desc
                  limit 1
                ) as unit_price_e4
            from (
                select distinct item_id, unit
                from rollup_item_month
                where tenant_id = $1 and direction = 'purchase' and currency = $2
              ) as lines
          ) as newest
        where unit_price_e4 is not null
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
        where tenant_id = $1 and direction = 'sale' and currency <> $2 and day <= $3
    ",
);

struct PricedCatalog {
    categories: ItemCategories,
    /// By item, then by unit: most items have one or two.
    costs: HashMap<String, Vec<(String, f64)>>,
}

impl ItemCatalog for PricedCatalog {
    fn item_category(&self, item_id: &str) -> &str {
        self.categories.category_of(item_id)
    }

    fn last_unit_cost(&self, item_id: &str, unit: &str) -> Option<f64> {
        self.costs
            .get(item_id)?
            .iter()
            .find(|(of, _)| of == unit)
            .map(|(_, cost)| *cost)
    }
}

/// The customers as of a day; `year_before`: the day a year earlier.
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
) -> Result<CustomerDataset, DbError> {
    let Some(currency) = read_purchase_currency(db, organization, costs).await? else {
        let profiles = read_profiles(db).await?;
        let nothing = customer_ledger::assemble_customers(profiles, Vec::new(), Vec::new());
        return Ok(CustomerDataset {
            customers: nothing,
            demand: [Vec::new(), Vec::new()],
            currency: None,
            lines: 0,
            excluded: 0,
            unpriced_lines: 0,
        });
    };
    let parameters = || -> Vec<Value> { vec![currency.0.clone().into(), as_of.into()] };
    let catalog = read_catalog(db, &currency, as_of, costs).await?;
    // The sales behind it take as much memory as the orders, so they are read and freed before.
    let demand = read_demand_on_days(db, &currency, as_of, [as_of, year_before], &catalog).await?;
    let baskets = read_baskets(db, &currency, as_of, &catalog).await?;
    drop(catalog);
    let (days, lines, unpriced_lines) = read_orders(db, &currency, as_of).await?;
    let excluded = db
        .query_rows::<CountRow>(OTHER_CURRENCIES_SQL, parameters())
        .await?
        .first()
        .map_or(0, |count| count.n.unsigned_abs());
    let profiles = read_profiles(db).await?;
    Ok(CustomerDataset {
        customers: customer_ledger::assemble_customers(profiles, days, baskets),
        demand,
        currency: Some(currency),
        lines,
        excluded,
        unpriced_lines,
    })
}

async fn read_profiles(db: &RolledUpDb) -> Result<Vec<CustomerProfile>, DbError> {
    let mut profiles = Vec::new();
    db.for_each_row(PROFILES_SQL, Vec::new(), |row: ProfileRow| {
        profiles.push(CustomerProfile {
            id: row.customer_id,
            name: row.customer_name,
            state: row.state,
            crops: row.crops,
        });
        Ok(())
    })
    .await?;
    Ok(profiles)
}

/// Sales of each category by month of the year, as of a day.
pub(super) async fn read_demand(
    db: &RolledUpDb,
    currency: &PurchaseCurrency,
    as_of: NaiveDate,
    (costs, _sales): (&Proof<PurchasingRead>, &Proof<SalesRead>),
) -> Result<Vec<CategoryDemand>, DbError> {
    let catalog = read_catalog(db, currency, as_of, costs).await?;
    let [demand] = read_demand_on_days(db, currency, as_of, [as_of], &catalog).await?;
    Ok(demand)
}

/// Categories and last purchase prices of the items, without unconfirmed unusual prices.
async fn read_catalog(
    db: &RolledUpDb,
    currency: &PurchaseCurrency,
    as_of: NaiveDate,
    right: &Proof<PurchasingRead>,
) -> Result<PricedCatalog, DbError> {
    let mut usual_prices = read_price_outliers(db, currency, as_of, right)
        .await?
        .last_prices;
    let mut costs: HashMap<String, Vec<(String, f64)>> = HashMap::new();
    for row in db
        .query_rows::<CostRow>(COSTS_SQL, vec![currency.0.clone().into(), as_of.into()])
        .await?
    {
        let key = (row.item_id, row.unit);
        let cost = usual_prices
            .remove(&key)
            .unwrap_or_else(|| Decimal4::from_scaled(row.unit_price_e4).ok());
        if let Some(cost) = cost {
            let (item, unit) = key;
            costs.entry(item).or_default().push((unit, cost.to_f64()));
        }
    }
    Ok(PricedCatalog {
        categories: read_item_categories(db).await?,
        costs,
    })
}

/// As of each of `days`, from the sales up to `through`.
async fn read_demand_on_days<const DAYS: usize>(
    db: &RolledUpDb,
    currency: &PurchaseCurrency,
    through: NaiveDate,
    days: [NaiveDate; DAYS],
    catalog: &PricedCatalog,
) -> Result<[Vec<CategoryDemand>; DAYS], DbError> {
    let lead_days = read_lead_days(db, catalog).await?;
    let sold = read_monthly_sales(db, currency, through).await?;
    Ok(days.map(|day| customer_ledger::compute_demand(&sold, day, catalog, &lead_days)))
}

/// Days with orders of each customer up to a day, with the number of their lines, and of those of
/// customers who never paid.
async fn read_orders(
    db: &RolledUpDb,
    currency: &PurchaseCurrency,
    as_of: NaiveDate,
) -> Result<(Vec<CustomerOrders>, u64, u64), DbError> {
    let (mut ordered, mut all_lines, mut unpriced_lines) = (Vec::new(), 0, 0);
    db.for_each_row(
        HISTORIES_SQL,
        vec![currency.0.clone().into()],
        |HistoryRow {
             customer_id,
             history,
         }| {
            let (days, lines) =
                parse_order_days(&history, as_of).ok_or_else(|| unreadable_rollup(&customer_id))?;
            all_lines += lines;
            if days.iter().all(|day| day.amount <= 0.0) {
                unpriced_lines += lines;
            }
            if !days.is_empty() {
                ordered.push(CustomerOrders { customer_id, days });
            }
            Ok(())
        },
    )
    .await?;
    Ok((ordered, all_lines, unpriced_lines))
}

/// Purchases of each customer up to a day, summed in the order of items and units: databases return
/// different orders, and float sums depend on the order.
async fn read_baskets(
    db: &RolledUpDb,
    currency: &PurchaseCurrency,
    as_of: NaiveDate,
    catalog: &PricedCatalog,
) -> Result<Vec<CustomerBasket>, DbError> {
    let mut later: HashMap<String, Vec<FutureLineRow>> = HashMap::new();
    for row in db
        .query_rows::<FutureLineRow>(
            FUTURE_LINES_SQL,
            vec![currency.0.clone().into(), as_of.into()],
        )
        .await?
    {
        later.entry(row.customer_id.clone()).or_default().push(row);
    }
    let mut baskets = Vec::new();
    db.for_each_row(
        BASKETS_SQL,
        vec![currency.0.clone().into()],
        |BasketRow { customer_id, lines }| {
            let mut items = parse_basket(&lines).ok_or_else(|| unreadable_rollup(&customer_id))?;
            items.sort_unstable_by_key(BasketItem::sort_key);
            for later in later.get(&customer_id).into_iter().flatten() {
                if let Some(item) = items
                    .binary_search_by_key(
                        &(later.item_id.as_str(), later.unit.as_str()),
                        BasketItem::sort_key,
                    )
                    .ok()
                    .and_then(|at| items.get_mut(at))
                {
                    item.subtract_lines(
                        later.lines,
                        (later.quantity_high, later.quantity_low),
                        (later.amount_high, later.amount_low),
                    );
                }
            }
            let lines: Vec<BasketLine<'_>> = items
                .iter()
                .filter(|item| item.lines > 0)
                .map(Into::into)
                .collect();
            if !lines.is_empty() {
                let categories = customer_ledger::sum_by_category(&lines, catalog);
                baskets.push(CustomerBasket {
                    customer_id,
                    categories,
                });
            }
            Ok(())
        },
    )
    .await?;
    Ok(baskets)
}

/// Sales of each item and month up to a day, ordered by item and month.
async fn read_monthly_sales(
    db: &RolledUpDb,
    currency: &PurchaseCurrency,
    as_of: NaiveDate,
) -> Result<Vec<MonthlyItemSales>, DbError> {
    let mut parameters = DaysThrough::new(as_of).parameters();
    parameters.push(currency.0.clone().into());
    let mut sold = Vec::new();
    db.for_each_row::<ItemMonthsRow>(MONTHS_SQL, parameters, |row| {
        let months = parse_months(&row.months).ok_or_else(|| unreadable_rollup(&row.item_id))?;
        let item = Arc::new(ItemUnit {
            item_id: row.item_id,
            unit: row.unit,
        });
        let by_month = months.into_iter().map(|(month, (high, low))| {
            let item = Arc::clone(&item);
            let quantity = ExactSum::from_parts(high, low, SUM_RADIX).to_f64();
            MonthlyItemSales {
                item,
                month,
                quantity,
            }
        });
        sold.extend(by_month);
        Ok(())
    })
    .await?;
    // Databases return different orders, and float sums depend on the order.
    sold.sort_by(|a, b| (&a.item, a.month).cmp(&(&b.item, b.month)));
    Ok(sold)
}

/// Parses months with the two parts of their quantities, in any order and repeatedly: `2026-03-01 0
/// 250000/2026-04-01 1 10000`. None if the text has another format.
fn parse_months(text: &str) -> Option<BTreeMap<NaiveDate, (i64, i64)>> {
    let mut months: BTreeMap<NaiveDate, (i64, i64)> = BTreeMap::new();
    PackedParser::parse_entries(text, |text| {
        let month = text.parse_day()?;
        let (high, low) = (text.parse_next_number()?, text.parse_next_number()?);
        let sum = months.entry(month).or_default();
        *sum = (sum.0.checked_add(high)?, sum.1.checked_add(low)?);
        Some(())
    })?;
    Some(months)
}

/// Lead times in the warehouse, by category.
async fn read_lead_days(
    db: &RolledUpDb,
    catalog: &PricedCatalog,
) -> Result<BTreeMap<String, Vec<u32>>, DbError> {
    let mut by_category: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    db.for_each_row(LEAD_DAYS_SQL, Vec::new(), |row: LeadDaysRow| {
        if let Ok(days) = u32::try_from(row.lead_time_days) {
            by_category
                .entry(catalog.item_category(&row.item_id).to_owned())
                .or_default()
                .push(days);
        }
        Ok(())
    })
    .await?;
    Ok(by_category)
}

fn unreadable_rollup(customer_id: &str) -> DbError {
    DbError::Failed(DbErr::Custom(format!(
        "cannot parse the rollups of {customer_id}"
    )))
}

impl<'a> From<&BasketItem<'a>> for BasketLine<'a> {
    fn from(item: &BasketItem<'a>) -> Self {
        let exact = |(high, low)| ExactSum::from_parts(high, low, SUM_RADIX).to_f64();
        Self {
            item_id: item.item_id,
            unit: item.unit,
            quantity: exact(item.quantity),
            amount: exact(item.amount),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_the_locations_of_a_month() {
        let month = |text: &str| text.parse::<NaiveDate>().unwrap();
        let text = "2026-04-01 1 -5/2026-03-01 0 7/2026-04-01 2 9";
        assert_eq!(
            parse_months(text).unwrap(),
            BTreeMap::from([(month("2026-03-01"), (0, 7)), (month("2026-04-01"), (3, 4))])
        );
        for malformed in ["", "2026-04 1 2", "2026-04-01 1", "2026-04-01 1 2/"] {
            assert_eq!(parse_months(malformed), None, "{malformed}");
        }
    }
}

//! Reads growers with their purchases, and ranks them.

use crate::auth::Proof;
use crate::auth::permission::{CustomersRead, PurchasingRead, SalesRead};
use crate::db::{DbError, Organization, RolledUpDb, SUM_RADIX, TenantSql};
use crate::decimal::{Decimal4, ExactSum};
use crate::features::purchasing::{PurchaseCurrency, read_purchase_currency};
use call_list::call_list::{Call, rank_calls};
use call_list::grower::{Category, Crop, Grower, ProductLine, Sale};
use call_list::need::{LineNeed, estimate_needs};
use chrono::{Months, NaiveDate};
use entities::{customer, inventory};
use sea_orm::{ColumnTrait, FromQueryResult};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use thiserror::Error;
use tokio::task::JoinError;

/// Years of purchases that are read.
const HISTORY: Months = Months::new(72);
/// Order days shown for a grower.
const MAX_LAST_ORDERS: usize = 5;

/// All growers with a salesperson, by the worth of a call.
pub struct CallReport {
    pub(super) entries: Vec<CallEntry>,
    /// Margin of each day with purchases, by customer and in order.
    pub(super) margins: HashMap<String, Vec<(NaiveDate, f64)>>,
    pub(super) currency: Option<String>,
    /// Number of days, items and customers with sales.
    pub(super) lines: u64,
}

/// A grower and why to call.
pub(super) struct CallEntry {
    pub(super) customer: customer::Model,
    pub(super) salesperson: String,
    pub(super) call: Call,
    pub(super) needs: Vec<LineNeed>,
    /// Newest first, with the margin.
    pub(super) last_orders: Vec<(NaiveDate, f64)>,
}

#[derive(Clone, Debug, Error)]
pub enum CallReportError {
    #[error(transparent)]
    Db(#[from] DbError),
    #[error("the call list could not be computed: {0}")]
    Ranking(Arc<JoinError>),
}

impl From<JoinError> for CallReportError {
    fn from(error: JoinError) -> Self {
        Self::Ranking(Arc::new(error))
    }
}

#[derive(FromQueryResult)]
struct SaleRow {
    customer_id: String,
    item_id: String,
    unit: String,
    day: NaiveDate,
    quantity_high: i64,
    quantity_low: i64,
    amount_high: i64,
    amount_low: i64,
}

/// No rollup has days, items and customers together. The figures are cached for each version of
/// the data.
const SALES_SQL: TenantSql = TenantSql::new(
    r"
        select customer_id, item_id, unit, transaction_date as day,
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
          and transaction_date >= $3
          and transaction_date < $4
        group by customer_id, item_id, unit, transaction_date
        order by customer_id, transaction_date, item_id, unit
    ",
);

struct Item {
    index: usize,
    line: ProductLine,
    unit: String,
    unit_cost: f64,
}

pub(super) async fn read_call_report(
    db: RolledUpDb,
    organization: &Organization,
    as_of: NaiveDate,
    (_customers, _sales, costs): (
        &Proof<CustomersRead>,
        &Proof<SalesRead>,
        &Proof<PurchasingRead>,
    ),
) -> Result<CallReport, CallReportError> {
    let mut customers = db
        .find::<customer::Entity>()
        .filter(customer::Column::DeletedAt.is_null())
        .order_by_asc(customer::Column::CustomerId)
        .all()
        .await?;
    customers.retain(|customer| {
        let salesperson = customer.salesperson.as_deref().unwrap_or_default();
        !salesperson.trim().is_empty()
    });
    let currency = read_purchase_currency(&db, organization, costs).await?;
    let rows = match &currency {
        Some(currency) if !customers.is_empty() => {
            let start = as_of.checked_sub_months(HISTORY).unwrap_or(NaiveDate::MIN);
            let parameters = vec![currency.0.clone().into(), start.into(), as_of.into()];
            db.query_rows::<SaleRow>(SALES_SQL, parameters).await?
        }
        _ => Vec::new(),
    };
    let items = match &currency {
        Some(currency) => read_items(&db, currency).await?,
        None => HashMap::new(),
    };
    drop(db);
    let lines = rows.len() as u64;
    let currency = currency.map(|currency| currency.0);
    // The fit is CPU-bound and must not block the async runtime.
    let ranked = tokio::task::spawn_blocking(move || {
        let growers = build_growers(&customers, &rows, &items);
        rank(customers, &growers, as_of)
    });
    let (entries, margins) = ranked.await?;
    Ok(CallReport {
        entries,
        margins,
        currency,
        lines,
    })
}

/// The items with their costs, by id; of several rows of an item the newest.
async fn read_items(
    db: &RolledUpDb,
    currency: &PurchaseCurrency,
) -> Result<HashMap<String, Item>, DbError> {
    let rows = db
        .find::<inventory::Entity>()
        .filter(inventory::Column::Currency.eq(&currency.0))
        .order_by_asc(inventory::Column::UpdatedAt)
        .order_by_asc(inventory::Column::Location)
        .all()
        .await?;
    let mut items = HashMap::new();
    for (index, row) in rows.into_iter().enumerate() {
        let Ok(cost) = Decimal4::from_scaled(row.unit_cost_e4) else {
            continue;
        };
        let line = ProductLine::from_item(Category::from_text(&row.category), &row.item_name);
        let item = Item {
            index,
            line,
            unit: row.unit,
            unit_cost: cost.to_f64(),
        };
        items.insert(row.item_id, item);
    }
    Ok(items)
}

/// In the order of the customers. Sales in another unit than that of the cost are left out.
fn build_growers(
    customers: &[customer::Model],
    rows: &[SaleRow],
    items: &HashMap<String, Item>,
) -> Vec<Grower> {
    let mut sales: HashMap<&str, Vec<Sale>> = HashMap::new();
    for row in rows {
        let Some(item) = items.get(&row.item_id).filter(|item| item.unit == row.unit) else {
            continue;
        };
        let total = |high, low| ExactSum::from_parts(high, low, SUM_RADIX).to_f64();
        let quantity = total(row.quantity_high, row.quantity_low);
        let amount = total(row.amount_high, row.amount_low);
        sales.entry(&row.customer_id).or_default().push(Sale {
            day: row.day,
            item: item.index,
            line: item.line,
            quantity,
            margin: amount - quantity * item.unit_cost,
        });
    }
    customers
        .iter()
        .map(|customer| Grower {
            id: customer.customer_id.clone(),
            acres: customer
                .acres_e4
                .and_then(|acres| Decimal4::from_scaled(acres).ok())
                .map(Decimal4::to_f64),
            crops: Crop::from_list(customer.crops.as_deref().unwrap_or_default()),
            sales: sales
                .remove(customer.customer_id.as_str())
                .unwrap_or_default(),
        })
        .collect()
}

type DailyMargins = HashMap<String, Vec<(NaiveDate, f64)>>;

fn rank(
    customers: Vec<customer::Model>,
    growers: &[Grower],
    as_of: NaiveDate,
) -> (Vec<CallEntry>, DailyMargins) {
    let mut needs: Vec<Option<Vec<LineNeed>>> = estimate_needs(growers, as_of)
        .into_iter()
        .map(Some)
        .collect();
    let margins: DailyMargins = growers
        .iter()
        .map(|grower| {
            let mut days: BTreeMap<NaiveDate, f64> = BTreeMap::new();
            for sale in &grower.sales {
                *days.entry(sale.day).or_default() += sale.margin;
            }
            (grower.id.clone(), days.into_iter().collect())
        })
        .collect();
    let mut customers: Vec<Option<customer::Model>> = customers.into_iter().map(Some).collect();
    let entries = rank_calls(growers, as_of)
        .into_iter()
        .filter(|call| call.value > 0.0)
        .filter_map(|call| {
            let customer = customers.get_mut(call.grower)?.take()?;
            let days = margins.get(&customer.customer_id);
            Some(CallEntry {
                salesperson: customer.salesperson.clone().unwrap_or_default(),
                needs: needs.get_mut(call.grower)?.take().unwrap_or_default(),
                last_orders: days
                    .map(|days| days.iter().rev().take(MAX_LAST_ORDERS).copied().collect())
                    .unwrap_or_default(),
                customer,
                call,
            })
        })
        .collect();
    (entries, margins)
}

//! Reads growers with their purchases, and ranks them.

use crate::auth::permission::{CustomersRead, PurchasingRead, SalesRead};
use crate::auth::{Proof, Scope};
use crate::cache::{
    CachedFigure, ComputedFigure, FigureCache, StoredFigure, deserialize_rows, estimate_row_bytes,
};
use crate::db::{DbError, Organization, RolledUpDb, SUM_RADIX, TenantSql};
use crate::decimal::{Decimal4, ExactSum};
use crate::features::customers::CustomerProofs;
use crate::features::purchasing::{PurchaseCurrency, read_purchase_currency};
use crate::packed_parser::PackedParser;
use call_list::call_list::{Call, rank_calls};
use call_list::grower::{Category, Crop, Grower, ProductLine, Sale};
use call_list::need::{LineNeed, estimate_needs};
use chrono::{Months, NaiveDate};
use entities::{customer, inventory};
use futures_util::future::BoxFuture;
use sea_orm::{ColumnTrait, DbErr, FromQueryResult};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use thiserror::Error;
use tokio::task::JoinError;

/// Years of purchases that are read.
const HISTORY: Months = Months::new(72);
/// Order days shown for a grower.
const MAX_LAST_ORDERS: usize = 5;

/// All growers with a salesperson, by the worth of a call.
#[derive(Serialize, Deserialize)]
pub struct CallReport {
    #[serde(deserialize_with = "deserialize_rows")]
    pub(super) entries: Vec<CallEntry>,
    /// Margin of each day with purchases, by customer and in order.
    pub(super) margins: HashMap<String, Vec<(NaiveDate, f64)>>,
    pub(super) currency: Option<String>,
    /// Number of days, items and customers with sales.
    pub(super) lines: u64,
}

/// The call lists of this process.
pub type CallReports = FigureCache<CallReport>;

impl StoredFigure for CallReport {
    const KIND: &'static str = "call_list";
}

impl ComputedFigure for CallReport {
    type Inputs<'a> = CustomerProofs<'a>;
    type Error = CallReportError;

    fn compute<'a>(
        scope: &'a Scope,
        rights: Self::Inputs<'a>,
    ) -> BoxFuture<'a, Result<Self, CallReportError>> {
        Box::pin(async move {
            let db = scope.rollup_db().await?;
            read_call_report(db, scope.access().organization(), scope.as_of(), rights).await
        })
    }
}

impl CachedFigure for CallReport {
    fn approximate_bytes(&self) -> usize {
        let margins = self.margins.values();
        let in_entries = self.entries.iter().map(|entry| {
            size_of_val(entry.call.lines.as_slice())
                + size_of_val(entry.needs.as_slice())
                + size_of_val(entry.last_orders.as_slice())
        });
        estimate_row_bytes(&self.entries, 8)
            + in_entries.sum::<usize>()
            + margins
                .map(|days| 64 + size_of_val(days.as_slice()))
                .sum::<usize>()
    }
}

/// The grower of an entry.
#[derive(Serialize, Deserialize)]
pub(super) struct ListedGrower {
    pub(super) customer_id: String,
    pub(super) customer_name: String,
    pub(super) county: Option<String>,
    pub(super) state: Option<String>,
    /// Scaled by 10^4.
    pub(super) acres_e4: Option<i64>,
    pub(super) crops: Option<String>,
}

/// A grower and why to call.
#[derive(Serialize, Deserialize)]
pub(super) struct CallEntry {
    pub(super) customer: ListedGrower,
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
struct CustomerSalesRow {
    customer_id: String,
    lines: String,
}

/// No rollup has days, items and customers together. One text per customer in the format of
/// [`parse_sales`]: transferring each line costs more than summing them.
const SALES_SQL: TenantSql = TenantSql::new(
    r"
        select customer_id,
          string_agg(
              cast(transaction_date as text) || ' ' || cast(length(item_id) as text) || ':' ||
                item_id || unit || ' ' || quantity_e4 || ' ' || amount_e4, '/'
            ) as lines
        from purchase_transactions
        where tenant_id = $1
          and deleted_at is null
          and direction = 'sale'
          and customer_id is not null
          and quantity_e4 > 0
          and currency = $2
          and transaction_date >= $3
          and transaction_date < $4
        group by customer_id
    ",
);

/// The sales of an item in one unit on a day, with both parts of the sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct DaySale<'a> {
    day: NaiveDate,
    item_id: &'a str,
    unit: &'a str,
    quantity: (i64, i64),
    amount: (i64, i64),
}

impl DaySale<'_> {
    fn is_of_same_day(&self, other: &Self) -> bool {
        (self.day, self.item_id, self.unit) == (other.day, other.item_id, other.unit)
    }

    fn add(&mut self, other: &Self) -> Option<()> {
        let sum =
            |a: (i64, i64), b: (i64, i64)| Some((a.0.checked_add(b.0)?, a.1.checked_add(b.1)?));
        self.quantity = sum(self.quantity, other.quantity)?;
        self.amount = sum(self.amount, other.amount)?;
        Some(())
    }
}

/// Parses lines in any order, with quantity and amount scaled by 10^4: `2026-03-31 5:CS-12bag 12500
/// 7500000`, with `/` between lines. In order of day, item and unit, because float sums depend on
/// it. None if the text has another format.
fn parse_sales(text: &str) -> Option<Vec<DaySale<'_>>> {
    let mut lines = Vec::new();
    PackedParser::parse_entries(text, |text| {
        let day = text.parse_day()?;
        text.expect_byte(b' ')?;
        let (item_id, unit) = (text.parse_counted_text()?, text.parse_word()?);
        let mut parts = || {
            let scaled = text.parse_next_number()?;
            Some((scaled / SUM_RADIX, scaled % SUM_RADIX))
        };
        lines.push(DaySale {
            day,
            item_id,
            unit,
            quantity: parts()?,
            amount: parts()?,
        });
        Some(())
    })?;
    lines.sort_unstable_by_key(|line| (line.day, line.item_id, line.unit));
    let mut sales: Vec<DaySale<'_>> = Vec::with_capacity(lines.len());
    for line in lines {
        match sales.last_mut().filter(|last| last.is_of_same_day(&line)) {
            Some(last) => last.add(&line)?,
            None => sales.push(line),
        }
    }
    Some(sales)
}

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
    let (sales, lines) = match &currency {
        Some(currency) if !customers.is_empty() => read_sales(&db, currency, as_of).await?,
        _ => (HashMap::new(), 0),
    };
    drop(db);
    let currency = currency.map(|currency| currency.0);
    // The fit is CPU-bound and must not block the async runtime.
    let ranked = tokio::task::spawn_blocking(move || {
        let growers = build_growers(&customers, sales);
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

type SalesByCustomer = HashMap<String, Vec<Sale>>;

/// The sales before a day by customer, and the number of days, items and units with sales. Sales in
/// another unit than that of the cost are left out.
async fn read_sales(
    db: &RolledUpDb,
    currency: &PurchaseCurrency,
    as_of: NaiveDate,
) -> Result<(SalesByCustomer, u64), DbError> {
    let items = read_items(db, currency).await?;
    let start = as_of.checked_sub_months(HISTORY).unwrap_or(NaiveDate::MIN);
    let parameters = vec![currency.0.clone().into(), start.into(), as_of.into()];
    let (mut sales, mut lines) = (SalesByCustomer::new(), 0);
    db.for_each_row::<CustomerSalesRow>(SALES_SQL, parameters, |row| {
        let sold = parse_sales(&row.lines).ok_or_else(|| {
            DbError::Failed(DbErr::Custom(format!(
                "cannot parse the sales of {}",
                row.customer_id
            )))
        })?;
        lines += sold.len() as u64;
        let mut sold: Vec<Sale> = sold
            .into_iter()
            .filter_map(|sale| {
                let item = items
                    .get(sale.item_id)
                    .filter(|item| item.unit == sale.unit)?;
                let total = |(high, low)| ExactSum::from_parts(high, low, SUM_RADIX).to_f64();
                let (quantity, amount) = (total(sale.quantity), total(sale.amount));
                Some(Sale {
                    day: sale.day,
                    item: item.index,
                    line: item.line,
                    quantity,
                    margin: amount - quantity * item.unit_cost,
                })
            })
            .collect();
        if !sold.is_empty() {
            sold.shrink_to_fit();
            sales.insert(row.customer_id, sold);
        }
        Ok(())
    })
    .await?;
    Ok((sales, lines))
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

/// In the order of the customers.
fn build_growers(customers: &[customer::Model], mut sales: SalesByCustomer) -> Vec<Grower> {
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
                salesperson: customer.salesperson.unwrap_or_default(),
                needs: needs.get_mut(call.grower)?.take().unwrap_or_default(),
                last_orders: days
                    .map(|days| days.iter().rev().take(MAX_LAST_ORDERS).copied().collect())
                    .unwrap_or_default(),
                customer: ListedGrower {
                    customer_id: customer.customer_id,
                    customer_name: customer.customer_name,
                    county: customer.county,
                    state: customer.state,
                    acres_e4: customer.acres_e4,
                    crops: customer.crops,
                },
                call,
            })
        })
        .collect();
    (entries, margins)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_the_lines_of_a_day_in_order() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let text = "2026-04-02 4:ureaton 10000 30000000/2026-04-01 6:a b/1:bag 5 7/2026-04-02 \
            4:ureaton 20000 20000000/2026-04-02 2:äögal 1 2";
        let sale = |date, item_id, unit, quantity, amount| DaySale {
            day: day(date),
            item_id,
            unit,
            quantity: (0, quantity),
            amount,
        };
        assert_eq!(
            parse_sales(text).unwrap(),
            [
                sale("2026-04-01", "a b/1:", "bag", 5, (0, 7)),
                sale("2026-04-02", "urea", "ton", 30_000, (5, 0)),
                sale("2026-04-02", "äö", "gal", 1, (0, 2)),
            ]
        );
        for malformed in [
            "",
            "2026-04-02 4:ureaton 1",
            "2026-04-02 4:ureaton 1 2/",
            "2026-04-02 9:ureaton",
            "4:ureaton 1 2",
        ] {
            assert_eq!(parse_sales(malformed), None, "{malformed}");
        }
    }
}

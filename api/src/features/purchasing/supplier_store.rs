//! Reads purchase lines by supplier in a range of days.

use super::dashboard_cards::DateRange;
use super::delivery_history::ItemDeliveries;
use super::suppliers::{
    DeliveryDuration, Punctuality, Spending, SupplierDeliveries, SupplierLeadTime, SupplierSpend,
    compute_lead_times,
};
use super::{PurchaseCurrency, read_item_categories, read_purchase_currency};
use crate::auth::Proof;
use crate::auth::permission::PurchasingRead;
use crate::db::{DbError, Organization, RolledUpDb, SUM_RADIX, TenantSql};
use crate::decimal::ExactSum;
use chrono::NaiveDate;
use entities::supplier;
use sea_orm::{ColumnTrait, FromQueryResult};
use std::collections::{BTreeSet, HashMap};

/// The extent of the purchase lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PurchaseExtent {
    /// Number of lines.
    pub lines: u64,
    /// First and last day; none without lines.
    pub days: Option<(NaiveDate, NaiveDate)>,
}

#[derive(FromQueryResult)]
struct ExtentRow {
    lines: i64,
    first_day: Option<NaiveDate>,
    last_day: Option<NaiveDate>,
}

const EXTENT_SQL: TenantSql = TenantSql::new(
    r"
        select cast(coalesce(sum(lines), 0) as bigint) as lines, min(day) as first_day,
          max(day) as last_day
        from rollup_line_day
        where tenant_id = $1 and direction = 'purchase' and day <= $2
    ",
);

/// The extent of the purchase lines up to a day.
pub async fn read_purchase_extent(
    db: &RolledUpDb,
    as_of: NaiveDate,
    _right: &Proof<PurchasingRead>,
) -> Result<PurchaseExtent, DbError> {
    let row = db
        .query_rows::<ExtentRow>(EXTENT_SQL, vec![as_of.into()])
        .await?
        .into_iter()
        .next();
    Ok(
        row.map_or_else(PurchaseExtent::default, |row| PurchaseExtent {
            lines: row.lines.unsigned_abs(),
            days: row.first_day.zip(row.last_day),
        }),
    )
}

/// Spend by supplier.
#[derive(Clone, Debug)]
pub struct SpendingReport {
    /// The figures.
    pub spending: Spending,
    /// The currency of the amounts; none without lines.
    pub currency: Option<PurchaseCurrency>,
    /// Excluded lines in other currencies.
    pub excluded: u64,
}

#[derive(FromQueryResult)]
struct SpendingRow {
    /// Empty if the lines name no supplier.
    supplier_id: String,
    item_id: String,
    currency: String,
    high: i64,
    low: i64,
    lines: i64,
}

const SPENDING_SQL: TenantSql = TenantSql::new(
    r"
        select supplier_id, item_id, currency, cast(sum(amount_high) as bigint) as high,
          cast(sum(amount_low) as bigint) as low, cast(sum(lines) as bigint) as lines
        from rollup_supplier_item
        where tenant_id = $1 and day > $2 and day <= $3
        group by supplier_id, item_id, currency
    ",
);

/// Spend by supplier in a range of days, for items of one category or all.
pub async fn read_spending(
    db: &RolledUpDb,
    organization: &Organization,
    dates: DateRange,
    category: Option<&str>,
    right: &Proof<PurchasingRead>,
) -> Result<SpendingReport, DbError> {
    let currency = read_purchase_currency(db, organization, right).await?;
    let mut rows = db
        .query_rows::<SpendingRow>(SPENDING_SQL, range_parameters(dates))
        .await?;
    if let Some(category) = category {
        let categories = read_item_categories(db).await?;
        rows.retain(|row| categories.category_of(&row.item_id) == category);
    }
    let (in_currency, others): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| {
        currency
            .as_ref()
            .is_some_and(|currency| row.currency == currency.0)
    });
    let names = SupplierNames::read_all(db).await?;
    let spending = Spending::from_parts(in_currency.into_iter().map(|row| SupplierSpend {
        supplier: names.resolve_name(non_empty_id(row.supplier_id)),
        spend: ExactSum::from_parts(row.high, row.low, SUM_RADIX),
        lines: row.lines.unsigned_abs(),
    }));
    Ok(SpendingReport {
        spending,
        currency,
        excluded: others.iter().map(|row| row.lines.unsigned_abs()).sum(),
    })
}

#[derive(FromQueryResult)]
struct DeliveriesRow {
    /// Empty if the lines name no supplier.
    supplier_id: String,
    due: i64,
    on_time: i64,
}

/// Same rule as the dashboard's delivery rate, by supplier.
const DELIVERIES_SQL: TenantSql = TenantSql::new(
    r"
        select supplier_id, cast(sum(promised) as bigint) as due,
          cast(sum(on_time) as bigint) as on_time
        from rollup_promise_supplier
        where tenant_id = $1 and day > $2 and day <= $3
        group by supplier_id
    ",
);

/// Deliveries by supplier of the lines promised in a range of days; lines promised after `as_of`
/// are not due yet.
pub async fn read_punctuality(
    db: &RolledUpDb,
    dates: DateRange,
    as_of: NaiveDate,
    _right: &Proof<PurchasingRead>,
) -> Result<Punctuality, DbError> {
    let rows = db
        .query_rows::<DeliveriesRow>(DELIVERIES_SQL, range_parameters(clamp_to_due(dates, as_of)))
        .await?;
    let names = SupplierNames::read_all(db).await?;
    let deliveries = |row: DeliveriesRow| SupplierDeliveries {
        supplier: names.resolve_name(non_empty_id(row.supplier_id)),
        due: row.due.unsigned_abs(),
        on_time: row.on_time.unsigned_abs(),
    };
    Ok(Punctuality::from_deliveries(
        rows.into_iter().map(deliveries),
    ))
}

/// Lead times of the deliveries in a range of days, up to `as_of`.
pub async fn read_lead_times(
    db: &RolledUpDb,
    dates: DateRange,
    as_of: NaiveDate,
    _right: &Proof<PurchasingRead>,
) -> Result<Vec<SupplierLeadTime>, DbError> {
    let dates = clamp_to_due(dates, as_of);
    let rows = ItemDeliveries::read_since(db, None).await?;
    let names = SupplierNames::read_all(db).await?;
    Ok(compute_lead_times(rows.iter().flat_map(|row| {
        let supplier = names.resolve_name(row.supplier_id.clone());
        row.lines_by_days(|one| dates.contains(one.delivered))
            .into_iter()
            .map(move |(days, lines)| DeliveryDuration {
                supplier: supplier.clone(),
                days,
                lines,
            })
    })))
}

/// An active supplier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActiveSupplier {
    /// Its name, or its id if the warehouse has no name.
    pub supplier: String,
    /// Purchase lines in the range.
    pub lines: u64,
    /// Day of the last line.
    pub last_day: NaiveDate,
}

#[derive(FromQueryResult)]
struct ActiveSupplierRow {
    supplier_id: String,
    lines: i64,
    last_day: NaiveDate,
}

/// Same rule as the dashboard's active suppliers, one row per supplier.
const ACTIVE_SUPPLIERS_SQL: TenantSql = TenantSql::new(
    r"
        select supplier_id, cast(sum(lines) as bigint) as lines, max(day) as last_day
        from rollup_supplier_day
        where tenant_id = $1 and day > $2 and day <= $3
        group by supplier_id
    ",
);

/// Suppliers with purchases in a range of days: most lines first, then by name.
pub async fn list_active_suppliers(
    db: &RolledUpDb,
    dates: DateRange,
    _right: &Proof<PurchasingRead>,
) -> Result<Vec<ActiveSupplier>, DbError> {
    let rows = db
        .query_rows::<ActiveSupplierRow>(ACTIVE_SUPPLIERS_SQL, range_parameters(dates))
        .await?;
    let names = SupplierNames::read_all(db).await?;
    let active = |row: ActiveSupplierRow| {
        Some(ActiveSupplier {
            supplier: names.resolve_name(Some(row.supplier_id))?,
            lines: row.lines.unsigned_abs(),
            last_day: row.last_day,
        })
    };
    let mut suppliers: Vec<ActiveSupplier> = rows.into_iter().filter_map(active).collect();
    suppliers.sort_by(|a, b| {
        b.lines
            .cmp(&a.lines)
            .then_with(|| a.supplier.cmp(&b.supplier))
    });
    Ok(suppliers)
}

/// Number of suppliers with deliveries in a range of days.
pub async fn read_delivering_suppliers(
    db: &RolledUpDb,
    dates: DateRange,
    _right: &Proof<PurchasingRead>,
) -> Result<u64, DbError> {
    let rows = ItemDeliveries::read_since(db, None).await?;
    let delivering = rows
        .iter()
        .filter(|row| row.has_delivery(|one| dates.contains(one.delivered)));
    Ok(delivering
        .filter_map(|row| row.supplier_id.as_ref())
        .collect::<BTreeSet<_>>()
        .len() as u64)
}

/// Lead time of each supplier in the warehouse, by name; the longest if several suppliers share a
/// name.
pub async fn read_agreed_lead_times(
    db: &RolledUpDb,
    _right: &Proof<PurchasingRead>,
) -> Result<HashMap<String, u32>, DbError> {
    let mut agreed: HashMap<String, u32> = HashMap::new();
    for row in db
        .find::<supplier::Entity>()
        .filter(supplier::Column::DeletedAt.is_null())
        .all()
        .await?
    {
        if let Some(days) = row.lead_time_days.and_then(|days| u32::try_from(days).ok()) {
            let known = agreed.entry(row.supplier_name).or_default();
            *known = days.max(*known);
        }
    }
    Ok(agreed)
}

/// Whether the warehouse has or had a supplier of this name.
pub async fn supplier_exists(
    db: &RolledUpDb,
    name: &str,
    _right: &Proof<PurchasingRead>,
) -> Result<bool, DbError> {
    Ok(db
        .find::<supplier::Entity>()
        .filter(supplier::Column::SupplierName.eq(name))
        .one()
        .await?
        .is_some())
}

/// Supplier names by id, including suppliers that were removed from the source, as their purchases
/// remain.
struct SupplierNames(HashMap<String, String>);

impl SupplierNames {
    async fn read_all(db: &RolledUpDb) -> Result<Self, DbError> {
        let suppliers = db.find::<supplier::Entity>().all().await?;
        Ok(Self(
            suppliers
                .into_iter()
                .map(|row| (row.supplier_id, row.supplier_name))
                .collect(),
        ))
    }

    /// The name, or the id if the supplier is unknown.
    fn resolve_name(&self, id: Option<String>) -> Option<String> {
        id.map(|id| self.0.get(&id).cloned().unwrap_or(id))
    }
}

/// Rollups store an empty text if lines name no supplier.
fn non_empty_id(supplier_id: String) -> Option<String> {
    Some(supplier_id).filter(|id| !id.is_empty())
}

fn clamp_to_due(dates: DateRange, as_of: NaiveDate) -> DateRange {
    DateRange {
        through: dates.through.min(as_of),
        ..dates
    }
}

fn range_parameters(dates: DateRange) -> Vec<sea_orm::Value> {
    vec![dates.after.into(), dates.through.into()]
}

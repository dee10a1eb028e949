//! Reads deliveries by supplier in a range of days.

use super::dashboard_cards::DateRange;
use super::delivery_history::ItemDeliveries;
use super::suppliers::{
    DeliveryDuration, Punctuality, SupplierDeliveries, SupplierLeadTime, compute_lead_times,
};
use crate::auth::Proof;
use crate::auth::permission::PurchasingRead;
use crate::db::{DbError, RolledUpDb, TenantSql};
use chrono::NaiveDate;
use entities::supplier;
use sea_orm::{ColumnTrait, FromQueryResult};
use std::collections::{BTreeMap, HashMap};

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
    let names = SupplierNames::read_all(db).await?;
    let mut durations: BTreeMap<(Option<String>, u32), u64> = BTreeMap::new();
    ItemDeliveries::for_each_since(db, None, |row| {
        let by_days = row.lines_by_days(|one| dates.contains(one.delivered));
        for (days, lines) in by_days {
            let key = (row.supplier_id.clone(), days);
            *durations.entry(key).or_default() += lines;
        }
    })
    .await?;
    let durations = durations.into_iter();
    Ok(compute_lead_times(durations.map(
        |((supplier_id, days), lines)| DeliveryDuration {
            supplier: names.resolve_name(supplier_id),
            days,
            lines,
        },
    )))
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

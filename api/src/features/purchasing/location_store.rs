//! Reads and writes the location mapping.

use super::dashboard_cards::CardPeriods;
use super::location_map::LocationMap;
use super::purchasing_settings::increment_edition;
use crate::auth::Proof;
use crate::auth::permission::{InventoryRead, PurchasingManage, PurchasingRead, SalesRead};
use crate::db::{AuditAction, DbError, NewAuditEntry, RolledUpDb, TenantDb, TenantSql};
use chrono::{DateTime, NaiveDate, Utc};
use entities::location_mapping::{ActiveModel, Column, Entity, Model};
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait, FromQueryResult, IntoActiveModel};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Maximum number of mapped locations.
pub(super) const MAX_MAPPED: u64 = 1_000;
/// Maximum number of listed locations without stock or mapping.
const MAX_UNMATCHED: usize = 200;

/// Why a mapping was not saved.
#[derive(Debug, thiserror::Error)]
pub(super) enum LocationMappingError {
    /// No stock row is at this location.
    #[error("no stock row is at {0}")]
    UnknownStockLocation(String),
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The mapping, and what can be mapped.
#[derive(Clone, Debug, Default)]
pub(super) struct LocationReport {
    /// By location.
    pub(super) mapped: Vec<Model>,
    /// Locations with stock rows, by name.
    pub(super) stock_locations: Vec<String>,
    /// Locations of sales of the last year without any stock row or mapping, with their lines; most
    /// lines first.
    pub(super) unmatched: Vec<(String, u64)>,
}

#[derive(FromQueryResult)]
struct StockRow {
    item_id: String,
    location: String,
}

const STOCK_SQL: TenantSql = TenantSql::new(
    r"
        select item_id, location
        from inventory
        where tenant_id = $1 and deleted_at is null
    ",
);

#[derive(FromQueryResult)]
struct LocationRow {
    location: String,
}

const STOCK_LOCATIONS_SQL: TenantSql = TenantSql::new(
    r"
        select distinct location
        from inventory
        where tenant_id = $1 and deleted_at is null
        order by location
        limit 1000
    ",
);

/// A location of sales of the last year without any stock row.
#[derive(Clone, Debug, FromQueryResult)]
pub(super) struct UnstockedLocation {
    location: String,
    lines: i64,
}

/// Whole months: precise enough for a list of names.
const UNSTOCKED_SQL: TenantSql = TenantSql::new(
    r"
        select sold.location, cast(sum(sold.lines) as bigint) as lines
        from rollup_item_month sold
        where sold.tenant_id = $1
          and sold.direction = 'sale'
          and sold.month >= $2
          and sold.location <> ''
          and not exists (
              select 1
              from inventory stock
              where stock.tenant_id = $1
                and stock.deleted_at is null
                and stock.location = sold.location
            )
        group by sold.location
        order by sum(sold.lines) desc, sold.location
        limit 1200
    ",
);

/// The mapping with the items' stock locations, for figures.
pub(super) async fn read_location_map(db: &TenantDb) -> Result<LocationMap, DbError> {
    let mapped = db.find::<Entity>().all().await?;
    if mapped.is_empty() {
        return Ok(LocationMap::default());
    }
    let stock = db.query_rows::<StockRow>(STOCK_SQL, Vec::new()).await?;
    Ok(LocationMap::new(
        mapped
            .into_iter()
            .map(|row| (row.location, row.stock_location)),
        stock.into_iter().map(|row| (row.item_id, row.location)),
    ))
}

/// The locations of sales of the last year without any stock row, most lines first: all that can be
/// listed and mapped.
pub(super) async fn read_unstocked_locations(
    db: &RolledUpDb,
    as_of: NaiveDate,
    (_purchasing, _stock, _sales): (
        &Proof<PurchasingRead>,
        &Proof<InventoryRead>,
        &Proof<SalesRead>,
    ),
) -> Result<Vec<UnstockedLocation>, DbError> {
    let since = CardPeriods::ending_on(as_of).year.after;
    db.query_rows(
        UNSTOCKED_SQL,
        vec![since.format("%Y-%m").to_string().into()],
    )
    .await
}

/// The mapping, and what can be mapped.
pub(super) async fn read_locations(
    db: &TenantDb,
    unstocked: Vec<UnstockedLocation>,
) -> Result<LocationReport, DbError> {
    let mapped = list_mapped(db).await?;
    let is_mapped = |location: &str| mapped.iter().any(|row| row.location == location);
    let unmatched = unstocked
        .into_iter()
        .filter(|row| !is_mapped(&row.location))
        .take(MAX_UNMATCHED)
        .map(|row| (row.location, row.lines.unsigned_abs()))
        .collect();
    Ok(LocationReport {
        unmatched,
        stock_locations: list_stock_locations(db).await?,
        mapped,
    })
}

/// Replaces the mapping. Recommendations use it at once.
pub(super) async fn set_locations(
    db: &TenantDb,
    mapping: BTreeMap<String, String>,
    by: &str,
    at: DateTime<Utc>,
    _right: &Proof<PurchasingManage>,
) -> Result<(), LocationMappingError> {
    increment_edition(db).await?;
    let known = list_stock_locations(db).await?;
    if let Some(unknown) = mapping.values().find(|location| !known.contains(location)) {
        return Err(LocationMappingError::UnknownStockLocation(unknown.clone()));
    }
    let before = audit_details(&list_mapped(db).await?);
    db.delete::<Entity>().exec().await?;
    for (location, stock_location) in mapping {
        let row: ActiveModel = Model {
            tenant_id: Uuid::nil(),
            location,
            stock_location,
            updated_by: by.to_owned(),
            updated_at: at,
        }
        .into_active_model();
        db.insert(row.reset_all()).await?;
    }
    let after = audit_details(&list_mapped(db).await?);
    Ok(db
        .append_audit_entry(
            at,
            NewAuditEntry::new(AuditAction::LocationMappingUpdated)
                .with_before(&before)
                .with_after(&after),
        )
        .await?)
}

async fn list_mapped(db: &TenantDb) -> Result<Vec<Model>, DbError> {
    db.find::<Entity>()
        .order_by_asc(Column::Location)
        .limit(MAX_MAPPED)
        .all()
        .await
}

async fn list_stock_locations(db: &TenantDb) -> Result<Vec<String>, DbError> {
    Ok(db
        .query_rows::<LocationRow>(STOCK_LOCATIONS_SQL, Vec::new())
        .await?
        .into_iter()
        .map(|row| row.location)
        .collect())
}

fn audit_details(mapped: &[Model]) -> Value {
    let by_location: Map<String, Value> = mapped
        .iter()
        .map(|row| (row.location.clone(), json!(row.stock_location)))
        .collect();
    Value::Object(by_location)
}

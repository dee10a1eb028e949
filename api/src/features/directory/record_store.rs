//! Reads what is on record about a customer, item, supplier or location. Records without a profile
//! are known by their order lines.

use crate::auth::Proof;
use crate::auth::permission::{CustomersRead, InventoryRead, PurchasingRead};
use crate::db::{DbError, TenantDb, TenantSql};
use entities::{catalogue_item, customer, inventory, supplier};
use sea_orm::{ColumnTrait, FromQueryResult};
use std::collections::HashMap;

/// Maximum number of stock rows of an item in a response.
const MAX_STOCK_ROWS: u64 = 200;

#[derive(FromQueryResult)]
struct CountRow {
    n: i64,
}

const CUSTOMER_LINES_SQL: TenantSql = TenantSql::new(
    r"
        select count(*) as n
        from rollup_customer_history
        where tenant_id = $1 and customer_id = $2
    ",
);
const SUPPLIER_LINES_SQL: TenantSql = TenantSql::new(
    r"
        select count(*) as n
        from rollup_supplier_day
        where tenant_id = $1 and supplier_id = $2
    ",
);
const ITEM_LINES_SQL: TenantSql = TenantSql::new(
    r"
        select count(*) as n
        from rollup_item_month
        where tenant_id = $1 and item_id = $2
    ",
);
const LOCATION_LINES_SQL: TenantSql = TenantSql::new(
    r"
        select count(*) as n
        from rollup_item_month
        where tenant_id = $1 and location = $2
    ",
);

async fn has_lines(db: &TenantDb, sql: TenantSql, id: &str) -> Result<bool, DbError> {
    let rows = db.query_rows::<CountRow>(sql, vec![id.into()]).await?;
    Ok(rows.iter().any(|row| row.n > 0))
}

/// A record that exists.
pub(super) struct Record<T> {
    /// None if the record is known by its order lines only.
    pub profile: Option<T>,
}

/// The customer with an id.
pub(super) async fn find_customer(
    db: &TenantDb,
    id: &str,
    _right: &Proof<CustomersRead>,
) -> Result<Option<Record<customer::Model>>, DbError> {
    let profile = db
        .find::<customer::Entity>()
        .filter(customer::Column::CustomerId.eq(id))
        .filter(customer::Column::DeletedAt.is_null())
        .one()
        .await?;
    or_lines(db, profile, CUSTOMER_LINES_SQL, id).await
}

/// The supplier with an id.
pub(super) async fn find_supplier(
    db: &TenantDb,
    id: &str,
    _right: &Proof<PurchasingRead>,
) -> Result<Option<Record<supplier::Model>>, DbError> {
    let profile = db
        .find::<supplier::Entity>()
        .filter(supplier::Column::SupplierId.eq(id))
        .filter(supplier::Column::DeletedAt.is_null())
        .one()
        .await?;
    or_lines(db, profile, SUPPLIER_LINES_SQL, id).await
}

/// The stock rows of an item by location, at most 200, with the deleted ones, which may have its
/// name.
pub(super) async fn find_item(
    db: &TenantDb,
    id: &str,
    _right: &Proof<InventoryRead>,
) -> Result<Option<Record<Vec<inventory::Model>>>, DbError> {
    let rows = db
        .find::<inventory::Entity>()
        .filter(inventory::Column::ItemId.eq(id))
        .order_by_asc(inventory::Column::Location)
        .limit(MAX_STOCK_ROWS)
        .all()
        .await?;
    let profile = (!rows.is_empty()).then_some(rows);
    or_lines(db, profile, ITEM_LINES_SQL, id).await
}

/// The item's row in the organization's catalog.
pub(super) async fn find_catalogue_item(
    db: &TenantDb,
    id: &str,
    _right: &Proof<InventoryRead>,
) -> Result<Option<catalogue_item::Model>, DbError> {
    db.find::<catalogue_item::Entity>()
        .filter(catalogue_item::Column::ItemId.eq(id))
        .filter(catalogue_item::Column::DeletedAt.is_null())
        .one()
        .await
}

/// The number of stock rows at a location; none if there is no such location.
pub(super) async fn count_stock_rows(
    db: &TenantDb,
    location: &str,
    _right: &Proof<InventoryRead>,
) -> Result<Option<u64>, DbError> {
    let rows = db
        .find::<inventory::Entity>()
        .filter(inventory::Column::Location.eq(location))
        .filter(inventory::Column::DeletedAt.is_null())
        .count()
        .await?;
    let is_known = rows > 0 || has_lines(db, LOCATION_LINES_SQL, location).await?;
    Ok(is_known.then_some(rows))
}

async fn or_lines<T>(
    db: &TenantDb,
    profile: Option<T>,
    sql: TenantSql,
    id: &str,
) -> Result<Option<Record<T>>, DbError> {
    let exists = profile.is_some() || has_lines(db, sql, id).await?;
    Ok(exists.then_some(Record { profile }))
}

/// The names of suppliers by id.
pub(super) async fn read_supplier_names(
    db: &TenantDb,
    ids: impl IntoIterator<Item = String>,
    _right: &Proof<PurchasingRead>,
) -> Result<HashMap<String, String>, DbError> {
    let rows = db
        .find::<supplier::Entity>()
        .filter(supplier::Column::SupplierId.is_in(ids))
        .all()
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.supplier_id, row.supplier_name))
        .collect())
}

/// The names of customers by id.
pub(super) async fn read_customer_names(
    db: &TenantDb,
    ids: impl IntoIterator<Item = String>,
    _right: &Proof<CustomersRead>,
) -> Result<HashMap<String, String>, DbError> {
    let rows = db
        .find::<customer::Entity>()
        .filter(customer::Column::CustomerId.is_in(ids))
        .all()
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.customer_id, row.customer_name))
        .collect())
}

/// The names of items by id, those of their newest rows.
pub(super) async fn read_item_names(
    db: &TenantDb,
    ids: impl IntoIterator<Item = String>,
    _right: &Proof<InventoryRead>,
) -> Result<HashMap<String, String>, DbError> {
    let rows = db
        .find::<inventory::Entity>()
        .filter(inventory::Column::ItemId.is_in(ids))
        .order_by_asc(inventory::Column::UpdatedAt)
        .all()
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| (row.item_id, row.item_name))
        .collect())
}

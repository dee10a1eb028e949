//! Reads the names that the search looks into.

use super::name_index::{NameIndex, NamedRecord};
use crate::auth::Proof;
use crate::auth::permission::{CustomersRead, InventoryRead, PurchasingRead};
use crate::cache::CachedFigure;
use crate::db::{DbError, TenantDb, TenantSql};
use sea_orm::FromQueryResult;

#[derive(FromQueryResult)]
struct NameRow {
    id: String,
    name: String,
    detail: Option<String>,
}

impl From<NameRow> for NamedRecord {
    fn from(row: NameRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            detail: row.detail,
        }
    }
}

impl CachedFigure for NameIndex {
    fn approximate_bytes(&self) -> usize {
        NameIndex::approximate_bytes(self)
    }
}

const CUSTOMERS_SQL: TenantSql = TenantSql::new(
    r"
        select customer_id as id, customer_name as name, state as detail
        from customers
        where tenant_id = $1 and deleted_at is null
        limit 200000
    ",
);

/// The name of an item is that of its newest inventory row, deleted ones included.
const ITEMS_SQL: TenantSql = TenantSql::new(
    r"
        select item_id as id, item_name as name, category as detail
        from (
            select item_id, item_name, category,
              row_number() over (partition by item_id order by updated_at desc, location) as place
            from inventory
            where tenant_id = $1
          ) as named
        where place = 1
        limit 200000
    ",
);

const SUPPLIERS_SQL: TenantSql = TenantSql::new(
    r"
        select supplier_id as id, supplier_name as name, categories as detail
        from suppliers
        where tenant_id = $1 and deleted_at is null
        limit 200000
    ",
);

const LOCATIONS_SQL: TenantSql = TenantSql::new(
    r"
        select location as id, location as name, cast(null as text) as detail
        from inventory
        where tenant_id = $1 and deleted_at is null
        group by location
        limit 200000
    ",
);

async fn load_index(db: &TenantDb, sql: TenantSql) -> Result<NameIndex, DbError> {
    let rows = db.query_rows::<NameRow>(sql, Vec::new()).await?;
    Ok(NameIndex::new(rows.into_iter().map(Into::into)))
}

/// The names of the customers.
pub(super) async fn load_customer_names(
    db: &TenantDb,
    _right: &Proof<CustomersRead>,
) -> Result<NameIndex, DbError> {
    load_index(db, CUSTOMERS_SQL).await
}

/// The names of the items in stock, now or before.
pub(super) async fn load_item_names(
    db: &TenantDb,
    _right: &Proof<InventoryRead>,
) -> Result<NameIndex, DbError> {
    load_index(db, ITEMS_SQL).await
}

/// The names of the suppliers.
pub(super) async fn load_supplier_names(
    db: &TenantDb,
    _right: &Proof<PurchasingRead>,
) -> Result<NameIndex, DbError> {
    load_index(db, SUPPLIERS_SQL).await
}

/// The locations with stock.
pub(super) async fn load_location_names(
    db: &TenantDb,
    _right: &Proof<InventoryRead>,
) -> Result<NameIndex, DbError> {
    load_index(db, LOCATIONS_SQL).await
}

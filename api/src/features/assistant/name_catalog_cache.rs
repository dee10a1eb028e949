//! Caches the name catalog of each organization until its data changes.

use super::catalog_error::CatalogError;
use super::question_planner::{NameCatalog, NameLists};
use super::tool_registry::Category;
use crate::auth::Scope;
use crate::db::{DbError, TenantDb, TenantSql};
use crate::ids::TenantId;
use moka::future::Cache;
use sea_orm::FromQueryResult;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::spawn_blocking;

/// The memory of all catalogs of this process.
const MAX_MEBIBYTES: u64 = 96;

/// Name catalogs by organization and data version.
#[derive(Clone, Debug)]
pub struct NameCatalogCache(Cache<(TenantId, i64), Arc<NameCatalog>>);

impl Default for NameCatalogCache {
    fn default() -> Self {
        Self(
            Cache::builder()
                // In kibibytes: the size of an entry is a u32.
                .weigher(|_, catalog: &Arc<NameCatalog>| {
                    u32::try_from(catalog.approximate_bytes() / 1024 + 1).unwrap_or(u32::MAX)
                })
                .max_capacity(MAX_MEBIBYTES * 1024)
                .time_to_idle(Duration::from_hours(1))
                .build(),
        )
    }
}

#[derive(FromQueryResult)]
struct NameRow {
    name: String,
    category: Option<String>,
}

/// The queries limit the number of names that questions can refer to.
const ITEM_NAMES_SQL: TenantSql = TenantSql::new(
    r"
        select item_name as name, min(category) as category
        from inventory
        where tenant_id = $1 and deleted_at is null
        group by item_name
        order by item_name
        limit 50000
    ",
);
const CUSTOMER_NAMES_SQL: TenantSql = TenantSql::new(
    r"
        select customer_name as name, cast(null as text) as category
        from customers
        where tenant_id = $1 and deleted_at is null
        group by customer_name
        order by customer_name
        limit 50000
    ",
);
const SUPPLIER_NAMES_SQL: TenantSql = TenantSql::new(
    r"
        select supplier_name as name, cast(null as text) as category
        from suppliers
        where tenant_id = $1 and deleted_at is null
        group by supplier_name
        order by supplier_name
        limit 50000
    ",
);
const SALESPERSON_NAMES_SQL: TenantSql = TenantSql::new(
    r"
        select salesperson as name, cast(null as text) as category
        from customers
        where tenant_id = $1 and deleted_at is null and salesperson is not null
        group by salesperson
        order by salesperson
        limit 5000
    ",
);
const LOCATION_NAMES_SQL: TenantSql = TenantSql::new(
    r"
        select location as name, cast(null as text) as category
        from inventory
        where tenant_id = $1 and deleted_at is null
        group by location
        order by location
        limit 5000
    ",
);

impl NameCatalogCache {
    /// Returns the name catalog of the caller's organization; loads it if it is not cached.
    pub(super) async fn get_or_load(
        &self,
        scope: &Scope,
    ) -> Result<Arc<NameCatalog>, CatalogError> {
        let organization = scope.access().organization();
        let key = (organization.id, organization.data_version);
        if let Some(cached) = self.0.get(&key).await {
            return Ok(cached);
        }
        let db = scope.read_db().await?;
        let items = db.query_rows::<NameRow>(ITEM_NAMES_SQL, Vec::new()).await?;
        let item_categories = items
            .iter()
            .filter_map(|item| {
                Some((
                    item.name.clone(),
                    Category::parse(item.category.as_deref()?)?,
                ))
            })
            .collect();
        let names = NameLists {
            items: items.into_iter().map(|item| item.name).collect(),
            customers: load_names(&db, CUSTOMER_NAMES_SQL).await?,
            suppliers: load_names(&db, SUPPLIER_NAMES_SQL).await?,
            salespeople: load_names(&db, SALESPERSON_NAMES_SQL).await?,
            locations: load_names(&db, LOCATION_NAMES_SQL).await?,
            item_categories,
        };
        drop(db);
        let catalog = Arc::new(spawn_blocking(move || NameCatalog::new(names)).await?);
        self.0.insert(key, Arc::clone(&catalog)).await;
        Ok(catalog)
    }
}

async fn load_names(db: &TenantDb, sql: TenantSql) -> Result<Vec<String>, DbError> {
    Ok(db
        .query_rows::<NameRow>(sql, Vec::new())
        .await?
        .into_iter()
        .map(|row| row.name)
        .collect())
}

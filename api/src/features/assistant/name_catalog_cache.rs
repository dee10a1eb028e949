//! Caches the name catalog of each organization until its data changes.

use super::catalog_cache::CatalogCache;
use super::catalog_error::CatalogError;
use super::question_planner::{NameCatalog, NameLists};
use super::tool_registry::Category;
use crate::auth::Scope;
use crate::db::{DbError, TenantDb, TenantSql};
use crate::ids::TenantId;
use sea_orm::FromQueryResult;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use tokio::task::spawn_blocking;

/// The memory of all catalogs of this process.
const MAX_BYTES: usize = 96 << 20;

/// Name catalogs by organization.
pub struct NameCatalogCache(CatalogCache<TenantId, NameCatalog>);

impl Default for NameCatalogCache {
    fn default() -> Self {
        Self(CatalogCache::new(MAX_BYTES, |catalog| {
            catalog.approximate_bytes()
        }))
    }
}

#[derive(FromQueryResult)]
struct ItemRow {
    name: String,
    category: String,
}

#[derive(FromQueryResult)]
struct NameRow {
    name: String,
}

/// Stock rows, one for each location of an item. They are grouped here, because the databases sort
/// for it, which takes longer than reading them does.
const ITEMS_SQL: TenantSql = TenantSql::new(
    r"
        select item_name as name, category
        from inventory
        where tenant_id = $1 and deleted_at is null
        limit 1000000
    ",
);
const CUSTOMER_NAMES_SQL: TenantSql = TenantSql::new(
    r"
        select customer_name as name
        from customers
        where tenant_id = $1 and deleted_at is null
        limit 500000
    ",
);
const SUPPLIER_NAMES_SQL: TenantSql = TenantSql::new(
    r"
        select supplier_name as name
        from suppliers
        where tenant_id = $1 and deleted_at is null
        limit 500000
    ",
);
const SALESPERSON_NAMES_SQL: TenantSql = TenantSql::new(
    r"
        select distinct salesperson as name
        from customers
        where tenant_id = $1 and deleted_at is null and salesperson is not null
        limit 5000
    ",
);
const LOCATION_NAMES_SQL: TenantSql = TenantSql::new(
    r"
        select distinct location as name
        from inventory
        where tenant_id = $1 and deleted_at is null
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
        let (key, version) = (organization.id, organization.data_version);
        self.0
            .get_or_load(key, version, || load_catalog(scope))
            .await
    }
}

async fn load_catalog(scope: &Scope) -> Result<NameCatalog, CatalogError> {
    let db = scope.read_db().await?;
    let categories = load_item_categories(&db).await?;
    let mut names = NameLists {
        items: Vec::new(),
        customers: load_names(&db, CUSTOMER_NAMES_SQL).await?,
        suppliers: load_names(&db, SUPPLIER_NAMES_SQL).await?,
        salespeople: load_names(&db, SALESPERSON_NAMES_SQL).await?,
        locations: load_names(&db, LOCATION_NAMES_SQL).await?,
        item_categories: HashMap::new(),
    };
    drop(db);
    let catalog = spawn_blocking(move || {
        names.items = categories.keys().cloned().collect();
        names.item_categories = categories
            .into_iter()
            .filter_map(|(item, category)| Some((item, Category::parse(&category)?)))
            .collect();
        NameCatalog::new(names)
    });
    Ok(catalog.await?)
}

/// The names of all items, each with the alphabetically first of its categories.
async fn load_item_categories(db: &TenantDb) -> Result<HashMap<String, String>, DbError> {
    let mut categories: HashMap<String, String> = HashMap::new();
    db.for_each_row(ITEMS_SQL, Vec::new(), |row: ItemRow| {
        match categories.entry(row.name) {
            Entry::Occupied(known) if *known.get() <= row.category => {}
            entry => {
                entry.insert_entry(row.category);
            }
        }
        Ok(())
    })
    .await?;
    Ok(categories)
}

async fn load_names(db: &TenantDb, sql: TenantSql) -> Result<Vec<String>, DbError> {
    let mut names = Vec::new();
    db.for_each_row(sql, Vec::new(), |row: NameRow| {
        names.push(row.name);
        Ok(())
    })
    .await?;
    Ok(names)
}

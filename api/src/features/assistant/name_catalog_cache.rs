//! Caches the name catalog of each organization until its data changes.

use super::catalog_cache::CatalogCache;
use super::catalog_error::CatalogError;
use super::question_planner::{NameCatalog, NameLists};
use super::tool_registry::Category;
use crate::auth::Scope;
use crate::db::{DbError, TenantDb, TenantSql};
use crate::ids::TenantId;
use metrics::NAME_SEPARATOR;
use sea_orm::FromQueryResult;
use std::collections::HashMap;
use std::sync::Arc;
use tokio::task::spawn_blocking;

/// The memory of all catalogs of this process.
const MAX_BYTES: usize = 96 << 20;

/// Name catalogs by organization.
pub(super) struct NameCatalogCache(CatalogCache<TenantId, NameCatalog>);

impl Default for NameCatalogCache {
    fn default() -> Self {
        Self(CatalogCache::new(MAX_BYTES, |catalog| {
            catalog.approximate_bytes()
        }))
    }
}

/// Names in one text, which is much faster to read than a row for each.
#[derive(FromQueryResult)]
struct JoinedNames {
    names: Option<String>,
}

/// Each item of each location, followed by its category. Duplicates are found here, because the
/// databases sort for it, which takes longer than reading them does.
const ITEMS_SQL: TenantSql = TenantSql::new(
    r"
        select string_agg(replace(item_name, $2, ' ') || $2 || replace(category, $2, ' '), $2)
            as names
        from (
            select item_name, category
            from inventory
            where tenant_id = $1 and deleted_at is null
            limit 1000000
        ) as items
    ",
);
const CUSTOMER_NAMES_SQL: TenantSql = TenantSql::new(
    r"
        select string_agg(replace(customer_name, $2, ' '), $2) as names
        from (
            select customer_name
            from customers
            where tenant_id = $1 and deleted_at is null
            limit 500000
        ) as known
    ",
);
const SUPPLIER_NAMES_SQL: TenantSql = TenantSql::new(
    r"
        select string_agg(replace(supplier_name, $2, ' '), $2) as names
        from (
            select supplier_name
            from suppliers
            where tenant_id = $1 and deleted_at is null
            limit 500000
        ) as known
    ",
);
const SALESPERSON_NAMES_SQL: TenantSql = TenantSql::new(
    r"
        select string_agg(replace(salesperson, $2, ' '), $2) as names
        from (
            select distinct salesperson
            from customers
            where tenant_id = $1 and deleted_at is null and salesperson is not null
            order by salesperson
            limit 5000
        ) as known
    ",
);
const LOCATION_NAMES_SQL: TenantSql = TenantSql::new(
    r"
        select string_agg(replace(location, $2, ' '), $2) as names
        from (
            select distinct location
            from inventory
            where tenant_id = $1 and deleted_at is null
            order by location
            limit 5000
        ) as known
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
    let items = load_names(&db, ITEMS_SQL).await?;
    let customers = load_names(&db, CUSTOMER_NAMES_SQL).await?;
    let suppliers = load_names(&db, SUPPLIER_NAMES_SQL).await?;
    let salespeople = load_names(&db, SALESPERSON_NAMES_SQL).await?;
    let locations = load_names(&db, LOCATION_NAMES_SQL).await?;
    drop(db);
    let catalog = spawn_blocking(move || {
        let categories = find_item_categories(&items);
        NameCatalog::new(NameLists {
            items: categories.keys().map(|item| (*item).to_owned()).collect(),
            customers: split_names(&customers),
            suppliers: split_names(&suppliers),
            salespeople: split_names(&salespeople),
            locations: split_names(&locations),
            item_categories: categories
                .into_iter()
                .filter_map(|(item, category)| Some((item.to_owned(), Category::parse(category)?)))
                .collect(),
        })
    });
    Ok(catalog.await?)
}

/// The names of all items, each with the alphabetically first of its categories.
fn find_item_categories(items: &str) -> HashMap<&str, &str> {
    let mut categories: HashMap<&str, &str> = HashMap::new();
    let mut texts = items.split(NAME_SEPARATOR);
    while let (Some(item), Some(category)) = (texts.next(), texts.next()) {
        let first = categories.entry(item).or_insert(category);
        *first = category.min(*first);
    }
    categories
}

/// Joined names; an empty text if there are none.
async fn load_names(db: &TenantDb, sql: TenantSql) -> Result<String, DbError> {
    let separator = vec![NAME_SEPARATOR.to_string().into()];
    let rows = db.query_rows::<JoinedNames>(sql, separator).await?;
    let names = rows.into_iter().find_map(|row| row.names);
    Ok(names.unwrap_or_default())
}

fn split_names(joined: &str) -> Vec<String> {
    if joined.is_empty() {
        return Vec::new();
    }
    let names = joined.split(NAME_SEPARATOR);
    names.map(ToOwned::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_item_has_the_first_of_its_categories() {
        let joined = "Urea\u{1f}fertilizer\u{1f}Corn\u{1f}seed\u{1f}Urea\u{1f}feed";
        let expected = HashMap::from([("Urea", "feed"), ("Corn", "seed")]);
        assert_eq!(find_item_categories(joined), expected);
        assert_eq!(find_item_categories(""), HashMap::new());
        assert_eq!(split_names("North\u{1f}South"), ["North", "South"]);
        assert!(split_names("").is_empty());
    }
}

//! Categories and lead times of items.

use crate::db::{DbError, TenantDb, TenantSql};
use chrono::{DateTime, Utc};
use sea_orm::FromQueryResult;
use std::collections::HashMap;

/// The category of an item that no inventory row names.
pub const UNKNOWN_CATEGORY: &str = "Unknown";

/// Inventory data of items.
#[derive(Clone, Debug, Default)]
pub struct ItemCategories(HashMap<String, String>);

#[derive(FromQueryResult)]
struct CategoryRow {
    item_id: String,
    category: String,
    updated_at: DateTime<Utc>,
}

/// Includes soft-deleted rows: their items have purchases and sales.
const CATEGORIES_SQL: TenantSql = TenantSql::new(
    r"
        select item_id, category, max(updated_at) as updated_at
        from inventory
        where tenant_id = $1
        group by item_id, category
    ",
);

/// The category of each item: that of its newest inventory row.
pub async fn read_item_categories(db: &TenantDb) -> Result<ItemCategories, DbError> {
    let mut newest: HashMap<String, CategoryRow> = HashMap::new();
    for row in db
        .query_rows::<CategoryRow>(CATEGORIES_SQL, Vec::new())
        .await?
    {
        let is_newer = newest.get(&row.item_id).is_none_or(|known| {
            (known.updated_at, &known.category) < (row.updated_at, &row.category)
        });
        if is_newer {
            newest.insert(row.item_id.clone(), row);
        }
    }
    Ok(ItemCategories(
        newest
            .into_iter()
            .map(|(item, row)| (item, row.category))
            .collect(),
    ))
}

impl ItemCategories {
    /// The item's category, or [`UNKNOWN_CATEGORY`].
    pub fn category_of(&self, item_id: &str) -> &str {
        self.0.get(item_id).map_or(UNKNOWN_CATEGORY, String::as_str)
    }
}

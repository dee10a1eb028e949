//! Items in stock without a sale in a range of days.

use super::dashboard_cards::DateRange;
use super::read_item_categories;
use crate::auth::Proof;
use crate::auth::permission::{InventoryRead, SalesRead};
use crate::db::{DaysBetween, DbError, RolledUpDb, TenantSql};
use sea_orm::FromQueryResult;

#[derive(FromQueryResult)]
struct UnsoldRow {
    item_id: String,
    item_name: String,
}

const UNSOLD_SQL: TenantSql = TenantSql::new(
    r"
        select item_id, min(item_name) as item_name
        from inventory
        where tenant_id = $1
          and deleted_at is null
          and item_id not in (
              select item_id
              from rollup_item_month
              where tenant_id = $1 and direction = 'sale' and month > $2 and month < $3
              union
              select item_id
              from rollup_item_day
              where tenant_id = $1 and direction = 'sale' and day > $4 and day <= $5
              union
              select item_id
              from rollup_item_day
              where tenant_id = $1 and direction = 'sale' and day > $6 and day <= $7
            )
        group by item_id
        order by 2, 1
    ",
);

/// The names of items in stock without a sale line in the range, for one category or all, by name.
pub async fn read_unsold_items(
    db: &RolledUpDb,
    dates: DateRange,
    category: Option<&str>,
    (_stock, _sales): (&Proof<InventoryRead>, &Proof<SalesRead>),
) -> Result<Vec<String>, DbError> {
    let days = DaysBetween::new(dates.after, dates.through);
    let mut rows = db
        .query_rows::<UnsoldRow>(UNSOLD_SQL, days.parameters())
        .await?;
    if let Some(category) = category {
        let categories = read_item_categories(db).await?;
        rows.retain(|row| categories.category_of(&row.item_id) == category);
    }
    Ok(rows.into_iter().map(|row| row.item_name).collect())
}

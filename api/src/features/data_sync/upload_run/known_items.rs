//! Packs, densities and units of the organization's items, for files that name packages only.

use crate::db::{DbError, TenantDb};
use entities::{catalogue_item, inventory};
use imports::{ItemUnits, KnownItems};
use rust_decimal::Decimal;
use sea_orm::ColumnTrait;
use std::collections::HashMap;

/// Items beyond these are asked about as if the catalog lacked them.
const MAX_ITEMS: u64 = 200_000;

/// The units of the items that the catalog has.
pub async fn load_known_items(db: &TenantDb) -> Result<KnownItems, DbError> {
    let mut items = KnownItems::default();
    let rows = db
        .find::<catalogue_item::Entity>()
        .filter(catalogue_item::Column::DeletedAt.is_null())
        .order_by_asc(catalogue_item::Column::ItemId)
        .limit(MAX_ITEMS)
        .all()
        .await?;
    if rows.is_empty() {
        return Ok(items);
    }
    let stock = db
        .find::<inventory::Entity>()
        .filter(inventory::Column::DeletedAt.is_null())
        .order_by_asc(inventory::Column::UpdatedAt)
        .limit(MAX_ITEMS)
        .all()
        .await?;
    // The newest row of an item is the last.
    let mut units: HashMap<String, String> = stock
        .into_iter()
        .map(|row| (row.item_id, row.unit))
        .collect();
    for row in rows {
        let size = row.pack_size_e4.map(|size| Decimal::new(size, 4));
        let known = ItemUnits {
            stock_unit: units.remove(&row.item_id),
            pack: size.zip(row.pack_unit),
            density: row.density_e4.map(|density| Decimal::new(density, 4)),
        };
        items.insert(row.item_id, known);
    }
    Ok(items)
}

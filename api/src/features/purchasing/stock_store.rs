//! Reads stock rows, without costs, for callers who may see stock only.

use super::dashboard_cards::CardPeriods;
use super::stock_status::StockItem;
use super::stock_table::{StockRecord, StockTable, StockTableBuilder};
use crate::auth::Proof;
use crate::auth::permission::{InventoryRead, SalesRead};
use crate::db::{DaysBetween, DbError, RolledUpDb, SUM_RADIX, TenantDb, TenantSql};
use crate::decimal::{Decimal4, ExactSum};
use chrono::NaiveDate;
use entities::{inventory, supplier};
use sea_orm::{ColumnTrait, FromQueryResult};
use std::collections::{BTreeSet, HashMap};

/// Filter of stock rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StockFilter<'a> {
    /// Rows whose cost is in another currency, of a category or all.
    OtherCurrency {
        /// The currency of the other rows.
        than: &'a str,
        /// None: all categories.
        category: Option<&'a str>,
    },
    /// Rows of the item of this name.
    Item(&'a str),
}

/// The number of stock rows.
pub async fn count_stock_rows(
    db: &TenantDb,
    _right: &Proof<InventoryRead>,
) -> Result<u64, DbError> {
    let select = db.find::<inventory::Entity>();
    let current = select.filter(inventory::Column::DeletedAt.is_null());
    current.count().await
}

/// The matching stock rows.
pub async fn read_stock_items(
    db: &TenantDb,
    stocked: StockFilter<'_>,
    _right: &Proof<InventoryRead>,
) -> Result<Vec<StockItem>, DbError> {
    let select = db
        .find::<inventory::Entity>()
        .filter(inventory::Column::DeletedAt.is_null());
    let select = match stocked {
        StockFilter::OtherCurrency { than, category } => {
            let others = select.filter(inventory::Column::Currency.ne(than));
            match category {
                Some(category) => others.filter(inventory::Column::Category.eq(category)),
                None => others,
            }
        }
        StockFilter::Item(item) => select.filter(inventory::Column::ItemName.eq(item)),
    };
    let rows = select
        .order_by_asc(inventory::Column::Location)
        .all()
        .await?;
    let suppliers = db
        .find::<supplier::Entity>()
        .filter(supplier::Column::DeletedAt.is_null())
        .all()
        .await?;
    let lead_times: HashMap<String, i32> = suppliers
        .into_iter()
        .filter_map(|supplier| Some((supplier.supplier_id, supplier.lead_time_days?)))
        .collect();
    Ok(rows
        .into_iter()
        .filter_map(|row| stock_item_from_row(row, &lead_times))
        .collect())
}

/// All stock rows of the tenant. The sync's checks reject costs out of range; a row that has one
/// nevertheless is left out.
pub(super) async fn read_stock_table(db: &TenantDb) -> Result<StockTable, DbError> {
    let mut table = StockTableBuilder::default();
    db.for_each_row::<StockedRow>(STOCK_SQL, Vec::new(), |row| {
        if Decimal4::from_scaled(row.unit_cost_e4).is_ok() {
            let record = StockRecord {
                item_id: table.share(row.item_id),
                item_name: table.share(row.item_name),
                category: table.share(row.category),
                unit: table.share(row.unit),
                location: table.share(row.location),
                supplier_id: row.supplier_id.map(|id| table.share(id)),
                currency: table.share(row.currency),
                on_hand_e4: row.on_hand_e4,
                on_order_e4: row.on_order_e4,
                booked_e4: row.booked_e4,
                reorder_point_e4: row.reorder_point_e4,
                pack_size_e4: row.pack_size_e4,
                min_order_quantity_e4: row.min_order_quantity_e4,
                unit_cost_e4: row.unit_cost_e4,
                lead_time_days: row.lead_time_days,
            };
            table.add(record);
        }
        Ok(())
    })
    .await?;
    Ok(table.build())
}

#[derive(FromQueryResult)]
struct StockedRow {
    item_id: String,
    item_name: String,
    category: String,
    unit: String,
    location: String,
    supplier_id: Option<String>,
    currency: String,
    on_hand_e4: i64,
    on_order_e4: i64,
    booked_e4: i64,
    reorder_point_e4: Option<i64>,
    pack_size_e4: Option<i64>,
    min_order_quantity_e4: Option<i64>,
    unit_cost_e4: i64,
    lead_time_days: Option<i32>,
}

/// Only the columns that are needed: each takes time in each of hundreds of thousands of rows.
const STOCK_SQL: TenantSql = TenantSql::new(
    r"
        select item_id, item_name, category, unit, location, supplier_id, currency, on_hand_e4,
          on_order_e4, booked_e4, reorder_point_e4, pack_size_e4, min_order_quantity_e4,
          unit_cost_e4, lead_time_days
        from inventory
        where tenant_id = $1 and deleted_at is null
    ",
);

/// The sync's checks reject values out of range; a row that has one nevertheless is left out.
fn stock_item_from_row(
    row: inventory::Model,
    lead_times: &HashMap<String, i32>,
) -> Option<StockItem> {
    let exact = |scaled: i64| Decimal4::from_scaled(scaled).ok();
    let days = row
        .lead_time_days
        .or_else(|| lead_times.get(row.supplier_id.as_ref()?).copied());
    Some(StockItem {
        item_id: row.item_id,
        item: row.item_name,
        unit: row.unit,
        location: row.location,
        on_hand: exact(row.on_hand_e4)?,
        on_order: exact(row.on_order_e4)?,
        booked: exact(row.booked_e4)?,
        recorded_reorder_point: row.reorder_point_e4.and_then(exact),
        advice: None,
        lead_time_days: days.and_then(|days| u32::try_from(days).ok()),
    })
}

#[derive(FromQueryResult)]
struct SoldRow {
    unit: String,
    high: i64,
    low: i64,
}

const SALES_SQL: TenantSql = TenantSql::new(
    r"
        select unit, cast(sum(quantity_high) as bigint) as high,
          cast(sum(quantity_low) as bigint) as low
        from (
            select unit, quantity_high, quantity_low
            from rollup_item_month
            where tenant_id = $1
              and direction = 'sale'
              and month > $2
              and month < $3
              and item_id = $8
            union all
            select unit, quantity_high, quantity_low
            from rollup_item_day
            where tenant_id = $1 and direction = 'sale' and day > $4 and day <= $5 and item_id = $8
            union all
            select unit, quantity_high, quantity_low
            from rollup_item_day
            where tenant_id = $1 and direction = 'sale' and day > $6 and day <= $7 and item_id = $8
          ) as sold
        group by unit
    ",
);

/// Units sold, less returns, in the 365 days up to `as_of` of the items in these rows, over all
/// locations and by unit.
pub async fn read_sold_last_year(
    db: &RolledUpDb,
    rows: &[StockItem],
    as_of: NaiveDate,
    _right: &Proof<SalesRead>,
) -> Result<HashMap<String, ExactSum>, DbError> {
    let year = CardPeriods::ending_on(as_of).year;
    let mut sold: HashMap<String, ExactSum> = HashMap::new();
    // Several ids may share an item's name.
    for item_id in rows.iter().map(|row| &row.item_id).collect::<BTreeSet<_>>() {
        let mut parameters = DaysBetween::new(year.after, year.through).parameters();
        parameters.push(item_id.clone().into());
        for row in db.query_rows::<SoldRow>(SALES_SQL, parameters).await? {
            let sum = sold.entry(row.unit).or_default();
            *sum = sum.saturating_add(ExactSum::from_parts(row.high, row.low, SUM_RADIX));
        }
    }
    Ok(sold)
}

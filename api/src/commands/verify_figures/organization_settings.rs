//! Settings, stock corrections and draft orders of an organization, for the reference calculation.

use super::super::CommandError;
use crate::auth::Scope;
use crate::db::{DbError, TenantDb, TenantSql};
use crate::features::data_sync::read_sales_dating;
use crate::features::data_sync::wire::SalesDating;
use chrono::NaiveDate;
use entities::{location_mapping, price_confirmation, purchasing_setting, stock_correction};
use reference::{ConfirmedPrice, DraftLine, OrgSettings, StockOverride};
use sea_orm::FromQueryResult;

pub(super) async fn load_settings(scope: &Scope) -> Result<OrgSettings, CommandError> {
    try_load_settings(scope)
        .await
        .map_err(CommandError::with_context(
            "cannot read the organization's settings",
        ))
}

async fn try_load_settings(scope: &Scope) -> Result<OrgSettings, DbError> {
    let db = scope.read_db().await?;
    let mut settings = OrgSettings {
        currency: scope.access().organization().currency.clone(),
        ..OrgSettings::default()
    };
    if let Some(row) = db.find::<purchasing_setting::Entity>().one().await? {
        settings.holding_percent = row
            .holding_cost_percent_e4
            .map_or(settings.holding_percent, Into::into);
        settings.shortage_multiple = row
            .shortage_cost_multiple_e4
            .map_or(settings.shortage_multiple, Into::into);
        settings.order_cost = row.order_cost_e4.map_or(settings.order_cost, Into::into);
        settings.lead_days = to_days(row.default_lead_time_days).unwrap_or(settings.lead_days);
    }
    for row in db.find::<stock_correction::Entity>().all().await? {
        let number = |scaled: Option<i64>| scaled.map(i128::from);
        let stock_override = StockOverride {
            unit: row.unit,
            lead_days: to_days(row.lead_time_days),
            reorder_point: number(row.reorder_point_e4),
            minimum: number(row.min_order_quantity_e4),
            pack: number(row.pack_size_e4),
        };
        settings
            .stock_overrides
            .insert((row.item_id, row.location), stock_override);
    }
    for row in db.find::<price_confirmation::Entity>().all().await? {
        settings.confirmed_prices.insert(ConfirmedPrice {
            item: row.item_id,
            unit: row.unit,
            day: row.day,
            supplier: row.supplier_id,
            price: row.unit_price_e4.into(),
            currency: row.currency,
        });
    }
    for row in db.find::<location_mapping::Entity>().all().await? {
        settings
            .stock_locations
            .insert(row.location, row.stock_location);
    }
    settings.draft_lines = load_draft_lines(&db).await?;
    settings.sales_dated_by_booking =
        read_sales_dating(&scope.rollup_db().await?).await? == SalesDating::Booking;
    Ok(settings)
}

#[derive(FromQueryResult)]
struct DraftLineRow {
    item_id: String,
    location: String,
    unit: String,
    state: String,
    quantity_e4: i64,
    drafted_on: NaiveDate,
    on_order_at_draft_e4: i64,
    purchased_at_draft_e4: i64,
    on_order_through: Option<NaiveDate>,
}

/// Lines of drafts that were not discarded, in drafting order.
const DRAFT_LINES_QUERY: TenantSql = TenantSql::new(
    r"
        select line.item_id, line.location, line.unit, draft.state, line.quantity_e4,
          line.drafted_on, line.on_order_at_draft_e4, line.purchased_at_draft_e4,
          line.on_order_through
        from purchase_order_line line
        join purchase_order_draft draft on draft.tenant_id = line.tenant_id
          and draft.id = line.draft_id
        where line.tenant_id = $1 and draft.state <> 'discarded'
        order by draft.id, line.position
    ",
);

async fn load_draft_lines(db: &TenantDb) -> Result<Vec<DraftLine>, DbError> {
    let rows = db
        .query_rows::<DraftLineRow>(DRAFT_LINES_QUERY, Vec::new())
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| DraftLine {
            is_ordered: row.state != "draft",
            counts_through: row.on_order_through,
            quantity: row.quantity_e4.into(),
            day: row.drafted_on,
            on_order: row.on_order_at_draft_e4.into(),
            bought: row.purchased_at_draft_e4.into(),
            item: row.item_id,
            location: row.location,
            unit: row.unit,
        })
        .collect())
}

fn to_days(days: Option<i32>) -> Option<u32> {
    days.and_then(|days| u32::try_from(days).ok())
}

//! What the organization says of itself and of its stock, as it is kept.

use super::super::CommandError;
use crate::auth::Scope;
use crate::db::{TenantDb, TenantSql};
use crate::http::ApiError;
use chrono::NaiveDate;
use entities::{purchasing_setting, stock_correction};
use reference::{DraftLine, OrgSettings, StockOverride};
use sea_orm::FromQueryResult;

pub(super) async fn read(scope: &Scope) -> Result<OrgSettings, CommandError> {
    ask(scope).await.map_err(CommandError::failed(
        "the organization's settings could not be read",
    ))
}

async fn ask(scope: &Scope) -> Result<OrgSettings, ApiError> {
    let db = scope.read_db().await?;
    let mut said = OrgSettings {
        currency: scope.access().organization().currency.clone(),
        ..OrgSettings::default()
    };
    if let Some(set) = db.find::<purchasing_setting::Entity>().one().await? {
        said.holding_percent = set
            .holding_cost_percent_e4
            .map_or(said.holding_percent, Into::into);
        said.shortage_multiple = set
            .shortage_cost_multiple_e4
            .map_or(said.shortage_multiple, Into::into);
        said.order_cost = set.order_cost_e4.map_or(said.order_cost, Into::into);
        said.lead_days = days(set.default_lead_time_days).unwrap_or(said.lead_days);
    }
    for row in db.find::<stock_correction::Entity>().all().await? {
        let number = |scaled: Option<i64>| scaled.map(i128::from);
        let of_stock = StockOverride {
            unit: row.unit,
            lead_days: days(row.lead_time_days),
            reorder_point: number(row.reorder_point_e4),
            minimum: number(row.min_order_quantity_e4),
            pack: number(row.pack_size_e4),
        };
        said.stock_overrides
            .insert((row.item_id, row.location), of_stock);
    }
    said.draft_lines = drafted(&db, scope.as_of()).await?;
    Ok(said)
}

#[derive(FromQueryResult)]
struct DraftedRow {
    item_id: String,
    location: String,
    unit: String,
    state: String,
    quantity_e4: i64,
    drafted_on: NaiveDate,
    on_order_then_e4: i64,
    bought_then_e4: i64,
    counts_through: Option<NaiveDate>,
}

/// All that was not discarded, in the order in which it was drafted.
const DRAFTED: TenantSql = TenantSql::new(
    r"
        select line.item_id, line.location, line.unit, draft.state, line.quantity_e4,
          line.drafted_on, line.on_order_then_e4, line.bought_then_e4, line.counts_through
        from purchase_order_line line
        join purchase_order_draft draft on draft.tenant_id = line.tenant_id
          and draft.id = line.draft_id
        where line.tenant_id = $1 and draft.state <> 'discarded'
        order by draft.id, line.position
    ",
);

async fn drafted(db: &TenantDb, as_of: NaiveDate) -> Result<Vec<DraftLine>, ApiError> {
    let rows = db.query_rows::<DraftedRow>(DRAFTED, Vec::new()).await?;
    let counts = rows
        .into_iter()
        .filter(|row| row.state == "draft" || row.counts_through.is_some_and(|last| as_of <= last));
    Ok(counts
        .map(|row| DraftLine {
            is_ordered: row.state != "draft",
            quantity: row.quantity_e4.into(),
            day: row.drafted_on,
            on_order: row.on_order_then_e4.into(),
            bought: row.bought_then_e4.into(),
            item: row.item_id,
            location: row.location,
            unit: row.unit,
        })
        .collect())
}

fn days(days: Option<i32>) -> Option<u32> {
    days.and_then(|days| u32::try_from(days).ok())
}

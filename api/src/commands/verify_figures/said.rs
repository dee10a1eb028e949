//! What the organization says of itself and of its stock, as it is kept.

use super::super::CommandError;
use crate::auth::Scope;
use crate::http::ApiError;
use crate::oracle::{Said, SaidOfStock};
use entities::{purchasing_setting, stock_correction};

pub(super) async fn read(scope: &Scope) -> Result<Said, CommandError> {
    ask(scope).await.map_err(CommandError::failed("the organization's settings could not be read"))
}

async fn ask(scope: &Scope) -> Result<Said, ApiError> {
    let db = scope.db().await?;
    let mut said = Said { currency: scope.access().organization().currency.clone(), ..Said::default() };
    if let Some(set) = db.find::<purchasing_setting::Entity>().one().await? {
        said.holding_percent = set.holding_cost_percent_e4.map_or(said.holding_percent, Into::into);
        said.shortage_multiple = set.shortage_cost_multiple_e4.map_or(said.shortage_multiple, Into::into);
        said.order_cost = set.order_cost_e4.map_or(said.order_cost, Into::into);
        said.lead_days = days(set.default_lead_time_days).unwrap_or(said.lead_days);
    }
    for row in db.find::<stock_correction::Entity>().all().await? {
        let number = |scaled: Option<i64>| scaled.map(i128::from);
        let of_stock = SaidOfStock {
            unit: row.unit,
            lead_days: days(row.lead_time_days),
            reorder_point: number(row.reorder_point_e4),
            minimum: number(row.min_order_quantity_e4),
            pack: number(row.pack_size_e4),
        };
        said.stock.insert((row.item_id, row.location), of_stock);
    }
    Ok(said)
}

fn days(days: Option<i32>) -> Option<u32> {
    days.and_then(|days| u32::try_from(days).ok())
}

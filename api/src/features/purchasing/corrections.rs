//! The organization's corrections of its stock rows: read and set.

use super::correction::Correction;
use super::settings::raise_edition;
use crate::auth::Proof;
use crate::auth::permission::{PurchasingOrder, PurchasingRead};
use crate::db::{Act, Action, DbError, TenantDb};
use crate::decimal::Decimal4;
use crate::http::ApiError;
use entities::inventory;
use entities::stock_correction::{ActiveModel, Column, Entity, Model};
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait, ColumnTrait, IntoActiveModel};
use serde_json::{Value, json};
use std::collections::HashMap;

/// So many are listed; corrections are typed in one by one.
const MOST_LISTED: u64 = 200;

/// All of them, by item and location.
pub(super) struct Corrections(HashMap<(String, String), (String, Correction)>);

impl Corrections {
    pub(super) async fn read(db: &TenantDb) -> Result<Self, DbError> {
        let rows = db.find::<Entity>().all().await?;
        Ok(Self(
            rows.into_iter()
                .map(|row| {
                    (
                        (row.item_id.clone(), row.location.clone()),
                        (row.unit.clone(), of_row(&row)),
                    )
                })
                .collect(),
        ))
    }

    /// What is said of a row. Quantities of another unit are not meant any more.
    pub(super) fn of(&self, row: &inventory::Model) -> Option<&Correction> {
        let (unit, correction) = self.0.get(&(row.item_id.clone(), row.location.clone()))?;
        (*unit == row.unit).then_some(correction)
    }
}

/// The newest corrections with the rows they are of.
pub(super) async fn list_corrections(
    db: &TenantDb,
    _right: &Proof<PurchasingRead>,
) -> Result<Vec<(Model, Correction)>, DbError> {
    let rows = db
        .find::<Entity>()
        .order_by_desc(Column::CorrectedAt)
        .order_by_asc(Column::ItemId)
        .order_by_asc(Column::Location)
        .limit(MOST_LISTED);
    Ok(rows
        .all()
        .await?
        .into_iter()
        .map(|row| {
            let correction = of_row(&row);
            (row, correction)
        })
        .collect())
}

/// Puts the correction of a stock row in the place of the one before; one that says nothing takes
/// it away. 404 where there is no such row.
pub(super) async fn set_correction(
    db: &TenantDb,
    (item_id, location): (&str, &str),
    correction: &Correction,
    _may: &Proof<PurchasingOrder>,
) -> Result<(), ApiError> {
    raise_edition(db).await?;
    let before = db
        .find::<Entity>()
        .filter(Column::ItemId.eq(item_id))
        .filter(Column::Location.eq(location))
        .one()
        .await?;
    db.delete::<Entity>()
        .filter(Column::ItemId.eq(item_id))
        .filter(Column::Location.eq(location))
        .exec()
        .await?;
    let stock = db
        .find::<inventory::Entity>()
        .filter(inventory::Column::ItemId.eq(item_id))
        .filter(inventory::Column::Location.eq(location));
    let Some(stock) = stock
        .filter(inventory::Column::DeletedAt.is_null())
        .one()
        .await?
    else {
        // What is gone from the warehouse can still be forgotten here.
        return match before {
            Some(before) if correction.says_nothing() => {
                Ok(db.record(correction.at, taken_back(&before)).await?)
            }
            _ => Err(ApiError::not_found()),
        };
    };
    if correction.says_nothing() {
        return match before {
            Some(before) => Ok(db.record(correction.at, taken_back(&before)).await?),
            None => Ok(()),
        };
    }
    let row = Model {
        tenant_id: Uuid::nil(),
        item_id: stock.item_id,
        location: stock.location,
        unit: stock.unit,
        item_name: stock.item_name,
        lead_time_days: correction
            .lead_time_days
            .and_then(|days| i32::try_from(days).ok()),
        reorder_point_e4: correction.reorder_point.map(Decimal4::scaled),
        min_order_quantity_e4: correction.min_order_quantity.map(Decimal4::scaled),
        pack_size_e4: correction.pack_size.map(Decimal4::scaled),
        corrected_by: correction.by.clone(),
        corrected_at: correction.at,
    };
    let act = act(&row).after(&told(&row));
    let act = if let Some(before) = &before {
        act.before(&told(before))
    } else {
        act
    };
    let new: ActiveModel = row.into_active_model();
    db.insert(new.reset_all()).await?;
    Ok(db.record(correction.at, act).await?)
}

fn act(row: &Model) -> Act {
    Act::of(Action::StockCorrected)
        .on("stock", format!("{}, {}", row.item_id, row.location))
        .named(&row.item_name)
}

fn taken_back(before: &Model) -> Act {
    act(before).before(&told(before))
}

/// For the audit log.
fn told(row: &Model) -> Value {
    let said = of_row(row);
    json!({
        "leadTimeDays": said.lead_time_days,
        "reorderPoint": said.reorder_point.map(Decimal4::to_f64),
        "minOrderQuantity": said.min_order_quantity.map(Decimal4::to_f64),
        "packSize": said.pack_size.map(Decimal4::to_f64),
        "unit": row.unit,
    })
}

fn of_row(row: &Model) -> Correction {
    let exact = |scaled: Option<i64>| scaled.and_then(|scaled| Decimal4::from_scaled(scaled).ok());
    Correction {
        lead_time_days: row.lead_time_days.and_then(|days| u32::try_from(days).ok()),
        reorder_point: exact(row.reorder_point_e4),
        min_order_quantity: exact(row.min_order_quantity_e4),
        pack_size: exact(row.pack_size_e4),
        by: row.corrected_by.clone(),
        at: row.corrected_at,
    }
}

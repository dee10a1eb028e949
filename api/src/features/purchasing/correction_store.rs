//! Reads and writes corrections of stock rows.

use super::purchasing_settings::increment_edition;
use super::stock_correction::ItemCorrection;
use super::stock_table::StockRecord;
use crate::auth::Proof;
use crate::auth::permission::{PurchasingOrder, PurchasingRead};
use crate::db::{AuditAction, DbError, LookupError, NewAuditEntry, TenantDb};
use crate::decimal::Decimal4;
use entities::inventory;
use entities::stock_correction::{ActiveModel, Column, Entity, Model};
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait, ColumnTrait, IntoActiveModel};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Maximum number of listed corrections; each is entered by hand.
const MAX_LISTED: u64 = 200;

/// All corrections by item and location.
pub(super) struct CorrectionIndex(HashMap<(String, String), (String, ItemCorrection)>);

impl CorrectionIndex {
    pub(super) async fn read_all(db: &TenantDb) -> Result<Self, DbError> {
        let rows = db.find::<Entity>().all().await?;
        Ok(Self(
            rows.into_iter()
                .map(|row| {
                    (
                        (row.item_id.clone(), row.location.clone()),
                        (row.unit.clone(), correction_from_row(&row)),
                    )
                })
                .collect(),
        ))
    }

    /// The correction of a row. Ignored if the row's unit has changed.
    pub(super) fn find_for_row(&self, row: &StockRecord) -> Option<&ItemCorrection> {
        let key = (row.item_id.to_string(), row.location.to_string());
        let (unit, correction) = self.0.get(&key)?;
        (**unit == *row.unit).then_some(correction)
    }
}

/// The newest corrections with their stock rows.
pub(super) async fn list_corrections(
    db: &TenantDb,
    _right: &Proof<PurchasingRead>,
) -> Result<Vec<(Model, ItemCorrection)>, DbError> {
    let rows = db
        .find::<Entity>()
        .order_by_desc(Column::UpdatedAt)
        .order_by_asc(Column::ItemId)
        .order_by_asc(Column::Location)
        .limit(MAX_LISTED);
    Ok(rows
        .all()
        .await?
        .into_iter()
        .map(|row| {
            let correction = correction_from_row(&row);
            (row, correction)
        })
        .collect())
}

/// Replaces the correction of a stock row; an empty one removes it.
pub(super) async fn set_correction(
    db: &TenantDb,
    (item_id, location): (&str, &str),
    correction: &ItemCorrection,
    _may: &Proof<PurchasingOrder>,
) -> Result<(), LookupError> {
    increment_edition(db).await?;
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
        // A correction can be removed after its stock row is gone from the warehouse.
        return match before {
            Some(before) if correction.is_empty() => Ok(db
                .append_audit_entry(correction.corrected_at, removal_audit_entry(&before))
                .await?),
            _ => Err(LookupError::NotFound),
        };
    };
    if correction.is_empty() {
        return match before {
            Some(before) => Ok(db
                .append_audit_entry(correction.corrected_at, removal_audit_entry(&before))
                .await?),
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
        updated_by: correction.corrected_by.clone(),
        updated_at: correction.corrected_at,
    };
    let act = new_audit_entry(&row).with_after(&audit_details(&row));
    let act = if let Some(before) = &before {
        act.with_before(&audit_details(before))
    } else {
        act
    };
    let new: ActiveModel = row.into_active_model();
    db.insert(new.reset_all()).await?;
    Ok(db.append_audit_entry(correction.corrected_at, act).await?)
}

fn new_audit_entry(row: &Model) -> NewAuditEntry {
    NewAuditEntry::new(AuditAction::StockCorrectionUpdated)
        .with_target(
            "stock_correction",
            format!("{}, {}", row.item_id, row.location),
        )
        .with_target_name(&row.item_name)
}

fn removal_audit_entry(before: &Model) -> NewAuditEntry {
    new_audit_entry(before).with_before(&audit_details(before))
}

/// Details for the audit log.
fn audit_details(row: &Model) -> Value {
    let correction = correction_from_row(row);
    json!({
        "leadTimeDays": correction.lead_time_days,
        "reorderPoint": correction.reorder_point.map(Decimal4::to_f64),
        "minOrderQuantity": correction.min_order_quantity.map(Decimal4::to_f64),
        "packSize": correction.pack_size.map(Decimal4::to_f64),
        "unit": row.unit,
    })
}

fn correction_from_row(row: &Model) -> ItemCorrection {
    let exact = |scaled: Option<i64>| scaled.and_then(|scaled| Decimal4::from_scaled(scaled).ok());
    ItemCorrection {
        lead_time_days: row.lead_time_days.and_then(|days| u32::try_from(days).ok()),
        reorder_point: exact(row.reorder_point_e4),
        min_order_quantity: exact(row.min_order_quantity_e4),
        pack_size: exact(row.pack_size_e4),
        corrected_by: row.updated_by.clone(),
        corrected_at: row.updated_at,
    }
}

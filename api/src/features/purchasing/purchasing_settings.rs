//! Reads and writes the organization's ordering costs. Every change that affects recommendations
//! increments the edition.

use super::ordering_costs::OrderingCostOverrides;
use crate::auth::Proof;
use crate::auth::permission::{PurchasingManage, PurchasingRead};
use crate::db::{AuditAction, DbError, NewAuditEntry, TenantDb};
use crate::decimal::Decimal4;
use chrono::{DateTime, Utc};
use entities::purchasing_setting::{ActiveModel, Column, Entity, Model};
use sea_orm::{ActiveModelTrait, IntoActiveModel};
use serde_json::{Value, json};

/// Ordering costs with their last change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct OrderingCostSettings {
    /// The organization's overrides.
    pub overrides: OrderingCostOverrides,
    /// Name and time of the last change.
    pub last_change: Option<(String, DateTime<Utc>)>,
}

/// The current settings.
pub(super) async fn read_settings(
    db: &TenantDb,
    _right: &Proof<PurchasingRead>,
) -> Result<OrderingCostSettings, DbError> {
    Ok(db
        .find::<Entity>()
        .one()
        .await?
        .map(settings_from_row)
        .unwrap_or_default())
}

/// Version of the settings and drafts that recommendations depend on; it differs for every state.
pub(super) async fn read_edition(db: &TenantDb) -> Result<i64, DbError> {
    Ok(db
        .find::<Entity>()
        .one()
        .await?
        .map_or(0, |row| row.version))
}

/// Invalidates cached recommendations. Serializes writers: a second transaction waits here for the
/// first and sees its changes.
pub(super) async fn increment_edition(db: &TenantDb) -> Result<(), DbError> {
    db.insert_if_absent(empty_row().reset_all()).await?;
    db.update::<Entity>()
        .increment(Column::Version)
        .exec()
        .await?;
    Ok(())
}

/// Sets the overrides; absent values revert to their default.
pub(super) async fn set_costs(
    db: &TenantDb,
    overrides: OrderingCostOverrides,
    by: &str,
    at: DateTime<Utc>,
    _right: &Proof<PurchasingManage>,
) -> Result<(), DbError> {
    increment_edition(db).await?;
    let before = db
        .find::<Entity>()
        .one()
        .await?
        .map(settings_from_row)
        .unwrap_or_default();
    db.update::<Entity>()
        .set(
            Column::HoldingCostPercentE4,
            overrides.holding_percent.map(Decimal4::scaled),
        )
        .set(
            Column::ShortageCostMultipleE4,
            overrides.shortage_multiple.map(Decimal4::scaled),
        )
        .set(
            Column::OrderCostE4,
            overrides.order_cost.map(Decimal4::scaled),
        )
        .set(
            Column::DefaultLeadTimeDays,
            overrides
                .default_lead_time_days
                .and_then(|days| i32::try_from(days).ok()),
        )
        .set(
            Column::SubstituteAcceptancePercentE4,
            overrides
                .substitute_acceptance_percent
                .map(Decimal4::scaled),
        )
        .set(Column::UpdatedBy, by)
        .set(Column::UpdatedAt, at)
        .exec()
        .await?;
    db.append_audit_entry(
        at,
        NewAuditEntry::new(AuditAction::PurchasingSettingsUpdated)
            .with_before(&audit_details(before.overrides))
            .with_after(&audit_details(overrides)),
    )
    .await
}

/// Overrides for the audit log; defaults are left out.
fn audit_details(overrides: OrderingCostOverrides) -> Value {
    let exact = |cost: Option<Decimal4>| cost.map(|cost| json!(cost.to_f64()));
    let all = [
        ("holdingCostPercent", exact(overrides.holding_percent)),
        ("shortageCostMultiple", exact(overrides.shortage_multiple)),
        ("orderCost", exact(overrides.order_cost)),
        (
            "defaultLeadTimeDays",
            overrides.default_lead_time_days.map(|days| json!(days)),
        ),
        (
            "substituteAcceptancePercent",
            exact(overrides.substitute_acceptance_percent),
        ),
    ];
    Value::Object(
        all.into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?)))
            .collect(),
    )
}

fn empty_row() -> ActiveModel {
    let row = Model {
        tenant_id: sea_orm::prelude::Uuid::nil(),
        version: 0,
        holding_cost_percent_e4: None,
        shortage_cost_multiple_e4: None,
        order_cost_e4: None,
        default_lead_time_days: None,
        substitute_acceptance_percent_e4: None,
        updated_by: None,
        updated_at: None,
    };
    row.into_active_model()
}

fn settings_from_row(row: Model) -> OrderingCostSettings {
    let exact = |scaled: Option<i64>| scaled.and_then(|scaled| Decimal4::from_scaled(scaled).ok());
    let overrides = OrderingCostOverrides {
        holding_percent: exact(row.holding_cost_percent_e4),
        shortage_multiple: exact(row.shortage_cost_multiple_e4),
        order_cost: exact(row.order_cost_e4),
        default_lead_time_days: row
            .default_lead_time_days
            .and_then(|days| u32::try_from(days).ok()),
        substitute_acceptance_percent: exact(row.substitute_acceptance_percent_e4),
    };
    OrderingCostSettings {
        overrides,
        last_change: row.updated_by.zip(row.updated_at),
    }
}

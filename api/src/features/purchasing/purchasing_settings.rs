//! What an organization says of its ordering costs: read and set. Every change that shapes
//! recommendations raises the edition.

use super::ordering_costs::OrderingCostOverrides;
use crate::auth::Proof;
use crate::auth::permission::{PurchasingManage, PurchasingRead};
use crate::db::{Action, DbError, NewAuditEntry, TenantDb};
use crate::decimal::Decimal4;
use chrono::{DateTime, Utc};
use entities::purchasing_setting::{ActiveModel, Column, Entity, Model};
use sea_orm::{ActiveModelTrait, IntoActiveModel};
use serde_json::{Value, json};

/// The costs with who set them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct OrderingCostSettings {
    /// What the organization says itself.
    pub overrides: OrderingCostOverrides,
    /// The name of whoever set them last, and when.
    pub last_change: Option<(String, DateTime<Utc>)>,
}

/// The costs as they are set.
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

/// Which state of settings and drafts recommendations are made from: another one has another
/// number.
pub(super) async fn read_edition(db: &TenantDb) -> Result<i64, DbError> {
    Ok(db
        .find::<Entity>()
        .one()
        .await?
        .map_or(0, |row| row.edition))
}

/// Says that what was kept of recommendations is no longer good. Of two writers the second waits
/// here until the first is done, and sees what it did.
pub(super) async fn increment_edition(db: &TenantDb) -> Result<(), DbError> {
    db.insert_if_absent(empty_row().reset_all()).await?;
    db.update::<Entity>()
        .increment(Column::Edition)
        .exec()
        .await?;
    Ok(())
}

/// Sets the costs; what is absent is as usual again.
pub(super) async fn set_costs(
    db: &TenantDb,
    own: OrderingCostOverrides,
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
            own.holding_percent.map(Decimal4::scaled),
        )
        .set(
            Column::ShortageCostMultipleE4,
            own.shortage_multiple.map(Decimal4::scaled),
        )
        .set(Column::OrderCostE4, own.order_cost.map(Decimal4::scaled))
        .set(
            Column::DefaultLeadTimeDays,
            own.default_lead_time_days
                .and_then(|days| i32::try_from(days).ok()),
        )
        .set(Column::SetBy, by)
        .set(Column::SetAt, at)
        .exec()
        .await?;
    db.append_audit_entry(
        at,
        NewAuditEntry::new(Action::CostsSet)
            .with_before(&audit_details(before.overrides))
            .with_after(&audit_details(own)),
    )
    .await
}

/// What the audit log tells of costs: those that are as usual are left out.
fn audit_details(own: OrderingCostOverrides) -> Value {
    let exact = |cost: Option<Decimal4>| cost.map(|cost| json!(cost.to_f64()));
    let all = [
        ("holdingCostPercent", exact(own.holding_percent)),
        ("shortageCostMultiple", exact(own.shortage_multiple)),
        ("orderCost", exact(own.order_cost)),
        (
            "defaultLeadTimeDays",
            own.default_lead_time_days.map(|days| json!(days)),
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
        edition: 0,
        holding_cost_percent_e4: None,
        shortage_cost_multiple_e4: None,
        order_cost_e4: None,
        default_lead_time_days: None,
        set_by: None,
        set_at: None,
    };
    row.into_active_model()
}

fn settings_from_row(row: Model) -> OrderingCostSettings {
    let exact = |scaled: Option<i64>| scaled.and_then(|scaled| Decimal4::from_scaled(scaled).ok());
    let own = OrderingCostOverrides {
        holding_percent: exact(row.holding_cost_percent_e4),
        shortage_multiple: exact(row.shortage_cost_multiple_e4),
        order_cost: exact(row.order_cost_e4),
        default_lead_time_days: row
            .default_lead_time_days
            .and_then(|days| u32::try_from(days).ok()),
    };
    OrderingCostSettings {
        overrides: own,
        last_change: row.set_by.zip(row.set_at),
    }
}

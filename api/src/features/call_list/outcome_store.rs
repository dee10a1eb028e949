//! Reads and writes outcomes of calls, and the settings of the list.

use super::call_outcome::CallOutcome;
use super::call_visibility::{CallAudience, DEFAULT_HELD_BACK_PERCENT};
use crate::auth::Proof;
use crate::auth::permission::{CallsRecord, CustomersRead, OrganizationManage};
use crate::db::{AuditAction, DbError, LookupError, NewAuditEntry, TenantDb};
use chrono::{DateTime, NaiveDate, Utc};
use entities::call_list_setting::{self, ActiveModel as Setting};
use entities::call_outcome::{ActiveModel, Column, Entity, Model};
use entities::customer;
use sea_orm::prelude::Uuid;
use sea_orm::{ActiveModelTrait, ColumnTrait, IntoActiveModel};
use serde_json::json;
use std::collections::HashMap;

/// The settings of the list.
#[derive(Clone, Debug)]
pub(super) struct CallListSettings {
    pub held_back_percent: u32,
    /// Name and time of the last change.
    pub last_change: Option<(String, DateTime<Utc>)>,
}

/// The last outcome of each customer, and the day of the first call.
pub(super) struct OutcomeIndex {
    pub last: HashMap<String, Model>,
    pub first_day: Option<NaiveDate>,
}

pub(super) async fn read_settings(
    db: &TenantDb,
    _right: &Proof<CustomersRead>,
) -> Result<CallListSettings, DbError> {
    let row = db.find::<call_list_setting::Entity>().one().await?;
    Ok(row.map_or(
        CallListSettings {
            held_back_percent: DEFAULT_HELD_BACK_PERCENT,
            last_change: None,
        },
        |row| CallListSettings {
            held_back_percent: u32::try_from(row.held_back_percent)
                .unwrap_or(DEFAULT_HELD_BACK_PERCENT),
            last_change: Some((row.updated_by, row.updated_at)),
        },
    ))
}

/// Outcomes of calls from a day on.
pub(super) async fn read_outcomes(
    db: &TenantDb,
    since: NaiveDate,
    _right: &Proof<CustomersRead>,
) -> Result<OutcomeIndex, DbError> {
    let rows = db
        .find::<Entity>()
        .filter(Column::CalledOn.gte(since))
        .order_by_asc(Column::CalledOn)
        .all()
        .await?;
    Ok(OutcomeIndex {
        first_day: rows.first().map(|row| row.called_on),
        last: rows
            .into_iter()
            .map(|row| (row.customer_id.clone(), row))
            .collect(),
    })
}

/// An outcome to record.
pub(super) struct NewOutcome {
    pub customer_id: String,
    pub called_on: NaiveDate,
    pub outcome: CallOutcome,
    pub note: Option<String>,
    pub by: String,
    pub at: DateTime<Utc>,
}

/// Replaces the outcome of the day. Customers of others are not found.
pub(super) async fn set_outcome(
    db: &TenantDb,
    audience: &CallAudience,
    new: NewOutcome,
    _may: &Proof<CallsRecord>,
) -> Result<Model, LookupError> {
    let customer = db
        .find::<customer::Entity>()
        .filter(customer::Column::CustomerId.eq(&new.customer_id))
        .filter(customer::Column::DeletedAt.is_null())
        .one()
        .await?
        .filter(|row| audience.includes(row.salesperson.as_deref().unwrap_or_default()))
        .ok_or(LookupError::NotFound)?;
    db.delete::<Entity>()
        .filter(Column::CustomerId.eq(&new.customer_id))
        .filter(Column::CalledOn.eq(new.called_on))
        .exec()
        .await?;
    let row = Model {
        tenant_id: Uuid::nil(),
        customer_id: new.customer_id,
        called_on: new.called_on,
        outcome: new.outcome.name().to_owned(),
        note: new.note,
        recorded_by: new.by,
        recorded_at: new.at,
    };
    let active: ActiveModel = row.clone().into_active_model();
    db.insert(active.reset_all()).await?;
    let entry = NewAuditEntry::new(AuditAction::CallOutcomeRecorded)
        .with_target("customer", row.customer_id.clone())
        .with_target_name(&customer.customer_name)
        .with_after(&json!({"outcome": row.outcome, "calledOn": row.called_on}));
    db.append_audit_entry(new.at, entry).await?;
    Ok(row)
}

pub(super) async fn set_held_back_percent(
    db: &TenantDb,
    percent: u32,
    (by, at): (&str, DateTime<Utc>),
    (right, _may): (&Proof<CustomersRead>, &Proof<OrganizationManage>),
) -> Result<(), DbError> {
    let before = read_settings(db, right).await?;
    db.delete::<call_list_setting::Entity>().exec().await?;
    let row = call_list_setting::Model {
        tenant_id: Uuid::nil(),
        held_back_percent: i32::try_from(percent).unwrap_or(i32::MAX),
        updated_by: by.to_owned(),
        updated_at: at,
    };
    let active: Setting = row.into_active_model();
    db.insert(active.reset_all()).await?;
    let entry = NewAuditEntry::new(AuditAction::CallListSettingsUpdated)
        .with_before(&json!({"heldBackPercent": before.held_back_percent}))
        .with_after(&json!({"heldBackPercent": percent}));
    db.append_audit_entry(at, entry).await
}

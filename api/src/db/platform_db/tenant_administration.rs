//! Operators' decisions about an organization, recorded in its audit log for its owners.

use super::{PlatformDb, append_audit_entry, to_organization};
use crate::db::tenant_limits::{Suspension, UsageLimits};
use crate::db::{Access, Actor, AuditAction, DbError, NewAuditEntry};
use crate::ids::TenantId;
use chrono::{DateTime, Utc};
use entities::organization;
use sea_orm::sea_query::LockType;
use sea_orm::{ActiveModelTrait, DatabaseTransaction, EntityTrait, QuerySelect, Set};
use serde_json::{Value, json};

/// The result of an update.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TenantUpdateOutcome {
    /// It was applied.
    Applied,
    /// There is no such organization.
    NotFound,
    /// It is the demo.
    Demo,
}

impl PlatformDb {
    /// Suspends an organization or changes the reason.
    pub async fn suspend_organization(
        &self,
        tenant: TenantId,
        by: Actor,
        reason: &str,
        now: DateTime<Utc>,
    ) -> Result<TenantUpdateOutcome, DbError> {
        let transaction = self.begin().await?;
        let Some(row) = lock_organization(&transaction, tenant).await? else {
            return Ok(TenantUpdateOutcome::NotFound);
        };
        if row.is_demo {
            return Ok(TenantUpdateOutcome::Demo);
        }
        let since = row.suspended_at.unwrap_or(now);
        let change = organization::ActiveModel {
            id: Set(row.id),
            suspended_at: Set(Some(since)),
            suspended_reason: Set(Some(reason.to_owned())),
            ..Default::default()
        };
        change.update(&transaction).await?;
        let before = Suspension::from_row(&row).map(|before| json!({"reason": before.reason}));
        let act = NewAuditEntry::new(AuditAction::OrganizationSuspended)
            .with_after(&json!({"reason": reason}));
        let act = before.iter().fold(act, NewAuditEntry::with_before);
        commit_with_audit(transaction, row, by, act, now).await
    }

    /// Resumes an organization.
    pub async fn resume_organization(
        &self,
        tenant: TenantId,
        by: Actor,
        reason: &str,
        now: DateTime<Utc>,
    ) -> Result<TenantUpdateOutcome, DbError> {
        let transaction = self.begin().await?;
        let Some(row) = lock_organization(&transaction, tenant).await? else {
            return Ok(TenantUpdateOutcome::NotFound);
        };
        let Some(before) = Suspension::from_row(&row) else {
            return Ok(TenantUpdateOutcome::Applied);
        };
        let change = organization::ActiveModel {
            id: Set(row.id),
            suspended_at: Set(None),
            suspended_reason: Set(None),
            ..Default::default()
        };
        change.update(&transaction).await?;
        let act = NewAuditEntry::new(AuditAction::OrganizationResumed)
            .with_before(&json!({"reason": before.reason}))
            .with_after(&json!({"reason": reason}));
        commit_with_audit(transaction, row, by, act, now).await
    }

    /// Sets the usage limits of an organization. Existing data is not deleted.
    pub async fn set_usage_limits(
        &self,
        tenant: TenantId,
        by: Actor,
        plan: UsageLimits,
        reason: &str,
        now: DateTime<Utc>,
    ) -> Result<TenantUpdateOutcome, DbError> {
        let transaction = self.begin().await?;
        let Some(row) = lock_organization(&transaction, tenant).await? else {
            return Ok(TenantUpdateOutcome::NotFound);
        };
        if row.is_demo {
            return Ok(TenantUpdateOutcome::Demo);
        }
        let number =
            |most: Option<u64>| Set(most.map(|most| i64::try_from(most).unwrap_or(i64::MAX)));
        let change = organization::ActiveModel {
            id: Set(row.id),
            max_members: number(plan.max_members),
            max_rows: number(plan.max_rows),
            max_monthly_questions: number(plan.max_monthly_questions),
            ..Default::default()
        };
        change.update(&transaction).await?;
        let mut after = limits_to_json(&plan);
        after["reason"] = reason.into();
        let act = NewAuditEntry::new(AuditAction::OrganizationLimitsUpdated)
            .with_before(&limits_to_json(&UsageLimits::from_row(&row)))
            .with_after(&after);
        commit_with_audit(transaction, row, by, act, now).await
    }
}

async fn lock_organization(
    transaction: &DatabaseTransaction,
    tenant: TenantId,
) -> Result<Option<organization::Model>, DbError> {
    Ok(organization::Entity::find_by_id(tenant.0)
        .lock(LockType::NoKeyUpdate)
        .one(transaction)
        .await?)
}

async fn commit_with_audit(
    transaction: DatabaseTransaction,
    row: organization::Model,
    by: Actor,
    act: NewAuditEntry,
    now: DateTime<Utc>,
) -> Result<TenantUpdateOutcome, DbError> {
    let (id, name) = (row.id, row.name.clone());
    let access = Access::new(to_organization(row), None, "operator".to_owned()).with_actor(by);
    append_audit_entry(
        &transaction,
        &access,
        now,
        act.with_target("organization", id).with_target_name(&name),
    )
    .await?;
    transaction.commit().await?;
    Ok(TenantUpdateOutcome::Applied)
}

fn limits_to_json(plan: &UsageLimits) -> Value {
    json!({"people": plan.max_members, "rows": plan.max_rows, "questions": plan.max_monthly_questions})
}

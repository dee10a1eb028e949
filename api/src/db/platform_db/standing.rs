//! What an operator decides about an organization: told in its own log, so that its owners see it.

use super::{PlatformDb, facts, record};
use crate::db::plan::{Plan, Suspension};
use crate::db::{Access, Act, Action, Author, DbError};
use crate::ids::TenantId;
use chrono::{DateTime, Utc};
use entities::organization;
use sea_orm::sea_query::LockType;
use sea_orm::{ActiveModelTrait, DatabaseTransaction, EntityTrait, QuerySelect, Set};
use serde_json::{Value, json};

/// What came of a decision about an organization.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// It holds.
    Done,
    /// There is no such organization.
    NotThere,
    /// It is the demo, which visitors see.
    Demo,
}

impl PlatformDb {
    /// Lets nobody work in an organization, or says another reason why nobody does.
    pub async fn suspend(
        &self,
        tenant: TenantId,
        by: Author,
        reason: &str,
        now: DateTime<Utc>,
    ) -> Result<Decided, DbError> {
        let transaction = self.begin().await?;
        let Some(row) = held(&transaction, tenant).await? else {
            return Ok(Decided::NotThere);
        };
        if row.is_demo {
            return Ok(Decided::Demo);
        }
        let since = row.suspended_at.unwrap_or(now);
        let change = organization::ActiveModel {
            id: Set(row.id),
            suspended_at: Set(Some(since)),
            suspended_reason: Set(Some(reason.to_owned())),
            ..Default::default()
        };
        change.update(&transaction).await?;
        let before = Suspension::of(&row).map(|before| json!({"reason": before.reason}));
        let act = Act::of(Action::OrganizationSuspended).after(&json!({"reason": reason}));
        let act = before.iter().fold(act, Act::before);
        decided(transaction, row, by, act, now).await
    }

    /// Lets its people work in an organization again.
    pub async fn resume(
        &self,
        tenant: TenantId,
        by: Author,
        reason: &str,
        now: DateTime<Utc>,
    ) -> Result<Decided, DbError> {
        let transaction = self.begin().await?;
        let Some(row) = held(&transaction, tenant).await? else {
            return Ok(Decided::NotThere);
        };
        let Some(before) = Suspension::of(&row) else {
            return Ok(Decided::Done);
        };
        let change = organization::ActiveModel {
            id: Set(row.id),
            suspended_at: Set(None),
            suspended_reason: Set(None),
            ..Default::default()
        };
        change.update(&transaction).await?;
        let act = Act::of(Action::OrganizationResumed)
            .before(&json!({"reason": before.reason}))
            .after(&json!({"reason": reason}));
        decided(transaction, row, by, act, now).await
    }

    /// Says how much an organization may hold from now on. What it holds already stays.
    pub async fn set_plan(
        &self,
        tenant: TenantId,
        by: Author,
        plan: Plan,
        reason: &str,
        now: DateTime<Utc>,
    ) -> Result<Decided, DbError> {
        let transaction = self.begin().await?;
        let Some(row) = held(&transaction, tenant).await? else {
            return Ok(Decided::NotThere);
        };
        if row.is_demo {
            return Ok(Decided::Demo);
        }
        let number =
            |most: Option<u64>| Set(most.map(|most| i64::try_from(most).unwrap_or(i64::MAX)));
        let change = organization::ActiveModel {
            id: Set(row.id),
            most_people: number(plan.people),
            most_rows: number(plan.rows),
            most_questions: number(plan.questions),
            ..Default::default()
        };
        change.update(&transaction).await?;
        let mut after = told(&plan);
        after["reason"] = reason.into();
        let act = Act::of(Action::LimitsSet)
            .before(&told(&Plan::of(&row)))
            .after(&after);
        decided(transaction, row, by, act, now).await
    }
}

async fn held(
    transaction: &DatabaseTransaction,
    tenant: TenantId,
) -> Result<Option<organization::Model>, DbError> {
    Ok(organization::Entity::find_by_id(tenant.0)
        .lock(LockType::NoKeyUpdate)
        .one(transaction)
        .await?)
}

async fn decided(
    transaction: DatabaseTransaction,
    row: organization::Model,
    by: Author,
    act: Act,
    now: DateTime<Utc>,
) -> Result<Decided, DbError> {
    let (id, name) = (row.id, row.name.clone());
    let access = Access::found(facts(row), None, "operator".to_owned()).used_by(by);
    record(
        &transaction,
        &access,
        now,
        act.on("organization", id).named(&name),
    )
    .await?;
    transaction.commit().await?;
    Ok(Decided::Done)
}

fn told(plan: &Plan) -> Value {
    json!({"people": plan.people, "rows": plan.rows, "questions": plan.questions})
}

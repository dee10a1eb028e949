//! Organizations that demand two-step sign-in of their members: whether, and who has not set it up.

use super::{PlatformDb, append_audit_entry, outbox_emails};
use crate::db::{Access, Action, DbError, NewAuditEntry};
use crate::ids::{PersonId, TenantId};
use chrono::{DateTime, TimeDelta, Utc};
use entities::{email_outbox, membership, mfa_credential, organization, person};
use sea_orm::prelude::Uuid;
use sea_orm::sea_query::{LockType, SelectStatement};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Select, Set,
};
use serde_json::json;
use std::collections::HashSet;

/// So many letters are put up in one statement.
const BATCH_SIZE: usize = 200;

/// How an organization has its members sign in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MfaPolicySummary {
    /// Whether they reach nothing of it before they have set up two-step sign-in.
    pub required: bool,
    /// How many people belong to it.
    pub members: u64,
    /// How many of them have not set it up.
    pub members_without_mfa: u64,
}

impl PlatformDb {
    /// How an organization has its members sign in, and how many would have something to do.
    pub async fn load_mfa_policy(&self, tenant: TenantId) -> Result<MfaPolicySummary, DbError> {
        let found = organization::Entity::find_by_id(tenant.0)
            .one(&self.connection)
            .await?;
        let members = membership::Entity::find()
            .filter(membership::Column::TenantId.eq(tenant.0))
            .count(&self.connection)
            .await?;
        let members_without = members_without_mfa(tenant).count(&self.connection).await?;
        Ok(MfaPolicySummary {
            required: found.is_some_and(|found| found.second_step_required),
            members,
            members_without_mfa: members_without,
        })
    }

    /// Which of these people, who are on one page, have set up two-step sign-in.
    pub async fn filter_people_with_mfa(
        &self,
        people: impl Iterator<Item = PersonId>,
    ) -> Result<HashSet<PersonId>, DbError> {
        let with = people_with_mfa()
            .filter(mfa_credential::Column::PersonId.is_in(people.map(|person| person.0)));
        Ok(with
            .into_tuple::<Uuid>()
            .all(&self.connection)
            .await?
            .into_iter()
            .map(PersonId)
            .collect())
    }

    /// The members who have not set up two-step sign-in and were not written to by a letter of this
    /// kind, about this organization, within that time.
    pub async fn list_members_to_notify_of_mfa(
        &self,
        tenant: TenantId,
        kind: &str,
        within: TimeDelta,
        now: DateTime<Utc>,
    ) -> Result<Vec<person::Model>, DbError> {
        let told = email_outbox::Entity::find()
            .select_only()
            .column(email_outbox::Column::PersonId)
            .filter(email_outbox::Column::Kind.eq(kind));
        let told = told
            .filter(email_outbox::Column::OrganizationId.eq(tenant.0))
            .filter(email_outbox::Column::CreatedAt.gt(now - within));
        let told = told
            .filter(email_outbox::Column::PersonId.is_not_null())
            .into_query();
        let untold = members_without_mfa(tenant).filter(person::Column::Id.not_in_subquery(told));
        Ok(untold
            .order_by_asc(person::Column::Id)
            .all(&self.connection)
            .await?)
    }

    /// Says whether the organization of `access` demands two-step sign-in of its members, and puts
    /// up the letters that tell of it; false where it did so before, and nothing was changed or put
    /// up.
    pub async fn set_mfa_policy(
        &self,
        access: &Access,
        required: bool,
        told: Vec<email_outbox::Model>,
        now: DateTime<Utc>,
    ) -> Result<bool, DbError> {
        let change = self.begin_idempotent().await?;
        let transaction = &*change;
        let found = organization::Entity::find_by_id(access.tenant().0)
            .lock(LockType::NoKeyUpdate)
            .one(transaction)
            .await?;
        let before = found.ok_or_else(|| DbErr::RecordNotFound("the organization".to_owned()))?;
        let changes = before.second_step_required != required;
        if changes {
            organization::ActiveModel {
                id: Set(before.id),
                second_step_required: Set(required),
                ..Default::default()
            }
            .update(transaction)
            .await?;
            for some in told.chunks(BATCH_SIZE) {
                outbox_emails::insert_emails(transaction, some.to_vec()).await?;
            }
            let said = |required: bool| json!({"secondStepRequired": required});
            let act = NewAuditEntry::new(Action::SecondStepDemandSet)
                .with_target("organization", before.id)
                .with_target_name(&before.name);
            append_audit_entry(
                transaction,
                access,
                now,
                act.with_before(&said(!required))
                    .with_after(&said(required)),
            )
            .await?;
        }
        change.commit().await?;
        Ok(changes)
    }
}

/// The ids of everybody who has set up two-step sign-in.
fn people_with_mfa() -> Select<mfa_credential::Entity> {
    mfa_credential::Entity::find()
        .select_only()
        .column(mfa_credential::Column::PersonId)
        .filter(mfa_credential::Column::ConfirmedAt.is_not_null())
}

/// The members of an organization who have not set up two-step sign-in.
fn members_without_mfa(tenant: TenantId) -> Select<person::Entity> {
    let members = membership::Entity::find()
        .select_only()
        .column(membership::Column::PersonId)
        .filter(membership::Column::TenantId.eq(tenant.0));
    let with: SelectStatement = people_with_mfa().into_query();
    person::Entity::find()
        .filter(person::Column::Id.in_subquery(members.into_query()))
        .filter(person::Column::Id.not_in_subquery(with))
}

//! The MFA policies of organizations, and members without MFA.

use super::{PlatformDb, append_audit_entry, outbox_emails};
use crate::db::{Access, AuditAction, DbError, NewAuditEntry};
use crate::ids::{PersonId, TenantId};
use chrono::{DateTime, TimeDelta, Utc};
use entities::{email_outbox, membership, mfa_credential, organization, person};
use sea_orm::prelude::Uuid;
use sea_orm::sea_query::{LockType, SelectStatement};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select, Set,
};
use serde_json::json;
use std::collections::HashSet;

/// The maximum number of emails in one statement.
const BATCH_SIZE: usize = 200;

/// The MFA policy of an organization.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MfaPolicySummary {
    /// Whether members must set up MFA to access the organization.
    pub required: bool,
    /// The number of members.
    pub members: u64,
    /// The number of members without MFA.
    pub members_without_mfa: u64,
}

impl PlatformDb {
    /// Loads the MFA policy of an organization.
    pub async fn load_mfa_policy(&self, tenant: TenantId) -> Result<MfaPolicySummary, DbError> {
        load_policy(&self.connection, tenant).await
    }

    /// Which of these people have MFA. They must fit on one page.
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

    /// The members without MFA who have not received an email of this kind about this organization
    /// since then.
    pub async fn list_members_to_notify_of_mfa(
        &self,
        tenant: TenantId,
        kind: &str,
        within: TimeDelta,
        now: DateTime<Utc>,
    ) -> Result<Vec<person::Model>, DbError> {
        let notified = email_outbox::Entity::find()
            .select_only()
            .column(email_outbox::Column::PersonId)
            .filter(email_outbox::Column::Kind.eq(kind));
        let notified = notified
            .filter(email_outbox::Column::OrganizationId.eq(tenant.0))
            .filter(email_outbox::Column::CreatedAt.gt(now - within));
        let notified = notified
            .filter(email_outbox::Column::PersonId.is_not_null())
            .into_query();
        let without_email =
            members_without_mfa(tenant).filter(person::Column::Id.not_in_subquery(notified));
        Ok(without_email
            .order_by_asc(person::Column::Id)
            .all(&self.connection)
            .await?)
    }

    /// Sets the MFA policy of the organization of `access` and enqueues the emails, without effect
    /// if the policy is the same. Returns the policy.
    pub async fn set_mfa_policy(
        &self,
        access: &Access,
        required: bool,
        emails: Vec<email_outbox::Model>,
        now: DateTime<Utc>,
    ) -> Result<MfaPolicySummary, DbError> {
        let change = self.begin_idempotent().await?;
        let transaction = &*change;
        let found = organization::Entity::find_by_id(access.tenant().0)
            .lock(LockType::NoKeyUpdate)
            .one(transaction)
            .await?;
        let before = found.ok_or_else(|| DbErr::RecordNotFound("the organization".to_owned()))?;
        if before.mfa_required != required {
            organization::ActiveModel {
                id: Set(before.id),
                mfa_required: Set(required),
                ..Default::default()
            }
            .update(transaction)
            .await?;
            for batch in emails.chunks(BATCH_SIZE) {
                outbox_emails::insert_emails(transaction, batch.to_vec()).await?;
            }
            let policy_json = |required: bool| json!({"mfaRequired": required});
            let act = NewAuditEntry::new(AuditAction::MfaPolicyUpdated)
                .with_target("organization", before.id)
                .with_target_name(&before.name);
            append_audit_entry(
                transaction,
                access,
                now,
                act.with_before(&policy_json(!required))
                    .with_after(&policy_json(required)),
            )
            .await?;
        }
        let policy = load_policy(transaction, access.tenant()).await?;
        change.commit().await?;
        Ok(policy)
    }
}

async fn load_policy(
    connection: &impl ConnectionTrait,
    tenant: TenantId,
) -> Result<MfaPolicySummary, DbError> {
    let found = organization::Entity::find_by_id(tenant.0)
        .one(connection)
        .await?;
    let members = membership::Entity::find()
        .filter(membership::Column::TenantId.eq(tenant.0))
        .count(connection)
        .await?;
    let members_without = members_without_mfa(tenant).count(connection).await?;
    Ok(MfaPolicySummary {
        required: found.is_some_and(|found| found.mfa_required),
        members,
        members_without_mfa: members_without,
    })
}

/// The ids of all people with MFA.
fn people_with_mfa() -> Select<mfa_credential::Entity> {
    mfa_credential::Entity::find()
        .select_only()
        .column(mfa_credential::Column::PersonId)
        .filter(mfa_credential::Column::ConfirmedAt.is_not_null())
}

/// The members of an organization without MFA.
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

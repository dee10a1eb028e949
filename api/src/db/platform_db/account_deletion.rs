//! Deletes organizations and accounts: which deletions are refused, what is deleted immediately,
//! and what is left to [`TenantPurge`](crate::db::TenantPurge).

use super::PlatformDb;
use super::person_preferences::load_languages;
use crate::db::tenant_purge::{execute_sql, lock_active_organization, revoke_access, set_tenant};
use crate::db::webhook_events::enqueue_event;
use crate::db::{
    Access, Actor, AuditAction, Database, DbError, Engine, NewAuditEntry, PendingDeletion, audit,
};
use crate::ids::{PersonId, TenantId};
use chrono::{DateTime, Utc};
use entities::{api_key, email_outbox, invitation, membership, organization, person};
use localization::Language;
use sea_orm::prelude::Uuid;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, ExprTrait, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect,
};
use std::collections::BTreeSet;
use webhooks::{Event, MemberChange};

const OWNER_ROLE: &str = "owner";
/// The maximum number of people in one statement.
const BATCH_SIZE: usize = 200;
/// Replaces the name of a deleted person.
const FORMER_MEMBER_NAME: &str = "a former member";

/// The result of deleting an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AccountDeletionOutcome {
    /// The person is deleted, and these organizations are being deleted.
    Deleted(Vec<TenantId>),
    /// They are the only owner of these organizations, which have other members.
    LastOwner(Vec<String>),
    /// They are the only member of these organizations, which were not confirmed.
    SoleMember(Vec<String>),
    /// The account belongs to the demo.
    Demo,
    /// The password has changed since it was checked, or the person is deleted.
    PasswordChanged,
}

impl Database {
    /// Starts the deletion of an organization if the person is an owner of it. Returns false if
    /// they are not or if it is being deleted already. All other members receive the email that
    /// `tell` creates, which is not deleted with the organization.
    pub async fn begin_organization_deletion<E: From<DbError>>(
        &self,
        access: &Access,
        by: PersonId,
        now: DateTime<Utc>,
        tell: impl Fn(&person::Model, Language) -> Result<email_outbox::Model, E>,
    ) -> Result<bool, E> {
        let (transaction, tenant) = (self.begin_as_login_role().await?, access.tenant());
        set_tenant(&transaction, self.engine(), tenant).await?;
        if lock_active_organization(&transaction, tenant)
            .await?
            .is_none()
        {
            return Ok(false);
        }
        let member = membership::Entity::find_by_id((tenant.0, by.0))
            .one(&transaction)
            .await
            .map_err(DbError::from)?;
        if member.is_none_or(|member| member.role != OWNER_ROLE) {
            return Ok(false);
        }
        let others = load_other_members(&transaction, tenant, by).await?;
        revoke_access(&transaction, tenant, now).await?;
        clear_tenant(&transaction, self.engine()).await?;
        for some in others.chunks(BATCH_SIZE) {
            let people: Vec<PersonId> = some.iter().map(|person| PersonId(person.id)).collect();
            let languages = load_languages(&transaction, &people).await?;
            let compose = |(person, id): (&person::Model, &PersonId)| {
                tell(person, languages.get(id).copied().unwrap_or_default())
            };
            let emails = some.iter().zip(&people).map(compose);
            let emails = emails.collect::<Result<Vec<_>, E>>()?;
            super::outbox_emails::insert_emails(&transaction, emails).await?;
        }
        transaction.commit().await.map_err(DbError::from)?;
        Ok(true)
    }

    /// Deletes a person with their own data, and the organizations of `named` of which they are the
    /// only member, in one transaction. Their entries in the audit logs of other organizations
    /// remain. Enqueues `farewell`.
    pub async fn delete_person(
        &self,
        who: &person::Model,
        checked_password: &str,
        named: &[Uuid],
        author: &Actor,
        farewell: Option<email_outbox::Model>,
        now: DateTime<Utc>,
    ) -> Result<AccountDeletionOutcome, DbError> {
        let transaction = self.begin_as_login_role().await?;
        let found = person::Entity::find_by_id(who.id)
            .lock(sea_orm::sea_query::LockType::Update)
            .one(&transaction)
            .await?;
        if found.is_none_or(|found| found.password_hash != checked_password) {
            return Ok(AccountDeletionOutcome::PasswordChanged);
        }
        let own = membership::Entity::find()
            .filter(membership::Column::PersonId.eq(who.id))
            .order_by_asc(membership::Column::TenantId);
        let own = own.all(&transaction).await?;
        let (mut refused, mut alone, mut deleted, mut left) =
            (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for member in own {
            let tenant = TenantId(member.tenant_id);
            set_tenant(&transaction, self.engine(), tenant).await?;
            let Some(held) = lock_active_organization(&transaction, tenant).await? else {
                continue;
            };
            if held.is_demo {
                return Ok(AccountDeletionOutcome::Demo);
            }
            let others = membership::Entity::find()
                .filter(membership::Column::TenantId.eq(tenant.0))
                .filter(membership::Column::PersonId.ne(who.id));
            let owners = others
                .clone()
                .filter(membership::Column::Role.eq(OWNER_ROLE))
                .count(&transaction)
                .await?;
            let is_alone = others.count(&transaction).await? == 0;
            if !is_alone && member.role == OWNER_ROLE && owners == 0 {
                refused.push(held.name);
            } else if is_alone && !named.contains(&tenant.0) {
                alone.push(held.name);
            } else if is_alone {
                revoke_access(&transaction, tenant, now).await?;
                deleted.push(tenant);
            } else {
                left.push((tenant, member.role));
            }
        }
        // Nothing was committed.
        if !refused.is_empty() {
            return Ok(AccountDeletionOutcome::LastOwner(refused));
        }
        if !alone.is_empty() {
            return Ok(AccountDeletionOutcome::SoleMember(alone));
        }
        clear_tenant(&transaction, self.engine()).await?;
        for tenant in find_related_tenants(&transaction, who).await? {
            set_tenant(&transaction, self.engine(), tenant).await?;
            delete_personal_rows(&transaction, tenant, who).await?;
        }
        for (tenant, previous_role) in left {
            set_tenant(&transaction, self.engine(), tenant).await?;
            let event = Event::MemberChanged {
                member_id: who.id,
                change: MemberChange::Removed { previous_role },
            };
            enqueue_event(&transaction, tenant, now, &event).await?;
            let act = NewAuditEntry::new(AuditAction::AccountDeleted).with_target("person", who.id);
            audit::append_entry(&transaction, tenant, author, now, act).await?;
        }
        clear_tenant(&transaction, self.engine()).await?;
        execute_sql(
            &transaction,
            "delete from idempotent_request where caller_id = $1",
            vec![who.id.into()],
        )
        .await?;
        execute_sql(
            &transaction,
            "delete from email_outbox where to_address = $1",
            vec![who.email.as_str().into()],
        )
        .await?;
        execute_sql(
            &transaction,
            "delete from one_time_token where email = $1",
            vec![who.email.as_str().into()],
        )
        .await?;
        person::Entity::delete_by_id(who.id)
            .exec(&transaction)
            .await?;
        if let Some(farewell) = farewell {
            super::outbox_emails::insert_email(&transaction, farewell).await?;
        }
        transaction.commit().await?;
        Ok(AccountDeletionOutcome::Deleted(deleted))
    }
}

impl PlatformDb {
    /// The organizations that are being deleted, longest waiting first.
    pub async fn list_pending_deletions(
        &self,
        limit: u64,
    ) -> Result<Vec<PendingDeletion>, DbError> {
        let found = organization::Entity::find()
            .filter(organization::Column::DeletionStartedAt.is_not_null())
            .order_by_asc(organization::Column::DeletionStartedAt);
        let found = found.limit(limit).all(&self.connection).await?;
        Ok(found
            .into_iter()
            .filter_map(|row| {
                Some(PendingDeletion {
                    tenant: TenantId(row.id),
                    since: row.deletion_started_at?,
                })
            })
            .collect())
    }
}

/// The active members of the organization except this person.
async fn load_other_members(
    transaction: &DatabaseTransaction,
    tenant: TenantId,
    but: PersonId,
) -> Result<Vec<person::Model>, DbError> {
    let members = membership::Entity::find()
        .select_only()
        .column(membership::Column::PersonId)
        .filter(membership::Column::TenantId.eq(tenant.0));
    let ids: Vec<Uuid> = members
        .filter(membership::Column::PersonId.ne(but.0))
        .into_tuple()
        .all(transaction)
        .await?;
    let mut others = Vec::with_capacity(ids.len());
    for some in ids.chunks(BATCH_SIZE) {
        let found = person::Entity::find()
            .filter(person::Column::Id.is_in(some.iter().copied()))
            .filter(person::Column::DisabledAt.is_null());
        others.extend(found.all(transaction).await?);
    }
    Ok(others)
}

/// The organizations with API keys or invitations by the person or invitations to their address,
/// even if they are not a member.
async fn find_related_tenants(
    transaction: &DatabaseTransaction,
    who: &person::Model,
) -> Result<BTreeSet<TenantId>, DbError> {
    let keys = api_key::Entity::find()
        .select_only()
        .column(api_key::Column::TenantId)
        .filter(api_key::Column::CreatedBy.eq(who.id));
    let invitations = invitation::Entity::find()
        .select_only()
        .column(invitation::Column::TenantId);
    let invitations = invitations.filter(
        invitation::Column::InvitedBy
            .eq(who.id)
            .or(invitation::Column::Email.eq(who.email.as_str())),
    );
    let mut tenants: Vec<Uuid> = keys.distinct().into_tuple().all(transaction).await?;
    tenants.extend(
        invitations
            .distinct()
            .into_tuple::<Uuid>()
            .all(transaction)
            .await?,
    );
    Ok(tenants.into_iter().map(TenantId).collect())
}

/// Deletes the rows that [`find_related_tenants`] looks for, with the emails of the person's
/// invitations. Accepted invitations to others stay in the list without a name; open ones become
/// invalid.
async fn delete_personal_rows(
    transaction: &DatabaseTransaction,
    tenant: TenantId,
    who: &person::Model,
) -> Result<(), DbError> {
    let (tenant, id, email) = (tenant.0, who.id, who.email.as_str());
    // Their subject contains the name of the inviter.
    let emails = r"
        delete from email_outbox
        where organization_id = $1
          and kind = 'invitation'
          and to_address in (select email from invitation where tenant_id = $1 and invited_by = $2)
    ";
    execute_sql(transaction, emails, vec![tenant.into(), id.into()]).await?;
    let links = r"
        delete from one_time_token
        where subject_id in (
            select id
            from invitation
            where tenant_id = $1 and (email = $2 or invited_by = $3 and accepted_at is null)
          )
    ";
    execute_sql(
        transaction,
        links,
        vec![tenant.into(), email.into(), id.into()],
    )
    .await?;
    execute_sql(
        transaction,
        r"
            delete from invitation
            where tenant_id = $1 and (email = $2 or invited_by = $3 and accepted_at is null)
        ",
        vec![tenant.into(), email.into(), id.into()],
    )
    .await?;
    let sent = r"
        update invitation
        set invited_by = $2, invited_by_name = $3
        where tenant_id = $1 and invited_by = $4
    ";
    execute_sql(
        transaction,
        sent,
        vec![
            tenant.into(),
            Uuid::nil().into(),
            FORMER_MEMBER_NAME.into(),
            id.into(),
        ],
    )
    .await?;
    execute_sql(
        transaction,
        "delete from api_key where tenant_id = $1 and created_by = $2",
        vec![tenant.into(), id.into()],
    )
    .await?;
    Ok(())
}

/// Ends the restriction to a tenant.
async fn clear_tenant(transaction: &DatabaseTransaction, engine: Engine) -> Result<(), DbError> {
    if engine == Engine::Postgres {
        transaction
            .execute_unprepared("set local sprout.tenant_id = ''")
            .await?;
    }
    Ok(())
}

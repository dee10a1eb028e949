//! The organizations of a person: lists, creates, enters and changes them.

use super::{PlatformDb, active_organizations, append_audit_entry, to_organization};
use crate::db::{Access, Actor, AuditAction, DbError, NewAuditEntry, Organization, TenantDb};
use crate::ids::{PersonId, SessionId, TenantId};
use chrono::{DateTime, Utc};
use entities::{membership, organization, person, session};
use sea_orm::sea_query::{Expr, LockType};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, DbErr,
    EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Set,
};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Changes of an organization. `None` keeps a value.
#[derive(Clone, Debug, Default)]
pub struct OrganizationUpdate {
    /// The display name.
    pub name: Option<String>,
    /// ISO 4217. `Some(None)` means the currency of most purchase lines.
    pub currency: Option<Option<String>>,
    /// The IANA name of the time zone.
    pub time_zone: Option<String>,
    /// The first day of weeks: 1 (Monday) to 7.
    pub week_start: Option<i16>,
    /// The month in which fiscal years start: 1 to 12.
    pub fiscal_year_start: Option<i16>,
}

impl PlatformDb {
    /// The organizations of a person with their role, in the order of joining, at most `limit`.
    pub async fn list_person_organizations(
        &self,
        person: PersonId,
        limit: u64,
    ) -> Result<Vec<Access>, DbError> {
        let own = membership::Entity::find().filter(membership::Column::PersonId.eq(person.0));
        let in_order = own
            .order_by_asc(membership::Column::CreatedAt)
            .order_by_asc(membership::Column::TenantId);
        let members = in_order.limit(limit).all(&self.connection).await?;
        let found = active_organizations()
            .filter(organization::Column::Id.is_in(members.iter().map(|member| member.tenant_id)));
        let mut found: HashMap<_, _> = found
            .all(&self.connection)
            .await?
            .into_iter()
            .map(|row| (row.id, row))
            .collect();
        let entered = members.into_iter().filter_map(|member| {
            let organization = to_organization(found.remove(&member.tenant_id)?);
            Some(Access::new(organization, Some(person), member.role))
        });
        Ok(entered.collect())
    }

    /// The active person with this address (trimmed, in lower case) who is not a member of any
    /// organization.
    pub async fn find_person_without_organization(
        &self,
        email: &str,
    ) -> Result<Option<person::Model>, DbError> {
        let Some(found) = person::Entity::find()
            .filter(person::Column::Email.eq(email))
            .one(&self.connection)
            .await?
        else {
            return Ok(None);
        };
        let belongs = membership::Entity::find()
            .filter(membership::Column::PersonId.eq(found.id))
            .count(&self.connection)
            .await?
            > 0;
        Ok((!belongs && found.disabled_at.is_none()).then_some(found))
    }

    /// Whether there is an account, not counting the demo's.
    pub async fn has_accounts(&self) -> Result<bool, DbError> {
        has_accounts(&self.connection).await
    }

    /// Access of a member to an organization. `None` if they are not a member or it does not exist.
    pub async fn find_organization_access(
        &self,
        person: PersonId,
        tenant: TenantId,
    ) -> Result<Option<Access>, DbError> {
        let Some(member) = membership::Entity::find_by_id((tenant.0, person.0))
            .one(&self.connection)
            .await?
        else {
            return Ok(None);
        };
        let found = active_organizations()
            .filter(organization::Column::Id.eq(tenant.0))
            .one(&self.connection)
            .await?;
        Ok(found.map(|found| Access::new(to_organization(found), Some(person), member.role)))
    }

    /// Creates an organization for a person. `None` if the person is a member of `most`
    /// organizations. Fails with [`DbError::Duplicate`] if the slug is taken.
    pub async fn create_organization(
        &self,
        mut new: organization::Model,
        by: PersonId,
        author: Actor,
        role: &str,
        most: u64,
    ) -> Result<Option<Access>, DbError> {
        let change = self.begin_idempotent().await?;
        let transaction = &*change;
        lock_new_organizations(transaction).await?;
        new.owns_warehouse_root = !has_organizations(transaction).await?;
        // Locks the person, so that concurrent requests do not exceed the maximum.
        person::Entity::find_by_id(by.0)
            .lock(LockType::NoKeyUpdate)
            .one(transaction)
            .await?;
        if membership::Entity::find()
            .filter(membership::Column::PersonId.eq(by.0))
            .count(transaction)
            .await?
            >= most
        {
            return Ok(None);
        }
        let joined = membership::Model {
            tenant_id: new.id,
            person_id: by.0,
            role: role.to_owned(),
            created_at: new.created_at,
        };
        organization::Entity::insert(organization::ActiveModel::from(new.clone()).reset_all())
            .exec_without_returning(transaction)
            .await?;
        membership::Entity::insert(membership::ActiveModel::from(joined).reset_all())
            .exec_without_returning(transaction)
            .await?;
        let (at, act) = (
            new.created_at,
            NewAuditEntry::new(AuditAction::OrganizationCreated)
                .with_target("organization", new.id)
                .with_target_name(&new.name),
        );
        let access =
            Access::new(to_organization(new), Some(by), role.to_owned()).with_actor(author);
        append_audit_entry(transaction, &access, at, act).await?;
        change.commit().await?;
        Ok(Some(access))
    }

    /// Switches an active session to another organization of the person. Returns false if the
    /// session has ended. The audit log of the new organization records it.
    pub async fn switch_session_organization(
        &self,
        id: SessionId,
        person: PersonId,
        from: TenantId,
        to: &Access,
        now: DateTime<Utc>,
    ) -> Result<bool, DbError> {
        let transaction = self.begin().await?;
        let moved = session::Entity::update_many()
            .col_expr(session::Column::TenantId, Expr::value(to.tenant().0))
            // The next sign-in uses this organization.
            .col_expr(session::Column::RefreshedAt, Expr::value(now))
            .filter(session::Column::Id.eq(id.0))
            .filter(session::Column::PersonId.eq(person.0))
            .filter(session::Column::TenantId.eq(from.0))
            .filter(session::Column::RevokedAt.is_null())
            .filter(session::Column::ExpiresAt.gt(now));
        if moved.exec(&transaction).await?.rows_affected == 0 {
            return Ok(false);
        }
        append_audit_entry(
            &transaction,
            to,
            now,
            NewAuditEntry::new(AuditAction::SessionOrganizationSwitched).with_target("session", id),
        )
        .await?;
        transaction.commit().await?;
        Ok(true)
    }
}

impl TenantDb {
    /// Changes an organization and returns its new values.
    pub async fn update_organization(
        &self,
        change: OrganizationUpdate,
        now: DateTime<Utc>,
    ) -> Result<Organization, DbError> {
        let (transaction, tenant) = (self.raw_transaction(), self.tenant());
        let found = organization::Entity::find_by_id(tenant.0)
            .lock(LockType::NoKeyUpdate)
            .one(transaction)
            .await?;
        let before = found.ok_or_else(|| DbErr::RecordNotFound("the organization".to_owned()))?;
        let mut row = organization::ActiveModel {
            id: Set(tenant.0),
            ..Default::default()
        };
        if let Some(name) = change.name {
            row.name = Set(name);
        }
        if let Some(currency) = change.currency {
            row.currency = Set(currency);
        }
        if let Some(time_zone) = change.time_zone {
            row.time_zone = Set(time_zone);
        }
        if let Some(week_start) = change.week_start {
            row.week_start = Set(week_start);
        }
        if let Some(fiscal_year_start) = change.fiscal_year_start {
            row.fiscal_year_start = Set(fiscal_year_start);
        }
        if !row.is_changed() {
            return Ok(to_organization(before));
        }
        let after = row.update(transaction).await?;
        let act = NewAuditEntry::new(AuditAction::OrganizationUpdated)
            .with_target("organization", after.id)
            .with_target_name(&after.name);
        self.append_audit_entry(
            now,
            act.with_before(&to_audit_json(&before))
                .with_after(&to_audit_json(&after)),
        )
        .await?;
        Ok(to_organization(after))
    }
}

/// The logged values of an organization.
fn to_audit_json(row: &organization::Model) -> Value {
    json!({
        "name": row.name,
        "currency": row.currency,
        "timeZone": row.time_zone,
        "weekStart": row.week_start,
        "fiscalYearStart": row.fiscal_year_start,
    })
}

/// Lets one transaction at a time create an organization, because the first one has more rights:
/// SQLite has one writer, and PostgreSQL waits here.
pub(super) async fn lock_new_organizations(
    transaction: &DatabaseTransaction,
) -> Result<(), DbError> {
    if transaction.get_database_backend() == DbBackend::Postgres {
        transaction
            .execute_unprepared("select pg_advisory_xact_lock(hashtext('sprout organizations'))")
            .await?;
    }
    Ok(())
}

/// Whether there is an organization, not counting the demo.
pub(super) async fn has_organizations(connection: &impl ConnectionTrait) -> Result<bool, DbError> {
    let others = organization::Entity::find().filter(organization::Column::IsDemo.eq(false));
    Ok(others.one(connection).await?.is_some())
}

/// Whether there is an account, not counting the demo's.
pub(super) async fn has_accounts(connection: &impl ConnectionTrait) -> Result<bool, DbError> {
    let demo = organization::Entity::find()
        .select_only()
        .column(organization::Column::Id)
        .filter(organization::Column::IsDemo.eq(true))
        .into_query();
    let visitors = membership::Entity::find()
        .select_only()
        .column(membership::Column::PersonId)
        .filter(membership::Column::TenantId.in_subquery(demo))
        .into_query();
    let others = person::Entity::find().filter(person::Column::Id.not_in_subquery(visitors));
    Ok(others.one(connection).await?.is_some())
}

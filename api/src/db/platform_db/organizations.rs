//! The organizations of one person: which they are, how one is made, changed and entered.

use super::{PlatformDb, facts};
use crate::db::{Access, DbError};
use crate::ids::{PersonId, SessionId, TenantId};
use chrono::{DateTime, Utc};
use entities::{membership, organization, person, session};
use sea_orm::sea_query::{Expr, LockType};
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use std::collections::HashMap;

/// New facts of an organization; what is `None` stays.
#[derive(Clone, Debug, Default)]
pub struct OrganizationChange {
    /// What people call it.
    pub name: Option<String>,
    /// ISO 4217, or none for that of most purchase lines.
    pub currency: Option<Option<String>>,
    /// The IANA name of its zone.
    pub time_zone: Option<String>,
}

impl PlatformDb {
    /// The organizations that a person belongs to, with their role there, the one they joined first at the front, at most `limit` of them.
    pub async fn organizations_of(&self, person: PersonId, limit: u64) -> Result<Vec<Access>, DbError> {
        let own = membership::Entity::find().filter(membership::Column::PersonId.eq(person.0));
        let in_order = own.order_by_asc(membership::Column::CreatedAt).order_by_asc(membership::Column::TenantId);
        let members = in_order.limit(limit).all(&self.connection).await?;
        let found = organization::Entity::find().filter(organization::Column::Id.is_in(members.iter().map(|member| member.tenant_id)));
        let mut found: HashMap<_, _> = found.all(&self.connection).await?.into_iter().map(|row| (row.id, row)).collect();
        let entered = members.into_iter().filter_map(|member| {
            let organization = facts(found.remove(&member.tenant_id)?);
            Some(Access::found(organization, Some(person), member.role))
        });
        Ok(entered.collect())
    }

    /// One organization as a person who belongs to it enters it; nothing where they do not, or it does not exist.
    pub async fn organization_of(&self, person: PersonId, tenant: TenantId) -> Result<Option<Access>, DbError> {
        let Some(member) = membership::Entity::find_by_id((tenant.0, person.0)).one(&self.connection).await? else { return Ok(None) };
        let found = organization::Entity::find_by_id(tenant.0).one(&self.connection).await?;
        Ok(found.map(|found| Access::found(facts(found), Some(person), member.role)))
    }

    /// Creates an organization for a person who belongs to fewer than `most`; nothing where they belong to as many. [`DbError::Duplicate`] where the slug is
    /// taken.
    pub async fn create_organization(&self, new: organization::Model, by: PersonId, role: &str, most: u64) -> Result<Option<Access>, DbError> {
        let transaction = self.begin().await?;
        // One after the other, so that many at once make no more than those in a row.
        person::Entity::find_by_id(by.0).lock(LockType::NoKeyUpdate).one(&transaction).await?;
        if membership::Entity::find().filter(membership::Column::PersonId.eq(by.0)).count(&transaction).await? >= most {
            return Ok(None);
        }
        let joined = membership::Model { tenant_id: new.id, person_id: by.0, role: role.to_owned(), created_at: new.created_at };
        organization::Entity::insert(organization::ActiveModel::from(new.clone()).reset_all()).exec_without_returning(&transaction).await?;
        membership::Entity::insert(membership::ActiveModel::from(joined).reset_all()).exec_without_returning(&transaction).await?;
        transaction.commit().await?;
        Ok(Some(Access::found(facts(new), Some(by), role.to_owned())))
    }

    /// Changes the facts of an organization that somebody has entered.
    pub async fn change_organization(&self, access: &Access, change: OrganizationChange) -> Result<(), DbError> {
        let mut row = organization::ActiveModel { id: Set(access.tenant().0), ..Default::default() };
        if let Some(name) = change.name {
            row.name = Set(name);
        }
        if let Some(currency) = change.currency {
            row.currency = Set(currency);
        }
        if let Some(time_zone) = change.time_zone {
            row.time_zone = Set(time_zone);
        }
        if row.is_changed() {
            row.update(&self.connection).await?;
        }
        Ok(())
    }

    /// Moves a live session of a person from one organization to another; false where it is not there any more.
    pub async fn move_session(&self, id: SessionId, person: PersonId, from: TenantId, to: TenantId, now: DateTime<Utc>) -> Result<bool, DbError> {
        let moved = session::Entity::update_many()
            .col_expr(session::Column::TenantId, Expr::value(to.0))
            .filter(session::Column::Id.eq(id.0))
            .filter(session::Column::PersonId.eq(person.0))
            .filter(session::Column::TenantId.eq(from.0))
            .filter(session::Column::RevokedAt.is_null())
            .filter(session::Column::ExpiresAt.gt(now));
        Ok(moved.exec(&self.connection).await?.rows_affected > 0)
    }
}

//! One-time tokens. Only the first concurrent use succeeds.

use super::PlatformDb;
use crate::db::{DbError, TenantDb};
use chrono::{DateTime, Utc};
use entities::one_time_token::{ActiveModel, Column, Entity, Model};
use sea_orm::prelude::Uuid;
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, QueryFilter};

pub(in crate::db) async fn insert_token(
    connection: &impl ConnectionTrait,
    token: Model,
) -> Result<(), DbError> {
    Entity::insert(ActiveModel::from(token).reset_all())
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// Uses up and returns a token of this purpose. `None` if it is unknown, used, replaced or expired.
/// One statement decides, so that only the first concurrent use succeeds.
pub(in crate::db) async fn consume_token(
    connection: &impl ConnectionTrait,
    purpose: &str,
    hash: &str,
    now: DateTime<Utc>,
) -> Result<Option<Model>, DbError> {
    let used = Entity::update_many()
        .col_expr(Column::UsedAt, Expr::value(now))
        .filter(Column::Hash.eq(hash))
        .filter(Column::Purpose.eq(purpose));
    let used = used
        .filter(Column::UsedAt.is_null())
        .filter(Column::ExpiresAt.gt(now))
        .exec(connection)
        .await?;
    if used.rows_affected != 1 {
        return Ok(None);
    }
    Ok(Entity::find_by_id(hash).one(connection).await?)
}

/// Revokes a person's tokens of a purpose, before a newer one replaces them.
pub(in crate::db) async fn revoke_person_tokens(
    connection: &impl ConnectionTrait,
    purpose: &str,
    person: Uuid,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let ended = Entity::update_many()
        .col_expr(Column::UsedAt, Expr::value(now))
        .filter(Column::PersonId.eq(person))
        .filter(Column::Purpose.eq(purpose));
    ended
        .filter(Column::UsedAt.is_null())
        .exec(connection)
        .await?;
    Ok(())
}

/// Revokes the tokens of a purpose with this subject.
pub(in crate::db) async fn revoke_subject_tokens(
    connection: &impl ConnectionTrait,
    purpose: &str,
    subject: Uuid,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let ended = Entity::update_many()
        .col_expr(Column::UsedAt, Expr::value(now))
        .filter(Column::SubjectId.eq(subject))
        .filter(Column::Purpose.eq(purpose));
    ended
        .filter(Column::UsedAt.is_null())
        .exec(connection)
        .await?;
    Ok(())
}

impl TenantDb {
    /// Saves a token of this organization.
    pub async fn insert_token(&self, token: Model) -> Result<(), DbError> {
        insert_token(self.raw_transaction(), token).await
    }

    /// Revokes the tokens of a purpose with this subject of the organization.
    pub async fn revoke_subject_tokens(
        &self,
        purpose: &str,
        subject: Uuid,
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        revoke_subject_tokens(self.raw_transaction(), purpose, subject, now).await
    }
}

impl PlatformDb {
    /// Uses up and returns a token of this purpose. `None` if it is unknown, used, replaced or
    /// expired.
    pub async fn consume_token(
        &self,
        purpose: &str,
        hash: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<Model>, DbError> {
        consume_token(&self.connection, purpose, hash, now).await
    }

    /// A usable token, without using it.
    pub async fn find_usable_token(
        &self,
        purpose: &str,
        hash: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<Model>, DbError> {
        let found = Entity::find_by_id(hash)
            .filter(Column::Purpose.eq(purpose))
            .filter(Column::UsedAt.is_null())
            .filter(Column::ExpiresAt.gt(now));
        Ok(found.one(&self.connection).await?)
    }

    /// Deletes the tokens that expired before `since`.
    pub async fn delete_expired_tokens(&self, since: DateTime<Utc>) -> Result<(), DbError> {
        Entity::delete_many()
            .filter(Column::ExpiresAt.lt(since))
            .exec(&self.connection)
            .await?;
        Ok(())
    }
}

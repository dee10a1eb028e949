//! One-time tokens: whoever uses one first has used it, whatever else happens at that moment.

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

/// Uses a token of this purpose up, and gives it; `None` where it is unknown, used, replaced or too
/// old. One statement decides: of two who use it at once one has it.
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

/// Ends a person's tokens of a purpose: a newer one is about to replace them.
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

/// Ends the tokens of a purpose that are about a row.
pub(in crate::db) async fn revoke_subject_tokens(
    connection: &impl ConnectionTrait,
    purpose: &str,
    subject: Uuid,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    let ended = Entity::update_many()
        .col_expr(Column::UsedAt, Expr::value(now))
        .filter(Column::Subject.eq(subject))
        .filter(Column::Purpose.eq(purpose));
    ended
        .filter(Column::UsedAt.is_null())
        .exec(connection)
        .await?;
    Ok(())
}

impl TenantDb {
    /// Keeps a token that opens something of this organization.
    pub async fn insert_token(&self, token: Model) -> Result<(), DbError> {
        insert_token(self.raw_transaction(), token).await
    }

    /// Ends the tokens of a purpose that are about a row of this organization.
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
    /// Uses a token of this purpose up, and gives it; `None` where it is unknown, used, replaced or
    /// too old.
    pub async fn consume_token(
        &self,
        purpose: &str,
        hash: &str,
        now: DateTime<Utc>,
    ) -> Result<Option<Model>, DbError> {
        consume_token(&self.connection, purpose, hash, now).await
    }

    /// A token that can still be used, without using it.
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

    /// Drops tokens that have been too old since before `since`.
    pub async fn delete_expired_tokens(&self, since: DateTime<Utc>) -> Result<(), DbError> {
        Entity::delete_many()
            .filter(Column::ExpiresAt.lt(since))
            .exec(&self.connection)
            .await?;
        Ok(())
    }
}

//! The email outbox for all people, with or without an organization.

use super::PlatformDb;
use crate::db::{DbError, TenantDb};
use chrono::{DateTime, TimeDelta, Utc};
use entities::email_outbox::{ActiveModel, Column, Entity, Model};
use sea_orm::prelude::Uuid;
use sea_orm::sea_query::{Condition, Expr};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, EntityTrait, ExprTrait, QueryFilter,
    QueryOrder, QuerySelect, UpdateMany,
};

pub(in crate::db) async fn insert_email(
    connection: &impl ConnectionTrait,
    email: Model,
) -> Result<(), DbError> {
    Entity::insert(ActiveModel::from(email).reset_all())
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// Like [`insert_email`], for at least one email.
pub(in crate::db) async fn insert_emails(
    connection: &impl ConnectionTrait,
    emails: Vec<Model>,
) -> Result<(), DbError> {
    Entity::insert_many(
        emails
            .into_iter()
            .map(|email| ActiveModel::from(email).reset_all()),
    )
    .exec_without_returning(connection)
    .await?;
    Ok(())
}

/// The kind of email that goes to people without an account. None of their data is stored.
const ACCOUNT_DELETED_KIND: &str = "account_deleted";

impl TenantDb {
    /// Enqueues an email in this transaction.
    pub async fn enqueue_email(&self, email: Model) -> Result<(), DbError> {
        insert_email(self.raw_transaction(), email).await
    }
}

impl PlatformDb {
    /// Enqueues an email in its own transaction.
    pub async fn enqueue_email(&self, email: Model) -> Result<(), DbError> {
        insert_email(&self.connection, email).await
    }

    /// Enqueues an email to a person, unless they received one of its kind within that time.
    pub async fn enqueue_email_throttled(
        &self,
        email: Model,
        within: TimeDelta,
    ) -> Result<(), DbError> {
        let change = self.begin_idempotent().await?;
        let before = Entity::find()
            .filter(Column::PersonId.eq(email.person_id))
            .filter(Column::Kind.eq(&email.kind));
        if before
            .filter(Column::CreatedAt.gt(email.created_at - within))
            .one(&*change)
            .await?
            .is_none()
        {
            insert_email(&*change, email).await?;
        }
        change.commit().await
    }

    /// The emails, newest first, at most `limit`.
    pub async fn list_emails(&self, limit: u64) -> Result<Vec<Model>, DbError> {
        Ok(Entity::find()
            .filter(Column::ToAddress.ne(""))
            .order_by_desc(Column::Id)
            .limit(limit)
            .all(&self.connection)
            .await?)
    }

    /// A page of emails, optionally after an id.
    pub async fn list_emails_before(
        &self,
        behind: Option<Uuid>,
        limit: u64,
    ) -> Result<Vec<Model>, DbError> {
        let earlier = Condition::all()
            .add(Column::ToAddress.ne(""))
            .add_option(behind.map(|id| Column::Id.lt(id)));
        Ok(Entity::find()
            .filter(earlier)
            .order_by_desc(Column::Id)
            .limit(limit)
            .all(&self.connection)
            .await?)
    }

    /// An email.
    pub async fn find_email(&self, id: Uuid) -> Result<Option<Model>, DbError> {
        Ok(Entity::find_by_id(id)
            .filter(Column::ToAddress.ne(""))
            .one(&self.connection)
            .await?)
    }

    /// The email that is longest overdue. An unfinished attempt is due again at its time.
    pub async fn find_due_email(&self, now: DateTime<Utc>) -> Result<Option<Model>, DbError> {
        let waiting = Entity::find()
            .filter(Column::NextAttemptAt.lte(now))
            .filter(Column::SentAt.is_null())
            .filter(Column::FailedAt.is_null());
        let of_use = waiting
            .filter(Column::ExpiresAt.gt(now))
            .filter(Column::ToAddress.ne(""))
            .filter(Column::SealedBody.ne(""));
        Ok(of_use
            .order_by_asc(Column::NextAttemptAt)
            .order_by_asc(Column::Id)
            .one(&self.connection)
            .await?)
    }

    /// Claims an email until a time, unless another server has claimed it. Incrementing the epoch
    /// claims it.
    pub async fn claim_email(
        &self,
        due: Model,
        until: DateTime<Utc>,
    ) -> Result<Option<Model>, DbError> {
        let mine = Model {
            attempts: due.attempts + 1,
            epoch: due.epoch + 1,
            next_attempt_at: until,
            ..due.clone()
        };
        let claimed = update_claimed(&due)
            .col_expr(Column::Epoch, Expr::value(mine.epoch))
            .col_expr(Column::Attempts, Expr::value(mine.attempts));
        let claimed = claimed
            .col_expr(Column::NextAttemptAt, Expr::value(until))
            .exec(&self.connection)
            .await?;
        Ok((claimed.rows_affected == 1).then_some(mine))
    }

    /// Marks the email as sent and deletes its body.
    pub async fn mark_email_sent(&self, mine: &Model, now: DateTime<Utc>) -> Result<(), DbError> {
        if mine.kind == ACCOUNT_DELETED_KIND {
            Entity::delete_by_id(mine.id).exec(&self.connection).await?;
            return Ok(());
        }
        let sent = update_claimed(mine)
            .col_expr(Column::SentAt, Expr::value(now))
            .col_expr(Column::SealedBody, Expr::value(""));
        sent.col_expr(Column::LastError, Expr::value(Option::<String>::None))
            .exec(&self.connection)
            .await?;
        Ok(())
    }

    /// Schedules the next attempt.
    pub async fn reschedule_email(
        &self,
        mine: &Model,
        due_at: DateTime<Utc>,
        why: &str,
    ) -> Result<(), DbError> {
        update_claimed(mine)
            .col_expr(Column::NextAttemptAt, Expr::value(due_at))
            .col_expr(Column::LastError, Expr::value(why))
            .exec(&self.connection)
            .await?;
        Ok(())
    }

    /// Marks the email as failed. Its body stays for the operator until it expires.
    pub async fn mark_email_failed(
        &self,
        email: &Model,
        why: &str,
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        update_claimed(email)
            .col_expr(Column::FailedAt, Expr::value(now))
            .col_expr(Column::LastError, Expr::value(why))
            .exec(&self.connection)
            .await?;
        Ok(())
    }

    /// Deletes the bodies of expired emails, and the emails without a recipient or older than
    /// `remembered_since`.
    pub async fn purge_old_emails(
        &self,
        now: DateTime<Utc>,
        remembered_since: DateTime<Utc>,
    ) -> Result<(), DbError> {
        let useless = Entity::update_many()
            .col_expr(Column::SealedBody, Expr::value(""))
            .filter(Column::SealedBody.ne(""))
            .filter(Column::ExpiresAt.lte(now));
        useless.exec(&self.connection).await?;
        let last = Entity::delete_many()
            .filter(Column::Kind.eq(ACCOUNT_DELETED_KIND))
            .filter(
                Column::ExpiresAt
                    .lte(now)
                    .or(Column::FailedAt.is_not_null()),
            );
        last.exec(&self.connection).await?;
        Entity::delete_many()
            .filter(Column::ToAddress.eq(""))
            .filter(Column::ExpiresAt.lte(now))
            .exec(&self.connection)
            .await?;
        let old = Entity::delete_many()
            .filter(Column::CreatedAt.lt(remembered_since))
            .filter(Column::ExpiresAt.lte(now));
        old.exec(&self.connection).await?;
        Ok(())
    }
}

/// Updates the email if no other server has claimed it.
fn update_claimed(email: &Model) -> UpdateMany<Entity> {
    Entity::update_many()
        .filter(Column::Id.eq(email.id))
        .filter(Column::Epoch.eq(email.epoch))
}

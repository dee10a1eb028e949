//! The outbox: letters to people, whichever organization they are of, and those to people of none.

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
    letter: Model,
) -> Result<(), DbError> {
    Entity::insert(ActiveModel::from(letter).reset_all())
        .exec_without_returning(connection)
        .await?;
    Ok(())
}

/// As [`put_up`], for letters of which there is at least one.
pub(in crate::db) async fn insert_emails(
    connection: &impl ConnectionTrait,
    letters: Vec<Model>,
) -> Result<(), DbError> {
    Entity::insert_many(
        letters
            .into_iter()
            .map(|letter| ActiveModel::from(letter).reset_all()),
    )
    .exec_without_returning(connection)
    .await?;
    Ok(())
}

/// The kind of a letter to somebody who has no account any more: nothing of it is remembered.
const ACCOUNT_DELETED_KIND: &str = "account_deleted";

impl TenantDb {
    /// Puts a letter up for sending: it is there when the transaction's other writes are.
    pub async fn enqueue_email(&self, letter: Model) -> Result<(), DbError> {
        insert_email(self.raw_transaction(), letter).await
    }
}

impl PlatformDb {
    /// Puts a letter up for sending that belongs to nothing else.
    pub async fn enqueue_email(&self, letter: Model) -> Result<(), DbError> {
        insert_email(&self.connection, letter).await
    }

    /// Puts a letter to a person up for sending, unless one of its kind was within that time before
    /// it.
    pub async fn enqueue_email_throttled(
        &self,
        letter: Model,
        within: TimeDelta,
    ) -> Result<(), DbError> {
        let change = self.begin_idempotent().await?;
        let before = Entity::find()
            .filter(Column::PersonId.eq(letter.person_id))
            .filter(Column::Kind.eq(&letter.kind));
        if before
            .filter(Column::CreatedAt.gt(letter.created_at - within))
            .one(&*change)
            .await?
            .is_none()
        {
            insert_email(&*change, letter).await?;
        }
        change.commit().await
    }

    /// The letters to somebody, the newest first, at most `limit` of them.
    pub async fn list_emails(&self, limit: u64) -> Result<Vec<Model>, DbError> {
        Ok(Entity::find()
            .filter(Column::ToAddress.ne(""))
            .order_by_desc(Column::Id)
            .limit(limit)
            .all(&self.connection)
            .await?)
    }

    /// A page of them, behind an id where one is given.
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

    /// One letter.
    pub async fn find_email(&self, id: Uuid) -> Result<Option<Model>, DbError> {
        Ok(Entity::find_by_id(id)
            .filter(Column::ToAddress.ne(""))
            .one(&self.connection)
            .await?)
    }

    /// The letter that is due and has waited longest. One that was begun and not ended is due again
    /// at its time.
    pub async fn find_due_email(&self, now: DateTime<Utc>) -> Result<Option<Model>, DbError> {
        let waiting = Entity::find()
            .filter(Column::DueAt.lte(now))
            .filter(Column::SentAt.is_null())
            .filter(Column::GivenUpAt.is_null());
        let of_use = waiting
            .filter(Column::ExpiresAt.gt(now))
            .filter(Column::ToAddress.ne(""))
            .filter(Column::Body.ne(""));
        Ok(of_use
            .order_by_asc(Column::DueAt)
            .order_by_asc(Column::Id)
            .one(&self.connection)
            .await?)
    }

    /// Takes a letter up until a moment, unless another server did: whoever raises its epoch has
    /// it.
    pub async fn claim_email(
        &self,
        due: Model,
        until: DateTime<Utc>,
    ) -> Result<Option<Model>, DbError> {
        let mine = Model {
            attempts: due.attempts + 1,
            epoch: due.epoch + 1,
            due_at: until,
            ..due.clone()
        };
        let claimed = update_claimed(&due)
            .col_expr(Column::Epoch, Expr::value(mine.epoch))
            .col_expr(Column::Attempts, Expr::value(mine.attempts));
        let claimed = claimed
            .col_expr(Column::DueAt, Expr::value(until))
            .exec(&self.connection)
            .await?;
        Ok((claimed.rows_affected == 1).then_some(mine))
    }

    /// It was sent: its words are not needed any more.
    pub async fn mark_email_sent(&self, mine: &Model, now: DateTime<Utc>) -> Result<(), DbError> {
        if mine.kind == ACCOUNT_DELETED_KIND {
            Entity::delete_by_id(mine.id).exec(&self.connection).await?;
            return Ok(());
        }
        let sent = update_claimed(mine)
            .col_expr(Column::SentAt, Expr::value(now))
            .col_expr(Column::Body, Expr::value(""));
        sent.col_expr(Column::LastError, Expr::value(Option::<String>::None))
            .exec(&self.connection)
            .await?;
        Ok(())
    }

    /// It is tried again at a moment.
    pub async fn reschedule_email(
        &self,
        mine: &Model,
        due_at: DateTime<Utc>,
        why: &str,
    ) -> Result<(), DbError> {
        update_claimed(mine)
            .col_expr(Column::DueAt, Expr::value(due_at))
            .col_expr(Column::LastError, Expr::value(why))
            .exec(&self.connection)
            .await?;
        Ok(())
    }

    /// It will never be sent; its words stay for the operator until they are of no use.
    pub async fn mark_email_failed(
        &self,
        letter: &Model,
        why: &str,
        now: DateTime<Utc>,
    ) -> Result<(), DbError> {
        update_claimed(letter)
            .col_expr(Column::GivenUpAt, Expr::value(now))
            .col_expr(Column::LastError, Expr::value(why))
            .exec(&self.connection)
            .await?;
        Ok(())
    }

    /// Forgets the words of letters that are of no use any more, and the letters that nobody gets
    /// or that were written before `remembered_since`.
    pub async fn purge_old_emails(
        &self,
        now: DateTime<Utc>,
        remembered_since: DateTime<Utc>,
    ) -> Result<(), DbError> {
        let useless = Entity::update_many()
            .col_expr(Column::Body, Expr::value(""))
            .filter(Column::Body.ne(""))
            .filter(Column::ExpiresAt.lte(now));
        useless.exec(&self.connection).await?;
        let last = Entity::delete_many()
            .filter(Column::Kind.eq(ACCOUNT_DELETED_KIND))
            .filter(
                Column::ExpiresAt
                    .lte(now)
                    .or(Column::GivenUpAt.is_not_null()),
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

/// The letter as long as no other server has taken it meanwhile.
fn update_claimed(letter: &Model) -> UpdateMany<Entity> {
    Entity::update_many()
        .filter(Column::Id.eq(letter.id))
        .filter(Column::Epoch.eq(letter.epoch))
}

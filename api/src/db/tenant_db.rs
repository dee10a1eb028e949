//! A transaction that sees one tenant's rows and nothing else.

use super::{
    Access, Actor, AuditTrail, ChainError, DbError, IdempotentRequest, NewAuditEntry, TenantSql,
    audit,
};
use crate::ids::{PersonId, RunId, TenantId};
use chrono::{DateTime, Utc};
use entities::{TenantOwned, organization, session};
use sea_orm::sea_query::{Expr, IntoCondition, LockType};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait,
    FromQueryResult, Order, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select,
    Statement, TryInsertResult, Value,
};
use std::sync::Arc;

/// One transaction in one tenant. It is not a sea-orm connection, so a query that was not
/// restricted to the tenant cannot run on it:
///
/// ```compile_fail
/// async fn leak(db: &api::db::TenantDb) {
///     use sea_orm::EntityTrait;
///     let _ = entities::customer::Entity::find().all(db).await;
/// }
/// ```
pub struct TenantDb {
    tenant: TenantId,
    actor: Arc<Actor>,
    transaction: DatabaseTransaction,
    /// The request with a key that this transaction is the change of.
    request: Option<Arc<IdempotentRequest>>,
}

impl TenantDb {
    pub(in crate::db) fn new(
        access: &Access,
        transaction: DatabaseTransaction,
        request: Option<Arc<IdempotentRequest>>,
    ) -> Self {
        Self {
            tenant: access.tenant(),
            actor: Arc::clone(access.actor()),
            transaction,
            request,
        }
    }

    /// For rows that are put up in this transaction and are no tenant's own, such as letters; `db`
    /// alone writes those.
    pub(in crate::db) fn raw_transaction(&self) -> &DatabaseTransaction {
        &self.transaction
    }

    /// Whose rows these are.
    pub fn tenant(&self) -> TenantId {
        self.tenant
    }

    /// The tenant's rows of a table.
    pub fn find<E: TenantOwned>(&self) -> TenantSelect<'_, E> {
        TenantSelect {
            db: self,
            select: E::find().filter(E::TENANT.eq(self.tenant.0)),
        }
    }

    /// Adds a row; whatever tenant it names, it becomes this one's.
    pub async fn insert<A>(&self, mut row: A) -> Result<(), DbError>
    where
        A: ActiveModelTrait,
        A::Entity: TenantOwned,
    {
        row.set(<A::Entity as TenantOwned>::TENANT, self.tenant.0.into());
        A::Entity::insert(row)
            .exec_without_returning(&self.transaction)
            .await?;
        Ok(())
    }

    /// Adds a row where its key is free, and says whether it was; whatever tenant it names, it
    /// becomes this one's. Of two writers at once the second waits.
    pub async fn insert_if_absent<A>(&self, mut row: A) -> Result<bool, DbError>
    where
        A: ActiveModelTrait,
        A::Entity: TenantOwned,
    {
        row.set(<A::Entity as TenantOwned>::TENANT, self.tenant.0.into());
        let inserted = A::Entity::insert(row)
            .on_conflict_do_nothing()
            .exec_without_returning(&self.transaction)
            .await?;
        Ok(matches!(inserted, TryInsertResult::Inserted(1..)))
    }

    /// Adds rows; whatever tenant they name, they become this one's.
    pub async fn insert_many<A>(&self, rows: Vec<A>) -> Result<(), DbError>
    where
        A: ActiveModelTrait,
        A::Entity: TenantOwned,
    {
        if rows.is_empty() {
            return Ok(());
        }
        let owned = rows.into_iter().map(|mut row| {
            row.set(<A::Entity as TenantOwned>::TENANT, self.tenant.0.into());
            row
        });
        A::Entity::insert_many(owned)
            .exec_without_returning(&self.transaction)
            .await?;
        Ok(())
    }

    /// Changes rows of the tenant.
    pub fn update<E: TenantOwned>(&self) -> TenantUpdate<'_, E> {
        TenantUpdate {
            db: self,
            update: E::update_many().filter(E::TENANT.eq(self.tenant.0)),
        }
    }

    /// Removes rows of the tenant.
    pub fn delete<E: TenantOwned>(&self) -> TenantDelete<'_, E> {
        TenantDelete {
            db: self,
            delete: E::delete_many().filter(E::TENANT.eq(self.tenant.0)),
        }
    }

    /// The answers to a hand-written aggregate; `parameters` are `$2` and up.
    pub async fn query_rows<R: FromQueryResult>(
        &self,
        sql: TenantSql,
        parameters: Vec<Value>,
    ) -> Result<Vec<R>, DbError> {
        let mut values = Vec::with_capacity(parameters.len() + 1);
        values.push(Value::from(self.tenant.0));
        values.extend(parameters);
        let statement = Statement::from_sql_and_values(
            self.transaction.get_database_backend(),
            sql.as_str(),
            values,
        );
        Ok(R::find_by_statement(statement)
            .all(&self.transaction)
            .await?)
    }

    /// Lets nobody else change who belongs to the organization until the end of the transaction; of
    /// two at once the second waits. SQLite's writers take turns anyway. Rows that refer to the
    /// organization, such as those of a sync, wait for nothing.
    pub async fn lock_members(&self) -> Result<(), DbError> {
        organization::Entity::find_by_id(self.tenant.0)
            .lock(LockType::NoKeyUpdate)
            .one(&self.transaction)
            .await?;
        Ok(())
    }

    /// Ends the sessions in which somebody works in this organization, and says how many.
    pub async fn revoke_member_sessions(
        &self,
        person: PersonId,
        now: DateTime<Utc>,
    ) -> Result<u64, DbError> {
        let ended = session::Entity::update_many()
            .col_expr(session::Column::RevokedAt, Expr::value(now))
            .filter(session::Column::TenantId.eq(self.tenant.0))
            .filter(session::Column::PersonId.eq(person.0))
            .filter(session::Column::RevokedAt.is_null())
            .filter(session::Column::ExpiresAt.gt(now));
        Ok(ended.exec(&self.transaction).await?.rows_affected)
    }

    /// Adds to the tenant's audit log what this transaction does, of whoever it was begun for. It
    /// comes last before the commit: others who add to the log wait from here on.
    pub async fn append_audit_entry(
        &self,
        at: DateTime<Utc>,
        act: NewAuditEntry,
    ) -> Result<(), DbError> {
        audit::append_entry(&self.transaction, self.tenant, &self.actor, at, act).await
    }

    /// Reckons the tenant's whole audit log again. `kept` is a head that was noted earlier.
    pub async fn verify_audit_log(
        &self,
        kept: Option<&str>,
    ) -> Result<Result<AuditTrail, ChainError>, DbError> {
        audit::verify_chain(self, kept).await
    }

    /// Makes the transaction's writes last; where the request came with a key, together with its
    /// answer.
    pub async fn commit(self) -> Result<(), DbError> {
        match self.request {
            Some(once) => once.defer_commit(self.transaction).await,
            None => Ok(self.transaction.commit().await?),
        }
    }

    /// As [`Self::commit`], but at once also where the request came with a key: this run of Data
    /// Sync answers for it until there is an answer.
    pub async fn commit_for_run(self, run: RunId) -> Result<(), DbError> {
        match self.request {
            Some(once) => once.commit_for_run(self.transaction, run).await,
            None => Ok(self.transaction.commit().await?),
        }
    }
}

/// A query over the tenant's rows of one table.
pub struct TenantSelect<'a, E: TenantOwned> {
    db: &'a TenantDb,
    select: Select<E>,
}

impl<E: TenantOwned> TenantSelect<'_, E> {
    /// Narrows the rows further; conditions are joined by "and".
    #[must_use]
    pub fn filter(mut self, condition: impl IntoCondition) -> Self {
        self.select = self.select.filter(condition);
        self
    }

    /// Smallest first.
    #[must_use]
    pub fn order_by_asc(mut self, column: E::Column) -> Self {
        self.select = self.select.order_by(column, Order::Asc);
        self
    }

    /// Largest first.
    #[must_use]
    pub fn order_by_desc(mut self, column: E::Column) -> Self {
        self.select = self.select.order_by(column, Order::Desc);
        self
    }

    /// At most `count` rows.
    #[must_use]
    pub fn limit(mut self, count: u64) -> Self {
        self.select = self.select.limit(count);
        self
    }

    /// All rows.
    pub async fn all(self) -> Result<Vec<E::Model>, DbError> {
        Ok(self.select.all(&self.db.transaction).await?)
    }

    /// The first `size` rows in the order asked for; where there are more behind them, also where
    /// the next page begins: what `place` says of the last one.
    pub async fn page(
        mut self,
        size: u32,
        place: impl FnOnce(&E::Model) -> String,
    ) -> Result<(Vec<E::Model>, Option<String>), DbError> {
        self.select = self.select.limit(u64::from(size) + 1);
        let mut rows = self.all().await?;
        let size = usize::try_from(size).unwrap_or(usize::MAX);
        let more = rows.len() > size;
        rows.truncate(size);
        let next = rows.last().filter(|_| more).map(place);
        Ok((rows, next))
    }

    /// The first row, if there is one.
    pub async fn one(self) -> Result<Option<E::Model>, DbError> {
        Ok(self.select.one(&self.db.transaction).await?)
    }

    /// How many rows there are.
    pub async fn count(self) -> Result<u64, DbError>
    where
        E::Model: Sync,
    {
        Ok(self.select.count(&self.db.transaction).await?)
    }
}

/// A change to the tenant's rows of one table.
pub struct TenantUpdate<'a, E: TenantOwned> {
    db: &'a TenantDb,
    update: sea_orm::UpdateMany<E>,
}

impl<E: TenantOwned> TenantUpdate<'_, E> {
    /// Gives a column a value.
    #[must_use]
    pub fn set(mut self, column: E::Column, value: impl Into<Value>) -> Self {
        self.update = self.update.col_expr(column, Expr::value(value.into()));
        self
    }

    /// Adds one to a number.
    #[must_use]
    pub fn increment(mut self, column: E::Column) -> Self {
        self.update = self
            .update
            .col_expr(column, sea_orm::ExprTrait::add(column.into_expr(), 1));
        self
    }

    /// Narrows the rows to change; conditions are joined by "and".
    #[must_use]
    pub fn filter(mut self, condition: impl IntoCondition) -> Self {
        self.update = self.update.filter(condition);
        self
    }

    /// Does it and says how many rows there were. A row cannot be moved to another tenant.
    pub async fn exec(self) -> Result<u64, DbError> {
        let update = self
            .update
            .col_expr(E::TENANT, Expr::value(self.db.tenant.0));
        Ok(update.exec(&self.db.transaction).await?.rows_affected)
    }
}

/// A removal of the tenant's rows of one table.
pub struct TenantDelete<'a, E: TenantOwned> {
    db: &'a TenantDb,
    delete: sea_orm::DeleteMany<E>,
}

impl<E: TenantOwned> TenantDelete<'_, E> {
    /// Narrows the rows to remove; conditions are joined by "and".
    #[must_use]
    pub fn filter(mut self, condition: impl IntoCondition) -> Self {
        self.delete = self.delete.filter(condition);
        self
    }

    /// Does it and says how many rows there were.
    pub async fn exec(self) -> Result<u64, DbError> {
        Ok(self.delete.exec(&self.db.transaction).await?.rows_affected)
    }
}

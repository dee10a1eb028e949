//! A transaction in one tenant.

use super::page::Page;
use super::row_reader::RowReader;
use super::{
    Access, Actor, AuditTrail, ChainError, DbError, IdempotentRequest, NewAuditEntry, TenantSql,
    audit,
};
use crate::ids::{PersonId, RunId, TenantId};
use chrono::{DateTime, Utc};
use entities::{TenantOwned, organization, session};
use futures_util::StreamExt as _;
use sea_orm::ExprTrait as _;
use sea_orm::sea_query::{Expr, IntoCondition, LockType, OnConflict};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait,
    FromQueryResult, Order, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select,
    Statement, StreamTrait, Value,
};
use std::sync::Arc;

/// A transaction in one tenant. It is not a sea-orm connection, so a query that was not
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
    /// The idempotent request that this transaction belongs to.
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

    /// For rows without a tenant that belong to this transaction, such as emails. Only `db` writes
    /// them.
    pub(in crate::db) fn raw_transaction(&self) -> &DatabaseTransaction {
        &self.transaction
    }

    /// The tenant.
    pub fn tenant(&self) -> TenantId {
        self.tenant
    }

    /// Queries the tenant's rows of a table.
    pub fn find<E: TenantOwned>(&self) -> TenantSelect<'_, E> {
        TenantSelect {
            db: self,
            select: E::find().filter(E::TENANT.eq(self.tenant.0)),
        }
    }

    /// Inserts a row. Its tenant is set to this one.
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

    /// Inserts a row if its key is free, and returns whether it was. The tenant is set to this one.
    /// Of two concurrent writers the second waits.
    pub async fn insert_if_absent<A>(&self, mut row: A) -> Result<bool, DbError>
    where
        A: ActiveModelTrait,
        A::Entity: TenantOwned,
    {
        row.set(<A::Entity as TenantOwned>::TENANT, self.tenant.0.into());
        // Without columns: whichever unique key it would repeat.
        let inserted = A::Entity::insert(row)
            .on_conflict(OnConflict::new().do_nothing().to_owned())
            .exec_without_returning(&self.transaction)
            .await;
        match inserted {
            Ok(rows) => Ok(rows > 0),
            Err(DbErr::RecordNotInserted) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Inserts rows. Their tenant is set to this one.
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

    /// Updates rows of the tenant.
    pub fn update<E: TenantOwned>(&self) -> TenantUpdate<'_, E> {
        TenantUpdate {
            db: self,
            update: E::update_many().filter(E::TENANT.eq(self.tenant.0)),
        }
    }

    /// Deletes rows of the tenant.
    pub fn delete<E: TenantOwned>(&self) -> TenantDelete<'_, E> {
        TenantDelete {
            db: self,
            delete: E::delete_many().filter(E::TENANT.eq(self.tenant.0)),
        }
    }

    /// Runs a custom query. `parameters` are `$2` and following.
    pub async fn query_rows<R: FromQueryResult>(
        &self,
        sql: TenantSql,
        parameters: Vec<Value>,
    ) -> Result<Vec<R>, DbError> {
        let mut rows = Vec::new();
        self.for_each_row(sql, parameters, |row| {
            rows.push(row);
            Ok(())
        })
        .await?;
        Ok(rows)
    }

    /// Like [`Self::query_rows`], but calls `with` for each row as it arrives. Use it for as many
    /// rows as there are order lines, customers or items: all rows at once take gigabytes.
    pub async fn for_each_row<R: FromQueryResult>(
        &self,
        sql: TenantSql,
        parameters: Vec<Value>,
        mut with: impl FnMut(R) -> Result<(), DbError>,
    ) -> Result<(), DbError> {
        let mut values = Vec::with_capacity(parameters.len() + 1);
        values.push(Value::from(self.tenant.0));
        values.extend(parameters);
        let statement = Statement::from_sql_and_values(
            ConnectionTrait::get_database_backend(&self.transaction),
            sql.as_str(),
            values,
        );
        let backend = ConnectionTrait::get_database_backend(&self.transaction);
        let mut rows = RowReader::new(self.transaction.stream_raw(statement).await?, backend);
        while let Some(row) = rows.next().await {
            with(R::from_query_result(&row?, "")?)?;
        }
        Ok(())
    }

    /// Invalidates everything that is cached for the organization. Serializes writers until the end
    /// of the transaction.
    pub async fn increment_data_version(&self) -> Result<(), DbError> {
        organization::Entity::update_many()
            .col_expr(
                organization::Column::DataVersion,
                Expr::col(organization::Column::DataVersion).add(1),
            )
            .filter(organization::Column::Id.eq(self.tenant.0))
            .exec(&self.transaction)
            .await?;
        Ok(())
    }

    /// Locks the membership of the organization until the end of the transaction. A second
    /// transaction waits. On SQLite writers are serialized anyway. Inserts that reference the
    /// organization, such as those of a sync, do not wait.
    pub async fn lock_members(&self) -> Result<(), DbError> {
        organization::Entity::find_by_id(self.tenant.0)
            .lock(LockType::NoKeyUpdate)
            .one(&self.transaction)
            .await?;
        Ok(())
    }

    /// Revokes the sessions in this organization of a person, and returns their number.
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

    /// Appends an entry to the tenant's audit log for the actor of this transaction. Call it last:
    /// other writers of the log wait until the commit.
    pub async fn append_audit_entry(
        &self,
        at: DateTime<Utc>,
        act: NewAuditEntry,
    ) -> Result<(), DbError> {
        audit::append_entry(&self.transaction, self.tenant, &self.actor, at, act).await
    }

    /// Verifies the tenant's audit log. `kept` is a head hash that was noted earlier.
    pub async fn verify_audit_log(
        &self,
        checkpoint: Option<&str>,
    ) -> Result<Result<AuditTrail, ChainError>, DbError> {
        audit::verify_chain(self, checkpoint).await
    }

    /// Commits the transaction. With an idempotency key the commit is deferred until the response
    /// is known.
    pub async fn commit(self) -> Result<(), DbError> {
        match self.request {
            Some(request) => request.defer_commit(self.transaction).await,
            None => Ok(self.transaction.commit().await?),
        }
    }

    /// Like [`Self::commit`], but immediately even with an idempotency key: this sync run provides
    /// the response until one is stored.
    pub async fn commit_for_run(self, run: RunId) -> Result<(), DbError> {
        match self.request {
            Some(request) => request.commit_for_run(self.transaction, run).await,
            None => Ok(self.transaction.commit().await?),
        }
    }
}

/// A query of the tenant's rows of one table.
pub struct TenantSelect<'a, E: TenantOwned> {
    db: &'a TenantDb,
    select: Select<E>,
}

impl<E: TenantOwned> TenantSelect<'_, E> {
    /// Adds a condition; all conditions must hold.
    #[must_use]
    pub fn filter(mut self, condition: impl IntoCondition) -> Self {
        self.select = self.select.filter(condition);
        self
    }

    /// Sorts in ascending order.
    #[must_use]
    pub fn order_by_asc(mut self, column: E::Column) -> Self {
        self.select = self.select.order_by(column, Order::Asc);
        self
    }

    /// Sorts in descending order.
    #[must_use]
    pub fn order_by_desc(mut self, column: E::Column) -> Self {
        self.select = self.select.order_by(column, Order::Desc);
        self
    }

    /// Returns at most `count` rows.
    #[must_use]
    pub fn limit(mut self, count: u64) -> Self {
        self.select = self.select.limit(count);
        self
    }

    /// Returns all rows.
    pub async fn all(self) -> Result<Vec<E::Model>, DbError> {
        // The database's own form of a row is several times as large as a model, so each is
        // converted as it arrives.
        let backend = ConnectionTrait::get_database_backend(&self.db.transaction);
        let found = self.select.stream(&self.db.transaction).await?;
        let mut rows = RowReader::new(found.boxed(), backend);
        let mut models = Vec::new();
        while let Some(model) = rows.next().await {
            models.push(model?);
        }
        Ok(models)
    }

    /// Returns the first `size` rows. If there are more, also the cursor of the next page, which
    /// `place` derives from the last row.
    pub async fn page(
        mut self,
        size: u32,
        place: impl FnOnce(&E::Model) -> String,
    ) -> Result<Page<E::Model>, DbError> {
        self.select = self.select.limit(u64::from(size) + 1);
        Ok(Page::from_rows(self.all().await?, size, place))
    }

    /// Returns the first row, if any.
    pub async fn one(self) -> Result<Option<E::Model>, DbError> {
        Ok(self.select.one(&self.db.transaction).await?)
    }

    /// Returns the number of rows.
    pub async fn count(self) -> Result<u64, DbError>
    where
        E::Model: Sync,
    {
        Ok(self.select.count(&self.db.transaction).await?)
    }
}

/// An update of the tenant's rows of one table.
pub struct TenantUpdate<'a, E: TenantOwned> {
    db: &'a TenantDb,
    update: sea_orm::UpdateMany<E>,
}

impl<E: TenantOwned> TenantUpdate<'_, E> {
    /// Sets a column.
    #[must_use]
    pub fn set(mut self, column: E::Column, value: impl Into<Value>) -> Self {
        self.update = self.update.col_expr(column, Expr::value(value.into()));
        self
    }

    /// Increments a column by one.
    #[must_use]
    pub fn increment(mut self, column: E::Column) -> Self {
        self.update = self
            .update
            .col_expr(column, sea_orm::ExprTrait::add(column.into_expr(), 1));
        self
    }

    /// Adds a condition; all conditions must hold.
    #[must_use]
    pub fn filter(mut self, condition: impl IntoCondition) -> Self {
        self.update = self.update.filter(condition);
        self
    }

    /// Executes the update and returns the number of rows. A row cannot be moved to another tenant.
    pub async fn exec(self) -> Result<u64, DbError> {
        let update = self
            .update
            .col_expr(E::TENANT, Expr::value(self.db.tenant.0));
        Ok(update.exec(&self.db.transaction).await?.rows_affected)
    }
}

/// A deletion of the tenant's rows of one table.
pub struct TenantDelete<'a, E: TenantOwned> {
    db: &'a TenantDb,
    delete: sea_orm::DeleteMany<E>,
}

impl<E: TenantOwned> TenantDelete<'_, E> {
    /// Adds a condition; all conditions must hold.
    #[must_use]
    pub fn filter(mut self, condition: impl IntoCondition) -> Self {
        self.delete = self.delete.filter(condition);
        self
    }

    /// Executes the deletion and returns the number of rows.
    pub async fn exec(self) -> Result<u64, DbError> {
        Ok(self.delete.exec(&self.db.transaction).await?.rows_affected)
    }
}

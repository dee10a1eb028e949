//! Deletes organizations: access is revoked immediately, and their rows are deleted in short
//! transactions by any server.
//!
//! The tables come from the database catalog, so that new tables are included. On PostgreSQL the
//! transactions run as the login role, which may delete what the role of tenant transactions may
//! not. Row level security limits them to the tenant's rows.

use super::tenant_tables::{self, TenantTable};
use super::warehouse_file::{begin_deferred_transaction, begin_write_transaction};
use super::{Database, DbError, Engine, RlsContext};
use crate::ids::TenantId;
use chrono::{DateTime, Utc};
use entities::organization;
use sea_orm::sea_query::{Expr, LockType};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter, QuerySelect,
    Statement, Value,
};

/// The number of rows per transaction, which blocks SQLite's other writers for a few hundredths of
/// a second.
const BATCH_SIZE: i64 = 5_000;

/// An organization that is being deleted.
#[derive(Clone, Copy, Debug)]
pub struct PendingDeletion {
    /// The organization.
    pub tenant: TenantId,
    /// When the deletion started.
    pub since: DateTime<Utc>,
}

/// Deletes the rows of one organization, table by table. Another purge continues if this one is
/// dropped.
pub struct TenantPurge {
    database: Database,
    tenant: TenantId,
    tables: Vec<TenantTable>,
    table_index: usize,
    deleted_rows: u64,
}

/// Deletes sessions, keys and invitations, then members, because an invitation may have been
/// accepted at the last moment. Tokens are deleted before the invitations that they reference.
const REVOKE_ACCESS_STATEMENTS: [&str; 5] = [
    r"
        delete from one_time_token
        where subject_id = $1 or subject_id in (select id from invitation where tenant_id = $1)
    ",
    "delete from invitation where tenant_id = $1",
    "delete from api_key where tenant_id = $1",
    "delete from session where tenant_id = $1",
    "delete from membership where tenant_id = $1",
];

/// Revokes all access to an organization, in a transaction that has locked it.
pub(in crate::db) async fn revoke_access(
    transaction: &DatabaseTransaction,
    tenant: TenantId,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    for statement in REVOKE_ACCESS_STATEMENTS {
        execute_sql(transaction, statement, vec![tenant.0.into()]).await?;
    }
    // The slug stays: it is part of a key, and changing it would wait for every transaction that
    // references the organization, such as a sync.
    let closed = organization::Entity::update_many().filter(organization::Column::Id.eq(tenant.0));
    let closed = closed
        .col_expr(organization::Column::DeletionStartedAt, Expr::value(now))
        .col_expr(organization::Column::Name, Expr::value(""));
    closed.exec(transaction).await?;
    Ok(())
}

/// Locks an organization against deletion and changes of its members. `None` if it is being deleted
/// already.
pub(in crate::db) async fn lock_active_organization(
    transaction: &DatabaseTransaction,
    tenant: TenantId,
) -> Result<Option<organization::Model>, DbError> {
    let held = organization::Entity::find_by_id(tenant.0)
        .lock(LockType::NoKeyUpdate)
        .one(transaction)
        .await?;
    Ok(held.filter(|held| held.deletion_started_at.is_none()))
}

/// Sets the tenant of the transaction for row level security on PostgreSQL.
pub(in crate::db) async fn set_tenant(
    transaction: &DatabaseTransaction,
    engine: Engine,
    tenant: TenantId,
) -> Result<(), DbError> {
    if engine == Engine::Postgres {
        transaction
            .execute_unprepared(&RlsContext::Login.settings_sql(tenant))
            .await?;
    }
    Ok(())
}

impl Database {
    /// Begins a transaction as the login role.
    pub(in crate::db) async fn begin_as_login_role(&self) -> Result<DatabaseTransaction, DbError> {
        let transaction = begin_write_transaction(&self.connection).await?;
        let words = self.pooler_mode.settings_sql();
        if self.engine() == Engine::Postgres && !words.is_empty() {
            transaction.execute_unprepared(words).await?;
        }
        Ok(transaction)
    }

    async fn begin_purge_transaction(
        &self,
        tenant: TenantId,
    ) -> Result<DatabaseTransaction, DbError> {
        let transaction = self.begin_as_login_role().await?;
        set_tenant(&transaction, self.engine(), tenant).await?;
        Ok(transaction)
    }

    /// Prepares the deletion of the remaining rows of an organization.
    pub async fn begin_purge(&self, deletion: PendingDeletion) -> Result<TenantPurge, DbError> {
        let transaction = self.begin_purge_transaction(deletion.tenant).await?;
        let tables = tenant_tables::load_tenant_tables(&transaction, self.engine()).await?;
        // Frees the slug. Work in progress, such as a sync, loses its lease.
        execute_sql(
            &transaction,
            "update organization set slug = $2 where id = $1",
            vec![deletion.tenant.0.into(), deletion.tenant.to_string().into()],
        )
        .await?;
        execute_sql(
            &transaction,
            "delete from sync_lease where tenant_id = $1",
            vec![deletion.tenant.0.into()],
        )
        .await?;
        transaction.commit().await?;
        Ok(TenantPurge {
            database: self.clone(),
            tenant: deletion.tenant,
            tables,
            table_index: 0,
            deleted_rows: 0,
        })
    }
}

impl TenantPurge {
    /// Deletes a batch of rows. Returns false if a complete pass found no rows in any table.
    pub async fn delete_batch(&mut self) -> Result<bool, DbError> {
        while let Some(table) = self.tables.get(self.table_index) {
            let transaction = self.begin_table_transaction(table).await?;
            let gone = execute_sql(
                &transaction,
                &table.delete_batch_sql(self.database.engine()),
                vec![self.tenant.0.into(), BATCH_SIZE.into()],
            )
            .await?;
            transaction.commit().await?;
            if gone > 0 {
                self.deleted_rows += gone;
                return Ok(true);
            }
            self.table_index += 1;
        }
        Ok(false)
    }

    /// Begins a transaction that only deletes rows of this table.
    async fn begin_table_transaction(
        &self,
        table: &TenantTable,
    ) -> Result<DatabaseTransaction, DbError> {
        if table.is_in_warehouse_file() {
            // Without the lock of the main file, because this may wait for a sync.
            return Ok(begin_deferred_transaction(&self.database.connection).await?);
        }
        self.database.begin_purge_transaction(self.tenant).await
    }

    /// Deletes the organization and all rows added meanwhile, and returns the total number of rows.
    /// Nothing can reference it afterwards.
    pub async fn finish(self) -> Result<u64, DbError> {
        // A sync that was about to commit holds the lock of the warehouse file. No later one
        // commits, because the lease is gone.
        let (warehouse, others): (Vec<_>, Vec<_>) = self
            .tables
            .iter()
            .partition(|table| table.is_in_warehouse_file());
        let mut deleted = self.deleted_rows;
        for table in warehouse {
            let transaction = self.begin_table_transaction(table).await?;
            deleted += delete_all(&transaction, table, self.tenant).await?;
            transaction.commit().await?;
        }
        let transaction = self.database.begin_purge_transaction(self.tenant).await?;
        organization::Entity::find_by_id(self.tenant.0)
            .lock(LockType::Update)
            .one(&transaction)
            .await?;
        for table in others {
            deleted += delete_all(&transaction, table, self.tenant).await?;
        }
        deleted += organization::Entity::delete_by_id(self.tenant.0)
            .exec(&transaction)
            .await?
            .rows_affected;
        transaction.commit().await?;
        Ok(deleted)
    }
}

async fn delete_all(
    transaction: &DatabaseTransaction,
    table: &TenantTable,
    tenant: TenantId,
) -> Result<u64, DbError> {
    execute_sql(transaction, &table.delete_all_sql(), vec![tenant.0.into()]).await
}

pub(in crate::db) async fn execute_sql(
    transaction: &DatabaseTransaction,
    sql: &str,
    values: Vec<Value>,
) -> Result<u64, DbError> {
    let statement = Statement::from_sql_and_values(transaction.get_database_backend(), sql, values);
    Ok(transaction.execute_raw(statement).await?.rows_affected())
}

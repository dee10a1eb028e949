//! The end of an organization: nobody enters it from the first moment, then its rows go in short
//! transactions, by whichever server goes on with them.
//!
//! The tables are those of the database's own catalogue, so that a table that comes later is not
//! forgotten. On Postgres the transactions work as the login itself, who may remove what the role
//! of tenants' transactions may not, and name the tenant: row security keeps them to its rows.

use super::database::write_options;
use super::tenant_tables::{self, TenantTable};
use super::{Database, DbError, Engine, RlsContext};
use crate::ids::TenantId;
use chrono::{DateTime, Utc};
use entities::organization;
use sea_orm::sea_query::{Expr, LockType};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter, QuerySelect,
    Statement, TransactionTrait, Value,
};

/// So many rows of a table go in one transaction: some hundredths of a second, in which SQLite's
/// other writers wait.
const BATCH_SIZE: i64 = 5_000;

/// An organization that is being deleted.
#[derive(Clone, Copy, Debug)]
pub struct PendingDeletion {
    /// Which.
    pub tenant: TenantId,
    /// Since when nobody enters it.
    pub since: DateTime<Utc>,
}

/// The removal of one organization's rows, from table to table. Where it is dropped, another one
/// goes on with what is left.
pub struct TenantPurge {
    database: Database,
    tenant: TenantId,
    tables: Vec<TenantTable>,
    table_index: usize,
    deleted_rows: u64,
}

/// What nobody enters any more has nobody's sessions, keys and invitations. Members go last: who
/// had joined by an invitation a moment ago is among them. Links that were sent for it go before
/// the invitations that they name.
const REVOKE_ACCESS_STATEMENTS: [&str; 5] = [
    r"
        delete from one_time_token
        where subject = $1 or subject in (select id from invitation where tenant_id = $1)
    ",
    "delete from invitation where tenant_id = $1",
    "delete from api_key where tenant_id = $1",
    "delete from session where tenant_id = $1",
    "delete from membership where tenant_id = $1",
];

/// Closes an organization within a transaction that holds it and may write its rows: from its end
/// on nobody enters.
pub(in crate::db) async fn revoke_access(
    transaction: &DatabaseTransaction,
    tenant: TenantId,
    now: DateTime<Utc>,
) -> Result<(), DbError> {
    for statement in REVOKE_ACCESS_STATEMENTS {
        execute_sql(transaction, statement, vec![tenant.0.into()]).await?;
    }
    // The slug is part of a key: changing it would wait for everybody who refers to the
    // organization, such as a sync that is merging.
    let closed = organization::Entity::update_many().filter(organization::Column::Id.eq(tenant.0));
    let closed = closed
        .col_expr(organization::Column::DeletingAt, Expr::value(now))
        .col_expr(organization::Column::Name, Expr::value(""));
    closed.exec(transaction).await?;
    Ok(())
}

/// Holds an organization, so that nobody else changes who belongs to it or deletes it; `None` where
/// it is being deleted already.
pub(in crate::db) async fn lock_active_organization(
    transaction: &DatabaseTransaction,
    tenant: TenantId,
) -> Result<Option<organization::Model>, DbError> {
    let held = organization::Entity::find_by_id(tenant.0)
        .lock(LockType::NoKeyUpdate)
        .one(transaction)
        .await?;
    Ok(held.filter(|held| held.deleting_at.is_none()))
}

/// From here on the transaction reaches the rows of this organization and no other's, on Postgres;
/// SQLite knows no such wall.
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
    /// A transaction of the login itself.
    pub(in crate::db) async fn begin_as_login_role(&self) -> Result<DatabaseTransaction, DbError> {
        let transaction = self
            .connection
            .begin_with_options(write_options(self.engine()))
            .await?;
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

    /// The removal of what is left of an organization that is being deleted.
    pub async fn begin_purge(&self, doomed: PendingDeletion) -> Result<TenantPurge, DbError> {
        let transaction = self.begin_purge_transaction(doomed.tenant).await?;
        let tables = tenant_tables::load_tenant_tables(&transaction, self.engine()).await?;
        // Its name is free for others. Whoever works for it still, such as a sync, finds the right
        // to do so gone.
        execute_sql(
            &transaction,
            "update organization set slug = $2 where id = $1",
            vec![doomed.tenant.0.into(), doomed.tenant.to_string().into()],
        )
        .await?;
        execute_sql(
            &transaction,
            "delete from sync_lease where tenant_id = $1",
            vec![doomed.tenant.0.into()],
        )
        .await?;
        transaction.commit().await?;
        Ok(TenantPurge {
            database: self.clone(),
            tenant: doomed.tenant,
            tables,
            table_index: 0,
            deleted_rows: 0,
        })
    }
}

impl TenantPurge {
    /// Removes some rows; false where none were left in any table since the beginning of the pass.
    pub async fn delete_batch(&mut self) -> Result<bool, DbError> {
        while let Some(table) = self.tables.get(self.table_index) {
            let transaction = self.database.begin_purge_transaction(self.tenant).await?;
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

    /// Removes the organization itself and whatever came meanwhile, and says how many rows there
    /// were in all. Nothing can refer to it afterwards.
    pub async fn finish(mut self) -> Result<u64, DbError> {
        let transaction = self.database.begin_purge_transaction(self.tenant).await?;
        organization::Entity::find_by_id(self.tenant.0)
            .lock(LockType::Update)
            .one(&transaction)
            .await?;
        for table in &self.tables {
            self.deleted_rows += execute_sql(
                &transaction,
                &table.delete_all_sql(),
                vec![self.tenant.0.into()],
            )
            .await?;
        }
        self.deleted_rows += organization::Entity::delete_by_id(self.tenant.0)
            .exec(&transaction)
            .await?
            .rows_affected;
        transaction.commit().await?;
        Ok(self.deleted_rows)
    }
}

pub(in crate::db) async fn execute_sql(
    transaction: &DatabaseTransaction,
    sql: &str,
    values: Vec<Value>,
) -> Result<u64, DbError> {
    let statement = Statement::from_sql_and_values(transaction.get_database_backend(), sql, values);
    Ok(transaction.execute_raw(statement).await?.rows_affected())
}

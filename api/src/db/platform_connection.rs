//! Support for connection poolers in transaction mode without prepared statements, such as
//! PgBouncer before 1.21.

use super::warehouse_file::begin_write_transaction;
use super::{DbError, IdempotentRequest};
use sea_orm::{
    ConnectionTrait, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, ExecResult,
    QueryResult, Statement, TransactionTrait,
};

/// Whether such a pooler is in use. The operator sets `statement-cache-capacity=0` in the URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::db) struct PoolerMode(pub(in crate::db) bool);

impl PoolerMode {
    pub(in crate::db) fn from_url(url: &str) -> Self {
        let Some((_, options)) = url.split_once('?') else {
            return Self(false);
        };
        Self(
            options
                .split('&')
                .any(|option| option == "statement-cache-capacity=0"),
        )
    }

    /// The settings that such a pooler does not pass on when connecting, to set in each
    /// transaction.
    pub(in crate::db) fn settings_sql(self) -> &'static str {
        if self.0 {
            "set local statement_timeout = '1min'; "
        } else {
            ""
        }
    }
}

/// The connection for queries across tenants. Behind a pooler each query is a transaction, because
/// a prepared statement exists on one server connection only. Fails while a change of the same
/// idempotent request is not committed.
#[derive(Clone, Debug)]
pub(in crate::db) struct PlatformConnection {
    connection: DatabaseConnection,
    pooler_mode: PoolerMode,
}

impl PlatformConnection {
    pub(in crate::db) fn new(connection: DatabaseConnection, pooler_mode: PoolerMode) -> Self {
        Self {
            connection,
            pooler_mode,
        }
    }

    /// Begins a writing transaction.
    pub(in crate::db) async fn begin(&self) -> Result<DatabaseTransaction, DbError> {
        IdempotentRequest::reject_stale_read().await?;
        Ok(begin_write_transaction(&self.connection).await?)
    }
}

#[async_trait::async_trait]
impl ConnectionTrait for PlatformConnection {
    fn get_database_backend(&self) -> DbBackend {
        self.connection.get_database_backend()
    }

    async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        IdempotentRequest::reject_stale_read().await?;
        if !self.pooler_mode.0 {
            return self.connection.execute_raw(statement).await;
        }
        let transaction = self.connection.begin().await?;
        let done = transaction.execute_raw(statement).await?;
        transaction.commit().await?;
        Ok(done)
    }

    async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        IdempotentRequest::reject_stale_read().await?;
        self.connection.execute_unprepared(sql).await
    }

    async fn query_one_raw(&self, statement: Statement) -> Result<Option<QueryResult>, DbErr> {
        IdempotentRequest::reject_stale_read().await?;
        if !self.pooler_mode.0 {
            return self.connection.query_one_raw(statement).await;
        }
        let transaction = self.connection.begin().await?;
        let found = transaction.query_one_raw(statement).await?;
        transaction.commit().await?;
        Ok(found)
    }

    async fn query_all_raw(&self, statement: Statement) -> Result<Vec<QueryResult>, DbErr> {
        IdempotentRequest::reject_stale_read().await?;
        if !self.pooler_mode.0 {
            return self.connection.query_all_raw(statement).await;
        }
        let transaction = self.connection.begin().await?;
        let found = transaction.query_all_raw(statement).await?;
        transaction.commit().await?;
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn detects_a_pooler_from_the_url() {
        assert!(
            PoolerMode::from_url("postgres://a@b/c?sslmode=require&statement-cache-capacity=0").0
        );
        assert!(!PoolerMode::from_url("postgres://a@b/c?statement-cache-capacity=00100").0);
        assert!(!PoolerMode::from_url("postgres://a@b/c").0);
    }
}

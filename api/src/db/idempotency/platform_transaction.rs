//! A transaction outside of tenants that makes what one request asks for.

use super::IdempotentRequest;
use crate::db::{DbError, PlatformDb};
use sea_orm::DatabaseTransaction;
use std::ops::Deref;
use std::sync::Arc;

/// Made once where the request came with a key; else a transaction like others.
pub(in crate::db) struct PlatformTransaction {
    transaction: DatabaseTransaction,
    request: Option<Arc<IdempotentRequest>>,
}

impl PlatformDb {
    /// Begins the change that a request of somebody signed in asks for; what it counts of attempts
    /// is none of it. [`DbError::Asked`] where the request came with a key that another one has.
    pub(in crate::db) async fn begin_idempotent(&self) -> Result<PlatformTransaction, DbError> {
        let transaction = self.begin().await?;
        let once = IdempotentRequest::join_transaction(&transaction).await?;
        Ok(PlatformTransaction {
            transaction,
            request: once,
        })
    }
}

impl Deref for PlatformTransaction {
    type Target = DatabaseTransaction;

    fn deref(&self) -> &DatabaseTransaction {
        &self.transaction
    }
}

impl PlatformTransaction {
    /// Makes its writes last; where the request came with a key, together with its answer.
    pub(in crate::db) async fn commit(self) -> Result<(), DbError> {
        match self.request {
            Some(once) => once.defer_commit(self.transaction).await,
            None => Ok(self.transaction.commit().await?),
        }
    }
}

//! A transaction across tenants for an idempotent request.

use super::IdempotentRequest;
use crate::db::{DbError, PlatformDb};
use sea_orm::DatabaseTransaction;
use std::ops::Deref;
use std::sync::Arc;

/// A transaction that is idempotent if the request has a key.
pub(in crate::db) struct PlatformTransaction {
    transaction: DatabaseTransaction,
    request: Option<Arc<IdempotentRequest>>,
}

impl PlatformDb {
    /// Begins the transaction for the change of a signed-in person's request. Rate limits are not
    /// part of it. Fails with [`DbError::IdempotencyConflict`] if another request has the key.
    pub(in crate::db) async fn begin_idempotent(&self) -> Result<PlatformTransaction, DbError> {
        let transaction = self.begin().await?;
        let request = IdempotentRequest::join_transaction(&transaction).await?;
        Ok(PlatformTransaction {
            transaction,
            request,
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
    /// Commits the transaction. With an idempotency key the commit is deferred until the response
    /// is known.
    pub(in crate::db) async fn commit(self) -> Result<(), DbError> {
        match self.request {
            Some(request) => request.defer_commit(self.transaction).await,
            None => Ok(self.transaction.commit().await?),
        }
    }
}

//! A transaction outside of tenants that makes what one request asks for.

use super::Once;
use crate::db::{DbError, PlatformDb};
use sea_orm::DatabaseTransaction;
use std::ops::Deref;
use std::sync::Arc;

/// Made once where the request came with a key; else a transaction like others.
pub(in crate::db) struct Change {
    transaction: DatabaseTransaction,
    once: Option<Arc<Once>>,
}

impl PlatformDb {
    /// Begins the change that a request of somebody signed in asks for; what it counts of attempts
    /// is none of it. [`DbError::Asked`] where the request came with a key that another one has.
    pub(in crate::db) async fn begin_change(&self) -> Result<Change, DbError> {
        let transaction = self.begin().await?;
        let once = Once::taking_part(&transaction).await?;
        Ok(Change { transaction, once })
    }
}

impl Deref for Change {
    type Target = DatabaseTransaction;

    fn deref(&self) -> &DatabaseTransaction {
        &self.transaction
    }
}

impl Change {
    /// Makes its writes last; where the request came with a key, together with its answer.
    pub(in crate::db) async fn commit(self) -> Result<(), DbError> {
        match self.once {
            Some(once) => once.commit(self.transaction).await,
            None => Ok(self.transaction.commit().await?),
        }
    }
}

//! Idempotency keys: the key's row, the change and the response are saved in one transaction, so
//! that a change happens once.
//!
//! The first writing transaction of the request inserts the key's row before anything else. Another
//! request with the same key, on any server, waits for that row and then finds it. The commit is
//! deferred until the response is known, which is written last. Therefore all of it is saved or
//! nothing, whenever the server crashes. Starting a sync run is the exception: it commits first,
//! and the row names the run until the response is stored.

mod platform_transaction;
mod request_key;

pub(in crate::db) use request_key::retention_cutoff;
pub use request_key::{RequestKey, StoredResponse};

use super::{Database, DbError};
use crate::ids::RunId;
use sea_orm::sea_query::Expr;
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbBackend, DbErr, EntityTrait,
    IntoActiveModel, QueryFilter, TryInsertResult,
};
use std::sync::Arc;
use tokio::sync::Mutex;

use entities::idempotent_request::{Column, Entity};

tokio::task_local! {
    static CURRENT_REQUEST: Arc<IdempotentRequest>;
}

/// The maximum time that a request waits for the row of another request with the same key, on
/// PostgreSQL. SQLite waits for the other writer in any case.
const SET_LOCK_TIMEOUT: &str = "set local lock_timeout = '5s'";
const RESET_LOCK_TIMEOUT: &str = "set local lock_timeout to default";

/// A request with an idempotency key, from its start to its response.
pub struct IdempotentRequest {
    key: RequestKey,
    original_run: Option<RunId>,
    phase: Mutex<Phase>,
}

/// The progress of the request.
enum Phase {
    /// Nothing is saved yet.
    Unclaimed,
    /// The change is made, and its commit waits for the response.
    AwaitingResponse(DatabaseTransaction),
    /// The change is committed, and a run provides the response.
    CommittedForRun,
    /// Another request has the key.
    Conflict,
}

impl IdempotentRequest {
    /// A request with a new key.
    pub fn new(asked: RequestKey) -> Arc<Self> {
        Arc::new(Self {
            key: asked,
            original_run: None,
            phase: Mutex::new(Phase::Unclaimed),
        })
    }

    /// A repeated request that started this run the first time.
    pub fn for_run(asked: RequestKey, run: RunId) -> Arc<Self> {
        Arc::new(Self {
            key: asked,
            original_run: Some(run),
            phase: Mutex::new(Phase::CommittedForRun),
        })
    }

    /// Runs the handler of the request in its scope.
    pub async fn scope<T>(self: &Arc<Self>, work: impl Future<Output = T>) -> T {
        CURRENT_REQUEST.scope(Arc::clone(self), work).await
    }

    /// The request of the current task. A spawned task has none unless it uses
    /// [`Self::run_in_scope`].
    pub fn current() -> Option<Arc<Self>> {
        CURRENT_REQUEST.try_with(Arc::clone).ok()
    }

    /// Continues work of the request in a spawned task.
    pub async fn run_in_scope<T>(once: Option<Arc<Self>>, work: impl Future<Output = T>) -> T {
        match once {
            Some(once) => once.scope(work).await,
            None => work.await,
        }
    }

    /// The run that the current request started the first time.
    pub fn original_run() -> Option<RunId> {
        Self::current().and_then(|once| once.original_run)
    }

    /// Whether this request is a repetition that already started a run.
    pub fn is_replay(&self) -> bool {
        self.original_run.is_some()
    }

    /// Whether another request has the key.
    pub async fn has_conflict(&self) -> bool {
        matches!(*self.phase.lock().await, Phase::Conflict)
    }

    /// Whether a change is committed before its response is known.
    pub async fn is_committed(&self) -> bool {
        matches!(*self.phase.lock().await, Phase::CommittedForRun)
    }

    /// Rejects a read while a change of the same request waits for its commit: another transaction
    /// does not see it and would read old values.
    pub(in crate::db) async fn reject_stale_read() -> Result<(), DbErr> {
        let Some(once) = Self::current() else {
            return Ok(());
        };
        if matches!(*once.phase.lock().await, Phase::AwaitingResponse(_)) {
            return Err(DbErr::Custom(
                "an idempotent request reads in another transaction while its change is not committed"
                    .to_owned(),
            ));
        }
        Ok(())
    }

    /// Claims the key in a new transaction of the current request. Returns `None` without an
    /// idempotency key.
    pub(in crate::db) async fn join_transaction(
        transaction: &DatabaseTransaction,
    ) -> Result<Option<Arc<Self>>, DbError> {
        let Some(once) = Self::current() else {
            return Ok(None);
        };
        let mut stand = once.phase.lock().await;
        match *stand {
            Phase::CommittedForRun => return Ok(None),
            Phase::Conflict => return Err(DbError::IdempotencyConflict),
            Phase::AwaitingResponse(_) => {
                return Err(DbErr::Custom(
                    "an idempotent request begins a second writing transaction".to_owned(),
                )
                .into());
            }
            Phase::Unclaimed => {}
        }
        if once.key.claim_key(transaction).await? {
            drop(stand);
            return Ok(Some(once));
        }
        *stand = Phase::Conflict;
        Err(DbError::IdempotencyConflict)
    }

    /// Defers the commit until the response is known.
    pub(in crate::db) async fn defer_commit(
        &self,
        transaction: DatabaseTransaction,
    ) -> Result<(), DbError> {
        *self.phase.lock().await = Phase::AwaitingResponse(transaction);
        Ok(())
    }

    /// Commits now, with the run that provides the response.
    pub(in crate::db) async fn commit_for_run(
        &self,
        transaction: DatabaseTransaction,
        run: RunId,
    ) -> Result<(), DbError> {
        let row = Entity::update_many()
            .col_expr(Column::RunId, Expr::value(Some(run.0)))
            .filter(self.key.row_filter());
        row.exec(&transaction).await?;
        transaction.commit().await?;
        *self.phase.lock().await = Phase::CommittedForRun;
        Ok(())
    }

    /// Commits the change with its response, or stores the response alone if nothing was changed.
    /// Fails with [`DbError::IdempotencyConflict`] if another request has the key.
    pub async fn store_response(
        &self,
        database: &Database,
        kept: &StoredResponse,
    ) -> Result<(), DbError> {
        let stand = std::mem::replace(&mut *self.phase.lock().await, Phase::Unclaimed);
        match stand {
            Phase::AwaitingResponse(transaction) => {
                self.key.store_response(&transaction, kept).await?;
                Ok(transaction.commit().await?)
            }
            Phase::CommittedForRun => {
                self.key
                    .store_response(&database.platform_connection(), kept)
                    .await
            }
            Phase::Conflict => Err(DbError::IdempotencyConflict),
            Phase::Unclaimed => {
                let transaction = database.platform_connection().begin().await?;
                if !self.key.claim_key(&transaction).await? {
                    return Err(DbError::IdempotencyConflict);
                }
                self.key.store_response(&transaction, kept).await?;
                Ok(transaction.commit().await?)
            }
        }
    }

    /// Rolls back a deferred change. If the change is committed already, deletes the key so that
    /// the request can be repeated.
    pub async fn roll_back(&self, database: &Database) -> Result<(), DbError> {
        let stand = std::mem::replace(&mut *self.phase.lock().await, Phase::Unclaimed);
        match stand {
            Phase::AwaitingResponse(transaction) => Ok(transaction.rollback().await?),
            Phase::CommittedForRun => {
                Entity::delete_many()
                    .filter(self.key.row_filter())
                    .exec(&database.platform_connection())
                    .await?;
                Ok(())
            }
            Phase::Unclaimed | Phase::Conflict => Ok(()),
        }
    }
}

impl RequestKey {
    /// Inserts the row of the key. Returns false if another request has it, also if that request
    /// does not finish within [`SET_LOCK_TIMEOUT`].
    async fn claim_key(&self, transaction: &DatabaseTransaction) -> Result<bool, DbError> {
        let is_postgres = transaction.get_database_backend() == DbBackend::Postgres;
        if is_postgres {
            transaction.execute_unprepared(SET_LOCK_TIMEOUT).await?;
        }
        Entity::delete_many()
            .filter(self.row_filter())
            .filter(Column::CreatedAt.lte(self.retention_cutoff()))
            .exec(transaction)
            .await?;
        let row = self.to_row().into_active_model();
        let added = Entity::insert(sea_orm::ActiveModelTrait::reset_all(row))
            .on_conflict_do_nothing()
            .exec_without_returning(transaction)
            .await;
        let added = match added.map_err(DbError::from) {
            Err(DbError::Busy(_)) if is_postgres => return Ok(false),
            other => other?,
        };
        if is_postgres {
            transaction.execute_unprepared(RESET_LOCK_TIMEOUT).await?;
        }
        Ok(matches!(added, TryInsertResult::Inserted(1..)))
    }

    async fn store_response(
        &self,
        connection: &impl ConnectionTrait,
        kept: &StoredResponse,
    ) -> Result<(), DbError> {
        let row = Entity::update_many()
            .col_expr(Column::ResponseStatus, Expr::value(Some(kept.status)))
            .col_expr(Column::ResponseBody, Expr::value(Some(kept.body.clone())));
        row.filter(self.row_filter()).exec(connection).await?;
        Ok(())
    }
}

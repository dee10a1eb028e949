//! What a request with an idempotency key changes is changed once: its key's row, its change and
//! its answer are one transaction.
//!
//! The first writing transaction of the request adds the key's row before anything else; another
//! request with the key waits there, on whichever server, and finds the row afterwards. The commit
//! is put off until the answer is known, and the answer is the last that is written: so there is
//! all of it or nothing, wherever the server dies. Who commits first and answers later is a run of
//! Data Sync, which the row then names.

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

/// The longest that a request waits at the row of another one with the same key, on Postgres; on
/// SQLite it waits for the other writer anyway.
const SET_LOCK_TIMEOUT: &str = "set local lock_timeout = '5s'";
const RESET_LOCK_TIMEOUT: &str = "set local lock_timeout to default";

/// One request with a key, from its beginning to its answer.
pub struct IdempotentRequest {
    key: RequestKey,
    original_run: Option<RunId>,
    phase: Mutex<Phase>,
}

/// How far it has come.
enum Phase {
    /// Nothing lasts yet.
    Unclaimed,
    /// The change is made and waits for its answer.
    AwaitingResponse(DatabaseTransaction),
    /// The change lasts, and a run answers for it.
    CommittedForRun,
    /// Another request has the key.
    Conflict,
}

impl IdempotentRequest {
    /// A request that nobody has asked before.
    pub fn new(asked: RequestKey) -> Arc<Self> {
        Arc::new(Self {
            key: asked,
            original_run: None,
            phase: Mutex::new(Phase::Unclaimed),
        })
    }

    /// A request that was asked before, and this run was begun for it.
    pub fn for_run(asked: RequestKey, run: RunId) -> Arc<Self> {
        Arc::new(Self {
            key: asked,
            original_run: Some(run),
            phase: Mutex::new(Phase::CommittedForRun),
        })
    }

    /// Does the work of the request.
    pub async fn scope<T>(self: &Arc<Self>, work: impl Future<Output = T>) -> T {
        CURRENT_REQUEST.scope(Arc::clone(self), work).await
    }

    /// The request with a key that this task works for. A task of its own works for none, unless it
    /// is handed over.
    pub fn current() -> Option<Arc<Self>> {
        CURRENT_REQUEST.try_with(Arc::clone).ok()
    }

    /// Does work of the request in a task of its own.
    pub async fn run_in_scope<T>(once: Option<Arc<Self>>, work: impl Future<Output = T>) -> T {
        match once {
            Some(once) => once.scope(work).await,
            None => work.await,
        }
    }

    /// The run that was begun when the request that this task works for was asked the first time.
    pub fn original_run() -> Option<RunId> {
        Self::current().and_then(|once| once.original_run)
    }

    /// Whether this request was asked before, and a run was begun for it.
    pub fn is_replay(&self) -> bool {
        self.original_run.is_some()
    }

    /// Whether another request has the key.
    pub async fn has_conflict(&self) -> bool {
        matches!(*self.phase.lock().await, Phase::Conflict)
    }

    /// Whether something was changed that lasts before its answer is known.
    pub async fn is_committed(&self) -> bool {
        matches!(*self.phase.lock().await, Phase::CommittedForRun)
    }

    /// Refuses to read where a change of the same request waits for its answer: another transaction
    /// does not see it yet, and what it reads would be old.
    pub(in crate::db) async fn reject_stale_read() -> Result<(), DbError> {
        let Some(once) = Self::current() else {
            return Ok(());
        };
        if matches!(*once.phase.lock().await, Phase::AwaitingResponse(_)) {
            return Err(DbErr::Custom(
                "a request with a key reads what it has changed through another transaction"
                    .to_owned(),
            )
            .into());
        }
        Ok(())
    }

    /// Takes a new transaction for the change of the request that this task works for; nothing
    /// where it works for none.
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
                    "a request with a key begins a second change".to_owned(),
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

    /// Puts the commit off until there is an answer.
    pub(in crate::db) async fn defer_commit(
        &self,
        transaction: DatabaseTransaction,
    ) -> Result<(), DbError> {
        *self.phase.lock().await = Phase::AwaitingResponse(transaction);
        Ok(())
    }

    /// Commits now, with the run that answers until there is an answer.
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

    /// Makes the change last together with its answer; where nothing was changed, keeps the answer
    /// alone. [`DbError::Asked`] where another request had the key.
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

    /// Takes back what waits for an answer; of what lasts already, forgets the key, so that it may
    /// be asked anew.
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
    /// Adds the row of the key; false where another request has it, and also where that one is not
    /// done within [`WAIT_FOR_ROW`].
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
            .col_expr(Column::Status, Expr::value(Some(kept.status)))
            .col_expr(Column::Answer, Expr::value(Some(kept.body.clone())));
        row.filter(self.row_filter()).exec(connection).await?;
        Ok(())
    }
}

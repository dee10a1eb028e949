//! What a request with an idempotency key changes is changed once: its key's row, its change and
//! its answer are one transaction.
//!
//! The first writing transaction of the request adds the key's row before anything else; another
//! request with the key waits there, on whichever server, and finds the row afterwards. The commit
//! is put off until the answer is known, and the answer is the last that is written: so there is
//! all of it or nothing, wherever the server dies. Who commits first and answers later is a run of
//! Data Sync, which the row then names.

mod change;
mod place;

pub(in crate::db) use place::kept_since;
pub use place::{Asked, Kept};

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
    static ONCE: Arc<Once>;
}

/// The longest that a request waits at the row of another one with the same key, on Postgres; on
/// SQLite it waits for the other writer anyway.
const WAIT_FOR_ROW: &str = "set local lock_timeout = '5s'";
const WAIT_AS_BEFORE: &str = "set local lock_timeout to default";

/// One request with a key, from its beginning to its answer.
pub struct Once {
    asked: Asked,
    earlier: Option<RunId>,
    stand: Mutex<Stand>,
}

/// How far it has come.
enum Stand {
    /// Nothing lasts yet.
    Open,
    /// The change is made and waits for its answer.
    Made(DatabaseTransaction),
    /// The change lasts, and a run answers for it.
    Runs,
    /// Another request has the key.
    Lost,
}

impl Once {
    /// A request that nobody has asked before.
    pub fn new(asked: Asked) -> Arc<Self> {
        Arc::new(Self {
            asked,
            earlier: None,
            stand: Mutex::new(Stand::Open),
        })
    }

    /// A request that was asked before, and this run was begun for it.
    pub fn of_run(asked: Asked, run: RunId) -> Arc<Self> {
        Arc::new(Self {
            asked,
            earlier: Some(run),
            stand: Mutex::new(Stand::Runs),
        })
    }

    /// Does the work of the request.
    pub async fn during<T>(self: &Arc<Self>, work: impl Future<Output = T>) -> T {
        ONCE.scope(Arc::clone(self), work).await
    }

    /// The request with a key that this task works for. A task of its own works for none, unless it
    /// is handed over.
    pub fn current() -> Option<Arc<Self>> {
        ONCE.try_with(Arc::clone).ok()
    }

    /// Does work of the request in a task of its own.
    pub async fn handed_over<T>(once: Option<Arc<Self>>, work: impl Future<Output = T>) -> T {
        match once {
            Some(once) => once.during(work).await,
            None => work.await,
        }
    }

    /// The run that was begun when the request that this task works for was asked the first time.
    pub fn earlier_run() -> Option<RunId> {
        Self::current().and_then(|once| once.earlier)
    }

    /// Whether this request was asked before, and a run was begun for it.
    pub fn answers_for_earlier(&self) -> bool {
        self.earlier.is_some()
    }

    /// Whether another request has the key.
    pub async fn is_lost(&self) -> bool {
        matches!(*self.stand.lock().await, Stand::Lost)
    }

    /// Whether something was changed that lasts before its answer is known.
    pub async fn runs(&self) -> bool {
        matches!(*self.stand.lock().await, Stand::Runs)
    }

    /// Refuses to read where a change of the same request waits for its answer: another transaction
    /// does not see it yet, and what it reads would be old.
    pub(in crate::db) async fn refuse_old_rows() -> Result<(), DbError> {
        let Some(once) = Self::current() else {
            return Ok(());
        };
        if matches!(*once.stand.lock().await, Stand::Made(_)) {
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
    pub(in crate::db) async fn taking_part(
        transaction: &DatabaseTransaction,
    ) -> Result<Option<Arc<Self>>, DbError> {
        let Some(once) = Self::current() else {
            return Ok(None);
        };
        let mut stand = once.stand.lock().await;
        match *stand {
            Stand::Runs => return Ok(None),
            Stand::Lost => return Err(DbError::Asked),
            Stand::Made(_) => {
                return Err(DbErr::Custom(
                    "a request with a key begins a second change".to_owned(),
                )
                .into());
            }
            Stand::Open => {}
        }
        if once.asked.claim(transaction).await? {
            drop(stand);
            return Ok(Some(once));
        }
        *stand = Stand::Lost;
        Err(DbError::Asked)
    }

    /// Puts the commit off until there is an answer.
    pub(in crate::db) async fn commit(
        &self,
        transaction: DatabaseTransaction,
    ) -> Result<(), DbError> {
        *self.stand.lock().await = Stand::Made(transaction);
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
            .filter(self.asked.is_here());
        row.exec(&transaction).await?;
        transaction.commit().await?;
        *self.stand.lock().await = Stand::Runs;
        Ok(())
    }

    /// Makes the change last together with its answer; where nothing was changed, keeps the answer
    /// alone. [`DbError::Asked`] where another request had the key.
    pub async fn answer(&self, database: &Database, kept: &Kept) -> Result<(), DbError> {
        let stand = std::mem::replace(&mut *self.stand.lock().await, Stand::Open);
        match stand {
            Stand::Made(transaction) => {
                self.asked.keep(&transaction, kept).await?;
                Ok(transaction.commit().await?)
            }
            Stand::Runs => self.asked.keep(&database.questions(), kept).await,
            Stand::Lost => Err(DbError::Asked),
            Stand::Open => {
                let transaction = database.questions().begin().await?;
                if !self.asked.claim(&transaction).await? {
                    return Err(DbError::Asked);
                }
                self.asked.keep(&transaction, kept).await?;
                Ok(transaction.commit().await?)
            }
        }
    }

    /// Takes back what waits for an answer; of what lasts already, forgets the key, so that it may
    /// be asked anew.
    pub async fn take_back(&self, database: &Database) -> Result<(), DbError> {
        let stand = std::mem::replace(&mut *self.stand.lock().await, Stand::Open);
        match stand {
            Stand::Made(transaction) => Ok(transaction.rollback().await?),
            Stand::Runs => {
                Entity::delete_many()
                    .filter(self.asked.is_here())
                    .exec(&database.questions())
                    .await?;
                Ok(())
            }
            Stand::Open | Stand::Lost => Ok(()),
        }
    }
}

impl Asked {
    /// Adds the row of the key; false where another request has it, and also where that one is not
    /// done within [`WAIT_FOR_ROW`].
    async fn claim(&self, transaction: &DatabaseTransaction) -> Result<bool, DbError> {
        let is_postgres = transaction.get_database_backend() == DbBackend::Postgres;
        if is_postgres {
            transaction.execute_unprepared(WAIT_FOR_ROW).await?;
        }
        Entity::delete_many()
            .filter(self.is_here())
            .filter(Column::CreatedAt.lte(self.kept_since()))
            .exec(transaction)
            .await?;
        let row = self.row().into_active_model();
        let added = Entity::insert(sea_orm::ActiveModelTrait::reset_all(row))
            .on_conflict_do_nothing()
            .exec_without_returning(transaction)
            .await;
        let added = match added.map_err(DbError::from) {
            Err(DbError::Busy(_)) if is_postgres => return Ok(false),
            other => other?,
        };
        if is_postgres {
            transaction.execute_unprepared(WAIT_AS_BEFORE).await?;
        }
        Ok(matches!(added, TryInsertResult::Inserted(1..)))
    }

    async fn keep(&self, connection: &impl ConnectionTrait, kept: &Kept) -> Result<(), DbError> {
        let row = Entity::update_many()
            .col_expr(Column::Status, Expr::value(Some(kept.status)))
            .col_expr(Column::Answer, Expr::value(Some(kept.answer.clone())));
        row.filter(self.is_here()).exec(connection).await?;
        Ok(())
    }
}

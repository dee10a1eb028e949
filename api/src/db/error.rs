//! What a caller can tell apart when the database does not do as asked.

use sea_orm::{DbErr, SqlErr};

/// A failed database call.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// The database cannot be reached or gave no connection in time.
    #[error("the database cannot be reached")]
    Unavailable(#[source] DbErr),
    /// A row with the same key is already there.
    #[error("a row with this key is already there")]
    Duplicate(#[source] DbErr),
    /// Anything else; for the log, not for people.
    #[error("the database refused a statement")]
    Failed(#[source] DbErr),
}

impl From<DbErr> for DbError {
    fn from(error: DbErr) -> Self {
        if let Some(SqlErr::UniqueConstraintViolation(_)) = error.sql_err() {
            return Self::Duplicate(error);
        }
        match error {
            DbErr::Conn(_) | DbErr::ConnectionAcquire(_) => Self::Unavailable(error),
            other => Self::Failed(other),
        }
    }
}

impl From<sqlx::Error> for DbError {
    fn from(error: sqlx::Error) -> Self {
        let unreachable = matches!(error, sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::PoolClosed | sqlx::Error::WorkerCrashed);
        let error = DbErr::Custom(error.to_string());
        if unreachable { Self::Unavailable(error) } else { Self::Failed(error) }
    }
}

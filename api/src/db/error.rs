//! Database errors that callers can distinguish.

use sea_orm::{DbErr, RuntimeErr, SqlErr};
use serde::Serialize;

/// A failed database call.
#[derive(Clone, Debug, thiserror::Error)]
pub enum DbError {
    /// The database is not reachable, or no connection was free in time.
    #[error("the database is not reachable")]
    Unavailable(#[source] DbErr),
    /// A lock was not available in time. A retry may succeed.
    #[error("the database is busy")]
    Busy(#[source] DbErr),
    /// The disk is full. The operator must free space.
    #[error("the disk of the database is full")]
    Full(#[source] DbErr),
    /// A row with the same key exists.
    #[error("a row with this key exists")]
    Duplicate(#[source] DbErr),
    /// Another request with the same idempotency key was faster or is in progress.
    #[error("another request has this idempotency key")]
    IdempotencyConflict,
    /// Any other error, for the log only.
    #[error("a database statement failed")]
    Failed(#[source] DbErr),
}

impl DbError {
    /// The message for users, without internal details.
    pub fn user_message(&self) -> &'static str {
        match self {
            Self::Unavailable(_) => "The database is unavailable. Try again in a moment.",
            Self::Busy(_) => "The database is busy. Try again in a moment.",
            Self::Full(_) => {
                "The database is full, so nothing was changed. Contact the administrator of the \
                    server."
            }
            Self::IdempotencyConflict => {
                "The same request with this Idempotency-Key is in progress. Send it again in a \
                    moment."
            }
            Self::Duplicate(_) | Self::Failed(_) => {
                "Something went wrong on our side. Try again. If the problem persists, contact \
                    support."
            }
        }
    }
}

/// A value as a text column stores it.
pub fn encode_json(value: &impl Serialize) -> Result<String, DbError> {
    serde_json::to_string(value).map_err(|error| DbError::Failed(DbErr::Json(error.to_string())))
}

/// A failed lookup of a row that the caller named.
#[derive(Debug, thiserror::Error)]
pub enum LookupError {
    /// The row does not exist or does not belong to the caller.
    #[error("the row does not exist")]
    NotFound,
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
}

/// The meaning of an engine's error code: a SQLSTATE of PostgreSQL (manual, appendix A), or an
/// extended result code of SQLite, whose low byte is the primary code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ErrorKind {
    Unavailable,
    Busy,
    Full,
}

fn classify_code(code: &str) -> Option<ErrorKind> {
    match code {
        // Shutting down, starting up, terminated by the operator, or too many connections.
        "57P01" | "57P02" | "57P03" | "57P05" | "53300" => return Some(ErrorKind::Unavailable),
        code if code.len() == 5 && code.starts_with("08") => return Some(ErrorKind::Unavailable),
        // Lock timeout or deadlock.
        "55P03" | "40P01" | "40001" => return Some(ErrorKind::Busy),
        "53100" | "53000" | "53200" => return Some(ErrorKind::Full),
        _ => {}
    }
    match code.parse::<u32>().ok().filter(|_| code.len() < 5)? & 0xff {
        5 | 6 => Some(ErrorKind::Busy),
        13 => Some(ErrorKind::Full),
        // The file cannot be opened or read.
        10 | 14 => Some(ErrorKind::Unavailable),
        _ => None,
    }
}

impl DbError {
    fn from_kind(meaning: Option<ErrorKind>, error: DbErr) -> Self {
        match meaning {
            Some(ErrorKind::Unavailable) => Self::Unavailable(error),
            Some(ErrorKind::Busy) => Self::Busy(error),
            Some(ErrorKind::Full) => Self::Full(error),
            None => Self::Failed(error),
        }
    }
}

impl From<DbErr> for DbError {
    fn from(error: DbErr) -> Self {
        if let Some(SqlErr::UniqueConstraintViolation(_)) = error.sql_err() {
            return Self::Duplicate(error);
        }
        let known = match &error {
            DbErr::Conn(_) | DbErr::ConnectionAcquire(_) => Some(ErrorKind::Unavailable),
            DbErr::Exec(RuntimeErr::SqlxError(cause))
            | DbErr::Query(RuntimeErr::SqlxError(cause)) => classify_error(cause),
            _ => None,
        };
        Self::from_kind(known, error)
    }
}

impl From<sqlx::Error> for DbError {
    fn from(error: sqlx::Error) -> Self {
        Self::from_kind(classify_error(&error), DbErr::Custom(error.to_string()))
    }
}

fn classify_error(error: &sqlx::Error) -> Option<ErrorKind> {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => Some(ErrorKind::Unavailable),
        sqlx::Error::Database(cause) => classify_code(cause.code()?.as_ref()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classifies_error_codes_of_both_engines() {
        for (code, expected) in [
            ("57P01", Some(ErrorKind::Unavailable)),
            ("08006", Some(ErrorKind::Unavailable)),
            ("53300", Some(ErrorKind::Unavailable)),
            ("55P03", Some(ErrorKind::Busy)),
            ("53100", Some(ErrorKind::Full)),
            ("23505", None),
            ("57014", None),
            ("5", Some(ErrorKind::Busy)),
            ("517", Some(ErrorKind::Busy)),
            ("6", Some(ErrorKind::Busy)),
            ("13", Some(ErrorKind::Full)),
            ("3338", Some(ErrorKind::Unavailable)),
            ("1555", None),
            ("9", None),
        ] {
            assert_eq!(classify_code(code), expected, "{code}");
        }
    }
}

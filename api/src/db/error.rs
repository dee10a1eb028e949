//! What a caller can tell apart when the database does not do as asked.

use sea_orm::{DbErr, RuntimeErr, SqlErr};

/// A failed database call.
#[derive(Debug, thiserror::Error)]
pub enum DbError {
    /// The database cannot be reached or gave no connection in time.
    #[error("the database cannot be reached")]
    Unavailable(#[source] DbErr),
    /// It answers, but others hold what is needed for longer than anybody waits; trying again may
    /// help.
    #[error("the database is busy")]
    Busy(#[source] DbErr),
    /// It has no room left: its operator has to make some.
    #[error("the database has no room left")]
    Full(#[source] DbErr),
    /// A row with the same key is already there.
    #[error("a row with this key is already there")]
    Duplicate(#[source] DbErr),
    /// Another request with the same idempotency key was faster, or is under way.
    #[error("another request has this idempotency key")]
    IdempotencyConflict,
    /// Anything else; for the log, not for people.
    #[error("the database refused a statement")]
    Failed(#[source] DbErr),
}

/// What an engine's own code means. Codes of PostgreSQL are SQLSTATEs (its manual, appendix A),
/// those of SQLite its extended result codes, whose low byte is the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ErrorKind {
    Unavailable,
    Busy,
    Full,
}

fn classify_code(code: &str) -> Option<ErrorKind> {
    match code {
        // Going down, starting up, cut off by its operator; no connection; too many of them.
        "57P01" | "57P02" | "57P03" | "57P05" | "53300" => return Some(ErrorKind::Unavailable),
        code if code.len() == 5 && code.starts_with("08") => return Some(ErrorKind::Unavailable),
        // A lock that did not come, a deadlock.
        "55P03" | "40P01" | "40001" => return Some(ErrorKind::Busy),
        "53100" | "53000" | "53200" => return Some(ErrorKind::Full),
        _ => {}
    }
    match code.parse::<u32>().ok().filter(|_| code.len() < 5)? & 0xff {
        5 | 6 => Some(ErrorKind::Busy),
        13 => Some(ErrorKind::Full),
        // The file cannot be opened or read: a disk that went away.
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
    fn codes_of_both_engines_are_told_apart() {
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

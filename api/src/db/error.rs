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
    Asked,
    /// Anything else; for the log, not for people.
    #[error("the database refused a statement")]
    Failed(#[source] DbErr),
}

/// What an engine's own code means. Codes of PostgreSQL are SQLSTATEs (its manual, appendix A),
/// those of SQLite its extended result codes, whose low byte is the kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    Unavailable,
    Busy,
    Full,
}

fn meaning(code: &str) -> Option<Meaning> {
    match code {
        // Going down, starting up, cut off by its operator; no connection; too many of them.
        "57P01" | "57P02" | "57P03" | "57P05" | "53300" => return Some(Meaning::Unavailable),
        code if code.len() == 5 && code.starts_with("08") => return Some(Meaning::Unavailable),
        // A lock that did not come, a deadlock.
        "55P03" | "40P01" | "40001" => return Some(Meaning::Busy),
        "53100" | "53000" | "53200" => return Some(Meaning::Full),
        _ => {}
    }
    match code.parse::<u32>().ok().filter(|_| code.len() < 5)? & 0xff {
        5 | 6 => Some(Meaning::Busy),
        13 => Some(Meaning::Full),
        // The file cannot be opened or read: a disk that went away.
        10 | 14 => Some(Meaning::Unavailable),
        _ => None,
    }
}

impl DbError {
    fn of_meaning(meaning: Option<Meaning>, error: DbErr) -> Self {
        match meaning {
            Some(Meaning::Unavailable) => Self::Unavailable(error),
            Some(Meaning::Busy) => Self::Busy(error),
            Some(Meaning::Full) => Self::Full(error),
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
            DbErr::Conn(_) | DbErr::ConnectionAcquire(_) => Some(Meaning::Unavailable),
            DbErr::Exec(RuntimeErr::SqlxError(cause))
            | DbErr::Query(RuntimeErr::SqlxError(cause)) => meaning_of(cause),
            _ => None,
        };
        Self::of_meaning(known, error)
    }
}

impl From<sqlx::Error> for DbError {
    fn from(error: sqlx::Error) -> Self {
        Self::of_meaning(meaning_of(&error), DbErr::Custom(error.to_string()))
    }
}

fn meaning_of(error: &sqlx::Error) -> Option<Meaning> {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => Some(Meaning::Unavailable),
        sqlx::Error::Database(cause) => meaning(cause.code()?.as_ref()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_both_engines_are_told_apart() {
        for (code, expected) in [
            ("57P01", Some(Meaning::Unavailable)),
            ("08006", Some(Meaning::Unavailable)),
            ("53300", Some(Meaning::Unavailable)),
            ("55P03", Some(Meaning::Busy)),
            ("53100", Some(Meaning::Full)),
            ("23505", None),
            ("57014", None),
            ("5", Some(Meaning::Busy)),
            ("517", Some(Meaning::Busy)),
            ("6", Some(Meaning::Busy)),
            ("13", Some(Meaning::Full)),
            ("3338", Some(Meaning::Unavailable)),
            ("1555", None),
            ("9", None),
        ] {
            assert_eq!(meaning(code), expected, "{code}");
        }
    }
}

//! How Postgres is to bring two tables together: it has no statistics of a fresh table, and guesses
//! wrong either way.

use super::link::Link;
use crate::db::{DbError, Engine};

/// The way from one table's rows to another's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::db) enum Joins {
    /// All rows at once: right at any size, and costs a look at every row.
    ByHash,
    /// Each row by the other table's index: for a few rows against many.
    ByIndex,
}

impl Joins {
    /// From the next statement on. SQLite always goes by index.
    pub(in crate::db) async fn set(self, link: &mut Link) -> Result<(), DbError> {
        if link.engine() == Engine::Postgres {
            let (hash, index) = if self == Self::ByHash {
                ("on", "off")
            } else {
                ("off", "on")
            };
            for setting in [
                ("enable_hashjoin", hash),
                ("enable_mergejoin", hash),
                ("enable_nestloop", index),
            ] {
                link.execute(format!("set local {} = {}", setting.0, setting.1), &[])
                    .await?;
            }
        }
        Ok(())
    }
}

//! How Postgres is to bring two tables together: it has no statistics of a fresh table, and guesses
//! wrong either way.

use super::connection::WriterConnection;
use crate::db::{DbError, Engine};

/// The way from one table's rows to another's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::db) enum JoinStrategy {
    /// All rows at once: right at any size, and costs a look at every row.
    Hash,
    /// Each row by the other table's index: for a few rows against many.
    IndexLookup,
}

impl JoinStrategy {
    /// From the next statement on. SQLite always goes by index.
    pub(in crate::db) async fn apply_settings(
        self,
        link: &mut WriterConnection,
    ) -> Result<(), DbError> {
        if link.engine() == Engine::Postgres {
            let (hash, index) = if self == Self::Hash {
                ("on", "off")
            } else {
                ("off", "on")
            };
            for setting in [
                ("enable_hashjoin", hash),
                ("enable_mergejoin", hash),
                ("enable_nestloop", index),
            ] {
                link.execute_sql(format!("set local {} = {}", setting.0, setting.1), &[])
                    .await?;
            }
        }
        Ok(())
    }
}

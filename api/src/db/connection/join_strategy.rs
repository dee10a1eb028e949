//! Join settings for PostgreSQL, which has no statistics of a new table and would guess.

use super::WriterConnection;
use crate::db::{DbError, Engine};

/// How to join two tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::db) enum JoinStrategy {
    /// Hash join: good at any size, but reads all rows.
    Hash,
    /// Nested loop with the index of the other table: for a few rows against many.
    IndexLookup,
}

impl JoinStrategy {
    /// Applies to the following statements. SQLite always uses the index.
    pub(in crate::db) async fn apply_settings(
        self,
        connection: &mut WriterConnection,
    ) -> Result<(), DbError> {
        if connection.engine() == Engine::Postgres {
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
                connection
                    .execute_sql(format!("set local {} = {}", setting.0, setting.1), &[])
                    .await?;
            }
        }
        Ok(())
    }
}

//! Reads the rows of long results in batches.
//!
//! On SQLite, a thread reads rows and hands over each. A reader that waits for every single row is woken
//! for every single row, which takes longer than reading it does. So after the first rows the reader
//! pauses whenever none is there, and then takes all that have arrived.

use futures_util::{FutureExt as _, Stream, StreamExt as _};
use sea_orm::DbBackend;
use std::time::Duration;
use tokio::task::yield_now;
use tokio::time::sleep;

/// The maximum number of rows that SQLite reads ahead.
pub(in crate::db) const MAX_BATCH: usize = 1_024;
/// Short results come without pauses.
const FIRST_ROWS: usize = 256;
/// SQLite reads some hundred rows meanwhile.
const PAUSE: Duration = Duration::from_millis(1);

/// The rows of a result.
pub(in crate::db) struct RowReader<S> {
    rows: S,
    is_batched: bool,
    taken: usize,
}

impl<S: Stream + Unpin> RowReader<S> {
    pub(in crate::db) fn new(rows: S, backend: DbBackend) -> Self {
        Self {
            rows,
            is_batched: backend == DbBackend::Sqlite,
            taken: 0,
        }
    }

    /// The next row. `None` after the last row.
    pub(in crate::db) async fn next(&mut self) -> Option<S::Item> {
        self.taken += 1;
        if !self.is_batched || self.taken <= FIRST_ROWS {
            return self.rows.next().await;
        }
        if self.taken.is_multiple_of(MAX_BATCH) {
            yield_now().await;
        }
        loop {
            if let Some(next) = self.rows.next().now_or_never() {
                return next;
            }
            sleep(PAUSE).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::stream;

    #[tokio::test]
    async fn every_row_arrives_once_and_in_order() {
        for backend in [DbBackend::Sqlite, DbBackend::Postgres] {
            // Rows that are late now and then.
            let rows = stream::iter(0..3_000).then(async |row| {
                if row % 700 == 0 {
                    sleep(Duration::from_millis(3)).await;
                }
                row
            });
            let mut reader = RowReader::new(Box::pin(rows), backend);
            let mut read = Vec::new();
            while let Some(row) = reader.next().await {
                read.push(row);
            }
            assert_eq!(read, (0..3_000).collect::<Vec<_>>());
            assert_eq!(reader.next().await, None, "the end stays the end");
        }
    }
}

//! Writes the rows of rollups while they are built.

use super::rollup_rows::{RollupBatch, RollupSink, RowError};
use crate::db::DbError;
use crate::db::connection::{CopyWriter, WriterConnection, is_faster_as_arrays};
use crate::ids::TenantId;
use sea_orm::DbErr;
use sqlx::{AssertSqlSafe, PgConnection};
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, spawn_blocking};

/// The number of batches that are built ahead of the writer.
const MAX_BUFFERED_BATCHES: usize = 2;

/// The rows of all rollups. Dropping it stops their construction.
#[derive(Debug)]
pub(in crate::db) struct CountedRollups {
    batches: mpsc::Receiver<RollupBatch>,
    task: JoinHandle<Result<(), RowError>>,
}

impl CountedRollups {
    pub(super) fn spawn(
        tenant: TenantId,
        make: impl FnOnce(&RollupSink) -> Result<(), RowError> + Send + 'static,
    ) -> Self {
        let (sender, batches) = mpsc::channel(MAX_BUFFERED_BATCHES);
        Self {
            batches,
            task: spawn_blocking(move || {
                make(&RollupSink {
                    tenant,
                    batches: sender,
                })
            }),
        }
    }

    /// Writes the rows into the empty rollups and returns their number.
    pub(in crate::db::rollup) async fn write_all(
        mut self,
        connection: &mut WriterConnection,
    ) -> Result<u64, DbError> {
        let mut written = 0;
        let (is_distributed, insert_suffix) =
            (connection.is_distributed(), connection.insert_suffix());
        while let Some(first) = self.batches.recv().await {
            let is_small = first.last && is_faster_as_arrays(&first.rows) && !is_distributed;
            if let (WriterConnection::Postgres { connection, .. }, false) =
                (&mut *connection, is_small)
            {
                written += self.copy_rollup(first, insert_suffix, connection).await?;
            } else {
                connection
                    .insert_batch(first.table, &first.columns, &first.rows)
                    .await?;
                written += first.rows.num_rows() as u64;
            }
        }
        // Only a successful builder has sent all rows.
        match self.task.await {
            Ok(Ok(())) => Ok(written),
            Ok(Err(error)) => Err(row_build_error(&error)),
            Err(error) => Err(row_build_error(&error)),
        }
    }

    /// Writes one rollup. PostgreSQL does not COPY into a table with row level security, so the
    /// rows go through a temporary table.
    async fn copy_rollup(
        &mut self,
        first: RollupBatch,
        insert_suffix: &str,
        connection: &mut PgConnection,
    ) -> Result<u64, DbError> {
        let RollupBatch {
            table,
            columns,
            mut rows,
            mut last,
        } = first;
        let gathered = format!("{table}_first_load");
        let create = format!(
            "create temporary table {gathered} on commit drop as select * from {table} limit 0"
        );
        sqlx::query(AssertSqlSafe(create))
            .execute(&mut *connection)
            .await?;
        let mut copying = CopyWriter::start(connection, &gathered, &columns).await?;
        loop {
            copying.write_batch(&rows).await?;
            if last {
                break;
            }
            // If the channel ends early, the task returns the cause.
            let Some(next) = self.batches.recv().await else {
                break;
            };
            (rows, last) = (next.rows, next.last);
        }
        copying.finish().await?;
        let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
        let names = names.join(", ");
        let insert =
            format!("insert into {table} ({names}) select {names} from {gathered}{insert_suffix}");
        Ok(sqlx::query(AssertSqlSafe(insert))
            .execute(connection)
            .await?
            .rows_affected())
    }
}

fn row_build_error(error: &dyn std::error::Error) -> DbError {
    DbError::Failed(DbErr::Custom(format!(
        "could not build the rows of the rollups: {error}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::rollup::first_load::rollup_rows::RowBuilder;
    use sea_orm::prelude::Uuid;
    use sqlx::SqlitePool;

    const ROLLUP: &str = "rollup_supplier_day";

    async fn open_connection() -> WriterConnection {
        let pool = SqlitePool::connect("sqlite::memory:").await.unwrap();
        let mut connection = WriterConnection::Sqlite(pool.acquire().await.unwrap());
        connection.execute_sql(
            format!(
                "create table {ROLLUP} (tenant_id blob, day text, supplier_id text, lines bigint)"
            ),
            &[],
        )
        .await
        .unwrap();
        connection
    }

    fn write_rows(out: &RollupSink, days: i32) -> Result<(), RowError> {
        let mut rows = RowBuilder::new(ROLLUP, ["day", "supplier_id", "lines"].into_iter(), out);
        for day in 0..days {
            rows.push_day(day).push_text("s1").push_number(7);
            rows.end_row()?;
        }
        rows.finish()
    }

    fn sample_tenant() -> TenantId {
        TenantId(Uuid::from_u128(1))
    }

    #[tokio::test]
    async fn writes_all_rows() {
        let mut connection = open_connection().await;
        let rows = CountedRollups::spawn(sample_tenant(), |out| write_rows(out, 10_000));
        assert_eq!(rows.write_all(&mut connection).await.unwrap(), 10_000);
        assert_eq!(
            connection
                .fetch_counts(format!("select count(*), sum(lines) from {ROLLUP}"), &[])
                .await
                .unwrap(),
            [10_000, 70_000]
        );
    }

    #[tokio::test]
    async fn fails_if_rows_are_missing() {
        let failing = CountedRollups::spawn(sample_tenant(), |out| {
            write_rows(out, 10)?;
            Err(RowError::Arrow(arrow_schema::ArrowError::ComputeError(
                "a sum is too large".to_owned(),
            )))
        });
        let error = failing
            .write_all(&mut open_connection().await)
            .await
            .unwrap_err();
        assert!(
            format!("{error:?}").contains("a sum is too large"),
            "{error:?}"
        );
        let lacking = CountedRollups::spawn(sample_tenant(), |out| {
            let mut rows =
                RowBuilder::new(ROLLUP, ["day", "supplier_id", "lines"].into_iter(), out);
            rows.push_day(1).push_number(7);
            rows.end_row()?;
            rows.finish()
        });
        lacking
            .write_all(&mut open_connection().await)
            .await
            .unwrap_err();
    }

    #[tokio::test]
    async fn stops_when_dropped() {
        let CountedRollups { batches, task } =
            CountedRollups::spawn(sample_tenant(), |out| write_rows(out, i32::MAX));
        drop(batches);
        assert!(matches!(task.await.unwrap(), Err(RowError::ReceiverClosed)));
    }
}

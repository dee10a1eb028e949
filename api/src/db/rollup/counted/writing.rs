//! Writes rows of rollups as they are made.

use super::rows::{Batch, NotMade, Out};
use crate::db::DbError;
use crate::db::tenant_writer::copy::{self, Copying};
use crate::db::tenant_writer::link::Link;
use crate::ids::TenantId;
use sea_orm::DbErr;
use sqlx::{AssertSqlSafe, PgConnection};
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, spawn_blocking};

/// So many batches are made before anybody takes one.
const AHEAD: usize = 2;

/// The rows of all rollups, on their way. Whoever drops it ends their making.
#[derive(Debug)]
pub(in crate::db) struct CountedRollups {
    batches: mpsc::Receiver<Batch>,
    made: JoinHandle<Result<(), NotMade>>,
}

impl CountedRollups {
    pub(super) fn begin(
        tenant: TenantId,
        make: impl FnOnce(&Out) -> Result<(), NotMade> + Send + 'static,
    ) -> Self {
        let (sender, batches) = mpsc::channel(AHEAD);
        Self {
            batches,
            made: spawn_blocking(move || {
                make(&Out {
                    tenant,
                    batches: sender,
                })
            }),
        }
    }

    /// Writes them into the rollups, which are empty, and gives their number.
    pub(in crate::db::rollup) async fn write(mut self, link: &mut Link) -> Result<u64, DbError> {
        let mut written = 0;
        while let Some(first) = self.batches.recv().await {
            let few = first.last && copy::is_too_few(&first.rows);
            if let (Link::Postgres(connection), false) = (&mut *link, few) {
                written += self.gather(first, connection).await?;
            } else {
                link.load(first.table, &first.columns, &first.rows).await?;
                written += first.rows.num_rows() as u64;
            }
        }
        // Those that were made are all only where their maker says so.
        match self.made.await {
            Ok(Ok(())) => Ok(written),
            Ok(Err(error)) => Err(failed(&error)),
            Err(error) => Err(failed(&error)),
        }
    }

    /// Writes a rollup. Postgres copies into no table under row level security: its rows gather in
    /// a temporary table, and go over from it at the end.
    async fn gather(
        &mut self,
        first: Batch,
        connection: &mut PgConnection,
    ) -> Result<u64, DbError> {
        let Batch {
            table,
            columns,
            mut rows,
            mut last,
        } = first;
        let gathered = format!("{table}_counted");
        let create = format!(
            "create temporary table {gathered} on commit drop as select * from {table} limit 0"
        );
        sqlx::query(AssertSqlSafe(create))
            .execute(&mut *connection)
            .await?;
        let mut copying = Copying::begin(connection, &gathered, &columns).await?;
        loop {
            copying.add(&rows).await?;
            if last {
                break;
            }
            // Where there is no more after all, `made` says why.
            let Some(next) = self.batches.recv().await else {
                break;
            };
            (rows, last) = (next.rows, next.last);
        }
        copying.end().await?;
        let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
        let names = names.join(", ");
        let insert = format!("insert into {table} ({names}) select {names} from {gathered}");
        Ok(sqlx::query(AssertSqlSafe(insert))
            .execute(connection)
            .await?
            .rows_affected())
    }
}

fn failed(error: &dyn std::error::Error) -> DbError {
    DbError::Failed(DbErr::Custom(format!(
        "the rows of the rollups could not be made: {error}"
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::rollup::counted::rows::Rows;
    use sea_orm::prelude::Uuid;
    use sqlx::SqlitePool;

    const ROLLUP: &str = "rollup_supplier_day";

    async fn link() -> Link {
        let pool = SqlitePool::connect("sqlite::memory:").await.unwrap();
        let mut link = Link::Sqlite(pool.acquire().await.unwrap());
        link.execute(
            format!(
                "create table {ROLLUP} (tenant_id blob, day text, supplier_id text, lines bigint)"
            ),
            &[],
        )
        .await
        .unwrap();
        link
    }

    fn make(out: &Out, days: i32) -> Result<(), NotMade> {
        let mut rows = Rows::of(ROLLUP, ["day", "supplier_id", "lines"].into_iter(), out);
        for day in 0..days {
            rows.day(day).text("s1").number(7);
            rows.end_row()?;
        }
        rows.finish()
    }

    fn tenant() -> TenantId {
        TenantId(Uuid::from_u128(1))
    }

    #[tokio::test]
    async fn every_row_is_written() {
        let mut link = link().await;
        let rows = CountedRollups::begin(tenant(), |out| make(out, 10_000));
        assert_eq!(rows.write(&mut link).await.unwrap(), 10_000);
        assert_eq!(
            link.numbers(format!("select count(*), sum(lines) from {ROLLUP}"), &[])
                .await
                .unwrap(),
            [10_000, 70_000]
        );
    }

    #[tokio::test]
    async fn rows_of_which_not_all_were_made_are_not_taken_for_all() {
        let failing = CountedRollups::begin(tenant(), |out| {
            make(out, 10)?;
            Err(NotMade::Failed(arrow_schema::ArrowError::ComputeError(
                "a sum is too large".to_owned(),
            )))
        });
        let error = failing.write(&mut link().await).await.unwrap_err();
        assert!(
            format!("{error:?}").contains("a sum is too large"),
            "{error:?}"
        );
        let lacking = CountedRollups::begin(tenant(), |out| {
            let mut rows = Rows::of(ROLLUP, ["day", "supplier_id", "lines"].into_iter(), out);
            rows.day(1).number(7);
            rows.end_row()?;
            rows.finish()
        });
        lacking.write(&mut link().await).await.unwrap_err();
    }

    #[tokio::test]
    async fn rows_that_nobody_wants_are_not_made() {
        let CountedRollups { batches, made } =
            CountedRollups::begin(tenant(), |out| make(out, i32::MAX));
        drop(batches);
        assert!(matches!(made.await.unwrap(), Err(NotMade::Unwanted)));
    }
}

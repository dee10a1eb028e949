//! Saves the progress of a run once per second and checks whether the run was cancelled or its
//! organization suspended, because the request may have reached another server.

use super::RunExecutor;
use crate::db::{Access, DbError};
use crate::features::data_sync::DataSync;
use crate::features::data_sync::run_control::{RunControl, TableReadProgress};
use crate::features::data_sync::run_state::TableState;
use crate::ids::RunId;
use entities::{sync_run, sync_run_table};
use sea_orm::ColumnTrait;
use std::time::Duration;
use tokio::task::JoinHandle;

const REPORT_INTERVAL: Duration = Duration::from_secs(1);

/// Reports until dropped.
pub(super) struct ProgressReporter(JoinHandle<()>);

impl ProgressReporter {
    pub(super) fn start(going: &RunExecutor) -> Self {
        let (sync, access, run, watch) = (
            going.sync.clone(),
            going.access.clone(),
            going.run,
            going.control.clone(),
        );
        Self(tokio::spawn(async move {
            let mut told = TableReadProgress::default();
            while !watch.is_cancelled() {
                tokio::time::sleep(REPORT_INTERVAL).await;
                let progress = watch.progress();
                let ticked = async {
                    if progress != told {
                        save_progress(&sync, &access, run, progress).await?;
                    }
                    check_cancel_request(&sync, &access, run, &watch).await
                };
                match ticked.await {
                    Ok(()) => told = progress,
                    // A merge may hold the database; the next tick may get through.
                    Err(error) => {
                        tracing::debug!(%error, %run, "the progress of a sync could not be saved");
                    }
                }
            }
        }))
    }
}

impl Drop for ProgressReporter {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Updates only a table that is still being read. The counts of a synced table are final.
async fn save_progress(
    sync: &DataSync,
    access: &Access,
    run: RunId,
    progress: TableReadProgress,
) -> Result<(), DbError> {
    let number = |count| i64::try_from(count).unwrap_or(i64::MAX);
    let db = sync.database.begin_write(access).await?;
    let mut row = db
        .update::<sync_run_table::Entity>()
        .set(sync_run_table::Column::RowsRead, number(progress.rows))
        .set(
            sync_run_table::Column::BytesRead,
            Some(number(progress.bytes)),
        )
        .set(
            sync_run_table::Column::BytesTotal,
            progress.bytes_total.map(number),
        );
    if progress.is_partial {
        row = row.set(sync_run_table::Column::RowsExpected, None::<i64>);
    }
    let of_run = row.filter(sync_run_table::Column::RunId.eq(run.0));
    of_run
        .filter(sync_run_table::Column::State.eq(TableState::Running.into_str()))
        .exec()
        .await?;
    db.commit().await
}

async fn check_cancel_request(
    sync: &DataSync,
    access: &Access,
    run: RunId,
    watch: &RunControl,
) -> Result<(), DbError> {
    let db = sync.database.begin_read(access).await?;
    let row = db
        .find::<sync_run::Entity>()
        .filter(sync_run::Column::Id.eq(run.0))
        .one()
        .await?;
    let suspended = db.load_suspension().await?.is_some();
    drop(db);
    if suspended || row.is_some_and(|row| row.cancel_requested_at.is_some()) {
        watch.cancel().await;
    }
    Ok(())
}

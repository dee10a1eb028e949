//! Shared control of a run: its progress and its cancellation.

use crate::db::StopHandle;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// Progress of reading one table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TableReadProgress {
    /// Rows read.
    pub(super) rows: u64,
    /// Bytes read.
    pub(super) bytes: u64,
    /// Bytes to read, if the source knows them in advance.
    pub(super) bytes_total: Option<u64>,
    /// Whether only part of the table is read. The previous row count is then no estimate.
    pub(super) is_partial: bool,
}

/// The control of one run. Clones share it.
#[derive(Clone, Debug)]
pub(super) struct RunControl(Arc<RunControlState>);

#[derive(Debug)]
struct RunControlState {
    progress: Mutex<TableReadProgress>,
    stop_handle: Mutex<Option<StopHandle>>,
    cancelled: watch::Sender<bool>,
}

impl Default for RunControl {
    fn default() -> Self {
        Self(Arc::new(RunControlState {
            progress: Mutex::default(),
            stop_handle: Mutex::new(None),
            cancelled: watch::Sender::new(false),
        }))
    }
}

impl RunControl {
    /// Starts a table with no progress.
    pub(super) fn begin_table(&self) {
        *self.lock_progress() = TableReadProgress::default();
        self.replace_stop_handle(None);
    }

    /// Sets the bytes to read, if known, and whether only part of the table is read.
    pub(super) fn begin_reading(&self, bytes_total: Option<u64>, in_part: bool) {
        let mut progress = self.lock_progress();
        (progress.bytes_total, progress.is_partial) = (bytes_total, in_part);
    }

    /// Adds rows and bytes to the progress of the table.
    pub(super) fn add_progress(&self, rows: u64, bytes: u64) {
        let mut progress = self.lock_progress();
        progress.rows += rows;
        progress.bytes += bytes;
    }

    /// Progress of the current table.
    pub(super) fn progress(&self) -> TableReadProgress {
        *self.lock_progress()
    }

    /// Sets the handle that stops the current statement when the run is cancelled.
    pub(super) fn set_stop_handle(&self, writer: StopHandle) {
        self.replace_stop_handle(Some(writer));
    }

    /// Cancels the run. Discards the table in progress; tables already synced are kept.
    pub(super) async fn cancel(&self) {
        self.0.cancelled.send_replace(true);
        self.stop_statement().await;
    }

    /// Stops the current statement of the table in progress.
    pub(super) async fn stop_statement(&self) {
        let writer = self
            .0
            .stop_handle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        if let Some(writer) = writer
            && let Err(error) = writer.stop().await
        {
            tracing::warn!(%error, "the statement of a stopped run could not be stopped; it runs to \
                its end");
        }
    }

    pub(super) fn is_cancelled(&self) -> bool {
        *self.0.cancelled.borrow()
    }

    /// Waits until the run is cancelled.
    pub(super) async fn cancelled(&self) {
        // `self` owns the sender, so waiting cannot fail.
        let _ = self
            .0
            .cancelled
            .subscribe()
            .wait_for(|cancelled| *cancelled)
            .await;
    }

    fn lock_progress(&self) -> MutexGuard<'_, TableReadProgress> {
        self.0
            .progress
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn replace_stop_handle(&self, writer: Option<StopHandle>) {
        *self
            .0
            .stop_handle
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = writer;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_wish_reaches_whoever_waits_and_whoever_comes_later() {
        let watch = RunControl::default();
        let waiting = tokio::spawn({
            let watch = watch.clone();
            async move { watch.cancelled().await }
        });
        assert!(!watch.is_cancelled());
        watch.cancel().await;
        waiting.await.unwrap();
        watch.cancelled().await;
        assert!(watch.is_cancelled());
    }

    #[test]
    fn progress_is_that_of_the_table_that_is_read() {
        let watch = RunControl::default();
        watch.begin_reading(Some(100), true);
        watch.add_progress(3, 30);
        watch.add_progress(4, 50);
        assert_eq!(
            watch.progress(),
            TableReadProgress {
                rows: 7,
                bytes: 80,
                bytes_total: Some(100),
                is_partial: true
            }
        );
        watch.begin_table();
        assert_eq!(watch.progress(), TableReadProgress::default());
    }
}

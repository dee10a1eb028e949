//! What goes on in a run, for those outside of it: how far it is, and the wish that it end.

use crate::db::StopHandle;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// How far the read of a table is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct TableReadProgress {
    /// Rows that were read.
    pub(super) rows: u64,
    /// Bytes of the source that they were.
    pub(super) bytes: u64,
    /// Bytes that there are to read, where the source says so beforehand.
    pub(super) bytes_total: Option<u64>,
    /// Whether a part of the table is read: how many rows it had is of no use then.
    pub(super) is_partial: bool,
}

/// The watch over one run; clones share it.
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
    /// Another table begins: nothing of it was read yet.
    pub(super) fn begin_table(&self) {
        *self.lock_progress() = TableReadProgress::default();
        self.replace_stop_handle(None);
    }

    /// Its rows are on their way: of how many bytes, where that is known, and whether it is a part
    /// of the table only.
    pub(super) fn begin_reading(&self, bytes_total: Option<u64>, in_part: bool) {
        let mut progress = self.lock_progress();
        (progress.bytes_total, progress.is_partial) = (bytes_total, in_part);
    }

    /// So many more rows of the table were read, of so many bytes.
    pub(super) fn add_progress(&self, rows: u64, bytes: u64) {
        let mut progress = self.lock_progress();
        progress.rows += rows;
        progress.bytes += bytes;
    }

    /// How far the read of the table is.
    pub(super) fn progress(&self) -> TableReadProgress {
        *self.lock_progress()
    }

    /// Whose statement has to be ended where the run is cancelled.
    pub(super) fn set_stop_handle(&self, writer: StopHandle) {
        self.replace_stop_handle(Some(writer));
    }

    /// Wishes that the run end. What it is writing comes to nothing; tables that have landed stay.
    pub(super) async fn cancel(&self) {
        self.0.cancelled.send_replace(true);
        let writer = self
            .0
            .stop_handle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        if let Some(writer) = writer
            && let Err(error) = writer.stop().await
        {
            tracing::warn!(%error, "the statement of a cancelled run could not be ended: it ends \
                by itself");
        }
    }

    pub(super) fn is_cancelled(&self) -> bool {
        *self.0.cancelled.borrow()
    }

    /// Waits for the wish that the run end.
    pub(super) async fn cancelled(&self) {
        // The sender lives as long as this does, so waiting cannot fail.
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

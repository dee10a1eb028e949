//! What goes on in a run, for those outside of it: how far it is, and the wish that it end.

use crate::db::StopHandle;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::watch;

/// How far the read of a table is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Progress {
    /// Rows that were read.
    pub(super) rows: u64,
    /// Bytes of the source that they were.
    pub(super) bytes: u64,
    /// Bytes that there are to read, where the source says so beforehand.
    pub(super) bytes_total: Option<u64>,
    /// Whether a part of the table is read: how many rows it had is of no use then.
    pub(super) in_part: bool,
}

/// The watch over one run; clones share it.
#[derive(Clone, Debug)]
pub(super) struct Watch(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    progress: Mutex<Progress>,
    at_work: Mutex<Option<StopHandle>>,
    cancelled: watch::Sender<bool>,
}

impl Default for Watch {
    fn default() -> Self {
        Self(Arc::new(Inner {
            progress: Mutex::default(),
            at_work: Mutex::new(None),
            cancelled: watch::Sender::new(false),
        }))
    }
}

impl Watch {
    /// Another table begins: nothing of it was read yet.
    pub(super) fn begin_table(&self) {
        *self.lock_progress() = Progress::default();
        self.set_at_work(None);
    }

    /// Its rows are on their way: of how many bytes, where that is known, and whether it is a part
    /// of the table only.
    pub(super) fn begin_reading(&self, bytes_total: Option<u64>, in_part: bool) {
        let mut progress = self.lock_progress();
        (progress.bytes_total, progress.in_part) = (bytes_total, in_part);
    }

    /// So many more rows of the table were read, of so many bytes.
    pub(super) fn read(&self, rows: u64, bytes: u64) {
        let mut progress = self.lock_progress();
        progress.rows += rows;
        progress.bytes += bytes;
    }

    /// How far the read of the table is.
    pub(super) fn progress(&self) -> Progress {
        *self.lock_progress()
    }

    /// Whose statement has to be ended where the run is cancelled.
    pub(super) fn works_with(&self, writer: StopHandle) {
        self.set_at_work(Some(writer));
    }

    /// Wishes that the run end. What it is writing comes to nothing; tables that have landed stay.
    pub(super) async fn cancel(&self) {
        self.0.cancelled.send_replace(true);
        let writer = self
            .0
            .at_work
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

    fn lock_progress(&self) -> MutexGuard<'_, Progress> {
        self.0
            .progress
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn set_at_work(&self, writer: Option<StopHandle>) {
        *self
            .0
            .at_work
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = writer;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_wish_reaches_whoever_waits_and_whoever_comes_later() {
        let watch = Watch::default();
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
        let watch = Watch::default();
        watch.begin_reading(Some(100), true);
        watch.read(3, 30);
        watch.read(4, 50);
        assert_eq!(
            watch.progress(),
            Progress {
                rows: 7,
                bytes: 80,
                bytes_total: Some(100),
                in_part: true
            }
        );
        watch.begin_table();
        assert_eq!(watch.progress(), Progress::default());
    }
}

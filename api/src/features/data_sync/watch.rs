//! What goes on in a run, for those outside of it: how far it is, and the wish that it end.

use crate::db::StopHandle;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::watch;

/// The watch over one run; clones share it.
#[derive(Clone, Debug)]
pub(super) struct Watch(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    rows: AtomicU64,
    at_work: Mutex<Option<StopHandle>>,
    cancelled: watch::Sender<bool>,
}

impl Default for Watch {
    fn default() -> Self {
        Self(Arc::new(Inner { rows: AtomicU64::new(0), at_work: Mutex::new(None), cancelled: watch::Sender::new(false) }))
    }
}

impl Watch {
    /// Another table begins: nothing of it was read yet.
    pub(super) fn begin_table(&self) {
        self.0.rows.store(0, Ordering::Relaxed);
        self.set_at_work(None);
    }

    /// So many more rows of the table were read.
    pub(super) fn read(&self, rows: u64) {
        self.0.rows.fetch_add(rows, Ordering::Relaxed);
    }

    /// Rows of the table that were read so far.
    pub(super) fn rows(&self) -> u64 {
        self.0.rows.load(Ordering::Relaxed)
    }

    /// Whose statement has to be ended where the run is cancelled.
    pub(super) fn works_with(&self, writer: StopHandle) {
        self.set_at_work(Some(writer));
    }

    /// Wishes that the run end. What it is writing comes to nothing; tables that have landed stay.
    pub(super) async fn cancel(&self) {
        self.0.cancelled.send_replace(true);
        let writer = self.0.at_work.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(writer) = writer
            && let Err(error) = writer.stop().await
        {
            tracing::warn!(%error, "the statement of a cancelled run could not be ended: it ends by itself");
        }
    }

    pub(super) fn is_cancelled(&self) -> bool {
        *self.0.cancelled.borrow()
    }

    /// Waits for the wish that the run end.
    pub(super) async fn cancelled(&self) {
        // The sender lives as long as this does, so waiting cannot fail.
        let _ = self.0.cancelled.subscribe().wait_for(|cancelled| *cancelled).await;
    }

    fn set_at_work(&self, writer: Option<StopHandle>) {
        *self.0.at_work.lock().unwrap_or_else(PoisonError::into_inner) = writer;
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
    fn rows_are_those_of_the_table_that_is_read() {
        let watch = Watch::default();
        watch.read(3);
        watch.read(4);
        assert_eq!(watch.rows(), 7);
        watch.begin_table();
        assert_eq!(watch.rows(), 0);
    }
}

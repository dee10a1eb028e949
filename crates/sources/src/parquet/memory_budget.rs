//! Limits how much of a file is in memory at a time, and tracks the usage.

use parquet::errors::ParquetError;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Maximum bytes of a file's pages in memory, uncompressed and decoded. Writers usually create
/// pages of 1 MiB, some of 100 MiB, and a batch may span several pages of each column.
pub(super) const MAX_BYTES: u64 = 256 * 1024 * 1024;

/// The memory budget of a file.
#[derive(Debug)]
pub(super) struct MemoryBudget {
    limit: u64,
    /// Usage by column.
    usage: Mutex<HashMap<usize, ColumnUsage>>,
    exceeded: AtomicBool,
}

/// Memory that a column uses.
#[derive(Debug, Default)]
struct ColumnUsage {
    dictionary: u64,
    /// The current page.
    page: u64,
    /// Earlier pages and dictionaries that rows of the batch refer to.
    retained: u64,
}

impl MemoryBudget {
    pub(super) fn new(limit: u64) -> Self {
        Self {
            limit,
            usage: Mutex::default(),
            exceeded: AtomicBool::new(false),
        }
    }

    /// Fails if `bytes` exceeds the limit.
    pub(super) fn check_bytes(&self, bytes: u64) -> Result<(), ParquetError> {
        if bytes > self.limit {
            Err(self.exceeded_error())
        } else {
            Ok(())
        }
    }

    /// Records that the limit was exceeded, and returns the error.
    pub(super) fn exceeded_error(&self) -> ParquetError {
        self.exceeded.store(true, Ordering::Relaxed);
        ParquetError::General("a page decompresses to more than the memory limit".to_owned())
    }

    /// Reserves memory for the next page or dictionary of a column.
    pub(super) fn reserve_page(
        &self,
        column: usize,
        bytes: u64,
        is_dictionary: bool,
    ) -> Result<(), ParquetError> {
        let mut held = self.usage.lock().unwrap_or_else(PoisonError::into_inner);
        let ColumnUsage {
            dictionary,
            page,
            retained: before,
        } = held.entry(column).or_default();
        let now = if is_dictionary { dictionary } else { page };
        *before = before.saturating_add(*now);
        *now = bytes;
        self.check_bytes(sum_usage(&held))
    }

    /// Releases the pages of a finished batch, except for the current page of each column.
    pub(super) fn release_batch(&self) {
        for held in self
            .usage
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .values_mut()
        {
            held.retained = 0;
        }
    }

    /// Bytes in use.
    pub(super) fn held_bytes(&self) -> u64 {
        sum_usage(&self.usage.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether the limit was ever exceeded.
    pub(super) fn was_exceeded(&self) -> bool {
        self.exceeded.load(Ordering::Relaxed)
    }
}

fn sum_usage(held: &HashMap<usize, ColumnUsage>) -> u64 {
    held.values()
        .flat_map(
            |ColumnUsage {
                 dictionary,
                 page,
                 retained: before,
             }| [dictionary, page, before],
        )
        .fold(0, |sum, bytes| sum.saturating_add(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_holds_all_its_pages_and_the_next_one_only_the_last() {
        let room = MemoryBudget::new(100);
        room.reserve_page(0, 10, true).unwrap();
        room.reserve_page(0, 30, false).unwrap();
        room.reserve_page(0, 30, false).unwrap();
        room.reserve_page(1, 30, false).unwrap();
        assert_eq!(room.held_bytes(), 100);
        assert!(room.reserve_page(1, 1, false).is_err() && room.was_exceeded());

        let room = MemoryBudget::new(100);
        for begun in [40, 80, 80, 80] {
            room.reserve_page(0, 40, false).unwrap();
            assert_eq!(room.held_bytes(), begun);
            room.release_batch();
            assert_eq!(room.held_bytes(), 40);
        }
        // The dictionary of the next row group does not release the previous one while its rows are
        // in the batch.
        room.reserve_page(0, 20, true).unwrap();
        assert!(!room.was_exceeded());
        assert!(room.reserve_page(0, 50, true).is_err());
    }
}

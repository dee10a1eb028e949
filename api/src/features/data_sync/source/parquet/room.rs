//! How much of a file may be in memory at a time, and what is.

use parquet::errors::ParquetError;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// What a file's pages may come to at a time, unpacked and read. Writers make pages of a MiB, some
/// of a hundred; a batch may reach over several of each column.
pub(super) const MOST: u64 = 256 * 1024 * 1024;

/// The room that a file has.
#[derive(Debug)]
pub(super) struct Room {
    most: u64,
    /// By column.
    held: Mutex<HashMap<usize, Held>>,
    too_small: AtomicBool,
}

/// What is held of a column.
#[derive(Debug, Default)]
struct Held {
    dictionary: u64,
    /// The page that is being read.
    page: u64,
    /// Pages and dictionaries that rows of the batch are in as well.
    before: u64,
}

impl Room {
    pub(super) fn new(most: u64) -> Self {
        Self {
            most,
            held: Mutex::default(),
            too_small: AtomicBool::new(false),
        }
    }

    /// Refuses more than there is room for.
    pub(super) fn check(&self, bytes: u64) -> Result<(), ParquetError> {
        if bytes > self.most {
            Err(self.refused())
        } else {
            Ok(())
        }
    }

    /// Says that there is too little room, and remembers it.
    pub(super) fn refused(&self) -> ParquetError {
        self.too_small.store(true, Ordering::Relaxed);
        ParquetError::General("a page unpacks to more than there is room for".to_owned())
    }

    /// Makes room for another page of a column, or for its dictionary.
    pub(super) fn take(
        &self,
        column: usize,
        bytes: u64,
        is_dictionary: bool,
    ) -> Result<(), ParquetError> {
        let mut held = self.held.lock().unwrap_or_else(PoisonError::into_inner);
        let Held {
            dictionary,
            page,
            before,
        } = held.entry(column).or_default();
        let now = if is_dictionary { dictionary } else { page };
        *before = before.saturating_add(*now);
        *now = bytes;
        self.check(sum(&held))
    }

    /// A batch was handed on: of its pages the last of each column is still being read.
    pub(super) fn batch_ended(&self) {
        for held in self
            .held
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .values_mut()
        {
            held.before = 0;
        }
    }

    /// Bytes that are held now.
    pub(super) fn held(&self) -> u64 {
        sum(&self.held.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Whether there was ever too little of it.
    pub(super) fn was_too_small(&self) -> bool {
        self.too_small.load(Ordering::Relaxed)
    }
}

fn sum(held: &HashMap<usize, Held>) -> u64 {
    held.values()
        .flat_map(
            |Held {
                 dictionary,
                 page,
                 before,
             }| [dictionary, page, before],
        )
        .fold(0, |sum, bytes| sum.saturating_add(*bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_batch_holds_all_its_pages_and_the_next_one_only_the_last() {
        let room = Room::new(100);
        room.take(0, 10, true).unwrap();
        room.take(0, 30, false).unwrap();
        room.take(0, 30, false).unwrap();
        room.take(1, 30, false).unwrap();
        assert_eq!(room.held(), 100);
        assert!(room.take(1, 1, false).is_err() && room.was_too_small());

        let room = Room::new(100);
        for begun in [40, 80, 80, 80] {
            room.take(0, 40, false).unwrap();
            assert_eq!(room.held(), begun);
            room.batch_ended();
            assert_eq!(room.held(), 40);
        }
        // The dictionary of the next row group does not end the one before while its rows are in
        // the batch.
        room.take(0, 20, true).unwrap();
        assert!(!room.was_too_small());
        assert!(room.take(0, 50, true).is_err());
    }
}

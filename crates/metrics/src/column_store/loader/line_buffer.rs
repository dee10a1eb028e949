//! Lines on their way into chunks.

use super::super::chunk::{CHUNK_ROWS, Chunk, LOADED_COLUMNS, StoredColumn};
use super::super::packed_column::MISSING;

/// Lines of one direction.
#[derive(Debug)]
pub(super) struct LineBuffer {
    columns: [Vec<i64>; LOADED_COLUMNS],
    chunks: Vec<Chunk>,
    bytes: usize,
    days: Option<(i64, i64)>,
}

impl Default for LineBuffer {
    fn default() -> Self {
        Self {
            columns: std::array::from_fn(|_| Vec::new()),
            chunks: Vec::new(),
            bytes: 0,
            days: None,
        }
    }
}

impl LineBuffer {
    /// Adds a line, and returns whether a chunk became full.
    pub(super) fn push(&mut self, line: [i64; LOADED_COLUMNS]) -> bool {
        const DAYS: [StoredColumn; 3] = [
            StoredColumn::Day,
            StoredColumn::Promised,
            StoredColumn::Delivered,
        ];
        let days = DAYS.iter().filter_map(|day| line.get(*day as usize));
        for day in days.filter(|day| **day != MISSING) {
            let (first, last) = self.days.unwrap_or((*day, *day));
            self.days = Some((first.min(*day), last.max(*day)));
        }
        for (column, value) in self.columns.iter_mut().zip(line) {
            column.push(value);
        }
        let is_full = self.columns[0].len() == CHUNK_ROWS;
        if is_full {
            self.pack();
        }
        is_full
    }

    fn pack(&mut self) {
        let chunk = Chunk::pack(self.columns.iter().map(Vec::as_slice));
        self.bytes += chunk.bytes();
        self.chunks.push(chunk);
        self.columns.iter_mut().for_each(Vec::clear);
    }

    /// The memory of the chunks.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The first and the last day of any kind.
    pub(super) fn days(&self) -> Option<(i64, i64)> {
        self.days
    }

    pub(super) fn finish(mut self) -> Vec<Chunk> {
        if !self.columns[0].is_empty() {
            self.pack();
        }
        self.chunks
    }
}

//! Hands out the pages of a file after checking their uncompressed size against the memory budget.
//! The parquet crate allocates up to 2 GiB if a page header says so, and decompresses gzip without
//! a limit.

use super::memory_budget::MemoryBudget;
use bytes::Bytes;
use flate2::read::MultiGzDecoder;
use page_header::PageHeader;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::{ChunkReader, Length};
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};

mod page_header;

/// A file whose pages are checked before they are handed out.
#[derive(Debug)]
pub(super) struct PageGuard {
    file: File,
    /// In file order.
    chunks: Vec<ChunkRange>,
    budget: Arc<MemoryBudget>,
    sizes: Mutex<PageSizes>,
}

/// Byte range of a column in one row group.
#[derive(Clone, Copy, Debug)]
struct ChunkRange {
    start: u64,
    end: u64,
    column: usize,
    gzip: bool,
}

#[derive(Debug, Default)]
struct PageSizes {
    /// Headers of pages whose data was not requested yet, by the offset of the data.
    waiting: HashMap<u64, PageHeader>,
    /// By column: start of the current chunk, and sizes of its dictionary and of its largest page.
    largest: HashMap<usize, (u64, u64, u64)>,
}

impl PageGuard {
    /// Creates a guard for a file with this metadata. Rejects overlapping columns, because their
    /// pages could not be attributed.
    pub(super) fn new(
        file: File,
        known: &ParquetMetaData,
        room: Arc<MemoryBudget>,
    ) -> Result<Self, ParquetError> {
        let chunk = |(column, chunk): (usize, &parquet::file::metadata::ColumnChunkMetaData)| {
            let (start, length) = chunk.byte_range();
            ChunkRange {
                start,
                end: start.saturating_add(length),
                column,
                gzip: matches!(chunk.compression(), Compression::GZIP(_)),
            }
        };
        let mut chunks: Vec<ChunkRange> = known
            .row_groups()
            .iter()
            .flat_map(|group| group.columns().iter().enumerate().map(chunk))
            .collect();
        chunks.sort_unstable_by_key(|chunk| chunk.start);
        if !chunks.is_sorted_by(|before, after| before.end <= after.start) {
            return Err(ParquetError::General("its columns overlap".to_owned()));
        }
        Ok(Self {
            file,
            chunks,
            budget: room,
            sizes: Mutex::default(),
        })
    }

    fn find_chunk(&self, at: u64) -> Option<ChunkRange> {
        let next = self.chunks.partition_point(|chunk| chunk.start <= at);
        next.checked_sub(1)
            .and_then(|before| self.chunks.get(before))
            .filter(|chunk| at < chunk.end)
            .copied()
    }

    /// Reads the page header at this offset. Fails if the largest pages of all columns exceed the
    /// budget.
    fn check_header(&self, chunk: ChunkRange, at: u64) -> Result<(), ParquetError> {
        let mut seen = self.sizes.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.waiting.contains_key(&at) {
            return Ok(());
        }
        let (header, length) =
            page_header::read_page_header(self.file.get_read(at)?.take(chunk.end - at))?;
        let (start, dictionary, page) = seen.largest.entry(chunk.column).or_default();
        if *start != chunk.start {
            (*start, *dictionary, *page) = (chunk.start, 0, 0);
        }
        let largest = if header.is_dictionary {
            dictionary
        } else {
            page
        };
        *largest = header.unpacked.max(*largest);
        let all = seen
            .largest
            .values()
            .map(|(_, dictionary, page)| dictionary.saturating_add(*page))
            .fold(0, u64::saturating_add);
        seen.waiting.insert(at + length, header);
        self.budget.check_bytes(all)
    }

    /// Decompresses a page and discards the output, to check that it is not larger than its header
    /// says.
    fn check_unpacked_size(&self, header: PageHeader, bytes: &[u8]) -> Result<(), ParquetError> {
        let packed = usize::try_from(header.levels)
            .ok()
            .and_then(|levels| bytes.get(levels..))
            .unwrap_or_default();
        let most = header.unpacked.saturating_sub(header.levels);
        // The parquet crate reports data that cannot be decompressed.
        let out = std::io::copy(
            &mut MultiGzDecoder::new(packed).take(most + 1),
            &mut std::io::sink(),
        );
        if out.is_ok_and(|out| out > most) {
            Err(self.budget.exceeded_error())
        } else {
            Ok(())
        }
    }
}

impl Length for PageGuard {
    fn len(&self) -> u64 {
        self.file.len()
    }
}

impl ChunkReader for PageGuard {
    type T = BufReader<File>;

    fn get_read(&self, start: u64) -> Result<Self::T, ParquetError> {
        if let Some(chunk) = self.find_chunk(start) {
            self.check_header(chunk, start)?;
        }
        self.file.get_read(start)
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes, ParquetError> {
        let bytes = self.file.get_bytes(start, length)?;
        if let Some(chunk) = self.find_chunk(start) {
            let header = self
                .sizes
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .waiting
                .remove(&start);
            let header = header.ok_or_else(|| {
                ParquetError::General("a page was read before its header".to_owned())
            })?;
            if chunk.gzip && header.is_packed {
                self.check_unpacked_size(header, &bytes)?;
            }
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests;

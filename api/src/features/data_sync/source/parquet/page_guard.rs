//! The pages of a file, as the library asks for them, and none that unpack to more than there is
//! room for: the library makes room for whatever a page says that it holds, up to 2 GiB, and
//! unpacks gzip without a bound.

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

/// A file whose pages are looked at before they are handed out.
#[derive(Debug)]
pub(super) struct PageGuard {
    file: File,
    /// In the order of the file.
    chunks: Vec<ChunkRange>,
    budget: Arc<MemoryBudget>,
    sizes: Mutex<PageSizes>,
}

/// Where the pages of a column stand, those of one row group.
#[derive(Clone, Copy, Debug)]
struct ChunkRange {
    start: u64,
    end: u64,
    column: usize,
    gzip: bool,
}

#[derive(Debug, Default)]
struct PageSizes {
    /// The pages whose header has been read but whose bytes have not been asked for, by where these
    /// begin.
    waiting: HashMap<u64, PageHeader>,
    /// For each column where its pages begin, the size of its dictionary and of its largest page.
    largest: HashMap<usize, (u64, u64, u64)>,
}

impl PageGuard {
    /// The pages of a file of which this is known, as far as there is room for them. Columns that
    /// overlap are refused: which one a page is of could not be told.
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

    /// Reads the header that begins there, and refuses its page where it is too large.
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

    /// Unpacks the bytes of a page for nothing but to know that no more comes out than its header
    /// says.
    fn check_unpacked_size(&self, header: PageHeader, bytes: &[u8]) -> Result<(), ParquetError> {
        let packed = usize::try_from(header.levels)
            .ok()
            .and_then(|levels| bytes.get(levels..))
            .unwrap_or_default();
        let most = header.unpacked.saturating_sub(header.levels);
        // What cannot be unpacked the library says.
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
                ParquetError::General("a page was asked for before its header".to_owned())
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

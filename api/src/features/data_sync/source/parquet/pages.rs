//! The pages of a file, as the library asks for them, and none that unpack to more than there is
//! room for: the library makes room for whatever a page says that it holds, up to 2 GiB, and
//! unpacks gzip without a bound.

use super::room::Room;
use bytes::Bytes;
use flate2::read::MultiGzDecoder;
use header::Header;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::{ChunkReader, Length};
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufReader, Read};
use std::sync::{Arc, Mutex, PoisonError};

mod header;

/// A file whose pages are looked at before they are handed out.
#[derive(Debug)]
pub(super) struct Pages {
    file: File,
    /// In the order of the file.
    chunks: Vec<Chunk>,
    room: Arc<Room>,
    seen: Mutex<Seen>,
}

/// Where the pages of a column stand, those of one row group.
#[derive(Clone, Copy, Debug)]
struct Chunk {
    start: u64,
    end: u64,
    column: usize,
    gzip: bool,
}

#[derive(Debug, Default)]
struct Seen {
    /// The pages whose header has been read but whose bytes have not been asked for, by where these
    /// begin.
    waiting: HashMap<u64, Header>,
    /// For each column where its pages begin, the size of its dictionary and of its largest page.
    largest: HashMap<usize, (u64, u64, u64)>,
}

impl Pages {
    /// The pages of a file of which this is known, as far as there is room for them. Columns that
    /// overlap are refused: which one a page is of could not be told.
    pub(super) fn new(
        file: File,
        known: &ParquetMetaData,
        room: Arc<Room>,
    ) -> Result<Self, ParquetError> {
        let chunk = |(column, chunk): (usize, &parquet::file::metadata::ColumnChunkMetaData)| {
            let (start, length) = chunk.byte_range();
            Chunk {
                start,
                end: start.saturating_add(length),
                column,
                gzip: matches!(chunk.compression(), Compression::GZIP(_)),
            }
        };
        let mut chunks: Vec<Chunk> = known
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
            room,
            seen: Mutex::default(),
        })
    }

    fn chunk(&self, at: u64) -> Option<Chunk> {
        let next = self.chunks.partition_point(|chunk| chunk.start <= at);
        next.checked_sub(1)
            .and_then(|before| self.chunks.get(before))
            .filter(|chunk| at < chunk.end)
            .copied()
    }

    /// Reads the header that begins there, and refuses its page where it is too large.
    fn look(&self, chunk: Chunk, at: u64) -> Result<(), ParquetError> {
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if seen.waiting.contains_key(&at) {
            return Ok(());
        }
        let (header, length) = header::read(self.file.get_read(at)?.take(chunk.end - at))?;
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
        self.room.check(all)
    }

    /// Unpacks the bytes of a page for nothing but to know that no more comes out than its header
    /// says.
    fn unpack(&self, header: Header, bytes: &[u8]) -> Result<(), ParquetError> {
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
            Err(self.room.refused())
        } else {
            Ok(())
        }
    }
}

impl Length for Pages {
    fn len(&self) -> u64 {
        self.file.len()
    }
}

impl ChunkReader for Pages {
    type T = BufReader<File>;

    fn get_read(&self, start: u64) -> Result<Self::T, ParquetError> {
        if let Some(chunk) = self.chunk(start) {
            self.look(chunk, start)?;
        }
        self.file.get_read(start)
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes, ParquetError> {
        let bytes = self.file.get_bytes(start, length)?;
        if let Some(chunk) = self.chunk(start) {
            let header = self
                .seen
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .waiting
                .remove(&start);
            let header = header.ok_or_else(|| {
                ParquetError::General("a page was asked for before its header".to_owned())
            })?;
            if chunk.gzip && header.is_packed {
                self.unpack(header, &bytes)?;
            }
        }
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests;

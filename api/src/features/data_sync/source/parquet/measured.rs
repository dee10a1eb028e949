//! Hands out a file's pages to whoever makes batches of them, and none whose values would come to
//! more than there is room for. A page of a few bytes may stand for gigabytes: texts that begin
//! like the one before (`DELTA_BYTE_ARRAY`), a long text of the dictionary in every row, lists of
//! millions, counts of values that are not there, for which the library makes room beforehand. And
//! all pages that a batch has rows of are held until it has been handed on.

use super::pages::Pages;
use super::room::Room;
use arrow_schema::DataType;
use cost::{Shape, Values};
use parquet::arrow::arrow_reader::RowGroups;
use parquet::basic::{Encoding, Type};
use parquet::column::page::{Page, PageIterator, PageMetadata, PageReader};
use parquet::errors::ParquetError;
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use parquet::file::serialized_reader::SerializedPageReader;
use std::sync::Arc;

mod cost;
mod lengths;

/// All row groups of a file.
#[derive(Clone)]
pub(super) struct Measured {
    pages: Arc<Pages>,
    known: Arc<ParquetMetaData>,
    room: Arc<Room>,
    /// As what each column of the file is read, by its place among those that have columns of their
    /// own.
    types: Arc<[DataType]>,
    /// The most rows of a batch.
    batch: u64,
}

impl Measured {
    /// The pages of a file of which this is known, read as `types` into batches of so many rows.
    pub(super) fn new(
        pages: Pages,
        known: Arc<ParquetMetaData>,
        room: Arc<Room>,
        types: Arc<[DataType]>,
        batch: usize,
    ) -> Self {
        Self {
            pages: Arc::new(pages),
            known,
            room,
            types,
            batch: batch as u64,
        }
    }

    fn shape(&self, leaf: usize) -> Shape {
        let schema = self.known.file_metadata().schema_descr();
        let column = schema.column(leaf);
        let values = match self.types.get(schema.get_column_root_idx(leaf)) {
            Some(DataType::Utf8View | DataType::BinaryView) => Values::Shared,
            _ if column.physical_type() == Type::BYTE_ARRAY => Values::Copied,
            _ => Values::Small,
        };
        Shape {
            values,
            repetition: column.max_rep_level(),
            definition: column.max_def_level(),
            batch: self.batch,
        }
    }

    fn chunk(&self, group: usize, leaf: usize) -> Result<Chunk, ParquetError> {
        let group = self.known.row_group(group);
        let rows = usize::try_from(group.num_rows())
            .map_err(|_| odd("a row group has rows below zero"))?;
        let pages =
            SerializedPageReader::new(Arc::clone(&self.pages), group.column(leaf), rows, None)?;
        Ok(Chunk {
            pages,
            room: Arc::clone(&self.room),
            leaf,
            shape: self.shape(leaf),
            longest: 0,
        })
    }
}

impl RowGroups for Measured {
    fn num_rows(&self) -> usize {
        self.known
            .row_groups()
            .iter()
            .map(|group| usize::try_from(group.num_rows()).unwrap_or_default())
            .sum()
    }

    fn column_chunks(&self, leaf: usize) -> Result<Box<dyn PageIterator>, ParquetError> {
        Ok(Box::new(Chunks {
            file: self.clone(),
            leaf,
            next: 0,
        }))
    }

    fn row_groups(&self) -> Box<dyn Iterator<Item = &RowGroupMetaData> + '_> {
        Box::new(self.known.row_groups().iter())
    }

    fn metadata(&self) -> &ParquetMetaData {
        &self.known
    }
}

/// The pages of a column, row group by row group.
struct Chunks {
    file: Measured,
    leaf: usize,
    next: usize,
}

impl Iterator for Chunks {
    type Item = Result<Box<dyn PageReader>, ParquetError>;

    fn next(&mut self) -> Option<Self::Item> {
        let group = (self.next < self.file.known.num_row_groups()).then_some(self.next)?;
        self.next += 1;
        Some(
            self.file
                .chunk(group, self.leaf)
                .map(|chunk| Box::new(chunk) as Box<dyn PageReader>),
        )
    }
}

impl PageIterator for Chunks {}

/// The pages of a column of one row group.
struct Chunk {
    pages: SerializedPageReader<Pages>,
    room: Arc<Room>,
    leaf: usize,
    shape: Shape,
    /// The longest text of the dictionary, where it is copied.
    longest: u64,
}

impl PageReader for Chunk {
    fn get_next_page(&mut self) -> Result<Option<Page>, ParquetError> {
        let Some(page) = self.pages.get_next_page()? else {
            return Ok(None);
        };
        if page.encoding() == Encoding::DELTA_BYTE_ARRAY {
            // Before its lengths are looked at one by one.
            self.room
                .check(cost::LENGTHS * u64::from(page.num_values()))?;
        }
        let cost = cost::of(&page, self.shape, &mut self.longest)
            .ok_or_else(|| odd("what a page says of its values cannot be"))?;
        self.room.take(self.leaf, cost, page.is_dictionary_page())?;
        Ok(Some(page))
    }

    fn peek_next_page(&mut self) -> Result<Option<PageMetadata>, ParquetError> {
        self.pages.peek_next_page()
    }

    fn skip_next_page(&mut self) -> Result<(), ParquetError> {
        self.pages.skip_next_page()
    }

    fn at_record_boundary(&mut self) -> Result<bool, ParquetError> {
        self.pages.at_record_boundary()
    }
}

impl Iterator for Chunk {
    type Item = Result<Page, ParquetError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

fn odd(words: &str) -> ParquetError {
    ParquetError::General(words.to_owned())
}

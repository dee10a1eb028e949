//! Hands out pages after checking that their decoded values fit the memory budget.
//!
//! A page of a few bytes can decode to gigabytes: texts that repeat the previous one
//! (`DELTA_BYTE_ARRAY`), a long dictionary text in every row, lists with millions of values, or a
//! false number of values, for which the parquet crate allocates memory in advance. All pages of a
//! batch stay in memory until it is finished.

use super::memory_budget::MemoryBudget;
use super::page_guard::PageGuard;
use arrow_schema::DataType;
use page_cost::{ColumnShape, ValueStorage};
use parquet::arrow::arrow_reader::RowGroups;
use parquet::basic::{Encoding, Type};
use parquet::column::page::{Page, PageIterator, PageMetadata, PageReader};
use parquet::errors::ParquetError;
use parquet::file::metadata::{ParquetMetaData, RowGroupMetaData};
use parquet::file::serialized_reader::SerializedPageReader;
use std::sync::Arc;

mod delta_lengths;
mod page_cost;

/// All row groups of a file.
#[derive(Clone)]
pub(super) struct SizeCheckedGroups {
    pages: Arc<PageGuard>,
    metadata: Arc<ParquetMetaData>,
    budget: Arc<MemoryBudget>,
    /// The type in which each top-level column is read.
    types: Arc<[DataType]>,
    /// Maximum number of rows of a batch.
    batch_rows: u64,
}

impl SizeCheckedGroups {
    /// Creates the row groups of a file, read as `types` in batches of `batch` rows.
    pub(super) fn new(
        pages: PageGuard,
        metadata: Arc<ParquetMetaData>,
        budget: Arc<MemoryBudget>,
        types: Arc<[DataType]>,
        batch: usize,
    ) -> Self {
        Self {
            pages: Arc::new(pages),
            metadata,
            budget,
            types,
            batch_rows: batch as u64,
        }
    }

    fn column_shape(&self, leaf: usize) -> ColumnShape {
        let schema = self.metadata.file_metadata().schema_descr();
        let column = schema.column(leaf);
        let values = match self.types.get(schema.get_column_root_idx(leaf)) {
            Some(DataType::Utf8View | DataType::BinaryView) => ValueStorage::Shared,
            _ if column.physical_type() == Type::BYTE_ARRAY => ValueStorage::Copied,
            _ => ValueStorage::Small,
        };
        ColumnShape {
            values,
            repetition: column.max_rep_level(),
            definition: column.max_def_level(),
            batch_rows: self.batch_rows,
        }
    }

    fn open_chunk(&self, group: usize, leaf: usize) -> Result<ColumnChunk, ParquetError> {
        let group = self.metadata.row_group(group);
        let rows = usize::try_from(group.num_rows())
            .map_err(|_| size_error("a row group has a negative number of rows"))?;
        let pages =
            SerializedPageReader::new(Arc::clone(&self.pages), group.column(leaf), rows, None)?;
        Ok(ColumnChunk {
            pages,
            budget: Arc::clone(&self.budget),
            leaf,
            shape: self.column_shape(leaf),
            max_dictionary_text: 0,
        })
    }
}

impl RowGroups for SizeCheckedGroups {
    fn num_rows(&self) -> usize {
        self.metadata
            .row_groups()
            .iter()
            .map(|group| usize::try_from(group.num_rows()).unwrap_or_default())
            .sum()
    }

    fn column_chunks(&self, leaf: usize) -> Result<Box<dyn PageIterator>, ParquetError> {
        Ok(Box::new(ColumnChunks {
            file: self.clone(),
            leaf,
            next: 0,
        }))
    }

    fn row_groups(&self) -> Box<dyn Iterator<Item = &RowGroupMetaData> + '_> {
        Box::new(self.metadata.row_groups().iter())
    }

    fn metadata(&self) -> &ParquetMetaData {
        &self.metadata
    }
}

/// The chunks of a column, by row group.
struct ColumnChunks {
    file: SizeCheckedGroups,
    leaf: usize,
    next: usize,
}

impl Iterator for ColumnChunks {
    type Item = Result<Box<dyn PageReader>, ParquetError>;

    fn next(&mut self) -> Option<Self::Item> {
        let group = (self.next < self.file.metadata.num_row_groups()).then_some(self.next)?;
        self.next += 1;
        Some(
            self.file
                .open_chunk(group, self.leaf)
                .map(|chunk| Box::new(chunk) as Box<dyn PageReader>),
        )
    }
}

impl PageIterator for ColumnChunks {}

/// The pages of a column in one row group.
struct ColumnChunk {
    pages: SerializedPageReader<PageGuard>,
    budget: Arc<MemoryBudget>,
    leaf: usize,
    shape: ColumnShape,
    /// The length of the longest dictionary text, if texts are copied.
    max_dictionary_text: u64,
}

impl PageReader for ColumnChunk {
    fn get_next_page(&mut self) -> Result<Option<Page>, ParquetError> {
        let Some(page) = self.pages.get_next_page()? else {
            return Ok(None);
        };
        if page.encoding() == Encoding::DELTA_BYTE_ARRAY {
            // Check before the lengths are decoded one by one.
            self.budget
                .check_bytes(page_cost::LENGTH_PAIR_BYTES * u64::from(page.num_values()))?;
        }
        let cost = page_cost::compute_page_cost(&page, self.shape, &mut self.max_dictionary_text)
            .ok_or_else(|| size_error("the value counts of a page are contradictory"))?;
        self.budget
            .reserve_page(self.leaf, cost, page.is_dictionary_page())?;
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

impl Iterator for ColumnChunk {
    type Item = Result<Page, ParquetError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.get_next_page().transpose()
    }
}

fn size_error(words: &str) -> ParquetError {
    ParquetError::General(words.to_owned())
}

//! Rows on their way into the staging table, in the form in which the engine takes them fastest.

use super::{RejectedRow, StagedFile, TargetColumn, binary_copy};
use crate::db::{DbError, Engine};
use arrow_array::RecordBatch;

/// For so few rows no COPY is begun.
const MAX_UNENCODED_ROWS: usize = 1_024;

/// Makes rows ready for the staging table of a [`super::TenantWriter`]: work that is better done on
/// another thread, while the writer waits for the database.
#[derive(Debug)]
pub struct StagingEncoder {
    pub(super) engine: Engine,
    pub(super) columns: Vec<TargetColumn>,
}

impl StagingEncoder {
    /// Rows of a file whose columns are those of [`super::TargetTable::staged`].
    pub fn encode_batch(
        &self,
        rows: RecordBatch,
        file: Option<StagedFile>,
    ) -> Result<StagedRows, DbError> {
        let many = self.engine == Engine::Postgres && rows.num_rows() > MAX_UNENCODED_ROWS;
        let encoded = if many {
            Some(binary_copy::encode_rows(&self.columns, &rows)?)
        } else {
            None
        };
        Ok(StagedRows {
            rows,
            file,
            encoded,
        })
    }
}

/// Gives rows, until there are no more, each time with those that were rejected between them.
pub trait StagedBatches<E> {
    /// The next ones.
    fn next(
        &mut self,
    ) -> impl Future<Output = Result<Option<(StagedRows, Vec<RejectedRow>)>, E>> + Send;
}

/// Rows that are ready to be staged.
#[derive(Debug)]
pub struct StagedRows {
    pub(super) rows: RecordBatch,
    pub(super) file: Option<StagedFile>,
    /// As they stand within a COPY, where there are many.
    pub(super) encoded: Option<Vec<u8>>,
}

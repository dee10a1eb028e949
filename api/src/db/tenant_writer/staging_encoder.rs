//! Encodes rows for the staging table in the fastest format of the engine.

use super::{RejectedRow, StagedFile};
use crate::db::connection::{TargetColumn, encode_rows};
use crate::db::{DbError, Engine};
use arrow_array::RecordBatch;

/// The maximum number of rows to stage without COPY.
const MAX_UNENCODED_ROWS: usize = 1_024;

/// Encodes rows for the staging table of a [`super::TenantWriter`]. This runs on another thread
/// while the writer waits for the database.
#[derive(Debug)]
pub struct StagingEncoder {
    pub(super) engine: Engine,
    pub(super) columns: Vec<TargetColumn>,
}

impl StagingEncoder {
    /// Encodes rows of a file with the columns of [`super::TargetTable::staged_columns`].
    pub fn encode_batch(
        &self,
        rows: RecordBatch,
        file: Option<StagedFile>,
    ) -> Result<StagedRows, DbError> {
        let many = self.engine == Engine::Postgres && rows.num_rows() > MAX_UNENCODED_ROWS;
        let encoded = if many {
            Some(encode_rows(&self.columns, &rows)?)
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

/// A stream of rows, each batch with the rejects since the previous batch.
pub trait StagedBatches<E> {
    /// The next batch.
    fn next(
        &mut self,
    ) -> impl Future<Output = Result<Option<(StagedRows, Vec<RejectedRow>)>, E>> + Send;
}

/// Rows ready to be staged.
#[derive(Debug)]
pub struct StagedRows {
    pub(super) rows: RecordBatch,
    pub(super) file: Option<StagedFile>,
    /// The rows encoded for COPY, if there are many.
    pub(super) encoded: Option<Vec<u8>>,
}

//! Reads tables from any kind of data source as a bounded stream of Arrow batches with the location
//! of every row.

use arrow_array::RecordBatch;
use async_trait::async_trait;
use std::fmt;
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};

mod bigquery;
mod ca_certificates;
mod column_descriptor;
mod csv;
mod database_messages;
mod database_tls;
mod database_url;
mod download_storage;
mod endpoint;
mod expression;
mod file_state;
mod folder_warehouse;
mod http_client;
mod https_files;
mod layout;
mod mysql;
mod parquet;
mod postgres;
mod reject_code;
mod s3;
mod select_plan;
mod source_table;
mod stoppable_file;
mod table_file;
mod watermark;
mod workbooks;

pub use bigquery::{
    BigQueryAddress, BigQueryWarehouse, DatasetError, DatasetRequest, RetryPolicy, ServiceAccount,
};
pub use column_descriptor::ColumnDescriptor;
pub use database_url::{AddressError, TlsMode};
pub use download_storage::{DownloadFolder, DownloadStorage, storage_error};
pub use expression::{
    Expression, MAX_EXPRESSION_COLUMNS, MAX_EXPRESSION_WORDS, Operation, OperationShape,
};
pub use file_state::FileState;
pub use folder_warehouse::{AllowedFolder, FolderWarehouse};
pub use https_files::{DownloadedFile, FileDownloader, FileUrl};
pub use layout::{ColumnOrigin, Layout, Layouts, MAX_INPUT_COLUMNS, ValueWord, equal_names};
pub use mysql::{MysqlAddress, MysqlWarehouse};
pub use postgres::{PostgresAddress, PostgresWarehouse};
pub use reject_code::RejectCode;
pub use s3::{S3Address, S3Request, S3Warehouse, check_secret_access_key};
pub use source_table::{
    ColumnSpec, ColumnType, ComputedAmount, ConditionalRequirement, NumberRange, OwnWords,
    SourceSchema, SourceTable,
};
pub use watermark::{ChangeTime, ChangeTimes, ReadWindow, UPDATED_AT_COLUMN, Watermark};
pub use workbooks::WorkbookStore;

/// Maximum number of batches that wait between the reader and the check. With the batch that each
/// of them processes, this bounds the memory of a run.
pub const MAX_BATCHES_IN_FLIGHT: usize = 1;

/// Maximum number of rows of a batch, a multiple of the rows in one SQLite insert.
const MAX_BATCH_ROWS: usize = 2_000;
/// Maximum number of names that [`Warehouse::list_other_tables`] returns.
pub const MAX_OTHER_TABLES: usize = 50;
/// Maximum number of rows of a sample.
const MAX_SAMPLE_ROWS: usize = 200;
/// Maximum number of columns of a sample.
const MAX_SAMPLED_COLUMNS: usize = 100;
/// Maximum bytes of text of a batch.
const MAX_BATCH_BYTES: usize = 4 * 1024 * 1024;

/// A tenant's data source. A read delivers all requested rows or fails; it never omits rows
/// silently.
#[async_trait]
pub trait Warehouse: Send + Sync {
    /// Lists which tables exist. Fails if the source cannot be read at all, so it is also the
    /// connection test.
    async fn list_tables(&self, layouts: &Layouts) -> Result<Vec<TablePresence>, SourceError>;

    /// Names of tables that no layout reads, in alphabetical order; at most
    /// [`MAX_OTHER_TABLES`]. Empty for sources whose tables have no names.
    async fn list_other_tables(&self, _layouts: &Layouts) -> Result<Vec<String>, SourceError> {
        Ok(Vec::new())
    }

    /// The columns of a table, without reading a row; `None` if the table does not exist. Fails if
    /// a read would fail for a reason that is known without reading rows.
    async fn describe_columns(
        &self,
        table: SourceTable,
        layout: &Layout,
    ) -> Result<Option<Vec<ColumnDescriptor>>, SourceError>;

    /// Reads the rows of one table with the columns of its layout.
    async fn read_table(&self, wanted: ReadRequest) -> Result<ReadOutcome, SourceError>;

    /// The columns of any table and some of its rows; `None` if the table does not exist. Never
    /// billed, so a source whose reads are billed sends no rows.
    async fn sample_table(&self, table_name: &str) -> Result<Option<TableSample>, SourceError> {
        let table = SourceTable::InventoryData;
        let layout = Layout::for_sample(table_name, Vec::new());
        let Some(columns) = self.describe_columns(table, &layout).await? else {
            return Ok(None);
        };
        let columns = sampled_names(columns);
        let request = ReadRequest {
            table,
            layout: Layout::for_sample(table_name, columns.clone()),
            checkpoint: None,
        };
        let ReadOutcome::Rows(mut rows) = self.read_table(request).await? else {
            return Ok(None);
        };
        let first = rows.batches.next().await?;
        // The reader has at most one more message, which ends it.
        let _ = rows.batches.next().await;
        Ok(Some(TableSample {
            columns,
            rows: first.map(|batch| batch.rows),
        }))
    }

    /// Bytes billed for the read of a table; `None` if nothing is billed, or the number is unknown.
    fn bytes_billed(&self, _table: SourceTable) -> Option<u64> {
        None
    }
}

/// Columns of a table, and some of its rows.
#[derive(Debug)]
pub struct TableSample {
    /// Names of the columns in the source.
    pub columns: Vec<String>,
    /// Rows with a column `input_N` for the column N from 0, where it can be read.
    pub rows: Option<RecordBatch>,
}

/// The columns of which a sample is read.
fn sampled_names(columns: Vec<ColumnDescriptor>) -> Vec<String> {
    let names = columns.into_iter().map(|column| column.name);
    names.take(MAX_SAMPLED_COLUMNS).collect()
}

/// A request to read a table.
#[derive(Clone, Debug)]
pub struct ReadRequest {
    /// The table.
    pub table: SourceTable,
    /// Column names in the source.
    pub layout: Layout,
    /// Data that is already synced and can be skipped. `None` requests all rows.
    pub checkpoint: Option<ReadCheckpoint>,
}

/// What is already synced of a table from the current source.
#[derive(Clone, Debug, Default)]
pub struct ReadCheckpoint {
    /// Synced files. Files that did not change are skipped.
    pub files: Vec<FileState>,
    /// Position up to which a database table was read. Earlier rows are skipped.
    pub watermark: Option<Watermark>,
}

/// Result of starting to read a table.
#[derive(Debug)]
pub enum ReadOutcome {
    /// The table does not exist.
    Absent,
    /// The table did not change since it was synced.
    Unchanged,
    /// The rows of the table.
    Rows(TableRows),
}

/// The rows of a table that are being read.
#[derive(Debug)]
pub struct TableRows {
    /// The rows.
    pub batches: BatchStream,
    /// All current columns of the table, including those of skipped files.
    pub columns: Vec<ColumnDescriptor>,
    /// The files that the rows come from. For a database, an entry that identifies the state of the
    /// table, if the database offers one.
    pub files: Vec<FileState>,
    /// Number of files that are skipped because they are already synced.
    pub skipped_files: usize,
    /// Bytes to read; `None` if the source does not know them in advance.
    pub bytes: Option<u64>,
    /// The range of rows by change time; `None` if the source does not support it.
    pub window: Option<ReadWindow>,
}

/// Whether a table exists in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablePresence {
    /// The table.
    pub table: SourceTable,
    /// Number of files of the table, 1 for a database table, 0 if it does not exist.
    pub files: u64,
    /// Why an existing table cannot be read, as far as this is known without reading it.
    pub problem: Option<SourceError>,
    /// What would be read, for sources that are not plain tables.
    pub found: Option<String>,
}

/// Why rows cannot be read, as a message for users.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// The source does not respond. A retry may help.
    #[error("{0}")]
    Unreachable(String),
    /// The source responds, but its data cannot be used.
    #[error("{0}")]
    Unusable(String),
}

/// Rows of a source, with Sprout's column names and the types of the source.
#[derive(Debug)]
pub struct SourceBatch {
    /// The file of the rows, relative to the source; `None` for a database.
    pub file: Option<Arc<str>>,
    /// The known columns of the table. Every file sends at least one batch, so that its columns are
    /// checked even if it has no rows.
    pub rows: RecordBatch,
    /// The location of each row of `rows`: for text, the physical line where it starts (the header
    /// is line 1); for Parquet, the row number from 1. Empty for a database.
    pub lines: Vec<u64>,
    /// Malformed rows, which are not in `rows`.
    pub faults: Vec<RowFault>,
    /// Unknown columns.
    pub ignored: Arc<[String]>,
    /// Bytes of the source behind this batch. The sum over a file's batches is its size.
    pub bytes: u64,
}

/// A malformed row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowFault {
    /// The line where it starts.
    pub line: u64,
    /// The cells of the key, in the order of the key; empty if they are not known.
    pub key: Vec<String>,
    /// The faulty column; `None` if the row as a whole is faulty.
    pub column: Option<&'static str>,
    /// The value of the column.
    pub value: Option<String>,
    /// What is wrong.
    pub code: RejectCode,
    /// What is wrong and what is expected.
    pub reason: String,
}

/// Trims whitespace. Most cells have none, so their first and last byte are checked first.
pub fn trim_cell(text: &str) -> &str {
    let stands_at_an_end = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_graphic);
    if stands_at_an_end(text.as_bytes().first()) && stands_at_an_end(text.as_bytes().last()) {
        text
    } else {
        text.trim()
    }
}

/// Receives a batch. Returns false if no more batches are wanted.
type BatchSink<'a> = &'a mut dyn FnMut(SourceBatch) -> bool;

/// The batches of a table. Dropping it stops the reader.
pub struct BatchStream {
    receiver: mpsc::Receiver<BatchResult>,
    /// Signaled when the first batch is requested.
    start_signal: Option<oneshot::Sender<()>>,
    #[expect(dead_code, reason = "dropped with the stream")]
    kept: Option<Box<dyn Send>>,
}

impl fmt::Debug for BatchStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BatchStream").finish_non_exhaustive()
    }
}

/// A message of a reader: a batch, the end after all batches (`Ok(None)`), or an error.
pub type BatchResult = Result<Option<SourceBatch>, SourceError>;

impl BatchStream {
    /// A stream of the batches that `receiver` delivers.
    pub fn new(receiver: mpsc::Receiver<BatchResult>) -> Self {
        Self {
            receiver,
            start_signal: None,
            kept: None,
        }
    }

    /// Like [`Self::new`], for a reader that waits for `begin`, so that a billed read starts only
    /// when its rows are requested.
    pub fn with_start_signal(
        receiver: mpsc::Receiver<BatchResult>,
        begin: oneshot::Sender<()>,
    ) -> Self {
        Self {
            receiver,
            start_signal: Some(begin),
            kept: None,
        }
    }

    /// Drops `kept` when the stream is dropped, such as a file that is being read.
    #[must_use]
    pub fn keeping(self, kept: impl Send + 'static) -> Self {
        Self {
            kept: Some(Box::new(kept)),
            ..self
        }
    }

    fn signal_start(&mut self) {
        if let Some(begin) = self.start_signal.take() {
            // If the reader is gone, the receiver reports it.
            let _ = begin.send(());
        }
    }

    /// The next batch. `Ok(None)` only if the reader reported the end.
    async fn next(&mut self) -> BatchResult {
        self.signal_start();
        let next = self.receiver.recv().await;
        next.unwrap_or_else(interrupted_result)
    }

    /// Waits for the next batch. Blocks, so it must not run on an async thread. `Ok(None)` only if
    /// the reader reported the end; a reader that died is an error.
    pub fn blocking_next(&mut self) -> BatchResult {
        self.signal_start();
        self.receiver
            .blocking_recv()
            .unwrap_or_else(interrupted_result)
    }

    /// Like [`Self::blocking_next`], but returns `None` if `given_up` completes first.
    pub fn blocking_next_until(
        &mut self,
        given_up: impl Future<Output = ()>,
    ) -> Option<BatchResult> {
        self.signal_start();
        Handle::current().block_on(async {
            tokio::select! {
                () = given_up => None,
                next = self.receiver.recv() => Some(next.unwrap_or_else(interrupted_result)),
            }
        })
    }
}

fn interrupted_result() -> BatchResult {
    Err(SourceError::Unreachable(
        "Reading the source was interrupted. Try again.".to_owned(),
    ))
}

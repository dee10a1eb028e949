//! Where rows come from: whatever the warehouse is, a table arrives as a bounded stream of Arrow
//! batches with the place of every row.

use super::source_table::SourceTable;
use arrow_array::RecordBatch;
use async_trait::async_trait;
use std::sync::Arc;
use tokio::runtime::Handle;
use tokio::sync::{mpsc, oneshot};

mod bigquery;
mod column_descriptor;
mod csv;
mod file_state;
mod folder_policy;
mod folder_warehouse;
mod layout;
mod parquet;
mod postgres;
mod watermark;

pub use bigquery::{
    BigQueryAddress, BigQueryWarehouse, DatasetError, DatasetRequest, RetryPolicy, ServiceAccount,
};
pub use column_descriptor::ColumnDescriptor;
pub use file_state::FileState;
pub use folder_policy::{AllowedFolder, FolderListing, FolderPolicy};
pub use folder_warehouse::FolderWarehouse;
pub use layout::{Layout, Layouts};
pub use postgres::{PostgresAddress, PostgresWarehouse};
pub use watermark::{ChangeTime, ChangeTimes, ReadWindow, UPDATED_AT_COLUMN, Watermark};

/// Batches that wait between the reader and the check; with the one in each hand they bound the
/// memory of a run.
pub const MAX_BATCHES_IN_FLIGHT: usize = 1;

/// A batch is sent on when it holds this many rows, a multiple of those that one insert of SQLite
/// takes ...
const MAX_BATCH_ROWS: usize = 2_000;
/// ... or this many bytes of text.
const MAX_BATCH_BYTES: usize = 4 * 1024 * 1024;

/// A tenant's warehouse. A connector reads what is wanted completely or fails; it never leaves rows
/// out silently.
#[async_trait]
pub trait Warehouse: Send + Sync {
    /// Which of the tables it has. An error means that it cannot be read at all, so this is the
    /// connection test too.
    async fn list_tables(&self, layouts: &Layouts) -> Result<Vec<TablePresence>, SourceError>;

    /// The columns that it has of a table, without reading a row; `None` where it does not have the
    /// table. An error is what a read would fail with.
    async fn describe_columns(
        &self,
        table: SourceTable,
        layout: &Layout,
    ) -> Result<Option<Vec<ColumnDescriptor>>, SourceError>;

    /// The rows of one table, restricted to the columns of its shape.
    async fn read_table(&self, wanted: ReadRequest) -> Result<ReadOutcome, SourceError>;

    /// What the read of a table was billed for, in bytes; `None` where nothing is billed, or it is
    /// not known.
    fn bytes_billed(&self, _table: SourceTable) -> Option<u64> {
        None
    }
}

/// What is to be read.
#[derive(Clone, Debug)]
pub struct ReadRequest {
    /// Which table.
    pub table: SourceTable,
    /// How the source names its columns.
    pub layout: Layout,
    /// What has landed already and may be left out. `None` asks for everything.
    pub checkpoint: Option<ReadCheckpoint>,
}

/// What has landed of a table under the same setting of the source.
#[derive(Clone, Debug, Default)]
pub struct ReadCheckpoint {
    /// The files whose rows have landed: those that are still the same are left out.
    pub files: Vec<FileState>,
    /// Of a database how far it was read: earlier rows are left out.
    pub watermark: Option<Watermark>,
}

/// What a warehouse has of a table.
#[derive(Debug)]
pub enum ReadOutcome {
    /// It has no such table.
    Absent,
    /// Every file of the table is one that has landed already, or the table has not changed since
    /// it landed.
    Unchanged,
    /// Rows on their way.
    Rows(TableRows),
}

/// The rows that are read of a table.
#[derive(Debug)]
pub struct TableRows {
    /// The rows.
    pub batches: BatchStream,
    /// Every column that the table has at this moment, those of files that are left out included.
    pub columns: Vec<ColumnDescriptor>,
    /// The files that they come from; of a database what tells whether the table has changed, where
    /// something does.
    pub files: Vec<FileState>,
    /// Files of the table that are left out because they have landed already.
    pub skipped_files: usize,
    /// The bytes that there are to read; `None` where the source does not say before they have
    /// come.
    pub bytes: Option<u64>,
    /// Which rows of a database these are; `None` where it does not tell them by their moments.
    pub window: Option<ReadWindow>,
}

/// Whether the warehouse has a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablePresence {
    /// Which table.
    pub table: SourceTable,
    /// How many files make it up, of a database 1; 0 means that it is not there.
    pub files: u64,
    /// Why it is there but cannot be read, as far as a look shows it.
    pub problem: Option<String>,
}

/// Why rows cannot be had, in words for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// The warehouse does not answer; trying again may help.
    #[error("{0}")]
    Unreachable(String),
    /// It answers, but what it holds cannot be used as it is.
    #[error("{0}")]
    Unusable(String),
}

/// Rows as the source has them: columns under our names, of the source's own types.
#[derive(Debug)]
pub struct SourceBatch {
    /// The file that the rows come from, relative to the source; `None` for a database.
    pub file: Option<Arc<str>>,
    /// The columns that the table's shape knows; every file sends at least one batch, so that its
    /// columns can be checked.
    pub rows: RecordBatch,
    /// For each row of `rows` its place in the file: of text the physical line where it starts, the
    /// header being line 1; of Parquet the row's number, the first being 1. Empty for a database.
    pub lines: Vec<u64>,
    /// Rows that are not in `rows` because they could not be taken apart.
    pub faults: Vec<RowFault>,
    /// Columns that the shape does not know.
    pub ignored: Arc<[String]>,
    /// How many bytes of the source it was made of; those of all batches of a file are the file's.
    pub bytes: u64,
}

/// A row that could not be taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RowFault {
    /// Where it starts.
    pub line: u64,
    /// The cells of the table's key, in its order, as far as they can be told; empty where they
    /// cannot.
    pub key: Vec<String>,
    /// The column at fault; `None` where the whole row is.
    pub column: Option<&'static str>,
    /// What stands there.
    pub value: Option<String>,
    /// What is wrong and what is expected.
    pub reason: String,
}

/// A cell's text without the blanks around it. Most have none, which two bytes tell.
pub fn trim_cell(text: &str) -> &str {
    let stands_at_an_end = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_graphic);
    if stands_at_an_end(text.as_bytes().first()) && stands_at_an_end(text.as_bytes().last()) {
        text
    } else {
        text.trim()
    }
}

/// Hands a batch on; `false` means that nobody wants more.
type BatchSink<'a> = &'a mut dyn FnMut(SourceBatch) -> bool;

/// The rows of a table on their way; the reader stops when this is dropped.
#[derive(Debug)]
pub struct BatchStream {
    receiver: mpsc::Receiver<BatchResult>,
    /// Told when the first batch is wanted.
    start_signal: Option<oneshot::Sender<()>>,
}

/// What a reader sends: a batch, the end (`Ok(None)`) once everything has been sent, or why it
/// cannot go on.
pub type BatchResult = Result<Option<SourceBatch>, SourceError>;

impl BatchStream {
    /// What arrives at `receiver`.
    pub fn new(receiver: mpsc::Receiver<BatchResult>) -> Self {
        Self {
            receiver,
            start_signal: None,
        }
    }

    /// As [`Self::new`], of a reader that waits to be told by `begin`: a read that costs something
    /// is not begun before somebody wants its rows.
    pub fn with_start_signal(
        receiver: mpsc::Receiver<BatchResult>,
        begin: oneshot::Sender<()>,
    ) -> Self {
        Self {
            receiver,
            start_signal: Some(begin),
        }
    }

    fn signal_start(&mut self) {
        if let Some(begin) = self.start_signal.take() {
            // A reader that is gone shows in what arrives.
            let _ = begin.send(());
        }
    }

    /// Waits for the next batch, off the async threads; `None` only where the reader has said that
    /// this was all, never because it has died.
    pub fn blocking_next(&mut self) -> BatchResult {
        self.signal_start();
        self.receiver
            .blocking_recv()
            .unwrap_or_else(interrupted_result)
    }

    /// As [`Self::blocking_next`]; `None` where the run is given up first, so that nobody goes on
    /// reading for it.
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
        "Reading the source was broken off: try again.".to_owned(),
    ))
}

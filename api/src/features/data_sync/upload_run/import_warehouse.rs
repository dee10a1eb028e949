//! The tables of an upload as a source. Rejected cells count as rejected rows of the run.

use crate::features::data_sync::connectors::open_server_folder;
use async_trait::async_trait;
use imports::CellFault;
use imports::results::{RejectedCell, visit_rejects};
use sources::{
    BatchStream, ColumnDescriptor, Layout, Layouts, MAX_BATCHES_IN_FLIGHT, ReadOutcome,
    ReadRequest, RejectCode, RowFault, SourceBatch, SourceError, SourceTable, TablePresence,
    TableRows, Warehouse,
};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::mpsc;
use tokio::task::spawn_blocking;

/// Maximum number of rejected rows in a batch.
const MAX_FAULTS: usize = 2_000;

/// A folder of tables with the cells that were rejected when they were read.
pub(in crate::features::data_sync) struct ImportWarehouse {
    tables: Arc<dyn Warehouse>,
    folder: PathBuf,
}

impl ImportWarehouse {
    /// Opens the folder.
    pub(in crate::features::data_sync) fn open(folder: &Path) -> Result<Self, SourceError> {
        let tables = open_server_folder(folder).map_err(|_| {
            SourceError::Unusable(
                "The uploaded files are not on this server. Upload them again.".to_owned(),
            )
        })?;
        Ok(Self {
            tables,
            folder: folder.to_owned(),
        })
    }
}

#[async_trait]
impl Warehouse for ImportWarehouse {
    async fn list_tables(&self, layouts: &Layouts) -> Result<Vec<TablePresence>, SourceError> {
        self.tables.list_tables(layouts).await
    }

    async fn describe_columns(
        &self,
        table: SourceTable,
        layout: &Layout,
    ) -> Result<Option<Vec<ColumnDescriptor>>, SourceError> {
        self.tables.describe_columns(table, layout).await
    }

    async fn read_table(&self, wanted: ReadRequest) -> Result<ReadOutcome, SourceError> {
        let table = wanted.table;
        let rows = match self.tables.read_table(wanted).await? {
            ReadOutcome::Rows(rows) => rows,
            other => return Ok(other),
        };
        let (sender, receiver) = mpsc::channel(MAX_BATCHES_IN_FLIGHT);
        let (mut batches, folder) = (rows.batches, self.folder.clone());
        spawn_blocking(move || {
            let mut first: Option<SourceBatch> = None;
            let end = loop {
                let Some(next) = batches.blocking_next_until(sender.closed()) else {
                    return;
                };
                match next {
                    Ok(Some(batch)) => {
                        first.get_or_insert_with(|| without_rows(&batch));
                        if sender.blocking_send(Ok(Some(batch))).is_err() {
                            return;
                        }
                    }
                    Ok(None) => break Ok(None),
                    Err(error) => break Err(error),
                }
            };
            let end = match (end, first) {
                (Ok(None), Some(empty)) => send_rejects(&folder, table, &empty, |batch| {
                    sender.blocking_send(Ok(Some(batch))).is_ok()
                })
                .map(|()| None),
                (end, _) => end,
            };
            // If the receiver is gone, the run has ended.
            let _ = sender.blocking_send(end);
        });
        Ok(ReadOutcome::Rows(TableRows {
            batches: BatchStream::new(receiver),
            ..rows
        }))
    }
}

fn without_rows(batch: &SourceBatch) -> SourceBatch {
    SourceBatch {
        file: None,
        rows: batch.rows.slice(0, 0),
        lines: Vec::new(),
        faults: Vec::new(),
        ignored: Arc::clone(&batch.ignored),
        bytes: 0,
    }
}

/// The rejected cells of one row of a file.
struct RejectedRow {
    file: String,
    sheet: String,
    row: u64,
    fault: RowFault,
}

impl RejectedRow {
    fn new(table: SourceTable, cell: RejectedCell) -> Self {
        let digits = cell
            .cell
            .trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        let row = digits.parse().unwrap_or_default();
        let columns = table.schema().columns;
        let column = columns
            .iter()
            .map(|column| column.name)
            .find(|name| *name == cell.column);
        Self {
            row,
            fault: RowFault {
                line: row,
                key: Vec::new(),
                column,
                value: Some(cell.value).filter(|value| !value.is_empty()),
                code: classify_fault(cell.fault),
                reason: format!("{}: {}", cell.cell, cell.fault.into_str()),
            },
            file: cell.file,
            sheet: cell.sheet,
        }
    }

    fn is_same_row(&self, other: &Self) -> bool {
        (&self.file, &self.sheet, self.row) == (&other.file, &other.sheet, other.row)
    }

    /// The file, and the sheet if there is one.
    fn place(&self) -> String {
        if self.sheet.is_empty() {
            self.file.clone()
        } else {
            format!("{} [{}]", self.file, self.sheet)
        }
    }
}

/// Sends the rejected rows of a table in batches of one file.
fn send_rejects(
    folder: &Path,
    table: SourceTable,
    empty: &SourceBatch,
    mut send: impl FnMut(SourceBatch) -> bool,
) -> Result<(), SourceError> {
    if !folder.join("rejects.csv").exists() {
        return Ok(());
    }
    let mut waiting: Vec<RejectedRow> = Vec::new();
    let mut flush = |rows: &mut Vec<RejectedRow>| {
        let Some(first) = rows.first() else {
            return true;
        };
        send(SourceBatch {
            file: Some(first.place().into()),
            faults: rows.drain(..).map(|row| row.fault).collect(),
            ..without_rows(empty)
        })
    };
    let visited = visit_rejects(folder, 0, |cell, _| {
        if cell.table != table.id() {
            return ControlFlow::Continue(());
        }
        let row = RejectedRow::new(table, cell);
        let is_full = waiting.len() >= MAX_FAULTS;
        let is_batch_complete = match waiting.last_mut() {
            Some(last) if last.is_same_row(&row) => {
                last.fault.code = RejectCode::SeveralValues;
                last.fault.reason.push_str("; ");
                last.fault.reason.push_str(&row.fault.reason);
                return ControlFlow::Continue(());
            }
            Some(last) => last.place() != row.place() || is_full,
            None => false,
        };
        if is_batch_complete && !flush(&mut waiting) {
            return ControlFlow::Break(());
        }
        waiting.push(row);
        ControlFlow::Continue(())
    });
    visited.map_err(|_| {
        SourceError::Unreachable("Reading the rejected cells failed. Try again.".to_owned())
    })?;
    flush(&mut waiting);
    Ok(())
}

/// What the fault of a cell is as one of its row.
pub fn classify_fault(fault: CellFault) -> RejectCode {
    match fault {
        CellFault::Empty => RejectCode::MissingValue,
        CellFault::Error | CellFault::UncomputedFormula => RejectCode::ErrorCell,
        CellFault::NotNumber => RejectCode::NotNumber,
        CellFault::Negative => RejectCode::NegativeValue,
        CellFault::NotPositive => RejectCode::NotPositive,
        CellFault::OutOfRange => RejectCode::OutOfRange,
        CellFault::NotDays => RejectCode::NotDays,
        CellFault::NotDate => RejectCode::NotDate,
        CellFault::NotBoolean => RejectCode::NotBoolean,
        CellFault::UnknownStatus | CellFault::Canceled => RejectCode::UnlistedValue,
        CellFault::NotCurrency => RejectCode::NotCurrency,
        CellFault::LostDigits => RejectCode::LostDigits,
        CellFault::UnknownDensityUnit => RejectCode::UnknownDensityUnit,
        CellFault::MissingQuantity => RejectCode::MissingQuantity,
        CellFault::ExtraCells => RejectCode::MalformedRow,
        CellFault::MissingOrder => RejectCode::MissingOrder,
        CellFault::DuplicateKey => RejectCode::DuplicateKey,
    }
}

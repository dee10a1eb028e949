//! Reads one CSV file into batches. The file is UTF-8 with or without a byte-order mark, with
//! columns in any order. Each row has its line number.

use super::{
    BatchSink, ColumnDescriptor, Layout, MAX_BATCH_BYTES, MAX_BATCH_ROWS, RejectCode, RowFault,
    SourceBatch, SourceError,
};
use crate::stoppable_file::{StopCheck, StoppableFile};
use crate::table_file::Packing;
use arrow_array::builder::{ArrayBuilder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use record_reader::{MAX_CELL_BYTES, ReadError, Record, RecordFlaw, RecordReader};
use std::borrow::Cow;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

mod record_reader;

/// Reads a file. `name` is its name in messages. Returns false if the receiver stopped.
pub(super) fn read_csv(
    file: (&Path, Packing),
    name: &Arc<str>,
    layout: &Layout,
    is_stopped: StopCheck<'_>,
    send: BatchSink<'_>,
) -> Result<bool, SourceError> {
    let records = open_records(file, name, is_stopped)?;
    CsvReader::from_records(records, name, layout)?.send_rows(send)
}

/// The columns of the file. Reads only its first line.
pub(super) fn read_csv_columns(
    file: (&Path, Packing),
    name: &Arc<str>,
    layout: &Layout,
    is_stopped: StopCheck<'_>,
) -> Result<Vec<ColumnDescriptor>, SourceError> {
    let records = open_records(file, name, is_stopped)?;
    let reader = CsvReader::from_records(records, name, layout)?;
    Ok(reader
        .names
        .iter()
        .map(|name| ColumnDescriptor::new(name, None))
        .collect())
}

/// Opens the records of a file.
fn open_records<'a>(
    (path, packing): (&Path, Packing),
    name: &str,
    is_stopped: StopCheck<'a>,
) -> Result<RecordReader<impl Read + use<'a>>, SourceError> {
    let unreadable = |error: std::io::Error| {
        SourceError::Unreachable(format!("{name} cannot be read: {error}."))
    };
    let file = StoppableFile::open(path, is_stopped).map_err(unreadable)?;
    if file.file().metadata().map_err(unreadable)?.len() == 0 {
        return Err(SourceError::Unusable(format!(
            "{name} is empty (0 bytes). Add at least a first line with the column names."
        )));
    }
    let content = packing.unpack(file).map_err(unreadable)?;
    skip_byte_order_mark(content, name).map_err(unreadable)?
}

/// The records after the byte-order mark, if there is one.
fn skip_byte_order_mark<'a>(
    mut file: Box<dyn Read + 'a>,
    name: &str,
) -> std::io::Result<Result<RecordReader<impl Read + use<'a>>, SourceError>> {
    let mut start = Vec::with_capacity(3);
    file.by_ref().take(3).read_to_end(&mut start)?;
    if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
        return Ok(Err(SourceError::Unusable(format!(
            "{name} is UTF-16. Save it as UTF-8."
        ))));
    }
    let mut mark = 0;
    if start.starts_with(b"\xef\xbb\xbf") {
        mark = 3;
        start.clear();
    }
    Ok(Ok(RecordReader::with_offset(
        mark,
        std::io::Cursor::new(start).chain(file),
    )))
}

/// A column that is read.
struct FileColumn {
    /// Position in the file.
    position: usize,
    /// Name in the batches.
    field: Cow<'static, str>,
    /// The Sprout column; `None` for an input of expressions.
    ours: Option<&'static str>,
}

struct CsvReader<'a, R> {
    records: RecordReader<R>,
    name: &'a Arc<str>,
    /// All columns of the file. A row must have as many cells.
    names: Vec<String>,
    /// The columns that are read.
    columns: Vec<FileColumn>,
    /// Positions of the key columns.
    key: Vec<usize>,
    schema: Arc<Schema>,
    ignored: Arc<[String]>,
    /// Bytes of the file that are counted in the batches so far.
    bytes_reported: u64,
}

impl<'a, R: Read> CsvReader<'a, R> {
    fn from_records(
        mut records: RecordReader<R>,
        name: &'a Arc<str>,
        layout: &Layout,
    ) -> Result<Self, SourceError> {
        let mut header = Record::default();
        let found = records
            .read_record(&mut header)
            .map_err(|stop| record_error(name, &stop))?;
        if !found {
            return Err(SourceError::Unusable(format!(
                "{name} has only blank lines. Enter the column names in its first line."
            )));
        }
        let names = header_names(&header).ok_or_else(|| {
            SourceError::Unusable(format!(
                "{name}: the first line cannot be read as column names. Save the file as \
                    comma-separated UTF-8 text."
            ))
        })?;
        layout.check_names(name, &names)?;
        let mut columns: Vec<FileColumn> = Vec::new();
        for (position, name) in names.iter().enumerate() {
            if let Some(field) = layout.field_name(name) {
                columns.push(FileColumn {
                    position,
                    field,
                    ours: layout.find_column(name).map(|column| column.name),
                });
            }
        }
        // In the order of the table, then the inputs.
        columns.sort_by_key(|column| {
            let index = column.ours.and_then(|name| layout.shape.column_index(name));
            index.unwrap_or(usize::MAX)
        });
        let ignored = names
            .iter()
            .filter(|name| layout.field_name(name).is_none())
            .map(|name| (*name).to_owned())
            .collect();
        let fields: Vec<Field> = columns
            .iter()
            .map(|column| Field::new(column.field.clone(), DataType::Utf8, true))
            .collect();
        let key = layout
            .shape
            .key
            .iter()
            .filter_map(|name| {
                columns
                    .iter()
                    .find(|column| column.ours == Some(*name))
                    .map(|column| column.position)
            })
            .collect();
        let names = names.into_iter().map(str::to_owned).collect();
        Ok(Self {
            names,
            columns,
            key,
            schema: Arc::new(Schema::new(fields)),
            ignored,
            records,
            name,
            bytes_reported: 0,
        })
    }

    /// Sends all rows. Returns false if the receiver stopped.
    fn send_rows(mut self, send: BatchSink<'_>) -> Result<bool, SourceError> {
        let mut record = Record::default();
        let mut batch = BatchBuilder::new(&self.columns);
        while self
            .records
            .read_record(&mut record)
            .map_err(|stop| record_error(self.name, &stop))?
        {
            match self.find_fault(&record) {
                Some(fault) => batch.append_fault(fault),
                None => batch.append_record(&record, &self.columns),
            }
            if batch.is_full() {
                let next = batch.new_like();
                if !send(self.finish_batch(std::mem::replace(&mut batch, next))?) {
                    return Ok(false);
                }
            }
        }
        Ok(send(self.finish_batch(batch)?))
    }

    fn finish_batch(&mut self, batch: BatchBuilder) -> Result<SourceBatch, SourceError> {
        let columns = batch
            .cells
            .into_iter()
            .map(|mut cells| Arc::new(cells.finish()) as ArrayRef)
            .collect();
        let rows = RecordBatch::try_new(Arc::clone(&self.schema), columns)
            .map_err(|error| SourceError::Unusable(format!("{}: {error}.", self.name)))?;
        let bytes = self.records.bytes_consumed() - self.bytes_reported;
        self.bytes_reported += bytes;
        Ok(SourceBatch {
            file: Some(Arc::clone(self.name)),
            rows,
            lines: batch.lines,
            faults: batch.faults,
            ignored: Arc::clone(&self.ignored),
            bytes,
        })
    }

    /// The fault of a malformed record; `None` if it is a valid row.
    fn find_fault(&self, record: &Record) -> Option<RowFault> {
        let (position, code, reason) = match record.flaw {
            Some(RecordFlaw::LongCell(position)) => (
                Some(position),
                RejectCode::TextTooLong,
                format!("is longer than {} KiB", MAX_CELL_BYTES / 1024),
            ),
            Some(RecordFlaw::TextAfterQuote(position)) => (
                Some(position),
                RejectCode::MalformedRow,
                "has text after its closing quote: double the quotes inside a quoted cell"
                    .to_owned(),
            ),
            Some(RecordFlaw::LongRecord) => (
                None,
                RejectCode::TextTooLong,
                "the row is longer than 1 MiB".to_owned(),
            ),
            None if record.cells != self.names.len() => {
                let advice = "put text that contains a comma in quotes";
                (
                    None,
                    RejectCode::MalformedRow,
                    format!(
                        "the row has {} cells, but the first line has {} columns: {advice}",
                        record.cells,
                        self.names.len()
                    ),
                )
            }
            None if record.is_ascii() => return None,
            None => {
                let broken = self
                    .columns
                    .iter()
                    .find(|column| record.cell_text(column.position).is_none());
                (
                    Some(broken?.position),
                    RejectCode::InvalidCharacters,
                    "is not UTF-8 text: save the file as UTF-8".to_owned(),
                )
            }
        };
        let column = position
            .and_then(|position| {
                self.columns
                    .iter()
                    .find(|column| column.position == position)
            })
            .and_then(|column| column.ours);
        let value = position
            .and_then(|position| record.cell(position))
            .map(|bytes| {
                String::from_utf8_lossy(bytes.get(..1024).unwrap_or(bytes))
                    .trim()
                    .to_owned()
            });
        let key = self
            .key
            .iter()
            .map(|position| record.cell_text(*position).map(str::to_owned))
            .collect::<Option<Vec<_>>>()
            .unwrap_or_default();
        let reason = match (position, column) {
            (Some(_), Some(column)) => format!("{column} {reason}"),
            (Some(position), None) => format!("cell {} {reason}", position + 1),
            (None, _) => reason,
        };
        Some(RowFault {
            line: record.line,
            key,
            column,
            value,
            code,
            reason,
        })
    }
}

/// The names in a header; `None` if it is not valid UTF-8 text.
fn header_names(header: &Record) -> Option<Vec<&str>> {
    (0..header.cells)
        .map(|position| header.cell_text(position))
        .collect::<Option<_>>()
        .filter(|_| header.flaw.is_none())
}

/// A batch under construction.
struct BatchBuilder {
    cells: Vec<StringBuilder>,
    lines: Vec<u64>,
    faults: Vec<RowFault>,
    bytes: usize,
}

impl BatchBuilder {
    fn new(columns: &[FileColumn]) -> Self {
        Self {
            cells: columns.iter().map(|_| StringBuilder::new()).collect(),
            lines: Vec::new(),
            faults: Vec::new(),
            bytes: 0,
        }
    }

    /// An empty builder with the same capacity.
    fn new_like(&self) -> Self {
        let like = |cells: &StringBuilder| {
            StringBuilder::with_capacity(cells.len(), cells.values_slice().len() * 9 / 8)
        };
        Self {
            cells: self.cells.iter().map(like).collect(),
            lines: Vec::with_capacity(self.lines.len()),
            faults: Vec::new(),
            bytes: 0,
        }
    }

    fn append_record(&mut self, record: &Record, columns: &[FileColumn]) {
        let whole = record.as_text();
        for (cells, column) in self.cells.iter_mut().zip(columns) {
            let cell = record
                .cell_text_in(whole, column.position)
                .unwrap_or_default();
            self.bytes += cell.len();
            cells.append_option((!cell.is_empty()).then_some(cell));
        }
        self.lines.push(record.line);
    }

    /// Counts the texts of the fault too: its key can be as long as cells may be.
    fn append_fault(&mut self, fault: RowFault) {
        let texts = fault.key.iter().chain(&fault.value);
        self.bytes += fault.reason.len() + texts.map(String::len).sum::<usize>();
        self.faults.push(fault);
    }

    fn is_full(&self) -> bool {
        self.lines.len() + self.faults.len() >= MAX_BATCH_ROWS || self.bytes >= MAX_BATCH_BYTES
    }
}

fn record_error(name: &str, stop: &ReadError) -> SourceError {
    match stop {
        ReadError::Io(error) => {
            SourceError::Unreachable(format!("{name} cannot be read any further: {error}."))
        }
        ReadError::OpenQuote(line) => SourceError::Unusable(format!(
            "{name}: the quote that opens a cell on line {line} is never closed, so the rows after \
                it cannot be read. Close the quote."
        )),
    }
}

#[cfg(test)]
mod tests;

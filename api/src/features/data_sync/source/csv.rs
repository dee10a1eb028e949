//! Reads one CSV file into batches: UTF-8 with or without a byte-order mark, any order of columns,
//! every row with its line.

use super::{
    BATCH_BYTES, BATCH_ROWS, FoundColumn, HandOn, Layout, RowFault, SourceBatch, SourceError,
};
use crate::features::data_sync::catalogue::Column;
use arrow_array::builder::{ArrayBuilder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use records::{CELL_LIMIT, Flaw, Record, Records, Stop};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;

mod records;

/// Reads the file at `path`, which people know as `name`; `false` where nobody wanted all of it.
pub(super) fn read(
    path: &Path,
    name: &Arc<str>,
    layout: &Layout,
    send: HandOn<'_>,
) -> Result<bool, SourceError> {
    Reader::open(opened(path, name)?, name, layout)?.read(send)
}

/// The columns of the file: its first line, nothing else.
pub(super) fn columns(
    path: &Path,
    name: &Arc<str>,
    layout: &Layout,
) -> Result<Vec<FoundColumn>, SourceError> {
    let reader = Reader::open(opened(path, name)?, name, layout)?;
    Ok(reader
        .names
        .iter()
        .map(|name| FoundColumn::new(name, None))
        .collect())
}

/// The records of a file that can be read.
fn opened(path: &Path, name: &str) -> Result<Records<impl Read + use<>>, SourceError> {
    let unreadable = |error: std::io::Error| {
        SourceError::Unreachable(format!("{name} cannot be read: {error}."))
    };
    let file = File::open(path).map_err(unreadable)?;
    if file.metadata().map_err(unreadable)?.len() == 0 {
        return Err(SourceError::Unusable(format!(
            "{name} is empty (0 bytes): it needs at least a line with the names of the columns."
        )));
    }
    without_mark(file, name).map_err(unreadable)?
}

/// The records behind a byte-order mark.
fn without_mark(
    mut file: File,
    name: &str,
) -> std::io::Result<Result<Records<impl Read + use<>>, SourceError>> {
    let mut start = Vec::with_capacity(3);
    file.by_ref().take(3).read_to_end(&mut start)?;
    if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
        return Ok(Err(SourceError::Unusable(format!(
            "{name} is UTF-16: save it as UTF-8."
        ))));
    }
    let mut mark = 0;
    if start.starts_with(b"\xef\xbb\xbf") {
        mark = 3;
        start.clear();
    }
    Ok(Ok(Records::behind(
        mark,
        std::io::Cursor::new(start).chain(file),
    )))
}

struct Reader<'a, R> {
    records: Records<R>,
    name: &'a Arc<str>,
    /// Every column of the file; a row has as many cells.
    names: Vec<String>,
    /// For each known column of the file: where it stands and what it is called.
    columns: Vec<(usize, &'static str)>,
    /// Where the cells of the key stand.
    key: Vec<usize>,
    schema: Arc<Schema>,
    ignored: Arc<[String]>,
    /// Bytes of the file that the batches so far were made of.
    told: u64,
}

impl<'a, R: Read> Reader<'a, R> {
    fn open(
        mut records: Records<R>,
        name: &'a Arc<str>,
        layout: &Layout,
    ) -> Result<Self, SourceError> {
        let mut header = Record::default();
        let found = records
            .next(&mut header)
            .map_err(|stop| stopped(name, &stop))?;
        if !found {
            return Err(SourceError::Unusable(format!(
                "{name} holds only blank lines: its first line must name the columns."
            )));
        }
        let names = names(&header).ok_or_else(|| {
            SourceError::Unusable(format!(
                "{name}: its first line cannot be read as the names of \
                the columns: save it as UTF-8 text, comma-separated."
            ))
        })?;
        layout.check(name, &names)?;
        let place = |column: &Column| {
            names
                .iter()
                .position(|name| *name == layout.source_name(column))
        };
        let columns: Vec<(usize, &'static str)> = layout
            .shape
            .columns
            .iter()
            .filter_map(|column| place(column).map(|position| (position, column.name)))
            .collect();
        let ignored = names
            .iter()
            .filter(|name| layout.column(name).is_none())
            .map(|name| (*name).to_owned())
            .collect();
        let fields: Vec<Field> = columns
            .iter()
            .map(|(_, column)| Field::new(*column, DataType::Utf8, true))
            .collect();
        let key = layout
            .shape
            .key
            .iter()
            .filter_map(|name| {
                columns
                    .iter()
                    .find(|(_, column)| column == name)
                    .map(|(position, _)| *position)
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
            told: 0,
        })
    }

    /// Sends all rows; `false` where nobody wanted them all.
    fn read(mut self, send: HandOn<'_>) -> Result<bool, SourceError> {
        let mut record = Record::default();
        let mut batch = Pending::new(&self.columns);
        while self
            .records
            .next(&mut record)
            .map_err(|stop| stopped(self.name, &stop))?
        {
            match self.fault(&record) {
                Some(fault) => batch.faults.push(fault),
                None => batch.take(&record, &self.columns),
            }
            if batch.is_full() {
                let next = batch.next();
                if !send(self.finish(std::mem::replace(&mut batch, next))?) {
                    return Ok(false);
                }
            }
        }
        Ok(send(self.finish(batch)?))
    }

    fn finish(&mut self, batch: Pending) -> Result<SourceBatch, SourceError> {
        let columns = batch
            .cells
            .into_iter()
            .map(|mut cells| Arc::new(cells.finish()) as ArrayRef)
            .collect();
        let rows = RecordBatch::try_new(Arc::clone(&self.schema), columns)
            .map_err(|error| SourceError::Unusable(format!("{}: {error}.", self.name)))?;
        let bytes = self.records.passed() - self.told;
        self.told += bytes;
        Ok(SourceBatch {
            file: Some(Arc::clone(self.name)),
            rows,
            lines: batch.lines,
            faults: batch.faults,
            ignored: Arc::clone(&self.ignored),
            bytes,
        })
    }

    /// What keeps a record from being a row.
    fn fault(&self, record: &Record) -> Option<RowFault> {
        let (position, reason) = match record.flaw {
            Some(Flaw::LongCell(position)) => (
                Some(position),
                format!("is longer than {} KiB", CELL_LIMIT / 1024),
            ),
            Some(Flaw::TextAfterQuote(position)) => (
                Some(position),
                "goes on after its closing quote: write a quote inside a quoted cell twice"
                    .to_owned(),
            ),
            Some(Flaw::LongRecord) => (None, "the row is longer than 1 MiB".to_owned()),
            None if record.cells != self.names.len() => {
                let advice = "text that contains a comma must stand in quotes";
                (
                    None,
                    format!(
                        "the row has {} cells where the first line names {} columns: {advice}",
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
                    .find(|(position, _)| record.text(*position).is_none());
                (
                    Some(broken?.0),
                    "is not UTF-8 text: save the file as UTF-8".to_owned(),
                )
            }
        };
        let column = position
            .and_then(|position| self.columns.iter().find(|(at, _)| *at == position))
            .map(|(_, column)| *column);
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
            .map(|position| record.text(*position).map(str::to_owned))
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
            reason,
        })
    }
}

/// The names that a header holds; `None` where it is no list of names.
fn names(header: &Record) -> Option<Vec<&str>> {
    (0..header.cells)
        .map(|position| header.text(position))
        .collect::<Option<_>>()
        .filter(|_| header.flaw.is_none())
}

/// The batch that is being filled.
struct Pending {
    cells: Vec<StringBuilder>,
    lines: Vec<u64>,
    faults: Vec<RowFault>,
    bytes: usize,
}

impl Pending {
    fn new(columns: &[(usize, &'static str)]) -> Self {
        Self {
            cells: columns.iter().map(|_| StringBuilder::new()).collect(),
            lines: Vec::new(),
            faults: Vec::new(),
            bytes: 0,
        }
    }

    /// The one behind this one, with room for about as much.
    fn next(&self) -> Self {
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

    fn take(&mut self, record: &Record, columns: &[(usize, &'static str)]) {
        let whole = record.whole();
        for (cells, (position, _)) in self.cells.iter_mut().zip(columns) {
            let cell = record.text_in(whole, *position).unwrap_or_default();
            self.bytes += cell.len();
            cells.append_option((!cell.is_empty()).then_some(cell));
        }
        self.lines.push(record.line);
    }

    fn is_full(&self) -> bool {
        self.lines.len() + self.faults.len() >= BATCH_ROWS || self.bytes >= BATCH_BYTES
    }
}

fn stopped(name: &str, stop: &Stop) -> SourceError {
    match stop {
        Stop::Io(error) => SourceError::Unreachable(format!("{name} cannot be read on: {error}.")),
        Stop::OpenQuote(line) => SourceError::Unusable(format!(
            "{name}: the quote that opens a cell on line {line} is never closed, so the rows \
                after it cannot be told apart."
        )),
    }
}

#[cfg(test)]
mod tests;

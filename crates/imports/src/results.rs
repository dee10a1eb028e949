//! Reads what an import with traces wrote, a page at a time.

use crate::cell_fault::CellFault;
use serde::Deserialize;
use std::fs::File;
use std::io::{Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;

/// A rejected cell.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
pub struct RejectedCell {
    pub table: String,
    pub file: String,
    /// Empty for a text file.
    pub sheet: String,
    /// Such as `D17`.
    pub cell: String,
    /// The column of the table.
    pub column: String,
    pub value: String,
    #[serde(rename = "reason")]
    pub fault: CellFault,
}

/// A row of a table, with the place where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TracedRow {
    pub file: String,
    /// Empty for a text file.
    pub sheet: String,
    /// Row of the sheet or line of the file.
    pub row: u64,
    /// The values in the order of the table's columns.
    pub values: Vec<String>,
}

/// A page of rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TracedRows {
    pub columns: Vec<String>,
    pub rows: Vec<TracedRow>,
    /// Where the next page starts in the table and in its origins; none on the last page.
    pub next: Option<(u64, u64)>,
}

/// A reader that starts at a byte of the file; 0 is the first record.
struct RecordReader {
    reader: csv::Reader<File>,
    base: u64,
}

impl RecordReader {
    fn open(path: &Path, offset: u64) -> Result<(Self, csv::StringRecord), csv::Error> {
        let header = csv::Reader::from_path(path)?.headers()?.clone();
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(offset))?;
        let reader = csv::ReaderBuilder::new()
            .has_headers(offset == 0)
            .from_reader(file);
        Ok((
            Self {
                reader,
                base: offset,
            },
            header,
        ))
    }

    fn next(&mut self, record: &mut csv::StringRecord) -> Result<bool, csv::Error> {
        self.reader.read_record(record)
    }

    fn offset(&self) -> u64 {
        self.base + self.reader.position().byte()
    }
}

/// Calls `visit` with each rejected cell, from `offset` of the file on, and with the offset of the
/// next one.
pub fn visit_rejects(
    folder: &Path,
    offset: u64,
    mut visit: impl FnMut(RejectedCell, u64) -> ControlFlow<()>,
) -> Result<(), csv::Error> {
    let (mut reader, header) = RecordReader::open(&folder.join("rejects.csv"), offset)?;
    let mut record = csv::StringRecord::new();
    while reader.next(&mut record)? {
        let cell = record.deserialize(Some(&header))?;
        if visit(cell, reader.offset()).is_break() {
            break;
        }
    }
    Ok(())
}

/// A page of rejected cells, and the offset of the next page.
pub fn read_rejects(
    folder: &Path,
    offset: u64,
    limit: usize,
) -> Result<(Vec<RejectedCell>, Option<u64>), csv::Error> {
    let mut cells = Vec::new();
    let mut next = offset;
    let mut has_more = false;
    visit_rejects(folder, offset, |cell, after| {
        if cells.len() == limit {
            has_more = true;
            return ControlFlow::Break(());
        }
        cells.push(cell);
        next = after;
        ControlFlow::Continue(())
    })?;
    Ok((cells, has_more.then_some(next)))
}

/// A page of the rows of a table. `key` keeps the rows with this first column.
pub fn read_rows(
    folder: &Path,
    table: &str,
    (row_offset, origin_offset): (u64, u64),
    limit: usize,
    key: Option<&str>,
) -> Result<TracedRows, csv::Error> {
    let name = format!("{table}.csv");
    let (mut values, header) = RecordReader::open(&folder.join(&name), row_offset)?;
    let (mut origins, _) = RecordReader::open(&folder.join("origins").join(&name), origin_offset)?;
    let mut page = TracedRows {
        columns: header.iter().map(str::to_owned).collect(),
        rows: Vec::new(),
        next: None,
    };
    let (mut record, mut origin) = (csv::StringRecord::new(), csv::StringRecord::new());
    let mut next = (row_offset, origin_offset);
    while values.next(&mut record)? && origins.next(&mut origin)? {
        let is_wanted = key.is_none_or(|key| record.get(0) == Some(key));
        if is_wanted {
            if page.rows.len() == limit {
                page.next = Some(next);
                break;
            }
            let text = |index: usize| origin.get(index).unwrap_or_default();
            page.rows.push(TracedRow {
                file: text(0).to_owned(),
                sheet: text(1).to_owned(),
                row: text(2).parse().unwrap_or_default(),
                values: record.iter().map(str::to_owned).collect(),
            });
        }
        next = (values.offset(), origins.offset());
    }
    Ok(page)
}

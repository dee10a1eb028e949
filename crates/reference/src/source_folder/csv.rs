//! Reads CSV files: a header line, then one row per line.

use super::{RowSink, SourceError};
use csv::{ByteRecord, ReaderBuilder};
use std::collections::HashMap;
use std::path::Path;

/// Rows with a wrong number of cells, and cells that are not UTF-8, have no cells: they are
/// unusable.
pub(super) fn for_each_csv_row(path: &Path, take: RowSink<'_>) -> Result<(), SourceError> {
    let failed = |error: csv::Error| SourceError::from_reason(path, &error);
    let mut reader = ReaderBuilder::new()
        .flexible(true)
        .from_path(path)
        .map_err(failed)?;
    let header = reader.headers().map_err(failed)?.clone();
    let columns: HashMap<&str, usize> = header
        .iter()
        .enumerate()
        .map(|(index, name)| (name.trim().trim_start_matches('\u{feff}'), index))
        .collect();
    let mut record = ByteRecord::new();
    while reader.read_byte_record(&mut record).map_err(failed)? {
        let has_all_cells = record.len() == header.len();
        let cell = |name: &str| {
            let bytes = record.get(*columns.get(name)?).filter(|_| has_all_cells)?;
            str::from_utf8(bytes).ok().map(str::to_owned)
        };
        // A blank line has one empty cell.
        if record.iter().any(|cell| !cell.trim_ascii().is_empty()) {
            take(&cell);
        }
    }
    Ok(())
}

//! CSV: a first line of names, then a row a line.

use super::{RowSink, SourceError};
use csv::{ByteRecord, ReaderBuilder};
use std::collections::HashMap;
use std::path::Path;

/// Rows with more or fewer cells than names, and cells that are not UTF-8, give no cells at all:
/// they cannot be used.
pub(super) fn for_each_csv_row(path: &Path, take: RowSink<'_>) -> Result<(), SourceError> {
    let failed = |error: csv::Error| SourceError::from_reason(path, &error);
    let mut reader = ReaderBuilder::new()
        .flexible(true)
        .from_path(path)
        .map_err(failed)?;
    let header = reader.headers().map_err(failed)?.clone();
    let places: HashMap<&str, usize> = header
        .iter()
        .enumerate()
        .map(|(place, name)| (name.trim().trim_start_matches('\u{feff}'), place))
        .collect();
    let mut record = ByteRecord::new();
    while reader.read_byte_record(&mut record).map_err(failed)? {
        let whole = record.len() == header.len();
        let cell = |name: &str| {
            let bytes = record.get(*places.get(name)?).filter(|_| whole)?;
            str::from_utf8(bytes).ok().map(str::to_owned)
        };
        // A blank line has one empty cell.
        if record.iter().any(|cell| !cell.trim_ascii().is_empty()) {
            take(&cell);
        }
    }
    Ok(())
}

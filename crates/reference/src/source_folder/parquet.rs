//! Reads Parquet files with the library's row API; every value becomes the text that a CSV file
//! would contain.

use super::{RowSink, SourceError};
use chrono::{DateTime, NaiveDate};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::{Field, Row};
use std::collections::HashMap;
use std::fs::File;
use std::path::Path;

pub(super) fn for_each_parquet_row(path: &Path, take: RowSink<'_>) -> Result<(), SourceError> {
    let file = File::open(path).map_err(|error| SourceError::from_reason(path, &error))?;
    let reader =
        SerializedFileReader::new(file).map_err(|error| SourceError::from_reason(path, &error))?;
    for row in reader
        .get_row_iter(None)
        .map_err(|error| SourceError::from_reason(path, &error))?
    {
        let row: Row = row.map_err(|error| SourceError::from_reason(path, &error))?;
        let cells: HashMap<&str, &Field> = row
            .get_column_iter()
            .map(|(name, field)| (name.as_str(), field))
            .collect();
        take(&|name: &str| cells.get(name).and_then(|field| field_text(field)));
    }
    Ok(())
}

fn field_text(field: &Field) -> Option<String> {
    Some(match field {
        Field::Null => return None,
        Field::Str(text) => text.clone(),
        Field::Bytes(bytes) => str::from_utf8(bytes.data()).ok()?.to_owned(),
        Field::Bool(flag) => flag.to_string(),
        Field::Date(days) => NaiveDate::from_epoch_days(*days)?.to_string(),
        Field::TimestampMillis(at) => timestamp_text(DateTime::from_timestamp_millis(*at)?),
        Field::TimestampMicros(at) => timestamp_text(DateTime::from_timestamp_micros(*at)?),
        Field::ListInternal(items) => items
            .elements()
            .iter()
            .filter_map(field_text)
            .collect::<Vec<_>>()
            .join(";"),
        // The library formats integral floats with a point and decimals with all places; both parse
        // correctly.
        Field::Float(number) => number.to_string(),
        Field::Double(number) => number.to_string(),
        other => other.to_string(),
    })
}

/// A timestamp at midnight becomes a date.
fn timestamp_text(at: DateTime<chrono::Utc>) -> String {
    at.to_rfc3339()
}

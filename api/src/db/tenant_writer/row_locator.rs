//! The position of a staged row in its source, as one number of file and line. Rows that are read
//! later have higher numbers.

use super::merge_statements::FILES_TABLE;
use crate::db::DbError;
use crate::db::connection::{TargetColumn, TargetType, build_batch};
use arrow_array::{Int64Array, RecordBatch, StringArray};
use std::sync::Arc;

/// The number of bits for the line. The number of the file is above them.
const LINE_BITS: u32 = 40;
const MAX_LINES: i64 = 1 << LINE_BITS;

/// The columns of the table of file names.
pub(super) const FILE_COLUMNS: [TargetColumn; 2] = [
    TargetColumn {
        name: "number",
        ty: TargetType::BigInt,
    },
    TargetColumn {
        name: "name",
        ty: TargetType::Text,
    },
];

/// The position of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct RowLocator(i64);

/// A file with staged rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagedFile {
    /// The position of the file in the read, from 1.
    pub number: u32,
    /// The file name.
    pub name: Arc<str>,
}

impl RowLocator {
    /// A line of a file, both counted from 1. `None` beyond eight million files or a trillion
    /// lines.
    pub fn in_file(number: u32, line: u64) -> Option<Self> {
        let line = i64::try_from(line).ok().filter(|line| *line < MAX_LINES)?;
        i64::from(number)
            .checked_mul(MAX_LINES)
            .filter(|file| *file > 0)
            .map(|file| Self(file + line))
    }

    /// A row of a source without files, counted from 0. `None` beyond a trillion rows.
    pub fn in_order(number: u64) -> Option<Self> {
        i64::try_from(number)
            .ok()
            .filter(|number| *number < MAX_LINES)
            .map(Self)
    }

    /// The staged value.
    pub fn as_i64(self) -> i64 {
        self.0
    }
}

/// SQL for the line of a locator. Null if the source has no files.
pub(super) fn line_sql(locator: &str) -> String {
    format!(
        "case when {locator} >= {MAX_LINES} then {locator} & {} end",
        MAX_LINES - 1
    )
}

/// SQL for the file name of a locator. Null if the source has no files.
pub(super) fn file_name_sql(locator: &str) -> String {
    format!("(select name from {FILES_TABLE} where number = ({locator} >> {LINE_BITS}))")
}

/// The files as rows of [`FILE_COLUMNS`].
pub(super) fn build_file_batch(files: &[StagedFile]) -> Result<RecordBatch, DbError> {
    let numbers: Int64Array = files
        .iter()
        .map(|file| Some(i64::from(file.number)))
        .collect();
    let names: StringArray = files.iter().map(|file| Some(&*file.name)).collect();
    build_batch(&FILE_COLUMNS, vec![Arc::new(numbers), Arc::new(names)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_locators_by_position() {
        let places = [
            RowLocator::in_order(0),
            RowLocator::in_order(7),
            RowLocator::in_file(1, 1),
            RowLocator::in_file(1, 2),
            RowLocator::in_file(2, 1),
        ];
        let numbers: Vec<i64> = places.iter().map(|place| place.unwrap().as_i64()).collect();
        assert!(numbers.is_sorted_by(|a, b| a < b), "{numbers:?}");
    }

    #[test]
    fn gives_each_row_a_distinct_locator() {
        assert_eq!(
            RowLocator::in_file(1, 1 << LINE_BITS),
            None,
            "that would be the first line of the next file"
        );
        assert_eq!(
            (RowLocator::in_file(0, 1), RowLocator::in_file(u32::MAX, 1)),
            (None, None)
        );
        assert_eq!(RowLocator::in_order(1 << LINE_BITS), None);
        assert!(RowLocator::in_file((1 << 23) - 1, (1 << LINE_BITS) - 1).is_some());
    }
}

//! Splits a batch into slices with bounded text, because many rows can refer to one long text in
//! the file.

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType};
use std::sync::Arc;

/// Maximum bytes of text of a slice, unless a single row has more.
const MAX_TEXT_BYTES: usize = 4 * 1024 * 1024;

/// The slices of a batch, in order. Does not copy data.
pub(super) fn split_batch(rows: &RecordBatch) -> Vec<RecordBatch> {
    split_at_limit(rows, MAX_TEXT_BYTES)
}

fn split_at_limit(rows: &RecordBatch, most: usize) -> Vec<RecordBatch> {
    let (mut pieces, mut start, mut bytes) = (Vec::new(), 0, 0);
    for row in 0..rows.num_rows() {
        let own: usize = rows
            .columns()
            .iter()
            .map(|column| text_bytes(column.as_ref(), row))
            .sum();
        if row > start && bytes + own > most {
            pieces.push(rows.slice(start, row - start));
            (start, bytes) = (row, 0);
        }
        bytes += own;
    }
    if start < rows.num_rows() {
        pieces.push(rows.slice(start, rows.num_rows() - start));
    }
    pieces
}

/// Copies the texts of the rows, so that they do not keep pages in memory.
pub(super) fn compact_texts(rows: &RecordBatch) -> Result<RecordBatch, ArrowError> {
    let column = |column: &ArrayRef| match column.data_type() {
        DataType::Utf8View => Arc::new(column.as_string_view().gc()) as ArrayRef,
        DataType::BinaryView => Arc::new(column.as_binary_view().gc()),
        _ => Arc::clone(column),
    };
    RecordBatch::try_new(rows.schema(), rows.columns().iter().map(column).collect())
}

fn text_bytes(column: &dyn Array, row: usize) -> usize {
    match column.data_type() {
        _ if column.is_null(row) => 0,
        DataType::Utf8View => column.as_string_view().value(row).len(),
        DataType::BinaryView => column.as_binary_view().value(row).len(),
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::StringViewArray;

    #[test]
    fn pieces_are_bounded_and_lose_no_row() {
        let texts: StringViewArray = ["aaaa", "bbbb", "cc", "dddddddddddddddddddd", "e", ""]
            .into_iter()
            .map(Some)
            .collect();
        let rows = RecordBatch::try_from_iter([("x", Arc::new(texts) as ArrayRef)]).unwrap();
        let counts = |most| {
            split_at_limit(&rows, most)
                .iter()
                .map(RecordBatch::num_rows)
                .collect::<Vec<_>>()
        };
        assert_eq!(counts(10), [3, 1, 2]);
        assert_eq!(counts(1), [1, 1, 1, 1, 2]);
        assert_eq!(counts(1_000), [6]);
        assert_eq!(split_at_limit(&rows.slice(0, 0), 10).len(), 0);
    }
}

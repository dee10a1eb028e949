//! Detects sorted keys: sequential numbers, as most exports have them, in one series or several
//! interleaved ones ("PO-9", "SO-7", "PO-10"). As long as each key is greater than the previous key
//! with the same prefix, there are no duplicates.

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int64Type};
use arrow_array::{Array, PrimitiveArray, RecordBatch, StringArray};
use arrow_schema::DataType;

/// The maximum number of prefixes.
const MAX_SERIES: usize = 8;

/// The last key of each series.
#[derive(Debug, Default)]
pub(super) struct MonotonicKeyCheck {
    series: Vec<KeySeries>,
}

#[derive(Debug)]
struct KeySeries {
    prefix: Vec<u8>,
    last: Vec<u8>,
}

impl MonotonicKeyCheck {
    /// Whether the key is greater than the previous key with this prefix. If so, stores it as the
    /// last one.
    pub(super) fn accept_key(&mut self, beginning: &[u8], key: &mut Vec<u8>) -> bool {
        let known = self.series.len();
        match self
            .series
            .iter_mut()
            .find(|series| series.prefix == beginning)
        {
            Some(series) if series.last < *key => std::mem::swap(&mut series.last, key),
            None if known < MAX_SERIES => self.series.push(KeySeries {
                prefix: beginning.to_vec(),
                last: std::mem::take(key),
            }),
            _ => return false,
        }
        true
    }
}

/// The keys of a batch.
pub(super) struct BatchKeys<'a>(Vec<KeyColumn<'a>>);

enum KeyColumn<'a> {
    Text(&'a StringArray),
    Day(&'a PrimitiveArray<Date32Type>),
    Number(&'a PrimitiveArray<Int64Type>),
}

impl<'a> BatchKeys<'a> {
    /// `None` if a column has an unsupported type.
    pub(super) fn from_batch(rows: &'a RecordBatch, names: &[&str]) -> Option<Self> {
        names
            .iter()
            .map(|name| KeyColumn::from_batch(rows, name))
            .collect::<Option<_>>()
            .map(Self)
    }

    /// The prefix of a key: its text up to the first digit. Equal keys have equal prefixes.
    pub(super) fn key_prefix(&self, row: usize) -> &'a [u8] {
        let Some(KeyColumn::Text(column)) = self.0.first() else {
            return &[];
        };
        let text = column.value(row).as_bytes();
        text.iter()
            .position(u8::is_ascii_digit)
            .and_then(|digit| text.get(..digit))
            .unwrap_or_default()
    }

    /// Encodes a key as bytes that are equal if and only if the keys are, and that sort numbers in
    /// texts by value.
    pub(super) fn encode_key(&self, row: usize, bytes: &mut Vec<u8>) {
        bytes.clear();
        for column in &self.0 {
            match column {
                KeyColumn::Text(column) => encode_text(column.value(row).as_bytes(), bytes),
                KeyColumn::Day(column) => {
                    bytes.extend_from_slice(&(column.value(row) ^ i32::MIN).to_be_bytes());
                }
                KeyColumn::Number(column) => {
                    bytes.extend_from_slice(&(column.value(row) ^ i64::MIN).to_be_bytes());
                }
            }
        }
    }
}

/// The digits of a number follow their count.
fn encode_text(text: &[u8], bytes: &mut Vec<u8>) {
    for part in text.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit()) {
        if part.first().is_some_and(u8::is_ascii_digit) {
            let zeros = part.iter().take_while(|digit| **digit == b'0').count();
            let digits = part.get(zeros..).unwrap_or_default();
            bytes.push(u8::try_from(digits.len()).unwrap_or(u8::MAX));
            bytes.extend_from_slice(digits);
        } else {
            bytes.extend_from_slice(part);
        }
    }
    bytes.push(0);
}

impl<'a> KeyColumn<'a> {
    fn from_batch(rows: &'a RecordBatch, name: &str) -> Option<Self> {
        let column = rows.column_by_name(name)?;
        match column.data_type() {
            DataType::Utf8 => column.as_string_opt().map(Self::Text),
            DataType::Date32 => column.as_primitive_opt().map(Self::Day),
            DataType::Int64 => column.as_primitive_opt().map(Self::Number),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{ArrayRef, Date32Array, Int64Array};
    use std::sync::Arc;

    /// The first key that is not sorted.
    fn first_unsorted_row(columns: Vec<(&'static str, ArrayRef)>) -> Option<usize> {
        let rows = RecordBatch::try_from_iter(columns).unwrap();
        let names: Vec<_> = rows
            .schema_ref()
            .fields()
            .iter()
            .map(|field| field.name().as_str())
            .collect();
        let keys = BatchKeys::from_batch(&rows, &names).unwrap();
        let (mut ascent, mut key) = (MonotonicKeyCheck::default(), Vec::new());
        (0..rows.num_rows()).find(|row| {
            keys.encode_key(*row, &mut key);
            !ascent.accept_key(keys.key_prefix(*row), &mut key)
        })
    }

    fn first_unsorted_text(texts: &[&str]) -> Option<usize> {
        first_unsorted_row(vec![("id", Arc::new(StringArray::from(texts.to_vec())))])
    }

    #[test]
    fn accepts_interleaved_series() {
        assert_eq!(
            first_unsorted_text(&[
                "SO-8", "SO-9", "PO-9", "SO-10", "PO-10", "PO-11", "SO-11", "7", "08", "100"
            ]),
            None
        );
        assert_eq!(
            first_unsorted_text(&["S-1-0001", "S-1-9999", "S-1-10000", "S-2-0001", "S-2-0002"]),
            None
        );
        assert_eq!(
            first_unsorted_text(&["S-1", "S-01"]),
            Some(1),
            "which are two keys, but nobody counts so"
        );
        assert_eq!(first_unsorted_text(&["SO-8", "PO-9", "SO-8"]), Some(2));
        assert_eq!(
            first_unsorted_text(&["SO-8", "PO-9", "SO-9", "PO-8"]),
            Some(3)
        );
        assert_eq!(first_unsorted_text(&["2024-07", "2024-06"]), Some(1));
        assert_eq!(first_unsorted_text(&["", "a", "b", ""]), Some(3));
    }

    #[test]
    fn limits_the_number_of_series() {
        let names: Vec<String> = (0..=MAX_SERIES)
            .map(|series| format!("{}1", "x".repeat(series)))
            .collect();
        assert_eq!(
            first_unsorted_text(&names.iter().map(String::as_str).collect::<Vec<_>>()),
            Some(MAX_SERIES)
        );
    }

    #[test]
    fn compares_keys_of_several_columns() {
        let key = |days: &[i32], numbers: &[i64]| -> Vec<(&'static str, ArrayRef)> {
            vec![
                ("day", Arc::new(Date32Array::from(days.to_vec()))),
                ("number", Arc::new(Int64Array::from(numbers.to_vec()))),
            ]
        };
        assert_eq!(
            first_unsorted_row(key(&[-2, -2, -1, 0, 0, 5], &[7, 8, i64::MIN, -1, 1, 0])),
            None
        );
        assert_eq!(first_unsorted_row(key(&[3, 3, 3], &[-1, 1, 1])), Some(2));
        assert_eq!(first_unsorted_row(key(&[3, -3], &[1, 2])), Some(1));
    }
}

//! Fills a temporary PostgreSQL table with `COPY ... (format binary)`.
//!
//! The format is in the PostgreSQL manual, "COPY", section "Binary Format": big-endian, with dates
//! relative to 2000-01-01.

use super::target_column::quote_identifier;
use super::{TargetColumn, TargetType, array_insert};
use crate::db::DbError;
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, BooleanArray, Date32Array, FixedSizeBinaryArray, Int32Array, Int64Array, RecordBatch,
    StringArray, TimestampMicrosecondArray,
};
use sea_orm::DbErr;
use sqlx::PgConnection;
use sqlx::postgres::PgCopyIn;

const HEADER: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";
const TRAILER: i16 = -1;
const NULL_LENGTH: i32 = -1;
/// Days from 1970-01-01 to 2000-01-01.
const EPOCH_DAYS: i32 = 10_957;
/// Microseconds from 1970-01-01 to 2000-01-01.
const EPOCH_MICROS: i64 = 946_684_800_000_000;
/// The size of a message.
const CHUNK_BYTES: usize = 256 * 1024;

/// Whether an array insert is faster than COPY.
pub(in crate::db) fn is_faster_as_arrays(rows: &RecordBatch) -> bool {
    rows.num_rows() <= array_insert::MAX_ARRAY_ROWS
}

/// Encodes the rows of a batch for COPY.
pub(in crate::db) fn encode_rows(
    columns: &[TargetColumn],
    rows: &RecordBatch,
) -> Result<Vec<u8>, DbError> {
    let mut out = Vec::with_capacity(estimate_bytes(columns, rows));
    let encoder = Encoder::new(columns, rows)?;
    for row in 0..rows.num_rows() {
        encoder.encode_row(row, &mut out)?;
    }
    Ok(out)
}

/// The maximum size of the encoded rows.
fn estimate_bytes(columns: &[TargetColumn], rows: &RecordBatch) -> usize {
    let values = columns
        .iter()
        .zip(rows.columns())
        .map(|(column, values)| match column.ty {
            TargetType::Text => values.as_string_opt::<i32>().map_or(0, sum_text_bytes),
            TargetType::Uuid => 16 * rows.num_rows(),
            TargetType::BigInt
            | TargetType::Int
            | TargetType::Bool
            | TargetType::Date
            | TargetType::Instant => 8 * rows.num_rows(),
        });
    values.sum::<usize>() + (2 + 4 * columns.len()) * rows.num_rows()
}

/// Counts the rows of a slice only: the buffer may contain other rows.
fn sum_text_bytes(texts: &StringArray) -> usize {
    let ends = texts.value_offsets();
    ends.last().zip(ends.first()).map_or(0, |(end, start)| {
        usize::try_from(end - start).unwrap_or_default()
    })
}

/// One COPY of many batches. The driver does not disable Nagle's algorithm, so ending a COPY may
/// wait 40 ms for an acknowledgment; one COPY waits once.
pub(in crate::db) struct CopyWriter<'c, 'a> {
    copy: PgCopyIn<&'c mut PgConnection>,
    columns: &'a [TargetColumn],
    /// Unsent bytes, initially the header.
    out: Vec<u8>,
}

impl<'c, 'a> CopyWriter<'c, 'a> {
    pub(in crate::db) async fn start(
        connection: &'c mut PgConnection,
        table: &str,
        columns: &'a [TargetColumn],
    ) -> Result<Self, DbError> {
        let names: Vec<String> = columns
            .iter()
            .map(|column| quote_identifier(column.name))
            .collect();
        let copy = connection
            .copy_in_raw(&format!(
                "copy {table} ({}) from stdin (format binary)",
                names.join(", ")
            ))
            .await?;
        Ok(Self {
            copy,
            columns,
            out: HEADER.to_vec(),
        })
    }

    /// Adds the rows of a batch. After an error the connection must not be used.
    pub(in crate::db) async fn write_batch(&mut self, rows: &RecordBatch) -> Result<(), DbError> {
        let encoder = Encoder::new(self.columns, rows)?;
        for row in 0..rows.num_rows() {
            encoder.encode_row(row, &mut self.out)?;
            if self.out.len() >= CHUNK_BYTES {
                self.flush().await?;
            }
        }
        Ok(())
    }

    /// Adds rows that [`encode_rows`] has encoded.
    pub(in crate::db) async fn write_encoded(&mut self, encoded: &[u8]) -> Result<(), DbError> {
        if !self.out.is_empty() {
            self.flush().await?;
        }
        for chunk in encoded.chunks(CHUNK_BYTES) {
            self.copy.send(chunk).await?;
        }
        Ok(())
    }

    pub(in crate::db) async fn finish(mut self) -> Result<(), DbError> {
        self.out.extend_from_slice(&TRAILER.to_be_bytes());
        self.flush().await?;
        self.copy.finish().await?;
        Ok(())
    }

    async fn flush(&mut self) -> Result<(), DbError> {
        self.copy.send(&self.out[..]).await?;
        self.out.clear();
        Ok(())
    }
}

/// The typed columns of a batch, resolved once instead of per row.
struct Encoder<'a> {
    width: [u8; 2],
    columns: Vec<CopyColumn<'a>>,
}

enum CopyColumn<'a> {
    Text(&'a StringArray),
    BigInt(&'a Int64Array),
    Int(&'a Int32Array),
    Bool(&'a BooleanArray),
    Date(&'a Date32Array),
    Instant(&'a TimestampMicrosecondArray),
    Uuid(&'a FixedSizeBinaryArray),
}

impl<'a> Encoder<'a> {
    fn new(columns: &[TargetColumn], rows: &'a RecordBatch) -> Result<Self, DbError> {
        let width = i16::try_from(columns.len())
            .map_err(|_| value_too_large())?
            .to_be_bytes();
        let columns = columns
            .iter()
            .zip(rows.columns())
            .map(|(column, values)| CopyColumn::from_array(column, values.as_ref()))
            .collect::<Result<_, _>>()?;
        Ok(Self { width, columns })
    }

    fn encode_row(&self, row: usize, out: &mut Vec<u8>) -> Result<(), DbError> {
        out.extend_from_slice(&self.width);
        self.columns
            .iter()
            .try_for_each(|column| column.encode_value(row, out))
    }
}

impl<'a> CopyColumn<'a> {
    fn from_array(column: &TargetColumn, values: &'a dyn Array) -> Result<Self, DbError> {
        let typed = match column.ty {
            TargetType::Text => values.as_string_opt().map(Self::Text),
            TargetType::BigInt => values.as_primitive_opt().map(Self::BigInt),
            TargetType::Int => values.as_primitive_opt().map(Self::Int),
            TargetType::Bool => values.as_boolean_opt().map(Self::Bool),
            TargetType::Date => values.as_primitive_opt().map(Self::Date),
            TargetType::Instant => values.as_primitive_opt().map(Self::Instant),
            TargetType::Uuid => values.as_fixed_size_binary_opt().map(Self::Uuid),
        };
        typed.ok_or_else(|| {
            DbError::Failed(DbErr::Custom(format!(
                "the column {} has the Arrow type {}",
                column.name,
                values.data_type()
            )))
        })
    }

    /// Writes the length, then the value.
    fn encode_value(&self, row: usize, out: &mut Vec<u8>) -> Result<(), DbError> {
        match self {
            Self::Text(values) if values.is_valid(row) => {
                append_value(values.value(row).as_bytes(), out)
            }
            Self::BigInt(values) if values.is_valid(row) => {
                append_value(&values.value(row).to_be_bytes(), out)
            }
            Self::Int(values) if values.is_valid(row) => {
                append_value(&values.value(row).to_be_bytes(), out)
            }
            Self::Bool(values) if values.is_valid(row) => {
                append_value(&[u8::from(values.value(row))], out)
            }
            Self::Date(values) if values.is_valid(row) => {
                append_value(&(values.value(row) - EPOCH_DAYS).to_be_bytes(), out)
            }
            Self::Instant(values) if values.is_valid(row) => {
                append_value(&(values.value(row) - EPOCH_MICROS).to_be_bytes(), out)
            }
            Self::Uuid(values) if values.is_valid(row) => append_value(values.value(row), out),
            _ => {
                out.extend_from_slice(&NULL_LENGTH.to_be_bytes());
                Ok(())
            }
        }
    }
}

#[inline]
fn append_value(value: &[u8], out: &mut Vec<u8>) -> Result<(), DbError> {
    let length = i32::try_from(value.len()).map_err(|_| value_too_large())?;
    out.extend_from_slice(&length.to_be_bytes());
    out.extend_from_slice(value);
    Ok(())
}

fn value_too_large() -> DbError {
    DbError::Failed(DbErr::Custom("a value is too large for COPY".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::connection::build_batch;
    use std::sync::Arc;

    const COLUMNS: [TargetColumn; 3] = [
        TargetColumn {
            name: "a",
            ty: TargetType::Int,
        },
        TargetColumn {
            name: "b",
            ty: TargetType::Text,
        },
        TargetColumn {
            name: "c",
            ty: TargetType::Date,
        },
    ];

    fn sample_rows() -> RecordBatch {
        let (numbers, texts) = (
            Int32Array::from(vec![7, 8]),
            StringArray::from(vec![None, Some("ab")]),
        );
        build_batch(
            &COLUMNS,
            vec![
                Arc::new(numbers),
                Arc::new(texts),
                Arc::new(Date32Array::from(vec![EPOCH_DAYS + 1, EPOCH_DAYS])),
            ],
        )
        .unwrap()
    }

    #[test]
    fn encodes_rows_in_the_documented_format() {
        let first = [
            0, 3, 0, 0, 0, 4, 0, 0, 0, 7, 255, 255, 255, 255, 0, 0, 0, 4, 0, 0, 0, 1,
        ];
        let second = [
            0, 3, 0, 0, 0, 4, 0, 0, 0, 8, 0, 0, 0, 2, b'a', b'b', 0, 0, 0, 4, 0, 0, 0, 0,
        ];
        assert_eq!(
            encode_rows(&COLUMNS, &sample_rows()).unwrap(),
            [&first[..], &second].concat()
        );
        assert_eq!(
            encode_rows(&COLUMNS, &sample_rows().slice(1, 1)).unwrap(),
            second
        );
        assert_eq!(HEADER.len(), 19);
    }

    #[test]
    fn estimates_bytes_of_a_slice() {
        assert_eq!(
            (
                estimate_bytes(&COLUMNS, &sample_rows().slice(0, 1)),
                estimate_bytes(&COLUMNS, &sample_rows().slice(1, 1))
            ),
            (30, 32)
        );
    }

    #[test]
    fn rejects_a_column_of_another_type() {
        let columns = [COLUMNS[1]];
        let error = encode_rows(&columns, &sample_rows()).unwrap_err();
        assert!(
            format!("{error:?}").contains("the column b has the Arrow type Int32"),
            "{error:?}"
        );
    }
}

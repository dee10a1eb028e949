//! Fills a temporary table of Postgres with `COPY ... (format binary)`.
//!
//! The format is that of the PostgreSQL manual, "COPY", section "Binary Format": big-endian, counted from 2000-01-01.

use super::statements::quoted;
use super::{StagedRows, TargetColumn, TargetType, arrays};
use crate::db::DbError;
use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int32Type, Int64Type, TimestampMicrosecondType};
use arrow_array::{Array, ArrayRef, RecordBatch};
use sea_orm::DbErr;
use sqlx::PgConnection;
use sqlx::postgres::PgCopyIn;

const HEADER: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";
const TRAILER: i16 = -1;
const NULL: i32 = -1;
/// Days from 1970-01-01 to 2000-01-01.
const EPOCH_DAYS: i32 = 10_957;
/// Microseconds from 1970-01-01 to 2000-01-01.
const EPOCH_MICROS: i64 = 946_684_800_000_000;
/// How much is sent at once.
const CHUNK: usize = 256 * 1024;

/// Whether the rows are faster taken as arrays.
pub(in crate::db) fn is_too_few(rows: &RecordBatch) -> bool {
    rows.num_rows() <= arrays::FEW
}

/// The rows of a batch, as they stand within a COPY.
pub(super) fn encoded(columns: &[TargetColumn], rows: &RecordBatch) -> Result<Vec<u8>, DbError> {
    let mut out = Encoder::new(columns)?;
    out.bytes.reserve_exact(room(columns, rows));
    for row in 0..rows.num_rows() {
        out.row(rows.columns(), row)?;
    }
    Ok(out.bytes)
}

/// Bytes that the rows take at most: lengths and values.
fn room(columns: &[TargetColumn], rows: &RecordBatch) -> usize {
    let values = columns.iter().zip(rows.columns()).map(|(column, values)| match column.ty {
        TargetType::Text => values.as_string_opt::<i32>().map_or(0, |texts| texts.value_data().len()),
        TargetType::Uuid => 16 * rows.num_rows(),
        TargetType::BigInt | TargetType::Int | TargetType::Bool | TargetType::Date | TargetType::Instant => 8 * rows.num_rows(),
    });
    values.sum::<usize>() + (2 + 4 * columns.len()) * rows.num_rows()
}

/// One COPY of many batches. The driver leaves Nagle's algorithm on, so the end of a COPY may wait 40 ms for its rows to be acknowledged: once, not with every
/// batch.
pub(in crate::db) struct Copying<'c, 'a> {
    copy: PgCopyIn<&'c mut PgConnection>,
    /// What is sent next; at first the header.
    out: Encoder<'a>,
}

impl<'c, 'a> Copying<'c, 'a> {
    pub(in crate::db) async fn begin(connection: &'c mut PgConnection, table: &str, columns: &'a [TargetColumn]) -> Result<Self, DbError> {
        let names: Vec<String> = columns.iter().map(|column| quoted(column.name)).collect();
        let copy = connection.copy_in_raw(&format!("copy {table} ({}) from stdin (format binary)", names.join(", "))).await?;
        let mut out = Encoder::new(columns)?;
        out.bytes.extend_from_slice(HEADER);
        Ok(Self { copy, out })
    }

    /// Adds the rows of a batch. Where this fails, the connection is of no use any more.
    pub(in crate::db) async fn add(&mut self, rows: &RecordBatch) -> Result<(), DbError> {
        for row in 0..rows.num_rows() {
            self.out.row(rows.columns(), row)?;
            if self.out.bytes.len() >= CHUNK {
                self.send().await?;
            }
        }
        Ok(())
    }

    /// The same, of rows that may be [`encoded`] already.
    pub(super) async fn add_staged(&mut self, staged: StagedRows) -> Result<(), DbError> {
        let Some(encoded) = staged.encoded else { return self.add(&staged.rows).await };
        if !self.out.bytes.is_empty() {
            self.send().await?;
        }
        for chunk in encoded.chunks(CHUNK) {
            self.copy.send(chunk).await?;
        }
        Ok(())
    }

    pub(in crate::db) async fn end(mut self) -> Result<(), DbError> {
        self.out.bytes.extend_from_slice(&TRAILER.to_be_bytes());
        self.send().await?;
        self.copy.finish().await?;
        Ok(())
    }

    async fn send(&mut self) -> Result<(), DbError> {
        self.copy.send(&self.out.bytes[..]).await?;
        self.out.bytes.clear();
        Ok(())
    }
}

struct Encoder<'a> {
    columns: &'a [TargetColumn],
    width: i16,
    bytes: Vec<u8>,
}

impl<'a> Encoder<'a> {
    fn new(columns: &'a [TargetColumn]) -> Result<Self, DbError> {
        Ok(Self { columns, width: i16::try_from(columns.len()).map_err(|_| too_large())?, bytes: Vec::new() })
    }

    fn row(&mut self, values: &[ArrayRef], row: usize) -> Result<(), DbError> {
        self.bytes.extend_from_slice(&self.width.to_be_bytes());
        for (column, values) in self.columns.iter().zip(values) {
            if values.is_null(row) {
                self.bytes.extend_from_slice(&NULL.to_be_bytes());
                continue;
            }
            match column.ty {
                TargetType::Text => self.field(values.as_string::<i32>().value(row).as_bytes())?,
                TargetType::BigInt => self.field(&values.as_primitive::<Int64Type>().value(row).to_be_bytes())?,
                TargetType::Int => self.field(&values.as_primitive::<Int32Type>().value(row).to_be_bytes())?,
                TargetType::Bool => self.field(&[u8::from(values.as_boolean().value(row))])?,
                TargetType::Date => self.field(&(values.as_primitive::<Date32Type>().value(row) - EPOCH_DAYS).to_be_bytes())?,
                TargetType::Instant => self.field(&(values.as_primitive::<TimestampMicrosecondType>().value(row) - EPOCH_MICROS).to_be_bytes())?,
                TargetType::Uuid => self.field(values.as_fixed_size_binary().value(row))?,
            }
        }
        Ok(())
    }

    fn field(&mut self, bytes: &[u8]) -> Result<(), DbError> {
        let length = i32::try_from(bytes.len()).map_err(|_| too_large())?;
        self.bytes.extend_from_slice(&length.to_be_bytes());
        self.bytes.extend_from_slice(bytes);
        Ok(())
    }
}

fn too_large() -> DbError {
    DbError::Failed(DbErr::Custom("a value is too large for COPY".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::{Date32Array, Int32Array, StringArray};
    use std::sync::Arc;

    #[test]
    fn a_row_is_encoded_as_the_manual_has_it() {
        let columns = [TargetType::Int, TargetType::Text, TargetType::Date].map(|ty| TargetColumn { name: "x", ty });
        let values: [ArrayRef; 3] =
            [Arc::new(Int32Array::from(vec![7])), Arc::new(StringArray::from(vec![None::<&str>])), Arc::new(Date32Array::from(vec![EPOCH_DAYS + 1]))];
        let mut encoder = Encoder::new(&columns).unwrap();
        encoder.row(&values, 0).unwrap();
        assert_eq!(encoder.bytes, [0, 3, 0, 0, 0, 4, 0, 0, 0, 7, 255, 255, 255, 255, 0, 0, 0, 4, 0, 0, 0, 1]);
        assert_eq!(HEADER.len(), 19);
    }
}

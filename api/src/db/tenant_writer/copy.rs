//! Fills a temporary table of Postgres with `COPY ... (format binary)`.
//!
//! The format is that of the PostgreSQL manual, "COPY", section "Binary Format": big-endian, counted from 2000-01-01.

use super::statements::quoted;
use super::{TargetColumn, TargetType};
use crate::db::DbError;
use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int32Type, Int64Type, TimestampMicrosecondType};
use arrow_array::{Array, ArrayRef, RecordBatch};
use sea_orm::DbErr;
use sqlx::PgConnection;

const HEADER: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";
const TRAILER: i16 = -1;
const NULL: i32 = -1;
/// Days from 1970-01-01 to 2000-01-01.
const EPOCH_DAYS: i32 = 10_957;
/// Microseconds from 1970-01-01 to 2000-01-01.
const EPOCH_MICROS: i64 = 946_684_800_000_000;
/// How much is gathered before it is sent.
const CHUNK: usize = 256 * 1024;

/// Adds the rows of a batch.
pub(super) async fn load(connection: &mut PgConnection, table: &str, columns: &[TargetColumn], rows: &RecordBatch) -> Result<(), DbError> {
    let names: Vec<String> = columns.iter().map(|column| quoted(column.name)).collect();
    let mut copy = connection.copy_in_raw(&format!("copy {table} ({}) from stdin (format binary)", names.join(", "))).await?;
    let mut out = Encoder::new(columns)?;
    for row in 0..rows.num_rows() {
        if let Err(error) = out.row(rows.columns(), row) {
            copy.abort("a row could not be encoded").await?;
            return Err(error);
        }
        if out.bytes.len() >= CHUNK {
            copy.send(&out.bytes[..]).await?;
            out.bytes.clear();
        }
    }
    out.bytes.extend_from_slice(&TRAILER.to_be_bytes());
    copy.send(&out.bytes[..]).await?;
    copy.finish().await?;
    Ok(())
}

struct Encoder<'a> {
    columns: &'a [TargetColumn],
    width: i16,
    bytes: Vec<u8>,
}

impl<'a> Encoder<'a> {
    fn new(columns: &'a [TargetColumn]) -> Result<Self, DbError> {
        let width = i16::try_from(columns.len()).map_err(|_| too_large())?;
        let mut bytes = Vec::with_capacity(CHUNK + CHUNK / 4);
        bytes.extend_from_slice(HEADER);
        Ok(Self { columns, width, bytes })
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
        assert_eq!(encoder.bytes[HEADER.len()..], [0, 3, 0, 0, 0, 4, 0, 0, 0, 7, 255, 255, 255, 255, 0, 0, 0, 4, 0, 0, 0, 1]);
        assert_eq!(HEADER.len(), 19);
    }
}

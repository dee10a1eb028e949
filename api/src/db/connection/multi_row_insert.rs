//! Fills a temporary SQLite table with multi-row inserts.
//!
//! Values have sea-orm's format: dates as `2026-03-31`, timestamps as
//! `2026-03-31T14:05:00.000000+00:00`, which sort as text.

use super::target_column::quote_identifier;
use super::{TargetColumn, TargetType};
use crate::db::DbError;
use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int32Type, Int64Type, TimestampMicrosecondType};
use arrow_array::{Array, ArrayRef, RecordBatch};
use chrono::{DateTime, NaiveDate, Utc};
use sqlx::{AssertSqlSafe, Sqlite, SqliteConnection};

/// Rows per insert. With 22 columns this is far below SQLite's limit of 32,766 parameters.
pub(super) const ROWS_PER_INSERT: usize = 400;

type Query<'q> = sqlx::query::Query<'q, Sqlite, <Sqlite as sqlx::Database>::Arguments>;

/// Inserts the rows of a batch.
pub(super) async fn insert_rows(
    connection: &mut SqliteConnection,
    table: &str,
    columns: &[TargetColumn],
    rows: &RecordBatch,
) -> Result<(), DbError> {
    let full = insert_sql(table, columns, ROWS_PER_INSERT);
    let mut start = 0;
    while start < rows.num_rows() {
        let end = rows.num_rows().min(start + ROWS_PER_INSERT);
        let sql = if end - start == ROWS_PER_INSERT {
            full.clone()
        } else {
            insert_sql(table, columns, end - start)
        };
        let mut query =
            sqlx::query::<Sqlite>(AssertSqlSafe(sql)).persistent(end - start == ROWS_PER_INSERT);
        for row in start..end {
            for (column, values) in columns.iter().zip(rows.columns()) {
                query = bind_value(query, column.ty, values, row);
            }
        }
        query.execute(&mut *connection).await?;
        start = end;
    }
    Ok(())
}

fn insert_sql(table: &str, columns: &[TargetColumn], rows: usize) -> String {
    let names: Vec<String> = columns
        .iter()
        .map(|column| quote_identifier(column.name))
        .collect();
    let row = format!("({})", vec!["?"; columns.len()].join(", "));
    format!(
        "insert into {table} ({}) values {}",
        names.join(", "),
        vec![row; rows].join(", ")
    )
}

fn bind_value<'q>(query: Query<'q>, ty: TargetType, values: &ArrayRef, row: usize) -> Query<'q> {
    if values.is_null(row) {
        return query.bind(None::<i64>);
    }
    match ty {
        TargetType::Text => query.bind(values.as_string::<i32>().value(row).to_owned()),
        TargetType::BigInt => query.bind(values.as_primitive::<Int64Type>().value(row)),
        TargetType::Int => query.bind(values.as_primitive::<Int32Type>().value(row)),
        TargetType::Bool => query.bind(values.as_boolean().value(row)),
        TargetType::Date => query.bind(format_day(values.as_primitive::<Date32Type>().value(row))),
        TargetType::Instant => query.bind(
            DateTime::from_timestamp_micros(
                values.as_primitive::<TimestampMicrosecondType>().value(row),
            )
            .map(format_instant),
        ),
        TargetType::Uuid => query.bind(values.as_fixed_size_binary().value(row).to_vec()),
    }
}

/// A timestamp in SQLite's format.
pub(super) fn format_instant(instant: DateTime<Utc>) -> String {
    instant.format("%Y-%m-%dT%H:%M:%S%.6f+00:00").to_string()
}

fn format_day(days: i32) -> Option<String> {
    NaiveDate::from_epoch_days(days).map(|day| day.format("%Y-%m-%d").to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_timestamps_and_dates() {
        let at = DateTime::from_timestamp_micros(1_781_514_000_000_001).unwrap();
        assert_eq!(format_instant(at), "2026-06-15T09:00:00.000001+00:00");
        assert_eq!(format_day(0).as_deref(), Some("1970-01-01"));
    }
}

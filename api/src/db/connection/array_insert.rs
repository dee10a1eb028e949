//! Inserts a few rows into a PostgreSQL table, with each column as an array.
//!
//! A COPY sends its rows and its end in two messages, and TCP delays the second until the first is
//! acknowledged, which takes up to 40 ms. COPY is faster for more than [`MAX_ARRAY_ROWS`] rows.

use super::target_column::quote_identifier;
use super::{TargetColumn, TargetType};
use crate::db::DbError;
use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int32Type, Int64Type, TimestampMicrosecondType};
use arrow_array::{ArrayRef, RecordBatch};
use chrono::{DateTime, NaiveDate, Utc};
use sea_orm::prelude::Uuid;
use sqlx::{AssertSqlSafe, PgConnection, Postgres};

/// The number of rows from which COPY is faster.
pub(super) const MAX_ARRAY_ROWS: usize = 4_096;

type Query<'q> = sqlx::query::Query<'q, Postgres, <Postgres as sqlx::Database>::Arguments>;

/// Inserts the rows of a batch.
pub(super) async fn insert_rows(
    connection: &mut PgConnection,
    table: &str,
    columns: &[TargetColumn],
    rows: &RecordBatch,
) -> Result<(), DbError> {
    let names: Vec<String> = columns
        .iter()
        .map(|column| quote_identifier(column.name))
        .collect();
    let arrays: Vec<String> = columns
        .iter()
        .enumerate()
        .map(|(position, column)| format!("${}::{}[]", position + 1, array_sql_type(column.ty)))
        .collect();
    let insert = format!(
        "insert into {table} ({}) select * from unnest({})",
        names.join(", "),
        arrays.join(", ")
    );
    let query = columns.iter().zip(rows.columns()).fold(
        sqlx::query::<Postgres>(AssertSqlSafe(insert)),
        |query, (column, values)| bind_array(query, column.ty, values),
    );
    query.execute(connection).await?;
    Ok(())
}

fn array_sql_type(ty: TargetType) -> &'static str {
    match ty {
        TargetType::Text => "text",
        TargetType::BigInt => "bigint",
        TargetType::Int => "integer",
        TargetType::Bool => "boolean",
        TargetType::Date => "date",
        TargetType::Instant => "timestamptz",
        TargetType::Uuid => "uuid",
    }
}

fn bind_array<'q>(query: Query<'q>, ty: TargetType, values: &ArrayRef) -> Query<'q> {
    match ty {
        TargetType::Text => query.bind(
            values
                .as_string::<i32>()
                .iter()
                .map(|text| text.map(str::to_owned))
                .collect::<Vec<Option<String>>>(),
        ),
        TargetType::BigInt => query.bind(
            values
                .as_primitive::<Int64Type>()
                .iter()
                .collect::<Vec<Option<i64>>>(),
        ),
        TargetType::Int => query.bind(
            values
                .as_primitive::<Int32Type>()
                .iter()
                .collect::<Vec<Option<i32>>>(),
        ),
        TargetType::Bool => query.bind(values.as_boolean().iter().collect::<Vec<Option<bool>>>()),
        TargetType::Date => query.bind(
            values
                .as_primitive::<Date32Type>()
                .iter()
                .map(|days| days.and_then(NaiveDate::from_epoch_days))
                .collect::<Vec<Option<NaiveDate>>>(),
        ),
        TargetType::Instant => {
            let instants = values.as_primitive::<TimestampMicrosecondType>().iter();
            query.bind(
                instants
                    .map(|micros| micros.and_then(DateTime::from_timestamp_micros))
                    .collect::<Vec<Option<DateTime<Utc>>>>(),
            )
        }
        TargetType::Uuid => {
            let ids = values.as_fixed_size_binary().iter();
            query.bind(
                ids.map(|bytes| bytes.and_then(|bytes| Uuid::from_slice(bytes).ok()))
                    .collect::<Vec<Option<Uuid>>>(),
            )
        }
    }
}

//! Reads the rows of one table with COPY and collects them in batches.
//!
//! The server formats every value as exact text: numbers digit by digit, dates and timestamps as
//! ISO 8601. The check then parses them like the cells of a file.

use super::catalog::{Column, Table};
use super::copy_stream::{CopyStep, CopyStream};
use super::database_address::PostgresAddress;
use super::messages;
use super::session::Session;
use crate::ColumnType;
use crate::{
    BatchResult, Layout, MAX_BATCH_BYTES, MAX_BATCH_ROWS, MAX_SAMPLE_ROWS, ReadWindow, SourceBatch,
    SourceError, UPDATED_AT_COLUMN, Watermark,
};
use arrow_array::builder::BinaryBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, SecondsFormat, Utc};
use futures_util::StreamExt;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc::Sender;

/// Maximum time without data from the server.
const IDLE_TIMEOUT: Duration = Duration::from_mins(2);
/// Maximum length of a cell in the result, one character more than a cell may have. The check
/// rejects cells that were truncated to it.
pub(super) const MAX_CELL_CHARS: usize = 64 * 1024 + 1;

/// How to read a table.
#[derive(Debug)]
pub(super) struct CopyPlan {
    statement: String,
    /// The database user, because a view may show other rows to another user.
    user: String,
    /// The quoted column with the change time; `None` if its type cannot be compared.
    changed_at_column: Option<String>,
    since: Option<DateTime<Utc>>,
    schema: Arc<Schema>,
    ignored: Arc<[String]>,
}

impl CopyPlan {
    /// The statement that reads the known columns of a table. Fails if the table cannot be read.
    pub(super) fn for_table(
        table: &Table,
        layout: &Layout,
        address: &PostgresAddress,
    ) -> Result<Self, SourceError> {
        let place = format!("The table {}.{}", address.schema, table.name);
        let names: Vec<&str> = table
            .columns
            .iter()
            .map(|column| column.name.as_str())
            .collect();
        layout.check_names(&place, &names)?;
        let (mut expressions, mut fields, mut moment) = (Vec::new(), Vec::new(), None);
        for column in &table.columns {
            let (Some(field), Some(expected)) = (
                layout.field_name(&column.name),
                layout.expected_kinds(&column.name),
            ) else {
                continue;
            };
            let mut kinds = expected.kinds.into_iter();
            let expression = kinds.find_map(|kind| column_expression(kind, column));
            if layout.is_sample() && (expression.is_none() || !column.readable) {
                continue;
            }
            let Some(expression) = expression else {
                let (name, ty, expected) = (&column.name, &column.ty, expected.text);
                return Err(SourceError::Unusable(format!(
                    "{place}: the column {name} is {ty}, where {expected} is expected."
                )));
            };
            if field == UPDATED_AT_COLUMN
                && base_and_scale(&column.ty).0 == "timestamp with time zone"
            {
                moment = Some(quote_identifier(&column.name));
            }
            expressions.push(expression);
            fields.push(Field::new(field, DataType::Binary, true));
        }
        let closed: Vec<&str> = table
            .columns
            .iter()
            .filter(|column| {
                !column.readable && !layout.is_sample() && layout.field_name(&column.name).is_some()
            })
            .map(|column| column.name.as_str())
            .collect();
        if !closed.is_empty() {
            let what = if closed.len() == fields.len() {
                String::new()
            } else {
                format!("the columns {} of ", closed.join(", "))
            };
            return Err(SourceError::Unusable(format!(
                "{} does not have permission to read {what}{}.{}. Grant select to this user.",
                address.user, address.schema, table.name
            )));
        }
        let ignored = names
            .iter()
            .filter(|name| layout.field_name(name).is_none())
            .map(|name| (*name).to_owned())
            .collect();
        let from = format!(
            "{}.{}",
            quote_identifier(&address.schema),
            quote_identifier(&table.name)
        );
        let mut statement = format!("select {} from {from}", expressions.join(", "));
        if layout.is_sample() {
            statement.push_str(&format!(" limit {MAX_SAMPLE_ROWS}"));
        }
        Ok(Self {
            statement,
            user: address.user.clone(),
            changed_at_column: moment,
            since: None,
            schema: Arc::new(Schema::new(fields)),
            ignored,
        })
    }

    /// Skips rows that are synced up to the watermark, if the table was read with the same
    /// statement and user. Returns the range of rows that is read.
    pub(super) fn start_at(
        &mut self,
        watermark: Option<&Watermark>,
        now: DateTime<Utc>,
    ) -> Option<ReadWindow> {
        self.changed_at_column.as_ref()?;
        let form = digest(
            &SHA256,
            format!("{}\n{}", self.user, self.statement).as_bytes(),
        );
        let form = URL_SAFE_NO_PAD.encode(form);
        let window = ReadWindow {
            now,
            from: watermark.and_then(|watermark| watermark.start_for(&form)),
            form,
        };
        self.since = window.since();
        Some(window)
    }

    /// The COPY statement. Always includes rows without a change time, because they have no other
    /// sign of a change.
    fn copy_sql(&self) -> String {
        let window = match (&self.changed_at_column, self.since) {
            (Some(moment), Some(since)) => {
                format!(
                    " where {moment} >= '{}'::timestamptz or {moment} is null",
                    since.to_rfc3339_opts(SecondsFormat::Micros, true)
                )
            }
            _ => String::new(),
        };
        format!(
            "copy ({}{window}) to stdout (format binary)",
            self.statement
        )
    }

    fn new_builders(&self) -> Vec<BinaryBuilder> {
        self.schema
            .fields()
            .iter()
            .map(|_| BinaryBuilder::new())
            .collect()
    }

    fn build_batch(
        &self,
        builders: Vec<BinaryBuilder>,
        bytes: u64,
    ) -> Result<SourceBatch, SourceError> {
        let columns = builders
            .into_iter()
            .map(|mut column| Arc::new(column.finish()) as ArrayRef)
            .collect();
        let rows = RecordBatch::try_new(Arc::clone(&self.schema), columns)
            .map_err(|error| SourceError::Unusable(format!("{error}.")))?;
        Ok(SourceBatch {
            file: None,
            rows,
            lines: Vec::new(),
            faults: Vec::new(),
            ignored: Arc::clone(&self.ignored),
            bytes,
        })
    }
}

/// Sends all rows of a table. Returns false if the receiver stopped.
pub(super) async fn send_all(
    session: &mut Session,
    plan: &CopyPlan,
    address: &PostgresAddress,
    sender: &Sender<BatchResult>,
) -> Result<bool, SourceError> {
    let silent = |_| messages::database_timed_out(address, IDLE_TIMEOUT);
    let fault = session.fault();
    let failed = |error: sqlx::Error| messages::from_sql_error(address, &error, fault.get());
    let mut pieces = tokio::time::timeout(
        IDLE_TIMEOUT,
        session.connection.copy_out_raw(&plan.copy_sql()),
    )
    .await
    .map_err(silent)?
    .map_err(failed)?;
    let (mut copy, mut builders, mut rows, mut bytes, mut received) =
        (CopyStream::default(), plan.new_builders(), 0, 0, 0);
    while let Some(piece) = tokio::time::timeout(IDLE_TIMEOUT, pieces.next())
        .await
        .map_err(silent)?
    {
        let piece = piece.map_err(failed)?;
        received += piece.len() as u64;
        copy.push(&piece);
        loop {
            let add = |column: usize, cell: Option<&[u8]>| {
                if let Some(builder) = builders.get_mut(column) {
                    builder.append_option(cell);
                }
            };
            match copy
                .take_row(plan.schema.fields().len(), add)
                .map_err(|_| messages::connection_lost(address))?
            {
                CopyStep::Row(of_row) => (rows, bytes) = (rows + 1, bytes + of_row),
                CopyStep::Incomplete | CopyStep::End => break,
            }
            if rows >= MAX_BATCH_ROWS || bytes >= MAX_BATCH_BYTES {
                let full = plan.build_batch(
                    std::mem::replace(&mut builders, plan.new_builders()),
                    std::mem::take(&mut received),
                )?;
                if sender.send(Ok(Some(full))).await.is_err() {
                    return Ok(false);
                }
                (rows, bytes) = (0, 0);
            }
        }
    }
    if !copy.has_ended() {
        return Err(messages::connection_lost(address));
    }
    Ok(sender
        .send(Ok(Some(plan.build_batch(builders, received)?)))
        .await
        .is_ok())
}

/// The SQL expression that formats a column as the text that the check expects; `None` if the
/// column's type is incompatible.
fn column_expression(kind: ColumnType, column: &Column) -> Option<String> {
    let name = quote_identifier(&column.name);
    let as_it_is = || Some(format!("{name}::text"));
    let bounded = |value: String| Some(format!("pg_catalog.left({value}, {MAX_CELL_CHARS})"));
    let (base, scale) = base_and_scale(&column.ty);
    let is_text = column.is_enum
        || matches!(
            base.as_str(),
            "text" | "character varying" | "character" | "name" | "citext"
        );
    let is_whole = matches!(base.as_str(), "smallint" | "integer" | "bigint")
        || (base == "numeric" && scale == Some(0));
    match (kind, base.as_str()) {
        _ if is_text => bounded(format!("{name}::text")),
        (ColumnType::Text | ColumnType::Days | ColumnType::Decimal(_), _) if is_whole => as_it_is(),
        (ColumnType::Days | ColumnType::Decimal(_), "numeric" | "real" | "double precision") => {
            bounded(format!("{name}::text"))
        }
        (ColumnType::ChoiceList(_), "text[]" | "character varying[]") => {
            bounded(format!("pg_catalog.array_to_string({name}, ';')"))
        }
        (ColumnType::Text, "uuid") | (ColumnType::Bool, "boolean") | (ColumnType::Date, "date") => {
            as_it_is()
        }
        (ColumnType::Date, "timestamp without time zone") => Some(format!(
            "case when {name} = {name}::date then {name}::date::text else {name}::text end"
        )),
        // Local time of the organization.
        (ColumnType::Instant, "timestamp without time zone") => as_it_is(),
        (ColumnType::Instant, "timestamp with time zone") => {
            // Infinity has no offset. It is passed on unchanged, and the check rejects it.
            Some(format!(
                "case when pg_catalog.isfinite({name}) then pg_catalog.replace({name}::text, ' ', \
                    'T') || ':00' else {name}::text end"
            ))
        }
        _ => None,
    }
}

/// A type without its modifiers, and its scale if it has one.
fn base_and_scale(ty: &str) -> (String, Option<u32>) {
    let Some((before, rest)) = ty.split_once('(') else {
        return (ty.to_owned(), None);
    };
    let Some((modifier, after)) = rest.split_once(')') else {
        return (ty.to_owned(), None);
    };
    let scale = modifier
        .split_once(',')
        .and_then(|(_, scale)| scale.trim().parse().ok());
    (format!("{before}{after}"), scale)
}

/// Quotes an identifier for SQL.
fn quote_identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{NumberRange, SourceTable};

    fn test_column(ty: &str) -> Column {
        Column {
            name: "x".to_owned(),
            ty: ty.to_owned(),
            is_enum: false,
            readable: true,
        }
    }

    #[test]
    fn types_that_lose_nothing_are_read() {
        let number = ColumnType::Decimal(NumberRange::Any);
        for (kind, ty) in [
            (ColumnType::Text, "character varying(50)"),
            (ColumnType::Text, "bigint"),
            (ColumnType::Text, "numeric(18,0)"),
            (ColumnType::Text, "uuid"),
            (number, "numeric(12,4)"),
            (number, "numeric"),
            (number, "double precision"),
            (ColumnType::Days, "smallint"),
            (ColumnType::Bool, "boolean"),
            (ColumnType::Date, "date"),
            (ColumnType::Date, "timestamp(0) without time zone"),
            (ColumnType::Instant, "timestamp(3) with time zone"),
            (ColumnType::Instant, "timestamp without time zone"),
            (ColumnType::Instant, "text"),
            (ColumnType::ChoiceList(&["corn"]), "text[]"),
        ] {
            assert!(
                column_expression(kind, &test_column(ty)).is_some(),
                "{kind:?} {ty}"
            );
        }
        for (kind, ty) in [
            (ColumnType::Text, "numeric(12,2)"),
            (ColumnType::Text, "double precision"),
            (ColumnType::Text, "jsonb"),
            (number, "money"),
            (number, "boolean"),
            (ColumnType::Bool, "integer"),
            (ColumnType::Date, "timestamp with time zone"),
            (ColumnType::Instant, "date"),
            (ColumnType::Text, "text[]"),
        ] {
            assert!(
                column_expression(kind, &test_column(ty)).is_none(),
                "{kind:?} {ty}"
            );
        }
    }

    #[test]
    fn names_cannot_leave_their_quotes() {
        let address = PostgresAddress {
            host: "h".to_owned(),
            port: 1,
            database: "d".to_owned(),
            user: "u".to_owned(),
            schema: "a\".b; drop table x; --".to_owned(),
            tls: "prefer".to_owned(),
            authority: None,
        };
        let names = [
            ("supplier_id", "text"),
            ("supplier_name\"; --", "text"),
            ("active", "boolean"),
            ("at\"", "timestamp(3) with time zone"),
        ];
        let columns = names
            .map(|(name, ty)| Column {
                name: name.to_owned(),
                ..test_column(ty)
            })
            .into_iter()
            .collect();
        let layout = Layout::with_renamed_columns(
            SourceTable::SupplierData.schema(),
            [
                ("supplier_name", "supplier_name\"; --"),
                ("updated_at", "at\""),
            ]
            .map(|(ours, theirs)| (ours.to_owned(), theirs.to_owned())),
        );
        let mut plan = CopyPlan::for_table(
            &Table {
                name: "supplier_data".to_owned(),
                columns,
            },
            &layout,
            &address,
        )
        .unwrap();
        assert!(
            plan.statement
                .contains("from \"a\"\".b; drop table x; --\".\"supplier_data\""),
            "{}",
            plan.statement
        );
        assert!(
            plan.statement
                .contains("left(\"supplier_name\"\"; --\"::text"),
            "{}",
            plan.statement
        );
        let now = DateTime::from_timestamp_micros(1_780_272_000_000_001).unwrap();
        let whole = plan.start_at(None, now).unwrap();
        assert!(!plan.copy_sql().contains("where"), "{}", plan.copy_sql());
        plan.start_at(
            Some(&Watermark {
                until: now,
                form: whole.form.clone(),
            }),
            now,
        );
        let window =
            r#""at""" >= '2026-05-31T23:00:00.000001Z'::timestamptz or "at""" is null) to"#;
        assert!(plan.copy_sql().contains(window), "{}", plan.copy_sql());
        plan.start_at(
            Some(&Watermark {
                until: now,
                form: "another".to_owned(),
            }),
            now,
        );
        assert!(!plan.copy_sql().contains("where"), "{}", plan.copy_sql());
    }
}

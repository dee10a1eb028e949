//! The statement that reads the known columns of a database table, and the batches of its rows.
//!
//! The server formats every value as exact text: numbers digit by digit, dates and timestamps as
//! ISO 8601. The check then parses them like the cells of a file.

use crate::{
    ColumnDescriptor, ColumnType, Layout, MAX_BATCH_BYTES, MAX_BATCH_ROWS, MAX_SAMPLE_ROWS,
    ReadWindow, SourceBatch, SourceError, SourceTable, TablePresence, UPDATED_AT_COLUMN, Watermark,
};
use arrow_array::builder::BinaryBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use aws_lc_rs::digest::{SHA256, digest};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use std::sync::Arc;

/// Maximum length of a cell in the result, one character more than a cell may have. The check
/// rejects cells that were truncated to it.
pub(crate) const MAX_CELL_CHARS: usize = 64 * 1024 + 1;

/// A table or view of a database.
#[derive(Debug)]
pub(crate) struct DatabaseTable {
    pub(crate) name: String,
    pub(crate) columns: Vec<DatabaseColumn>,
}

/// A column of a table.
#[derive(Debug)]
pub(crate) struct DatabaseColumn {
    pub(crate) name: String,
    /// SQL type, such as `numeric(18,0)`. For a domain, its base type.
    pub(crate) ty: String,
    /// Whether the type is a list of words.
    pub(crate) is_enum: bool,
    /// Whether the user may read it.
    pub(crate) readable: bool,
}

/// What a kind of database writes in its own way.
pub(crate) trait SqlDialect: Send + Sync {
    /// Quotes an identifier.
    fn quote_identifier(&self, name: &str) -> String;

    /// The expression that formats a column as the text that the check expects; `None` if the
    /// column's type is incompatible.
    fn format_column(&self, kind: ColumnType, column: &DatabaseColumn) -> Option<String>;

    /// Whether the values of a column are moments, whatever the time zone.
    fn is_moment(&self, column: &DatabaseColumn) -> bool;

    /// The condition that the quoted column is not before a moment.
    fn not_before(&self, column: &str, since: DateTime<Utc>) -> String;

    /// The type of a column in terms that Parquet files share, or the database's name of a type
    /// that no other source has.
    fn shared_type_name<'a>(&self, column: &'a DatabaseColumn) -> &'a str;
}

/// A schema, and the user who reads it.
pub(crate) struct SchemaReader<'a> {
    pub(crate) dialect: &'static dyn SqlDialect,
    pub(crate) schema: &'a str,
    pub(crate) user: &'a str,
}

/// How to read a table.
pub(crate) struct SelectPlan {
    dialect: &'static dyn SqlDialect,
    statement: String,
    /// The database user, because a view may show other rows to another user.
    user: String,
    /// The quoted column with the change time; `None` if its type cannot be compared.
    changed_at_column: Option<String>,
    since: Option<DateTime<Utc>>,
    schema: Arc<Schema>,
    ignored: Arc<[String]>,
}

impl SchemaReader<'_> {
    /// Whether the schema has a table, and why it cannot be read.
    pub(crate) fn table_presence(
        &self,
        table: SourceTable,
        found: Option<&DatabaseTable>,
        layout: &Layout,
    ) -> TablePresence {
        let plan = found.map(|found| SelectPlan::for_table(found, layout, self));
        TablePresence {
            table,
            files: found.into_iter().count() as u64,
            problem: plan.and_then(Result::err),
            found: None,
        }
    }
}

impl DatabaseTable {
    /// Its columns as descriptors.
    pub(crate) fn column_descriptors(&self, dialect: &dyn SqlDialect) -> Vec<ColumnDescriptor> {
        let describe = |column: &DatabaseColumn| {
            ColumnDescriptor::new(&column.name, Some(dialect.shared_type_name(column)))
        };
        self.columns.iter().map(describe).collect()
    }
}

impl SelectPlan {
    /// The statement that reads the known columns of a table. Fails if the table cannot be read.
    pub(crate) fn for_table(
        table: &DatabaseTable,
        layout: &Layout,
        reader: &SchemaReader<'_>,
    ) -> Result<Self, SourceError> {
        let SchemaReader {
            dialect,
            schema,
            user,
        } = *reader;
        let place = format!("The table {schema}.{}", table.name);
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
            let expression = kinds.find_map(|kind| dialect.format_column(kind, column));
            if layout.is_sample() && (expression.is_none() || !column.readable) {
                continue;
            }
            let Some(expression) = expression else {
                let (name, ty, expected) = (&column.name, &column.ty, expected.text);
                return Err(SourceError::Unusable(format!(
                    "{place}: the column {name} is {ty}, where {expected} is expected."
                )));
            };
            if field == UPDATED_AT_COLUMN && dialect.is_moment(column) {
                moment = Some(dialect.quote_identifier(&column.name));
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
                "{user} does not have permission to read {what}{schema}.{}. Grant select to this \
                    user.",
                table.name
            )));
        }
        let ignored = names
            .iter()
            .filter(|name| layout.field_name(name).is_none())
            .map(|name| (*name).to_owned())
            .collect();
        let from = format!(
            "{}.{}",
            dialect.quote_identifier(schema),
            dialect.quote_identifier(&table.name)
        );
        let mut statement = format!("select {} from {from}", expressions.join(", "));
        if layout.is_sample() {
            statement.push_str(&format!(" limit {MAX_SAMPLE_ROWS}"));
        }
        Ok(Self {
            dialect,
            statement,
            user: user.to_owned(),
            changed_at_column: moment,
            since: None,
            schema: Arc::new(Schema::new(fields)),
            ignored,
        })
    }

    /// Skips rows that are synced up to the watermark, if the table was read with the same
    /// statement and user. Returns the range of rows that is read.
    pub(crate) fn start_at(
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

    /// The statement. Always includes rows without a change time, because they have no other sign of
    /// a change.
    pub(crate) fn sql(&self) -> String {
        match (&self.changed_at_column, self.since) {
            (Some(moment), Some(since)) => format!(
                "{} where {} or {moment} is null",
                self.statement,
                self.dialect.not_before(moment, since)
            ),
            _ => self.statement.clone(),
        }
    }

    /// The number of columns of the statement.
    pub(crate) fn column_count(&self) -> usize {
        self.schema.fields().len()
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

/// Collects the rows of a plan in batches.
pub(crate) struct RowBatches<'a> {
    plan: &'a SelectPlan,
    builders: Vec<BinaryBuilder>,
    rows: usize,
    bytes: usize,
    received: u64,
}

impl<'a> RowBatches<'a> {
    pub(crate) fn new(plan: &'a SelectPlan) -> Self {
        Self {
            plan,
            builders: plan.new_builders(),
            rows: 0,
            bytes: 0,
            received: 0,
        }
    }

    /// Counts bytes that came from the server.
    pub(crate) fn add_received(&mut self, bytes: usize) {
        self.received += bytes as u64;
    }

    /// Appends the next cell of a column.
    pub(crate) fn append_cell(&mut self, column: usize, cell: Option<&[u8]>) {
        if let Some(builder) = self.builders.get_mut(column) {
            builder.append_option(cell);
        }
    }

    /// Ends a row of so many bytes. Returns whether the batch is full.
    pub(crate) fn end_row(&mut self, bytes: usize) -> bool {
        self.rows += 1;
        self.bytes += bytes;
        self.rows >= MAX_BATCH_ROWS || self.bytes >= MAX_BATCH_BYTES
    }

    /// The batch so far. The next one begins.
    pub(crate) fn take_batch(&mut self) -> Result<SourceBatch, SourceError> {
        (self.rows, self.bytes) = (0, 0);
        let builders = std::mem::replace(&mut self.builders, self.plan.new_builders());
        self.plan
            .build_batch(builders, std::mem::take(&mut self.received))
    }
}

/// A type without its modifiers, and its scale if it has one.
pub(crate) fn base_and_scale(ty: &str) -> (String, Option<u32>) {
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

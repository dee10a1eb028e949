//! Rollups whose rows are packed texts of many entries. A change replaces the affected entries and
//! copies the others.

use super::LINES_TABLE;
use super::change_capture::CHANGES_TABLE;
use crate::db::connection::{Bind, WriterConnection};
use crate::db::{DbError, Engine};
use crate::ids::TenantId;
use packed_entries::PackedFormat;

pub(super) mod packed_entries;

/// A table of packed texts. `$1` is the tenant in its statements.
pub(super) struct PackedSeries {
    /// The table name.
    pub(super) table: &'static str,
    /// The primary key columns after `tenant_id`, all of type text.
    pub(super) key: &'static [&'static str],
    /// The column of the text.
    pub(super) packed_column: &'static str,
    /// The format of the entries.
    pub(super) format: PackedFormat,
    /// Builds the texts: a `select` of [`LEADING_COLUMN`], the key and the text, with
    /// [`LINE_SOURCE`] and [`LINE_SIGN`] where it reads lines or changes.
    pub(super) select: &'static str,
    /// The order of the entries in `select`, which a change does not need.
    pub(super) entry_order: &'static str,
    /// A different `select` for the entries of a change, if necessary.
    pub(super) change_select: Option<&'static str>,
}

/// New texts, each after its key.
#[derive(Debug, Default)]
struct SplicedRows {
    new: Vec<Vec<String>>,
    changed: Vec<Vec<String>>,
    /// Texts without entries.
    emptied: Vec<Vec<String>>,
}

/// Precedes the key.
const LEADING_COLUMN: &str = "{leading}";
/// The lines or the captured changes. Further conditions follow.
const LINE_SOURCE: &str = "{line_source}";
/// The sign of a line.
const LINE_SIGN: &str = "{line_sign}";

/// The target size of a batch of texts, estimated from the longest text so far.
const TARGET_BATCH_BYTES: usize = 2 * 1024 * 1024;
/// The first, smallest and largest number of texts in a batch.
const FIRST_BATCH_ROWS: usize = 256;
const MIN_BATCH_ROWS: usize = 16;
const MAX_BATCH_ROWS: usize = 4_096;

impl PackedSeries {
    pub(super) fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.key.iter().copied().chain([self.packed_column])
    }

    pub(super) fn delete_sql(&self) -> String {
        format!("delete from {} where tenant_id = $1", self.table)
    }

    /// Writes the texts of all lines.
    pub(super) fn fill_sql(&self) -> String {
        let lines = format!("{LINES_TABLE} where tenant_id = $1 and deleted_at is null");
        let select = self
            .select
            .replace(LEADING_COLUMN, "$1, ")
            .replace(LINE_SOURCE, &lines)
            .replace(LINE_SIGN, "1");
        format!(
            "insert into {} (tenant_id, {}, {}) {select}",
            self.table,
            self.key.join(", "),
            self.packed_column
        )
    }

    /// The changes of each affected row as a numbered text.
    fn changes_sql(&self) -> String {
        let select = self
            .change_select
            .unwrap_or(self.select)
            .replace(LEADING_COLUMN, "row_number() over (), ");
        select
            .replace(LINE_SOURCE, &format!("{CHANGES_TABLE} where true"))
            .replace(LINE_SIGN, "sign")
            .replace(self.entry_order, "")
    }

    /// Applies the captured changes and returns the number of written rows. `None` if a text and
    /// its changes are inconsistent; then all texts must be rebuilt.
    pub(super) async fn apply_changes(
        &self,
        tenant: TenantId,
        connection: &mut WriterConnection,
    ) -> Result<Option<u64>, DbError> {
        let (changes, binds) = (format!("{}_change", self.table), [Bind::Uuid(tenant.0)]);
        let (on_commit, schema) = if connection.engine() == Engine::Postgres {
            (" on commit drop", "")
        } else {
            ("", "temp.")
        };
        let key = self.key.join(", ");
        let shape = format!(
            r"
                create temporary table {changes}{on_commit} as
                select 1 as position, {key}, {} as change
                from {}
                limit 0
            ",
            self.packed_column, self.table
        );
        connection.execute_sql(shape, &[]).await?;
        let touched = connection
            .execute_sql(
                format!(
                    "insert into {changes} (position, {key}, change) {}",
                    self.changes_sql()
                ),
                &binds,
            )
            .await?;
        connection
            .execute_sql(
                format!("create index {schema}{changes}_position_idx on {changes} (position)"),
                &[],
            )
            .await?;
        let (mut through, mut batch_rows, mut longest, mut written) = (0, FIRST_BATCH_ROWS, 1, 0);
        while through < touched {
            let from = through;
            through = touched.min(from + batch_rows as u64);
            let mut spliced = SplicedRows::default();
            for mut row in connection
                .fetch_texts(
                    self.read_sql(&changes, from, through, connection.is_distributed()),
                    &binds,
                )
                .await?
            {
                let [.., change, stored] = row.as_slice() else {
                    return Ok(None);
                };
                let Some(text) = self.format.splice_change(stored, change) else {
                    return Ok(None);
                };
                longest = longest.max(stored.len() + change.len() + text.len());
                let target = match (stored.is_empty(), text.is_empty()) {
                    _ if text == *stored => continue,
                    (true, _) => &mut spliced.new,
                    (_, true) => &mut spliced.emptied,
                    _ => &mut spliced.changed,
                };
                row.truncate(self.key.len());
                row.push(text);
                target.push(row);
            }
            written += self.write_rows(&spliced, tenant, connection).await?;
            batch_rows = (TARGET_BATCH_BYTES / longest).clamp(MIN_BATCH_ROWS, MAX_BATCH_ROWS);
        }
        Ok(Some(written))
    }

    async fn write_rows(
        &self,
        spliced: &SplicedRows,
        tenant: TenantId,
        connection: &mut WriterConnection,
    ) -> Result<u64, DbError> {
        let Self {
            table,
            packed_column: text,
            ..
        } = self;
        let key = self.key.join(", ");
        let rows = format!("with changed_rows ({key}, {text}) as ({{rows}})");
        let same: Vec<String> = self
            .key
            .iter()
            .map(|column| format!("{table}.{column} = changed_rows.{column}"))
            .collect();
        let delete = format!(
            r"
                {rows}
                delete from {table}
                where tenant_id = $1 and ({key}) in (select {key} from changed_rows)
            "
        );
        let changed = format!(
            r"
                {rows}
                update {table}
                set {text} = changed_rows.{text}
                from changed_rows
                where {table}.tenant_id = $1 and {}
            ",
            same.join(" and ")
        );
        let new = format!(
            r"
                {rows}
                insert into {table} (tenant_id, {key}, {text})
                select $1, {key}, {text}
                from changed_rows{}
            ",
            connection.insert_suffix()
        );
        let mut written = 0;
        for (statement, rows) in [
            (delete, &spliced.emptied),
            (changed, &spliced.changed),
            (new, &spliced.new),
        ] {
            written += connection
                .execute_with_rows(&statement, tenant.0, rows)
                .await?;
        }
        Ok(written)
    }

    /// Reads the texts and their changes after one position through another.
    fn read_sql(&self, changes: &str, from: u64, through: u64, is_distributed: bool) -> String {
        let Self {
            table,
            key,
            packed_column: text,
            ..
        } = self;
        let same: Vec<String> = key
            .iter()
            .map(|column| format!("{table}.{column} = {changes}.{column}"))
            .collect();
        let names: Vec<String> = key
            .iter()
            .map(|column| format!("{changes}.{column}"))
            .collect();
        let batch = format!("{changes}.position > {from} and {changes}.position <= {through}");
        // A node joins with the temporary table by a copy of it, and would send all texts.
        let stored = if is_distributed {
            let key = key.join(", ");
            format!(
                r"
                    (
                        select *
                        from {table}
                        where tenant_id = $1
                          and ({key}) in (select {key} from {changes} where {batch})
                      ) as {table}
                "
            )
        } else {
            (*table).to_owned()
        };
        format!(
            r"
                select {}, {changes}.change, coalesce({table}.{text}, '')
                from {changes}
                left join {stored} on {table}.tenant_id = $1 and {}
                where {batch}
            ",
            names.join(", "),
            same.join(" and ")
        )
    }
}

//! Rollups of which a row is one text of many entries: of a change, the entries that it touches are
//! replaced in the text, and the others are copied.

use super::LINES_TABLE;
use super::change_capture::CHANGES_TABLE;
use crate::db::tenant_writer::connection::{Bind, WriterConnection};
use crate::db::{DbError, Engine};
use crate::ids::TenantId;
use packed_entries::PackedFormat;

pub(super) mod packed_entries;

/// A table of texts. In its statements, `$1` is the tenant.
pub(super) struct PackedSeries {
    /// Its name.
    pub(super) table: &'static str,
    /// Its primary key behind `tenant_id`, all of it text.
    pub(super) key: &'static [&'static str],
    /// The column of the text.
    pub(super) packed_column: &'static str,
    /// How the entries are written.
    pub(super) format: PackedFormat,
    /// What it holds: a `select` of [`AHEAD`], the key and the text, with [`FROM_LINES`] and
    /// [`SIGN`] where what is counted may be lines or changes.
    pub(super) select: &'static str,
    /// How `select` orders the entries, which those of a change need not be.
    pub(super) entry_order: &'static str,
    /// Where the entries of a change are not to be had by the same `select`: one that gives them.
    pub(super) change_select: Option<&'static str>,
}

/// Texts as they are now, each behind its key.
#[derive(Debug, Default)]
struct SplicedRows {
    new: Vec<Vec<String>>,
    changed: Vec<Vec<String>>,
    /// With nothing left in them.
    emptied: Vec<Vec<String>>,
}

/// What stands before the key.
const LEADING_COLUMN: &str = "{ahead}";
/// The lines that are there, or those that a change noted; further conditions follow.
const LINE_SOURCE: &str = "{lines}";
/// What a line counts for.
const LINE_SIGN: &str = "{sign}";

/// So many bytes of texts are handled at once, as far as the longest text so far tells.
const TARGET_BATCH_BYTES: usize = 2 * 1024 * 1024;
/// Texts of the first hand, of which nothing is known yet, and the fewest and the most of any
/// other.
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

    /// What changed, as a text of each touched row, numbered.
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

    /// Brings in what changed, and gives the number of rows that were written. None where a text
    /// and what changed of it do not go together: then nothing is known of these texts, and all
    /// have to be made anew.
    pub(super) async fn apply_changes(
        &self,
        tenant: TenantId,
        link: &mut WriterConnection,
    ) -> Result<Option<u64>, DbError> {
        let (changes, binds) = (format!("{}_change", self.table), [Bind::Uuid(tenant.0)]);
        let (end, schema) = if link.engine() == Engine::Postgres {
            (" on commit drop", "")
        } else {
            ("", "temp.")
        };
        let key = self.key.join(", ");
        let shape = format!(
            r"
                create temporary table {changes}{end} as
                select 1 as place, {key}, {} as change
                from {}
                limit 0
            ",
            self.packed_column, self.table
        );
        link.execute_sql(shape, &[]).await?;
        let touched = link
            .execute_sql(
                format!(
                    "insert into {changes} (place, {key}, change) {}",
                    self.changes_sql()
                ),
                &binds,
            )
            .await?;
        link.execute_sql(
            format!("create index {schema}{changes}_place on {changes} (place)"),
            &[],
        )
        .await?;
        let (mut through, mut at_once, mut longest, mut written) = (0, FIRST_BATCH_ROWS, 1, 0);
        while through < touched {
            let from = through;
            through = touched.min(from + at_once as u64);
            let mut spliced = SplicedRows::default();
            for mut row in link
                .fetch_texts(self.read_sql(&changes, from, through), &binds)
                .await?
            {
                let [.., change, stored] = row.as_slice() else {
                    return Ok(None);
                };
                let Some(text) = self.format.splice_change(stored, change) else {
                    return Ok(None);
                };
                longest = longest.max(stored.len() + change.len() + text.len());
                let place = match (stored.is_empty(), text.is_empty()) {
                    _ if text == *stored => continue,
                    (true, _) => &mut spliced.new,
                    (_, true) => &mut spliced.emptied,
                    _ => &mut spliced.changed,
                };
                row.truncate(self.key.len());
                row.push(text);
                place.push(row);
            }
            written += self.write_rows(&spliced, tenant, link).await?;
            at_once = (TARGET_BATCH_BYTES / longest).clamp(MIN_BATCH_ROWS, MAX_BATCH_ROWS);
        }
        Ok(Some(written))
    }

    async fn write_rows(
        &self,
        spliced: &SplicedRows,
        tenant: TenantId,
        link: &mut WriterConnection,
    ) -> Result<u64, DbError> {
        let Self {
            table,
            packed_column: text,
            ..
        } = self;
        let key = self.key.join(", ");
        let rows = format!("with spliced ({key}, {text}) as ({{rows}})");
        let same: Vec<String> = self
            .key
            .iter()
            .map(|column| format!("{table}.{column} = spliced.{column}"))
            .collect();
        let gone = format!(
            r"
                {rows}
                delete from {table}
                where tenant_id = $1 and ({key}) in (select {key} from spliced)
            "
        );
        let changed = format!(
            r"
                {rows}
                update {table}
                set {text} = spliced.{text}
                from spliced
                where {table}.tenant_id = $1 and {}
            ",
            same.join(" and ")
        );
        let new = format!(
            r"
                {rows}
                insert into {table} (tenant_id, {key}, {text})
                select $1, {key}, {text}
                from spliced
            "
        );
        let mut written = 0;
        for (statement, rows) in [
            (gone, &spliced.emptied),
            (changed, &spliced.changed),
            (new, &spliced.new),
        ] {
            written += link.execute_with_rows(&statement, tenant.0, rows).await?;
        }
        Ok(written)
    }

    /// The texts and what changed of them, behind one place through another.
    fn read_sql(&self, changes: &str, from: u64, through: u64) -> String {
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
        format!(
            r"
                select {}, {changes}.change, coalesce({table}.{text}, '')
                from {changes}
                left join {table} on {table}.tenant_id = $1 and {}
                where {changes}.place > {from} and {changes}.place <= {through}
            ",
            names.join(", "),
            same.join(" and ")
        )
    }
}

//! Rollups of sums: changes are added or subtracted exactly, because the sums are integers.

use super::LINES_TABLE;
use super::change_capture::CHANGES_TABLE;

/// A table of sums. Expressions have one line and apply to `purchase_transactions` and to the
/// captured changes.
pub(super) struct SumRollup {
    /// The table name.
    pub(super) table: &'static str,
    /// The primary key columns after `tenant_id`, each with its expression of a line.
    pub(super) key: &'static [[&'static str; 2]],
    /// The other columns, each with what a line adds to it. The first counts lines; a row with zero
    /// lines is deleted.
    pub(super) addends: &'static [[&'static str; 2]],
    /// The condition on the lines.
    pub(super) line_filter: &'static str,
    /// A cheaper `select` of key and sums from earlier rollups, if there is one.
    pub(super) derived_select: Option<&'static str>,
}

impl SumRollup {
    /// The key columns, then the sums.
    pub(super) fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.key
            .iter()
            .chain(self.addends)
            .map(|[column, _]| *column)
    }

    fn column_list(&self) -> String {
        self.columns().collect::<Vec<_>>().join(", ")
    }

    fn key_expressions(&self) -> String {
        self.key
            .iter()
            .map(|[_, of_line]| *of_line)
            .collect::<Vec<_>>()
            .join(", ")
    }

    pub(super) fn delete_sql(&self) -> String {
        format!("delete from {} where tenant_id = $1", self.table)
    }

    /// Adds up all lines.
    pub(super) fn fill_sql(&self) -> String {
        let (table, names) = (self.table, self.column_list());
        if let Some(select) = self.derived_select {
            return format!("insert into {table} (tenant_id, {names}) {select}");
        }
        let sums: Vec<String> = self
            .addends
            .iter()
            .map(|[_, addend]| format!("sum({addend})"))
            .collect();
        format!(
            r"
                insert into {table} (tenant_id, {names})
                select $1, {keys}, {}
                from {LINES_TABLE}
                where tenant_id = $1 and deleted_at is null and {}
                group by {keys}
            ",
            sums.join(", "),
            self.line_filter,
            keys = self.key_expressions(),
        )
    }

    /// Adds the captured changes. Unchanged sums are not written.
    pub(super) fn apply_changes_sql(&self) -> String {
        let (table, names) = (self.table, self.column_list());
        let key = self
            .key
            .iter()
            .map(|[column, _]| *column)
            .collect::<Vec<_>>()
            .join(", ");
        let sums: Vec<String> = self
            .addends
            .iter()
            .map(|[_, addend]| format!("sum(sign * {addend})"))
            .collect();
        let changed: Vec<String> = sums.iter().map(|sum| format!("{sum} <> 0")).collect();
        let added: Vec<String> = self
            .addends
            .iter()
            .map(|[column, _]| format!("{column} = {table}.{column} + excluded.{column}"))
            .collect();
        format!(
            r"
                insert into {table} (tenant_id, {names})
                select $1, {keys}, {}
                from {CHANGES_TABLE}
                where {}
                group by {keys}
                having {}
                on conflict (tenant_id, {key})
                do update set {}
            ",
            sums.join(", "),
            self.line_filter,
            changed.join(" or "),
            added.join(", "),
            keys = self.key_expressions(),
        )
    }

    /// Deletes rows without lines.
    pub(super) fn delete_unused_sql(&self) -> String {
        let count = self.addends.first().map_or("lines", |[column, _]| *column);
        format!(
            "delete from {} where tenant_id = $1 and {count} = 0",
            self.table
        )
    }
}

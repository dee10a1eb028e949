//! Rollups of which a line is one addend: what changed is added or taken off, to the last digit,
//! because they are integers.

use super::LINES;
use super::changes::CHANGES;

/// A table of sums. Expressions are of one line and mean the same of `purchase_transactions` and of
/// the noted changes.
pub(super) struct Sums {
    /// Its name.
    pub(super) table: &'static str,
    /// The columns of its primary key behind `tenant_id`, and what each is of a line.
    pub(super) key: &'static [[&'static str; 2]],
    /// Its other columns, and what a line adds to each. The first counts lines: a row without any
    /// goes.
    pub(super) adds: &'static [[&'static str; 2]],
    /// Which lines count.
    pub(super) counts: &'static str,
    /// Where the same can be had with less work once the sums before it are made: a `select` of key
    /// and sums.
    pub(super) from_others: Option<&'static str>,
}

impl Sums {
    /// The columns of the key, then of the sums.
    pub(super) fn columns(&self) -> impl Iterator<Item = &'static str> {
        self.key.iter().chain(self.adds).map(|[column, _]| *column)
    }

    fn names(&self) -> String {
        self.columns().collect::<Vec<_>>().join(", ")
    }

    fn keys(&self) -> String {
        self.key
            .iter()
            .map(|[_, of_line]| *of_line)
            .collect::<Vec<_>>()
            .join(", ")
    }

    pub(super) fn empty(&self) -> String {
        format!("delete from {} where tenant_id = $1", self.table)
    }

    /// Adds up all lines.
    pub(super) fn fill(&self) -> String {
        let (table, names) = (self.table, self.names());
        if let Some(select) = self.from_others {
            return format!("insert into {table} (tenant_id, {names}) {select}");
        }
        let sums: Vec<String> = self
            .adds
            .iter()
            .map(|[_, addend]| format!("sum({addend})"))
            .collect();
        format!(
            r"
                insert into {table} (tenant_id, {names})
                select $1, {keys}, {}
                from {LINES}
                where tenant_id = $1 and deleted_at is null and {}
                group by {keys}
            ",
            sums.join(", "),
            self.counts,
            keys = self.keys(),
        )
    }

    /// Adds what changed; sums that come out as they were are not written.
    pub(super) fn apply(&self) -> String {
        let (table, names) = (self.table, self.names());
        let key = self
            .key
            .iter()
            .map(|[column, _]| *column)
            .collect::<Vec<_>>()
            .join(", ");
        let sums: Vec<String> = self
            .adds
            .iter()
            .map(|[_, addend]| format!("sum(sign * {addend})"))
            .collect();
        let changed: Vec<String> = sums.iter().map(|sum| format!("{sum} <> 0")).collect();
        let added: Vec<String> = self
            .adds
            .iter()
            .map(|[column, _]| format!("{column} = {table}.{column} + excluded.{column}"))
            .collect();
        format!(
            r"
                insert into {table} (tenant_id, {names})
                select $1, {keys}, {}
                from {CHANGES}
                where {}
                group by {keys}
                having {}
                on conflict (tenant_id, {key})
                do update set {}
            ",
            sums.join(", "),
            self.counts,
            changed.join(" or "),
            added.join(", "),
            keys = self.keys(),
        )
    }

    /// Takes out what no line counts towards any more.
    pub(super) fn remove_unused(&self) -> String {
        let count = self.adds.first().map_or("lines", |[column, _]| *column);
        format!(
            "delete from {} where tenant_id = $1 and {count} = 0",
            self.table
        )
    }
}

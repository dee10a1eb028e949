//! The SQL statements that stage and merge the rows of a table, for both engines.

use super::TargetTable;
use super::row_locator::{FILE_COLUMNS, file_name_sql, line_sql};
use super::target_table::REJECT_COLUMNS;
use crate::db::connection::{JoinStrategy, TargetColumn, TargetType, quote_identifier};
use crate::db::{Engine, rollup};
use migration::citus::STAGE_TABLE;

/// The table of staged rows.
pub(super) const STAGING_TABLE: &str = "sync_stage";
/// The table of staged rejects.
pub(super) const REJECTS_TABLE: &str = "sync_stage_reject";
/// The stored name of the problem that another row has the same key.
const DUPLICATE_KEY: &str = "duplicate_key";
/// The table of the names of staged files.
pub(super) const FILES_TABLE: &str = "sync_stage_file";
/// The table of the staged rows that are older than the table's.
const OLDER_ROWS_TABLE: &str = "sync_stage_older";
const OLDER_ROWS_COLUMNS: [TargetColumn; 1] = [TargetColumn {
    name: "locator",
    ty: TargetType::BigInt,
}];

/// Longer keys and names are truncated.
const MAX_LABEL_CHARS: u32 = 200;

/// From this ratio of existing rows to staged rows, the merge uses index lookups.
pub(super) const INDEX_LOOKUP_RATIO: u64 = 20;

/// The statements for one table. `$1` is always the tenant.
#[derive(Debug)]
pub(super) struct MergeStatements {
    engine: Engine,
    target: String,
    key: Vec<String>,
    columns: Vec<String>,
    staged: Vec<TargetColumn>,
    key_name: String,
    /// Whether changes are captured for the rollups.
    captures_changes: bool,
    /// Whether the target is distributed over nodes. Then the staged rows are merged from a
    /// distributed table, because only the coordinator has the temporary one.
    is_distributed: bool,
}

impl MergeStatements {
    pub(super) fn new(table: &TargetTable, engine: Engine, is_distributed: bool) -> Self {
        Self {
            engine,
            target: quote_identifier(table.name),
            key: table
                .key
                .iter()
                .map(|name| quote_identifier(name))
                .collect(),
            columns: table
                .columns
                .iter()
                .map(|column| quote_identifier(column.name))
                .collect(),
            staged: table.staged_columns().collect(),
            key_name: table.key.join(" / "),
            captures_changes: false,
            is_distributed,
        }
    }

    /// Enables the capture of changes for the rollups in the following statements.
    pub(super) fn capture_changes(&mut self) -> Vec<String> {
        self.captures_changes = true;
        rollup::capture_changes_sql(self.engine)
    }

    pub(super) fn create_staging_tables(&self) -> [String; 3] {
        [
            self.create_temporary_table(STAGING_TABLE, &self.staged),
            self.create_temporary_table(REJECTS_TABLE, &REJECT_COLUMNS),
            self.create_temporary_table(FILES_TABLE, &FILE_COLUMNS),
        ]
    }

    /// Creates the table for [`Self::reject_older`].
    pub(super) fn create_older_rows_table(&self) -> String {
        self.create_temporary_table(OLDER_ROWS_TABLE, &OLDER_ROWS_COLUMNS)
    }

    fn create_temporary_table(&self, name: &str, columns: &[TargetColumn]) -> String {
        let columns: Vec<String> = columns
            .iter()
            .map(|column| {
                format!(
                    "{} {}",
                    quote_identifier(column.name),
                    self.sql_type(column.ty)
                )
            })
            .collect();
        let end = if self.engine == Engine::Postgres {
            " on commit drop"
        } else {
            ""
        };
        format!(
            "create temporary table {name} ({}){end}",
            columns.join(", ")
        )
    }

    fn sql_type(&self, ty: TargetType) -> &'static str {
        match (ty, self.engine) {
            (TargetType::Text, _) | (TargetType::Date | TargetType::Instant, Engine::Sqlite) => {
                "text"
            }
            (TargetType::BigInt, _) => "bigint",
            (TargetType::Int, _) => "integer",
            (TargetType::Bool, _) => "boolean",
            (TargetType::Date, Engine::Postgres) => "date",
            (TargetType::Instant, Engine::Postgres) => "timestamptz",
            (TargetType::Uuid, Engine::Postgres) => "uuid",
            (TargetType::Uuid, Engine::Sqlite) => "blob",
        }
    }

    /// Gives the planner statistics about the staged rows.
    pub(super) fn prepare_merge(&self) -> Vec<String> {
        match self.engine {
            Engine::Sqlite => vec![format!(
                "create index temp.sync_stage_key_idx on {STAGING_TABLE} ({})",
                self.key.join(", ")
            )],
            // Only the number of rows matters, so a small sample is enough.
            Engine::Postgres => vec![
                "set local default_statistics_target = 10".to_owned(),
                format!("analyze {STAGING_TABLE}"),
            ],
        }
    }

    /// The staged rows where the target is.
    fn staged_rows(&self) -> String {
        if self.is_distributed {
            format!("(select * from {STAGE_TABLE} where tenant_id = $1) as {STAGING_TABLE}")
        } else {
            STAGING_TABLE.to_owned()
        }
    }

    /// The tenant of a merged row. A node inserts its own rows only if it can see that they have the
    /// tenant of the selected ones.
    fn tenant_value(&self) -> &'static str {
        if self.is_distributed {
            "tenant_id"
        } else {
            "$1"
        }
    }

    /// Moves the staged rows to the node of the tenant, if the target is distributed.
    pub(super) fn distribute_staged_rows(&self) -> Option<String> {
        let columns = self
            .staged
            .iter()
            .map(|column| quote_identifier(column.name))
            .collect::<Vec<_>>()
            .join(", ");
        self.is_distributed.then(|| {
            format!(
                r"
                    insert into {STAGE_TABLE} (tenant_id, {columns})
                    select $1, {columns}
                    from {STAGING_TABLE}
                "
            )
        })
    }

    /// Deletes what [`Self::distribute_staged_rows`] has moved.
    pub(super) fn clear_distributed_rows(&self) -> Option<String> {
        self.is_distributed
            .then(|| format!("delete from {STAGE_TABLE} where tenant_id = $1"))
    }

    /// Of rows with the same key, accepts the newest, and of equally new rows the last. The others
    /// become rejects with that reason.
    pub(super) fn reject_duplicates(&self) -> String {
        let key = self.key.join(", ");
        let key_text = self.key_expression();
        let reject_columns = REJECT_COLUMNS
            .map(|column| quote_identifier(column.name))
            .join(", ");
        format!(
            r#"
                insert into {REJECTS_TABLE} ({reject_columns})
                select locator, {line}, {file}, {key_text}, '{key_name}', {key_text}, '{DUPLICATE_KEY}',
                  'duplicate key: ' || coalesce(
                      'the row on line ' || cast({winning_line} as text) || ' of ' ||
                        {winning_file}, 'another row'
                    ) ||
                    ' has the same {key_name} and the newer updated_at, or comes later with the same one'
                from (
                    select locator, {key}, first_value(locator) over newest as winner,
                      row_number() over newest as rank
                    from {STAGING_TABLE}
                    where accepted
                      and ({key}) in (
                          select {key}
                          from {STAGING_TABLE}
                          where accepted
                          group by {key}
                          having count(*) > 1
                        )
                    window newest as (partition by {key} order by "updated_at" desc, locator desc)
                  ) as ranked
                where rank > 1
            "#,
            line = line_sql("locator"),
            file = file_name_sql("locator"),
            winning_line = line_sql("winner"),
            winning_file = file_name_sql("winner"),
            key_name = self.key_name,
        )
    }

    /// Staged rows become rejects if the table has a live row with a newer `updated_at`. The rows
    /// are found first, because a distributed table cannot be joined with the temporary ones.
    pub(super) fn reject_older(&self) -> [String; 2] {
        let (target, key_text) = (&self.target, self.key_expression());
        let reject_columns = REJECT_COLUMNS
            .map(|column| quote_identifier(column.name))
            .join(", ");
        let find = format!(
            r#"
                insert into {OLDER_ROWS_TABLE} (locator)
                select {STAGING_TABLE}.locator
                from {staged}
                join {target} on {same}
                where {STAGING_TABLE}.accepted
                  and {target}.tenant_id = $1
                  and {target}.deleted_at is null
                  and {target}."updated_at" > {STAGING_TABLE}."updated_at"
            "#,
            staged = self.staged_rows(),
            same = self.key_match(),
        );
        let reject = format!(
            r"
                insert into {REJECTS_TABLE} ({reject_columns})
                select locator, {line}, {file}, {key_text}, '{key_name}', {key_text},
                    '{DUPLICATE_KEY}',
                    'duplicate key: the row that is here already has the same {key_name} and the newer updated_at'
                from {STAGING_TABLE}
                where locator in (select locator from {OLDER_ROWS_TABLE})
            ",
            line = line_sql("locator"),
            file = file_name_sql("locator"),
            key_name = self.key_name,
        );
        [find, reject]
    }

    /// Deletes rows that became rejects from the staging table.
    pub(super) fn delete_rejected() -> String {
        format!(
            "delete from {STAGING_TABLE} where accepted and locator in (select seq from {REJECTS_TABLE})"
        )
    }

    /// `$2` is the time of deletion. A staged row that is not accepted still shows that the source
    /// has its key.
    pub(super) fn delete_missing(&self) -> String {
        let target = &self.target;
        format!(
            r"
                update {target}
                set deleted_at = $2
                where tenant_id = $1
                  and deleted_at is null
                  and not exists (select 1 from {staged} where {})
            ",
            self.key_match(),
            staged = self.staged_rows()
        )
    }

    /// Like [`Self::delete_missing`], but also captures the deleted rows and returns their number,
    /// if the engine needs this.
    pub(super) fn delete_missing_and_capture(&self) -> Option<String> {
        (self.captures_changes && self.engine == Engine::Postgres)
            .then(|| rollup::capturing_delete_sql(&self.delete_missing(), self.is_distributed))
    }

    /// Saves the first rows that [`Self::delete_missing`] would delete, by key. `$2` is the source
    /// table, `label` the column with the display name.
    pub(super) fn insert_withheld_rows(&self, label: Option<&str>, most: u64) -> String {
        let (target, key, key_text) = (&self.target, self.key.join(", "), self.key_expression());
        let label = label.map_or_else(|| "cast(null as text)".to_owned(), quote_identifier);
        format!(
            r"
                insert into withheld_deletion_row (tenant_id, source_table, position, key, label)
                select $1, $2, row_number() over (order by {key}), substr({key_text}, 1, {MAX_LABEL_CHARS}),
                  substr({label}, 1, {MAX_LABEL_CHARS})
                from {target}
                where tenant_id = $1
                  and deleted_at is null
                  and not exists (select 1 from {staged} where {})
                order by {key}
                limit {most}
            ",
            self.key_match(),
            staged = self.staged_rows(),
        )
    }

    pub(super) fn count_live(&self) -> String {
        format!(
            "select count(*) from {} where tenant_id = $1 and deleted_at is null",
            self.target
        )
    }

    /// Counts the rows of the table, including deleted rows, up to `most`.
    pub(super) fn count_existing(&self, most: u64) -> String {
        format!(
            "select count(*) from (select 1 from {} where tenant_id = $1 limit {most}) as some_rows",
            self.target
        )
    }

    /// Inserts the staged rows into a table without rows of the tenant.
    pub(super) fn insert_all(&self) -> String {
        let (target, columns) = (&self.target, self.columns.join(", "));
        format!(
            r"
                insert into {target} (tenant_id, {columns})
                select {tenant}, {columns}
                from {staged}
                where accepted
            ",
            tenant = self.tenant_value(),
            staged = self.staged_rows(),
        )
    }

    /// Counts the rows that the merge will insert.
    pub(super) fn count_new(&self) -> String {
        let target = &self.target;
        format!(
            r"
                select count(*)
                from {staged}
                where accepted
                  and not exists (select 1 from {target} where {target}.tenant_id = $1 and {})
            ",
            self.key_match(),
            staged = self.staged_rows(),
        )
    }

    /// Inserts new rows and updates changed rows.
    pub(super) fn merge_all(&self) -> String {
        self.merge_where("")
    }

    /// Like the plain merge, but skips identical rows. `on conflict` locks, and so writes, every
    /// row that it meets. If most rows are the same, comparing them first is cheaper.
    fn merge_changed(&self) -> String {
        self.merge_where(&format!(" and {}", self.is_written()))
    }

    /// The condition on a staged row that the merge writes it: no live row is the same.
    fn is_written(&self) -> String {
        let target = &self.target;
        format!(
            r"
                not exists (
                    select 1
                    from {target}
                    where {target}.tenant_id = $1 and {} and {target}.deleted_at is null and {}
                  )
            ",
            self.key_match(),
            self.has_same_values()
        )
    }

    /// The condition on a target row and a staged row that all but their keys is the same.
    fn has_same_values(&self) -> String {
        let target = &self.target;
        self.non_key_columns()
            .iter()
            .map(|column| {
                format!("{target}.{column} is not distinct from {STAGING_TABLE}.{column}")
            })
            .collect::<Vec<_>>()
            .join(" and ")
    }

    /// The statements that capture the changes of the merge before it, if the target is
    /// distributed: Citus runs the parts of one statement one after the other, so the last part
    /// would no longer see the rows as they were.
    pub(super) fn capture_distributed_merge(&self) -> Vec<String> {
        if !(self.captures_changes && self.is_distributed) {
            return Vec::new();
        }
        let (target, staged) = (&self.target, self.staged_rows());
        vec![
            rollup::capture_lines_sql(
                1,
                STAGING_TABLE,
                &format!("{staged} where accepted and {}", self.is_written()),
            ),
            rollup::capture_lines_sql(
                -1,
                target,
                &format!(
                    r"
                        {target}
                        where tenant_id = $1
                          and deleted_at is null
                          and exists (
                              select 1
                              from {staged}
                              where {STAGING_TABLE}.accepted and {} and not ({})
                            )
                    ",
                    self.key_match(),
                    self.has_same_values()
                ),
            ),
        ]
    }

    fn merge_where(&self, filter: &str) -> String {
        let (target, columns, key) = (&self.target, self.columns.join(", "), self.key.join(", "));
        let set: Vec<String> = self
            .non_key_columns()
            .iter()
            .map(|column| format!("{column} = excluded.{column}"))
            .collect();
        let differs: Vec<String> = self
            .non_key_columns()
            .iter()
            .map(|column| format!("{target}.{column} is distinct from excluded.{column}"))
            .collect();
        format!(
            r"
                insert into {target} (tenant_id, {columns})
                select {tenant}, {columns}
                from {staged}
                where accepted{filter}
                on conflict (tenant_id, {key})
                do update set {}, deleted_at = null
                where {target}.deleted_at is not null or {}
            ",
            set.join(", "),
            differs.join(" or "),
            tenant = self.tenant_value(),
            staged = self.staged_rows(),
        )
    }

    /// The columns that are not part of the key.
    fn non_key_columns(&self) -> Vec<&String> {
        self.columns
            .iter()
            .filter(|column| !self.key.contains(column))
            .collect()
    }

    /// The merge as one statement with counts, if the engine supports it: in PostgreSQL an inserted
    /// row has no `xmax`.
    pub(super) fn merge_with_counts(&self, joins: JoinStrategy) -> Option<String> {
        (self.engine == Engine::Postgres).then(|| {
            let merge = if joins == JoinStrategy::Hash {
                self.merge_changed()
            } else {
                self.merge_all()
            };
            if self.captures_changes && !self.is_distributed {
                return rollup::capturing_merge_sql(&merge);
            }
            format!(
                r"
                    with written as ({merge} returning (xmax = 0) as is_new)
                    select count(*) filter (where is_new), count(*) filter (where not is_new)
                    from written
                "
            )
        })
    }

    /// The key of a row as display text.
    fn key_expression(&self) -> String {
        self.key
            .iter()
            .map(|column| format!("cast({column} as text)"))
            .collect::<Vec<_>>()
            .join(" || ' / ' || ")
    }

    fn key_match(&self) -> String {
        self.key
            .iter()
            .map(|column| format!("{STAGING_TABLE}.{column} = {}.{column}", self.target))
            .collect::<Vec<_>>()
            .join(" and ")
    }
}

//! The SQL of staging and merging, written once for both engines from a table's shape.

use super::row_locator::{FILE_COLUMNS, file_name_sql, line_sql};
use super::target_table::REJECT_COLUMNS;
use super::{JoinStrategy, TargetColumn, TargetTable, TargetType};
use crate::db::{Engine, rollup};

/// Where rows wait to be merged.
pub(super) const STAGING_TABLE: &str = "sync_stage";
/// Where rejects wait to be kept.
pub(super) const REJECTS_TABLE: &str = "sync_stage_reject";
/// The names of the files that staged rows come from.
pub(super) const FILES_TABLE: &str = "sync_stage_file";

/// So many characters of a key or a name are shown.
const MAX_LABEL_CHARS: u32 = 200;

/// From this many times as many rows in the table as staged on, each staged row is looked up by
/// itself.
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
    /// Whether changes are noted for the rollups.
    captures_changes: bool,
}

/// A name as SQL has it; names are static, so the quotes are for reserved words.
pub(super) fn quote_identifier(name: &str) -> String {
    format!("\"{name}\"")
}

impl MergeStatements {
    pub(super) fn new(table: &TargetTable, engine: Engine) -> Self {
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
        }
    }

    /// From these statements on, what the others change is noted for the rollups.
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

    /// What the planner needs before it meets the staged rows.
    pub(super) fn prepare_merge(&self) -> Vec<String> {
        match self.engine {
            Engine::Sqlite => vec![format!(
                "create index temp.sync_stage_key on {STAGING_TABLE} ({})",
                self.key.join(", ")
            )],
            // How many rows there are is what counts: a small sample tells.
            Engine::Postgres => vec![
                "set local default_statistics_target = 10".to_owned(),
                format!("analyze {STAGING_TABLE}"),
            ],
        }
    }

    /// Of rows with the same key the newest lands, of equally new ones the later; every other one
    /// becomes a reject that says so.
    pub(super) fn reject_duplicates(&self) -> String {
        let key = self.key.join(", ");
        let key_text = self.key_expression();
        let reject_columns = REJECT_COLUMNS
            .map(|column| quote_identifier(column.name))
            .join(", ");
        format!(
            r#"
                insert into {REJECTS_TABLE} ({reject_columns})
                select place, {line}, {file}, {key_text}, '{key_name}', {key_text},
                  'duplicate key: ' || coalesce(
                      'the row on line ' || cast({winning_line} as text) || ' of ' ||
                        {winning_file}, 'another row'
                    ) ||
                    ' has the same {key_name} and the newer updated_at, or comes later with the same one'
                from (
                    select place, {key}, first_value(place) over newest as winner,
                      row_number() over newest as rank
                    from {STAGING_TABLE}
                    where landed
                      and ({key}) in (
                          select {key}
                          from {STAGING_TABLE}
                          where landed
                          group by {key}
                          having count(*) > 1
                        )
                    window newest as (partition by {key} order by "updated_at" desc, place desc)
                  ) as ranked
                where rank > 1
            "#,
            line = line_sql("place"),
            file = file_name_sql("place"),
            winning_line = line_sql("winner"),
            winning_file = file_name_sql("winner"),
            key_name = self.key_name,
        )
    }

    /// A staged row that the table has already, live and with a newer `updated_at`, becomes a
    /// reject that says so.
    pub(super) fn reject_older(&self) -> String {
        let (target, key_text) = (&self.target, self.key_expression());
        let reject_columns = REJECT_COLUMNS
            .map(|column| quote_identifier(column.name))
            .join(", ");
        format!(
            r#"
                insert into {REJECTS_TABLE} ({reject_columns})
                select place, {line}, {file}, {key_text}, '{key_name}', {key_text},
                    'duplicate key: the row that is here already has the same {key_name} and the newer updated_at'
                from {STAGING_TABLE}
                where landed
                  and exists (
                      select 1
                      from {target}
                      where {target}.tenant_id = $1
                        and {same}
                        and {target}.deleted_at is null
                        and {target}."updated_at" > {STAGING_TABLE}."updated_at"
                    )
            "#,
            line = line_sql("place"),
            file = file_name_sql("place"),
            key_name = self.key_name,
            same = self.key_match(),
        )
    }

    /// Takes the rows that became rejects out of the stage.
    pub(super) fn delete_rejected() -> String {
        format!(
            "delete from {STAGING_TABLE} where landed and place in (select seq from {REJECTS_TABLE})"
        )
    }

    /// `$2` is the moment. A staged row that does not land still shows that the source has its key.
    pub(super) fn delete_missing(&self) -> String {
        let target = &self.target;
        format!(
            r"
                update {target}
                set deleted_at = $2
                where tenant_id = $1
                  and deleted_at is null
                  and not exists (select 1 from {STAGING_TABLE} where {})
            ",
            self.key_match()
        )
    }

    /// As [`Self::remove_missing`], answering with the number of rows, where the statement has to
    /// note them itself.
    pub(super) fn delete_missing_and_capture(&self) -> Option<String> {
        (self.captures_changes && self.engine == Engine::Postgres)
            .then(|| rollup::capturing_delete_sql(&self.delete_missing()))
    }

    /// The first rows that [`Self::remove_missing`] would mark, by key; `$2` is the source table.
    /// `label` is the column by which people know them.
    pub(super) fn insert_withheld_rows(&self, label: Option<&str>, most: u64) -> String {
        let (target, key, key_text) = (&self.target, self.key.join(", "), self.key_expression());
        let label = label.map_or_else(|| "cast(null as text)".to_owned(), quote_identifier);
        format!(
            r"
                insert into held_row (tenant_id, source_table, position, key, label)
                select $1, $2, row_number() over (order by {key}), substr({key_text}, 1, {MAX_LABEL_CHARS}),
                  substr({label}, 1, {MAX_LABEL_CHARS})
                from {target}
                where tenant_id = $1
                  and deleted_at is null
                  and not exists (select 1 from {STAGING_TABLE} where {})
                order by {key}
                limit {most}
            ",
            self.key_match(),
        )
    }

    pub(super) fn count_live(&self) -> String {
        format!(
            "select count(*) from {} where tenant_id = $1 and deleted_at is null",
            self.target
        )
    }

    /// How many rows the table has, removed ones included, counted no further than `most`.
    pub(super) fn count_existing(&self, most: u64) -> String {
        format!(
            "select count(*) from (select 1 from {} where tenant_id = $1 limit {most}) as some_rows",
            self.target
        )
    }

    /// Adds what is staged to a table that has no row of the tenant.
    pub(super) fn insert_all(&self) -> String {
        let (target, columns) = (&self.target, self.columns.join(", "));
        format!(
            r"
                insert into {target} (tenant_id, {columns})
                select $1, {columns}
                from {STAGING_TABLE}
                where landed
            "
        )
    }

    /// How many rows the merge is going to add.
    pub(super) fn count_new(&self) -> String {
        let target = &self.target;
        format!(
            r"
                select count(*)
                from {STAGING_TABLE}
                where landed
                  and not exists (select 1 from {target} where {target}.tenant_id = $1 and {})
            ",
            self.key_match()
        )
    }

    /// Adds new rows and changes those that differ.
    pub(super) fn merge_all(&self) -> String {
        self.merge_where("")
    }

    /// The same, of the rows only that are not here to the letter. `on conflict` locks every row
    /// that it meets, which writes it; comparing all rows at once first costs less than that, where
    /// most are the same.
    fn merge_changed(&self) -> String {
        let target = &self.target;
        let same: Vec<String> = self
            .non_key_columns()
            .iter()
            .map(|column| {
                format!("{target}.{column} is not distinct from {STAGING_TABLE}.{column}")
            })
            .collect();
        self.merge_where(&format!(
            r"
                and not exists (
                    select 1
                    from {target}
                    where {target}.tenant_id = $1 and {} and {target}.deleted_at is null and {}
                  )
            ",
            self.key_match(),
            same.join(" and ")
        ))
    }

    fn merge_where(&self, narrowed: &str) -> String {
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
                select $1, {columns}
                from {STAGING_TABLE}
                where landed{narrowed}
                on conflict (tenant_id, {key})
                do update set {}, deleted_at = null
                where {target}.deleted_at is not null or {}
            ",
            set.join(", "),
            differs.join(" or "),
        )
    }

    /// The columns that are no part of the key.
    fn non_key_columns(&self) -> Vec<&String> {
        self.columns
            .iter()
            .filter(|column| !self.key.contains(column))
            .collect()
    }

    /// The merge as one statement that counts as it goes, where the engine can: in Postgres a row
    /// without `xmax` is new.
    pub(super) fn merge_with_counts(&self, joins: JoinStrategy) -> Option<String> {
        (self.engine == Engine::Postgres).then(|| {
            let merge = if joins == JoinStrategy::Hash {
                self.merge_changed()
            } else {
                self.merge_all()
            };
            if self.captures_changes {
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

    /// The key of a row for people.
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

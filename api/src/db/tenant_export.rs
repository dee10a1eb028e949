//! Streams all rows of a tenant as text, for exports.
//!
//! The tables come from the database catalog, so that new tables are included.

use super::tenant_tables::{self, TenantTable, quote_identifier};
use super::{Access, Database, DbError, Engine, TenantDb};
use crate::decimal::Decimal4;
use crate::ids::PersonId;
use chrono::{DateTime, SecondsFormat, Utc};
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use sea_orm::prelude::Uuid;
use sea_orm::{ConnectionTrait, DbBackend, DbErr, QueryResult, Statement, StreamTrait, Value};

/// A table with rows of tenants.
pub struct TableDump(TenantTable);

/// The rows to export.
#[derive(Clone, Copy, Debug)]
pub enum RowFilter {
    /// All rows.
    All,
    /// Rows that are not deleted in the source.
    NotDeleted,
    /// Rows of a person, by the column with the person id.
    OwnedBy(&'static str, PersonId),
    /// Rows that reference a person's rows of another table: the own column, that table, and its
    /// column with the person id.
    ReferencedBy(&'static str, &'static str, &'static str, PersonId),
}

impl TableDump {
    /// The name of the table.
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// The columns without the tenant. Scaled numbers are exported as decimals, under a name
    /// without the suffix.
    pub fn columns(&self) -> Vec<&str> {
        self.0
            .columns()
            .iter()
            .map(|column| column.name.as_str())
            .filter(|name| *name != self.0.owner_column())
            .collect()
    }
}

/// The name of a column in an export.
pub fn exported_column_name(column: &str) -> &str {
    column.strip_suffix("_e4").unwrap_or(column)
}

impl Database {
    /// Like [`Database::begin_read`], for a consistent snapshot of any duration.
    pub async fn begin_long_read(&self, access: &Access) -> Result<TenantDb, DbError> {
        let db = self.begin_read(access).await?;
        if self.engine() == Engine::Postgres {
            db.raw_transaction()
                .execute_unprepared("set local statement_timeout = 0")
                .await?;
        }
        Ok(db)
    }
}

impl TenantDb {
    /// All tables with rows of tenants, by name.
    pub async fn list_tables(&self) -> Result<Vec<TableDump>, DbError> {
        let engine =
            if ConnectionTrait::get_database_backend(self.raw_transaction()) == DbBackend::Sqlite {
                Engine::Sqlite
            } else {
                Engine::Postgres
            };
        let tables = tenant_tables::load_tenant_tables(self.raw_transaction(), engine).await?;
        // Tables that reference an organization by another column are not its own.
        Ok(tables
            .into_iter()
            .filter(|table| table.owner_column() == "tenant_id")
            .map(TableDump)
            .collect())
    }

    /// Streams the tenant's rows of a table in the order of their keys, with the cells of
    /// `columns`.
    pub async fn stream_rows(
        &self,
        table: &TableDump,
        columns: &[&str],
        which: RowFilter,
    ) -> Result<TableDumpRows<'_>, DbError> {
        let backend = ConnectionTrait::get_database_backend(self.raw_transaction());
        let (narrower, person) = which.to_sql();
        let cells: Vec<_> = columns
            .iter()
            .map(|column| cast_to_text(backend, column))
            .collect();
        let sql = format!(
            "select {} from {} where tenant_id = $1{narrower} order by {}",
            cells.join(", "),
            quote_identifier(table.name()),
            table
                .0
                .primary_key()
                .iter()
                .map(|column| quote_identifier(column))
                .collect::<Vec<_>>()
                .join(", ")
        );
        let mut values: Vec<Value> = vec![self.tenant().0.into()];
        values.extend(person.map(|person| Value::from(person.0)));
        let kinds = columns
            .iter()
            .map(|column| table.0.cell_kind(column))
            .collect();
        let rows = self
            .raw_transaction()
            .stream_raw(Statement::from_sql_and_values(backend, sql, values))
            .await?;
        Ok(TableDumpRows {
            rows: rows.boxed(),
            kinds,
        })
    }
}

/// A stream of rows.
pub struct TableDumpRows<'a> {
    rows: BoxStream<'a, Result<QueryResult, DbErr>>,
    kinds: Vec<CellKind>,
}

impl TableDumpRows<'_> {
    /// The cells of the next row. `None` after the last row.
    pub async fn next(&mut self) -> Result<Option<Vec<Option<String>>>, DbError> {
        let Some(row) = self.rows.try_next().await? else {
            return Ok(None);
        };
        let mut told = Vec::with_capacity(self.kinds.len());
        for (place, kind) in self.kinds.iter().enumerate() {
            let cell: Option<String> = row.try_get_by_index(place)?;
            told.push(cell.map(|cell| kind.normalize_cell(cell)));
        }
        Ok(Some(told))
    }
}

impl RowFilter {
    fn to_sql(self) -> (String, Option<PersonId>) {
        match self {
            Self::All => (String::new(), None),
            Self::NotDeleted => (" and deleted_at is null".to_owned(), None),
            Self::OwnedBy(column, person) => (
                format!(" and {} = $2", quote_identifier(column)),
                Some(person),
            ),
            Self::ReferencedBy(column, table, owner, person) => {
                let inner = format!(
                    "select id from {} where tenant_id = $1 and {} = $2",
                    quote_identifier(table),
                    quote_identifier(owner)
                );
                (
                    format!(" and {} in ({inner})", quote_identifier(column)),
                    Some(person),
                )
            }
        }
    }
}

fn cast_to_text(backend: DbBackend, column: &str) -> String {
    let column = quote_identifier(column);
    match backend {
        // SQLite stores UUIDs as bytes.
        DbBackend::Sqlite => format!(
            "case typeof({column}) when 'blob' then lower(hex({column})) else cast({column} as \
                text) end"
        ),
        _ => format!("{column}::text"),
    }
}

/// The type of a column's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::db) enum CellKind {
    Text,
    Uuid,
    Instant,
    Bool,
    /// A number scaled by 10^4.
    Scaled,
}

impl CellKind {
    /// From the type name in the catalog.
    pub(in crate::db) fn from_declared(column: &str, declared: &str) -> Self {
        let declared = declared.to_lowercase();
        match declared {
            _ if column.ends_with("_e4") => Self::Scaled,
            _ if declared.contains("uuid") => Self::Uuid,
            _ if declared.contains("timestamp") => Self::Instant,
            _ if declared.contains("bool") => Self::Bool,
            _ => Self::Text,
        }
    }

    /// Formats a cell alike on both engines. A cell that does not parse stays unchanged.
    fn normalize_cell(self, cell: String) -> String {
        let told = match self {
            Self::Text => None,
            Self::Uuid => Uuid::parse_str(&cell).ok().map(|id| id.to_string()),
            Self::Instant => DateTime::parse_from_str(&cell, "%Y-%m-%d %H:%M:%S%.f%#z")
                .or_else(|_| DateTime::parse_from_rfc3339(&cell))
                .ok()
                .map(|at| {
                    at.with_timezone(&Utc)
                        .to_rfc3339_opts(SecondsFormat::AutoSi, true)
                }),
            Self::Bool => match cell.as_str() {
                "1" | "t" | "true" => Some("true".to_owned()),
                "0" | "f" | "false" => Some("false".to_owned()),
                _ => None,
            },
            Self::Scaled => cell
                .parse()
                .ok()
                .and_then(|scaled| Decimal4::from_scaled(scaled).ok())
                .map(|number| number.to_string()),
        };
        told.unwrap_or(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_cells_alike_on_both_engines() {
        let alike = |kind: CellKind, cells: [&str; 2], told: &str| {
            for cell in cells {
                assert_eq!(
                    kind.normalize_cell(cell.to_owned()),
                    told,
                    "{kind:?} {cell}"
                );
            }
        };
        alike(
            CellKind::Uuid,
            [
                "0197a00000007000800000000000000a",
                "0197a000-0000-7000-8000-00000000000a",
            ],
            "0197a000-0000-7000-8000-00000000000a",
        );
        alike(
            CellKind::Instant,
            ["2026-06-16 15:00:00.5+00", "2026-06-16 15:00:00.500+00:00"],
            "2026-06-16T15:00:00.500Z",
        );
        alike(CellKind::Bool, ["1", "true"], "true");
        alike(CellKind::Scaled, ["-35000", "-35000"], "-3.5");
        assert_eq!(
            CellKind::from_declared("unit_cost_e4", "bigint"),
            CellKind::Scaled
        );
        assert_eq!(
            [
                CellKind::from_declared("at", "timestamp_with_timezone_text"),
                CellKind::from_declared("at", "timestamp with time zone")
            ],
            [CellKind::Instant; 2]
        );
    }
}

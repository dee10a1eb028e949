//! Creates the schema of version 0.1.0 on SQLite and PostgreSQL.

use crate::row_level_security::{disable_row_level_security, enable_row_level_security};
use crate::{WAREHOUSE_SCHEMA, is_warehouse_table};
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

/// Tables and indexes; the placeholders are replaced by [`column_types`].
const SCHEMA_SQL: &str = include_str!("baseline/schema.sql");
const SQLITE_SQL: &str = include_str!("baseline/sqlite.sql");
const POSTGRES_SQL: &str = include_str!("baseline/postgres.sql");
const DROP_POSTGRES_FUNCTIONS: &str = r"
    drop function audit_log_reject_change(), audit_log_reject_delete(),
        audit_log_check_sequence(), organization_reject_restore_fn()
";

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        let backend = connection.get_database_backend();
        let schema = column_types(backend)
            .iter()
            .fold(SCHEMA_SQL.to_owned(), |sql, (placeholder, column_type)| {
                sql.replace(placeholder, column_type)
            });
        let schema = match backend {
            DbBackend::Sqlite => name_warehouse_tables(&schema),
            _ => schema,
        };
        connection.execute_unprepared(&schema).await?;
        let engine_sql = match backend {
            DbBackend::Sqlite => name_warehouse_tables(SQLITE_SQL),
            _ => POSTGRES_SQL.to_owned(),
        };
        connection.execute_unprepared(&engine_sql).await?;
        enable_row_level_security(connection).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        disable_row_level_security(connection).await?;
        // Tables reference tables above them.
        let tables: Vec<_> = created_tables().collect();
        for table in tables.iter().rev() {
            connection
                .execute_unprepared(&format!("drop table {table}"))
                .await?;
        }
        if connection.get_database_backend() == DbBackend::Postgres {
            connection
                .execute_unprepared(DROP_POSTGRES_FUNCTIONS)
                .await?;
        }
        Ok(())
    }

    /// Creates all tables or none, on SQLite too.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

/// The SQL for each placeholder. SQLite types are those that sea-orm declares, so that values
/// decode by the declared type.
pub(crate) fn column_types(backend: DbBackend) -> [(&'static str, &'static str); 5] {
    match backend {
        DbBackend::Sqlite => [
            ("{bigint}", "integer"),
            ("{uuid}", "uuid_text"),
            ("{date}", "date_text"),
            ("{timestamp}", "timestamp_with_timezone_text"),
            (" {without_rowid}", " without rowid"),
        ],
        _ => [
            ("{bigint}", "bigint"),
            ("{uuid}", "uuid"),
            ("{date}", "date"),
            ("{timestamp}", "timestamptz"),
            (" {without_rowid}", ""),
        ],
    }
}

/// Moves the tables of the warehouse, and their indexes, to its file.
fn name_warehouse_tables(sql: &str) -> String {
    created_tables()
        .filter(|table| is_warehouse_table(table))
        .fold(sql.to_owned(), |sql, table| {
            sql.replace(
                &format!("create table {table} ("),
                &format!("create table {WAREHOUSE_SCHEMA}.{table} ("),
            )
        })
        .replace(
            "create index purchase_transactions",
            &format!("create index {WAREHOUSE_SCHEMA}.purchase_transactions"),
        )
}

/// The names of the tables in [`SCHEMA_SQL`], in the order of their creation.
fn created_tables() -> impl Iterator<Item = &'static str> {
    SCHEMA_SQL
        .lines()
        .filter_map(|line| line.strip_prefix("create table ")?.strip_suffix(" ("))
}

//! Adds uploads of files to import, and the answers that are remembered for the next upload.

use crate::m0001_baseline::column_types;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

const SCHEMA_SQL: &str = r"
create table upload (
    tenant_id {uuid} not null,
    id {uuid} not null,
    created_at {timestamp} not null,
    expires_at {timestamp} not null,
    answers text not null,
    corrections text not null,
    proposal text,
    table_rows text,
    rejected_cells {bigint} not null,
    read_bytes {bigint} not null,
    run_id {uuid},
    primary key (tenant_id, id),
    foreign key (tenant_id) references organization (id) on delete cascade
);

create table upload_file (
    tenant_id {uuid} not null,
    id {uuid} not null,
    upload_id {uuid} not null,
    position integer not null,
    name varchar not null,
    size_bytes {bigint} not null,
    received_parts text not null,
    primary key (tenant_id, id),
    foreign key (tenant_id, upload_id) references upload (tenant_id, id) on delete cascade
);
create unique index upload_file_position_idx on upload_file (tenant_id, upload_id, position);

create table import_answer (
    tenant_id {uuid} not null,
    fingerprint varchar not null,
    answers text not null,
    updated_at {timestamp} not null,
    primary key (tenant_id, fingerprint),
    foreign key (tenant_id) references organization (id) on delete cascade
);
";
const TABLES: [&str; 3] = ["import_answer", "upload_file", "upload"];

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        let schema = column_types(connection.get_database_backend())
            .iter()
            .fold(SCHEMA_SQL.to_owned(), |sql, (placeholder, column_type)| {
                sql.replace(placeholder, column_type)
            });
        connection.execute_unprepared(&schema).await?;
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in TABLES {
            manager
                .get_connection()
                .execute_unprepared(&format!("drop table {table}"))
                .await?;
        }
        Ok(())
    }

    /// Creates all tables or none, on SQLite too.
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

//! Adds figures that are kept over restarts.

use crate::ddl::execute_ddl;
use crate::row_level_security::enable_row_level_security;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const CREATE: &str = r"
    create table stored_figure (
        tenant_id {uuid} not null,
        kind varchar not null,
        write_id {uuid} not null,
        part integer not null,
        parts integer not null,
        version varchar not null,
        content {bytes} not null,
        stored_at {timestamp} not null,
        primary key (tenant_id, kind, write_id, part),
        foreign key (tenant_id) references organization (id) on delete cascade
    );
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        execute_ddl(connection, CREATE).await?;
        enable_row_level_security(connection).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        connection
            .execute_unprepared("drop table stored_figure")
            .await
            .map(|_| ())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

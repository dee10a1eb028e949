//! Adds names of tables, constants and words for values to the mapping of a source.

use crate::ddl::execute_ddl;
use crate::row_level_security::enable_row_level_security;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const CREATE: &str = r"
    create table table_mapping (
        tenant_id {uuid} not null,
        source_table varchar not null,
        source_name varchar not null,
        primary key (tenant_id, source_table),
        foreign key (tenant_id) references organization (id) on delete cascade
    );
    alter table column_mapping add column constant text;
    alter table column_mapping add column value_words text;
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
            .execute_unprepared(
                "alter table column_mapping drop column value_words; \
                 alter table column_mapping drop column constant; \
                 drop table table_mapping",
            )
            .await
            .map(|_| ())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

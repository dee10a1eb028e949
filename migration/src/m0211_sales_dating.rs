//! Creates the setting of what the dates of an organization's sales are.

use crate::ddl::execute_ddl;
use crate::row_level_security::enable_row_level_security;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const CREATE: &str = r"
    create table sales_dating_setting (
        tenant_id {uuid} not null,
        dating varchar not null check (dating in ('booking', 'delivery')),
        primary key (tenant_id),
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
            .execute_unprepared("drop table sales_dating_setting")
            .await
            .map(|_| ())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

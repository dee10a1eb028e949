//! Adds the weather regions and the weather provider of an organization.

use crate::ddl::execute_ddl;
use crate::row_level_security::enable_row_level_security;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const CREATE: &str = r"
    create table weather_setting (
        tenant_id {uuid} not null,
        provider_url text,
        sealed_api_key text,
        updated_by text not null,
        updated_at {timestamp} not null,
        primary key (tenant_id),
        foreign key (tenant_id) references organization (id) on delete cascade
    );
    create table weather_region (
        tenant_id {uuid} not null,
        position integer not null,
        name text not null,
        latitude_e4 bigint not null,
        longitude_e4 bigint not null,
        primary key (tenant_id, position),
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
            .execute_unprepared("drop table weather_region; drop table weather_setting")
            .await
            .map(|_| ())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

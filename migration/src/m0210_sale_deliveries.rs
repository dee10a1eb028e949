//! Creates the rollup of sales that were delivered on another day than their date.

use crate::WAREHOUSE_SCHEMA;
use crate::m0001_baseline::column_types;
use crate::row_level_security::enable_row_level_security;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// Older servers don't set the new column, so their syncs leave the rollups out of date.
const CREATE: &str = r"
    create table {warehouse}rollup_sale_delivery (
        tenant_id {uuid} not null,
        item_id varchar not null,
        unit varchar not null,
        location varchar not null,
        quarter varchar not null,
        history text not null,
        primary key (tenant_id, item_id, unit, location, quarter)
    ) {without_rowid};
    alter table table_sync_state add column sale_deliveries_at {timestamp};
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        let backend = connection.get_database_backend();
        let schema = match backend {
            DbBackend::Sqlite => format!("{WAREHOUSE_SCHEMA}."),
            _ => String::new(),
        };
        let create = column_types(backend)
            .into_iter()
            .chain([("{warehouse}", schema.as_str())])
            .fold(CREATE.to_owned(), |sql, (placeholder, text)| {
                sql.replace(placeholder, text)
            });
        connection.execute_unprepared(&create).await?;
        enable_row_level_security(connection).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        connection
            .execute_unprepared(
                "alter table table_sync_state drop column sale_deliveries_at; \
                 drop table rollup_sale_delivery",
            )
            .await
            .map(|_| ())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

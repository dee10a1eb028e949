//! Keeps the organization's own words for the categories of its items.

use crate::WAREHOUSE_SCHEMA;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        alter_inventory(manager, "add column item_class varchar").await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        alter_inventory(manager, "drop column item_class").await
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

async fn alter_inventory(manager: &SchemaManager<'_>, change: &str) -> Result<(), DbErr> {
    let connection = manager.get_connection();
    let table = match connection.get_database_backend() {
        DbBackend::Sqlite => format!("{WAREHOUSE_SCHEMA}.inventory"),
        _ => "inventory".to_owned(),
    };
    // Reading makes SQLite notice columns that another connection has changed.
    connection
        .execute_unprepared(&format!("select 1 from {table} limit 1"))
        .await?;
    connection
        .execute_unprepared(&format!("alter table {table} {change}"))
        .await
        .map(|_| ())
}

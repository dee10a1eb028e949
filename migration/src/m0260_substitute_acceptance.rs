//! Stores how many customers accept a substitute for a missing item.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let add =
            "alter table purchasing_setting add column substitute_acceptance_percent_e4 bigint";
        let connection = manager.get_connection();
        connection.execute_unprepared(add).await.map(|_| ())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let drop = "alter table purchasing_setting drop column substitute_acceptance_percent_e4";
        let connection = manager.get_connection();
        connection.execute_unprepared(drop).await.map(|_| ())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

//! Adds expressions over several columns to the mapping of a source.

use crate::ddl::execute_ddl;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let add = "alter table column_mapping add column expression text;";
        execute_ddl(manager.get_connection(), add).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        connection
            .execute_unprepared("alter table column_mapping drop column expression")
            .await
            .map(|_| ())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

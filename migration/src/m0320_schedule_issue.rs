//! Stores why a scheduled run did not start on time as its parts instead of an English text.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

use crate::ddl::execute_ddl;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const CHANGE: &str = r"
    alter table sync_schedule add column issue text;
    alter table sync_schedule drop column message;
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        execute_ddl(manager.get_connection(), CHANGE).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        for change in [
            "alter table sync_schedule add column message text",
            "alter table sync_schedule drop column issue",
        ] {
            connection.execute_unprepared(change).await?;
        }
        Ok(())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

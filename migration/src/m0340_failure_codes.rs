//! Stores why deliveries and jobs failed, beside the English text.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

use crate::ddl::execute_ddl;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const ADD: &str = r"
    alter table webhook_delivery add column last_error_code text;
    alter table webhook_delivery add column last_error_value text;
    alter table job add column last_error_code text;
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        execute_ddl(manager.get_connection(), ADD).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let drop = "alter table job drop column last_error_code; \
            alter table webhook_delivery drop column last_error_value; \
            alter table webhook_delivery drop column last_error_code";
        let connection = manager.get_connection();
        connection.execute_unprepared(drop).await.map(|_| ())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

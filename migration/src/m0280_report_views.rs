//! Stores the question of a saved view, and the view that a scheduled report follows.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

use crate::ddl::execute_ddl;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const ADD: &str = r"
    alter table saved_view add column query text not null default '{}';
    alter table report_schedule add column view_id {uuid};
    create index report_schedule_view_idx on report_schedule (tenant_id, view_id);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        execute_ddl(manager.get_connection(), ADD).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let drop = "drop index report_schedule_view_idx; \
            alter table report_schedule drop column view_id; \
            alter table saved_view drop column query";
        let connection = manager.get_connection();
        connection.execute_unprepared(drop).await.map(|_| ())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

//! When each organization's rows are synced by themselves, and what each run was begun by.

use crate::schema::tenant_table;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    boolean, string, string_null, text_null, timestamp_with_time_zone,
    timestamp_with_time_zone_null, uuid_null,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

fn sync_schedule_table() -> TableCreateStatement {
    tenant_table("sync_schedule", &[])
        .col(string("cron"))
        .col(string("mode"))
        .col(boolean("enabled"))
        .col(timestamp_with_time_zone_null("next_at"))
        .col(uuid_null("last_run_id"))
        .col(text_null("message"))
        .col(timestamp_with_time_zone("updated_at"))
        .foreign_key(
            ForeignKey::create()
                .from("sync_schedule", "tenant_id")
                .to("organization", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .to_owned()
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(sync_schedule_table()).await?;
        // The one question that is asked across organizations: which of them are due.
        manager
            .create_index(
                Index::create()
                    .name("sync_schedule_due")
                    .table("sync_schedule")
                    .col("next_at")
                    .to_owned(),
            )
            .await?;
        // Null for runs from before: nobody wrote down what began them.
        manager
            .alter_table(
                Table::alter()
                    .table("sync_run")
                    .add_column(string_null("trigger"))
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .alter_table(
                Table::alter()
                    .table("sync_run")
                    .drop_column("trigger")
                    .to_owned(),
            )
            .await?;
        manager
            .drop_table(Table::drop().table("sync_schedule").to_owned())
            .await
    }
}

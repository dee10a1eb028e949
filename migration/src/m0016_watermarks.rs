//! Up to which moment of change a table of a database was read, so that an incremental sync can ask
//! for the rows behind it alone.

use crate::schema::tenant_table;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{string, timestamp_with_time_zone, uuid};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut watermark = tenant_table("source_watermark", &["source_table"]);
        watermark
            .col(string("source_table"))
            .col(uuid("source_revision"))
            .col(string("form"))
            .col(timestamp_with_time_zone("read_until"))
            .foreign_key(
                ForeignKey::create()
                    .from("source_watermark", "tenant_id")
                    .to("organization", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            );
        manager.create_table(watermark).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("source_watermark").to_owned())
            .await
    }
}

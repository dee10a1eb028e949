//! The files of a table as they were when their rows landed, so that an incremental sync can leave
//! out those that are still the same.

use crate::schema::tenant_table;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, string, timestamp_with_time_zone, uuid};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                tenant_table("source_file", &["source_table", "file"])
                    .col(string("source_table"))
                    .col(string("file"))
                    .col(uuid("source_revision"))
                    .col(big_integer("bytes"))
                    .col(timestamp_with_time_zone("modified_at"))
                    .col(string("hash"))
                    .foreign_key(
                        ForeignKey::create()
                            .from("source_file", "tenant_id")
                            .to("organization", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("source_file").to_owned())
            .await
    }
}

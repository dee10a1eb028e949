//! The columns that a source table had when it landed last, so that a sync notices a column that is
//! gone before it overwrites values with nothing.

use crate::schema::tenant_table;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{string, text_null, timestamp_with_time_zone_null, uuid_null};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                tenant_table("remembered_columns", &["source_table"])
                    .col(string("source_table"))
                    .col(string("policy").default("ask"))
                    .col(uuid_null("source_revision"))
                    .col(text_null("columns"))
                    .col(timestamp_with_time_zone_null("seen_at"))
                    .col(text_null("pending_columns"))
                    .col(uuid_null("pending_run"))
                    .col(timestamp_with_time_zone_null("pending_at"))
                    .foreign_key(
                        ForeignKey::create()
                            .from("remembered_columns", "tenant_id")
                            .to("organization", "id")
                            .on_delete(ForeignKeyAction::Cascade),
                    )
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("remembered_columns").to_owned())
            .await
    }
}

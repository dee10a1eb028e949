//! What is wrong now, and what people were told of it: once when it began, once when it was over.

use crate::schema::tenant_table;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{string, text, timestamp_with_time_zone, uuid};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut condition = tenant_table("condition", &["topic"]);
        condition
            .col(string("topic"))
            .col(string("state"))
            .col(timestamp_with_time_zone("since"))
            .col(text("title"))
            .col(text("words"))
            .foreign_key(
                ForeignKey::create()
                    .from("condition", "tenant_id")
                    .to("organization", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            );
        manager.create_table(condition).await?;
        let mut notice = tenant_table("notice", &["id"]);
        notice
            .col(uuid("id"))
            .col(string("topic"))
            .col(string("kind"))
            .col(text("title"))
            .col(text("body"))
            .col(timestamp_with_time_zone("at"))
            .foreign_key(
                ForeignKey::create()
                    .from("notice", "tenant_id")
                    .to("organization", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            );
        manager.create_table(notice).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("notice").to_owned())
            .await?;
        manager
            .drop_table(Table::drop().table("condition").to_owned())
            .await
    }
}

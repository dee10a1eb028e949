//! Requests that carried a key, each with its answer, so that it is given again instead of the
//! change being made twice.

use crate::schema::tenant_table;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    integer_null, string, text, text_null, timestamp_with_time_zone, uuid, uuid_null,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut table = tenant_table("idempotent_request", &["asked_by", "key_hash"]);
        table
            .col(uuid("asked_by"))
            .col(string("key_hash"))
            .col(string("request_hash"))
            .col(text("permissions"))
            .col(uuid_null("run_id"))
            .col(integer_null("status"))
            .col(text_null("answer"))
            .col(timestamp_with_time_zone("created_at"))
            .foreign_key(
                ForeignKey::create()
                    .from("idempotent_request", "tenant_id")
                    .to("organization", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            );
        manager.create_table(table).await?;
        // Old ones are cleared away of all organizations together.
        let index = Index::create()
            .name("idempotent_request_created_at")
            .table("idempotent_request")
            .col("created_at")
            .to_owned();
        manager.create_index(index).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("idempotent_request").to_owned())
            .await
    }
}

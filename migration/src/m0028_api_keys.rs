//! Keys by which programs use the API, kept as hashes.

use crate::schema::tenant_table;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    string, text, timestamp_with_time_zone, timestamp_with_time_zone_null, uuid,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut table = tenant_table("api_key", &["id"]);
        table
            .col(uuid("id"))
            .col(text("name"))
            .col(string("token_hash"))
            .col(text("permissions"))
            .col(uuid("made_by"))
            .col(text("made_by_name"))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone_null("expires_at"))
            .col(timestamp_with_time_zone_null("last_used_at"))
            .foreign_key(
                ForeignKey::create()
                    .from("api_key", "tenant_id")
                    .to("organization", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            );
        manager.create_table(table).await?;
        // A token names the key, and the key tells the organization.
        manager
            .create_index(
                Index::create()
                    .name("api_key_id")
                    .table("api_key")
                    .col("id")
                    .unique()
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("api_key").to_owned())
            .await
    }
}

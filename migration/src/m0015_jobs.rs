//! Work that goes on behind the screens: what is to be done, how often it was tried, and how a
//! server that has fallen silent is told apart.

use crate::schema::tenant_table;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, integer, string, text, text_null, timestamp_with_time_zone,
    timestamp_with_time_zone_null, uuid, uuid_null,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut job = tenant_table("job", &["id"]);
        job.col(uuid("id"))
            .col(string("kind"))
            .col(uuid_null("subject"))
            .col(text("payload"))
            .col(string("state"))
            .col(integer("attempts"))
            .col(big_integer("epoch"))
            .col(big_integer("beats"))
            .col(text_null("last_error"))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone("due_at"))
            .col(timestamp_with_time_zone_null("started_at"))
            .col(timestamp_with_time_zone_null("finished_at"))
            .foreign_key(
                ForeignKey::create()
                    .from("job", "tenant_id")
                    .to("organization", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            );
        manager.create_table(job).await?;
        manager
            .create_index(
                Index::create()
                    .name("job_by_state")
                    .table("job")
                    .col("state")
                    .col("kind")
                    .col("due_at")
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("job").to_owned())
            .await
    }
}

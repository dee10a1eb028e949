//! How much guessing is left to whom, for all servers together. A bucket is named by a keyed hash:
//! the table says of no address and no person that they tried.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, string};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("attempt_bucket")
            .col(string("name").primary_key())
            .col(big_integer("full_at_ms"))
            .to_owned();
        manager.create_table(table).await?;
        manager
            .create_index(
                Index::create()
                    .name("attempt_bucket_full_at")
                    .table("attempt_bucket")
                    .col("full_at_ms")
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("attempt_bucket").to_owned())
            .await
    }
}

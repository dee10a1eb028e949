//! Which of the keys that follow from the installation's secret signs access tokens, and since
//! when. The first one needs no row.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, timestamp_with_time_zone};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut table = Table::create();
        table
            .table("signing_epoch")
            .col(big_integer("epoch").primary_key())
            .col(timestamp_with_time_zone("signs_from"));
        manager.create_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("signing_epoch").to_owned())
            .await
    }
}

//! Harvests that were learned of since the program was built.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer, integer, string, timestamp_with_time_zone};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("reference_yield")
            .col(string("region"))
            .col(string("crop"))
            .col(integer("year"))
            .col(big_integer("bu_per_ac_e4"))
            .col(timestamp_with_time_zone("learned_at"))
            .primary_key(Index::create().col("region").col("crop").col("year"))
            .to_owned();
        manager.create_table(table).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table("reference_yield").to_owned())
            .await
    }
}

//! How far a run is, and the wish that it end.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{big_integer_null, timestamp_with_time_zone_null};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let wish = Table::alter()
            .table("sync_run")
            .add_column(timestamp_with_time_zone_null("cancel_requested_at"))
            .to_owned();
        manager.alter_table(wish).await?;
        let begun = Table::alter()
            .table("sync_run_table")
            .add_column(timestamp_with_time_zone_null("started_at"))
            .to_owned();
        manager.alter_table(begun).await?;
        let expected = Table::alter()
            .table("sync_run_table")
            .add_column(big_integer_null("rows_expected"))
            .to_owned();
        manager.alter_table(expected).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (table, column) in [
            ("sync_run_table", "rows_expected"),
            ("sync_run_table", "started_at"),
            ("sync_run", "cancel_requested_at"),
        ] {
            manager
                .alter_table(Table::alter().table(table).drop_column(column).to_owned())
                .await?;
        }
        Ok(())
    }
}

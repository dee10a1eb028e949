//! What customers bought of each item stands in one text of each customer, which follows the lines
//! by itself: the rows that it was counted from go.
//!
//! No row of the texts changes, and nothing is counted again. A server from before that syncs lines
//! after this fails their table with nothing of it changed.

use crate::row_security::with_all_rows_visible;
use crate::schema::rollup_table;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const DROPPED_TABLE: &str = "rollup_customer_item";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .drop_table(Table::drop().table(DROPPED_TABLE).to_owned())
            .await
    }

    /// The rows are made again by the first question or sync, with all rollups.
    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let sums = [
            ["quantity_high", "quantity_low"],
            ["amount_high", "amount_low"],
        ];
        let mut table = rollup_table(
            DROPPED_TABLE,
            &["currency", "customer_id", "item_id", "unit"],
            &["lines"],
            &sums,
        );
        if manager.get_database_backend() == DbBackend::Sqlite {
            table.extra("without rowid");
        }
        manager.create_table(table).await?;
        let behind = "update synced_table set every_rollup_at = null";
        with_all_rows_visible(manager, "synced_table", async || {
            manager
                .get_connection()
                .execute_unprepared(behind)
                .await
                .map(|_| ())
        })
        .await
    }
}

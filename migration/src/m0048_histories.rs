//! What was sold of each item day by day, and how long each delivery took, a quarter in one text;
//! what each customer bought, in one; and for which read all rollups stand.
//!
//! The tables start empty: `all_rolled_up_at` says of every table that was synced before that it is
//! still to be done, and the first question or sync does it.

use crate::schema::tenant_table;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{string, text, timestamp_with_time_zone_null};
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// The tables, their keys, and the column of the text.
const TABLES: [(&str, &[&str], &str); 3] = [
    (
        "rollup_item_history",
        &["item_id", "unit", "location", "quarter"],
        "history",
    ),
    (
        "rollup_delivery_history",
        &["supplier_id", "item_id", "quarter"],
        "history",
    ),
    (
        "rollup_customer_basket",
        &["currency", "customer_id"],
        "basket",
    ),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (name, keys, column) in TABLES {
            let mut table = tenant_table(name, keys);
            for key in keys {
                table.col(string(*key));
            }
            table.col(text(column));
            // SQLite would keep key and row apart, and write and read both.
            if manager.get_database_backend() == DbBackend::Sqlite {
                table.extra("without rowid");
            }
            manager.create_table(table).await?;
        }
        let all_rolled_up_at = timestamp_with_time_zone_null("all_rolled_up_at");
        manager
            .alter_table(
                Table::alter()
                    .table("synced_table")
                    .add_column(all_rolled_up_at)
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .alter_table(
                Table::alter()
                    .table("synced_table")
                    .drop_column("all_rolled_up_at")
                    .to_owned(),
            )
            .await?;
        for (name, ..) in TABLES {
            manager
                .drop_table(Table::drop().table(name).to_owned())
                .await?;
        }
        Ok(())
    }
}

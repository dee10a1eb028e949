//! What answers about sales, buyers and suppliers are made of, so that they read no lines; and for
//! which read all of it stands.
//!
//! The tables start empty: `every_rollup_at` says of every table that was synced before that it is
//! still to be done, and the first question or sync does it.

use crate::schema::rollup_table;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::timestamp_with_time_zone_null;
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const AMOUNT: [&str; 2] = ["amount_high", "amount_low"];

const TABLES: [&str; 5] = [
    "rollup_sale_span",
    "rollup_customer_span",
    "rollup_customer_return",
    "rollup_supplier_item",
    "rollup_promise_supplier",
];

fn rollup_tables() -> [TableCreateStatement; 5] {
    [
        rollup_table(
            "rollup_sale_span",
            &["currency", "day", "next_day"],
            &["orders"],
            &[],
        ),
        rollup_table(
            "rollup_customer_span",
            &["currency", "day", "next_day", "customer_id"],
            &["orders"],
            &[],
        ),
        rollup_table(
            "rollup_customer_return",
            &["currency", "day", "customer_id"],
            &["lines"],
            &[AMOUNT],
        ),
        rollup_table(
            "rollup_supplier_item",
            &["day", "item_id", "supplier_id", "currency"],
            &["lines"],
            &[AMOUNT],
        ),
        rollup_table(
            "rollup_promise_supplier",
            &["day", "supplier_id"],
            &["promised", "on_time"],
            &[],
        ),
    ]
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for mut table in rollup_tables() {
            // SQLite would keep key and row apart, and write and read both.
            if manager.get_database_backend() == DbBackend::Sqlite {
                table.extra("without rowid");
            }
            manager.create_table(table).await?;
        }
        // The rollups of spans look up the lines of an order.
        let orders = r"
            create index purchase_transactions_sale_order on purchase_transactions
              (tenant_id, order_id)
            where direction = 'sale'
        ";
        manager.get_connection().execute_unprepared(orders).await?;
        let every_rollup_at = timestamp_with_time_zone_null("every_rollup_at");
        manager
            .alter_table(
                Table::alter()
                    .table("synced_table")
                    .add_column(every_rollup_at)
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .alter_table(
                Table::alter()
                    .table("synced_table")
                    .drop_column("every_rollup_at")
                    .to_owned(),
            )
            .await?;
        manager
            .drop_index(
                Index::drop()
                    .name("purchase_transactions_sale_order")
                    .table("purchase_transactions")
                    .to_owned(),
            )
            .await?;
        for table in TABLES {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

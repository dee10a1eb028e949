//! Sums and counts of the order lines, so that no screen adds them up itself, and when each table
//! was last rolled up.
//!
//! The tables start empty: `rolled_up_at` says of every table that was synced before that it is
//! still to be done, and the first question or sync does it.

use crate::schema::{rollup_table, scaled_column};
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{text, timestamp_with_time_zone_null};
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const TABLES: [&str; 9] = [
    "rollup_line_day",
    "rollup_order_span",
    "rollup_supplier_day",
    "rollup_promise_day",
    "rollup_item_day",
    "rollup_item_month",
    "rollup_item_price",
    "rollup_customer_history",
    "rollup_customer_item",
];

const QUANTITY: [&str; 2] = ["quantity_high", "quantity_low"];
const AMOUNT: [&str; 2] = ["amount_high", "amount_low"];

fn rollup_tables() -> [TableCreateStatement; 9] {
    let mut item_price = rollup_table(
        "rollup_item_price",
        &["currency", "item_id", "unit", "day"],
        &[],
        &[],
    );
    item_price.col(scaled_column("unit_price_e4"));
    let mut customer_history = rollup_table(
        "rollup_customer_history",
        &["currency", "customer_id", "quarter"],
        &[],
        &[],
    );
    customer_history.col(text("history"));
    [
        rollup_table(
            "rollup_line_day",
            &["direction", "currency", "day"],
            &["lines", "returned_lines"],
            &[AMOUNT],
        ),
        rollup_table(
            "rollup_order_span",
            &["currency", "day", "next_day"],
            &["orders"],
            &[],
        ),
        rollup_table(
            "rollup_supplier_day",
            &["day", "supplier_id"],
            &["lines"],
            &[],
        ),
        rollup_table(
            "rollup_promise_day",
            &["day"],
            &["promised", "on_time"],
            &[],
        ),
        rollup_table(
            "rollup_item_day",
            &[
                "direction",
                "day",
                "item_id",
                "unit",
                "currency",
                "location",
                "is_return",
            ],
            &["lines"],
            &[QUANTITY, AMOUNT],
        ),
        rollup_table(
            "rollup_item_month",
            &[
                "direction",
                "month",
                "item_id",
                "unit",
                "currency",
                "location",
                "is_return",
            ],
            &["lines"],
            &[QUANTITY, AMOUNT],
        ),
        item_price,
        customer_history,
        rollup_table(
            "rollup_customer_item",
            &["currency", "customer_id", "item_id", "unit"],
            &["lines"],
            &[QUANTITY, AMOUNT],
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
        // The rollup of orders looks up the lines of an order. Sales are many and are never looked
        // up.
        let orders = r"
            create index purchase_transactions_order on purchase_transactions (tenant_id, order_id)
            where direction = 'purchase'
        ";
        manager.get_connection().execute_unprepared(orders).await?;
        let rolled_up_at = timestamp_with_time_zone_null("rolled_up_at");
        manager
            .alter_table(
                Table::alter()
                    .table("synced_table")
                    .add_column(rolled_up_at)
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .alter_table(
                Table::alter()
                    .table("synced_table")
                    .drop_column("rolled_up_at")
                    .to_owned(),
            )
            .await?;
        manager
            .drop_index(
                Index::drop()
                    .name("purchase_transactions_order")
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

//! The five tables that Data Sync fills. No foreign keys: a warehouse's tables need not agree with
//! each other at every moment.

use crate::schema::{
    nullable_scaled_column, scaled_column, source_table, tenant_table, with_sync_columns,
};
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{boolean, date, date_null, integer_null, string, string_null};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

fn inventory_table() -> TableCreateStatement {
    let mut table = source_table("inventory", &["item_id", "location"]);
    for text in ["item_name", "category", "unit"] {
        table.col(string(text));
    }
    for amount in ["on_hand_e4", "on_order_e4", "booked_e4"] {
        table.col(scaled_column(amount));
    }
    for amount in ["reorder_point_e4", "pack_size_e4", "min_order_quantity_e4"] {
        table.col(nullable_scaled_column(amount));
    }
    table
        .col(integer_null("lead_time_days"))
        .col(scaled_column("unit_cost_e4"))
        .col(string("currency"))
        .col(string_null("supplier_id"));
    with_sync_columns(table)
}

fn purchase_transactions_table() -> TableCreateStatement {
    let mut table = source_table("purchase_transactions", &["transaction_id"]);
    table
        .col(string("order_id"))
        .col(string("direction"))
        .col(date("transaction_date"))
        .col(string_null("customer_id"))
        .col(string_null("supplier_id"))
        .col(string("item_id"))
        .col(scaled_column("quantity_e4"))
        .col(string("unit"))
        .col(scaled_column("unit_price_e4"))
        .col(scaled_column("amount_e4"))
        .col(string("currency"))
        .col(date_null("promised_date"))
        .col(date_null("delivered_date"))
        .col(string_null("location"));
    with_sync_columns(table)
}

fn market_data_table() -> TableCreateStatement {
    let mut table = tenant_table("market_data", &["price_date", "commodity", "market"]);
    table
        .col(date("price_date"))
        .col(string("commodity"))
        .col(string("market"))
        .col(scaled_column("price_e4"))
        .col(string("unit"))
        .col(nullable_scaled_column("volume_e4"));
    with_sync_columns(table)
}

fn customers_table() -> TableCreateStatement {
    let mut table = source_table("customers", &["customer_id"]);
    table
        .col(string("customer_name"))
        .col(string_null("state"))
        .col(string_null("county"))
        .col(nullable_scaled_column("acres_e4"));
    for text in ["crops", "salesperson", "email"] {
        table.col(string_null(text));
    }
    table.col(date_null("customer_since"));
    with_sync_columns(table)
}

fn suppliers_table() -> TableCreateStatement {
    let mut table = source_table("suppliers", &["supplier_id"]);
    table
        .col(string("supplier_name"))
        .col(string_null("categories"))
        .col(integer_null("lead_time_days"))
        .col(boolean("active"));
    with_sync_columns(table)
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [
            inventory_table(),
            purchase_transactions_table(),
            market_data_table(),
            customers_table(),
            suppliers_table(),
        ] {
            manager.create_table(table).await?;
        }
        manager
            .create_index(
                Index::create()
                    .name("purchase_transactions_day")
                    .table("purchase_transactions")
                    .col("tenant_id")
                    .col("direction")
                    .col("transaction_date")
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [
            "suppliers",
            "customers",
            "market_data",
            "purchase_transactions",
            "inventory",
        ] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

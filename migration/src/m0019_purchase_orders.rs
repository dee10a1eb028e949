//! What an organization says of its ordering: its costs, its corrections of single stock rows, and
//! the orders that it has drafted.
//!
//! Who did something is kept by name: a draft stays readable when the person, the item or the
//! supplier is gone.

use crate::schema::{nullable_scaled_column, scaled_column, tenant_table};
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    big_integer, date, date_null, integer, integer_null, string, string_null, text, text_null,
    timestamp_with_time_zone, timestamp_with_time_zone_null, uuid,
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const TABLES: [&str; 4] = [
    "purchasing_setting",
    "stock_correction",
    "purchase_order_draft",
    "purchase_order_line",
];

fn add_organization_key(
    mut table: TableCreateStatement,
    name: &'static str,
) -> TableCreateStatement {
    table.foreign_key(
        ForeignKey::create()
            .from(name, "tenant_id")
            .to("organization", "id")
            .on_delete(ForeignKeyAction::Cascade),
    );
    table
}

fn purchasing_setting_table() -> TableCreateStatement {
    let mut table = tenant_table("purchasing_setting", &[]);
    table
        .col(big_integer("edition"))
        .col(nullable_scaled_column("holding_cost_percent_e4"))
        .col(nullable_scaled_column("shortage_cost_multiple_e4"))
        .col(nullable_scaled_column("order_cost_e4"))
        .col(integer_null("default_lead_time_days"))
        .col(text_null("set_by"))
        .col(timestamp_with_time_zone_null("set_at"));
    add_organization_key(table, "purchasing_setting")
}

fn stock_correction_table() -> TableCreateStatement {
    let mut table = tenant_table("stock_correction", &["item_id", "location"]);
    table
        .col(string("item_id"))
        .col(string("location"))
        .col(string("unit"))
        .col(text("item_name"))
        .col(integer_null("lead_time_days"))
        .col(nullable_scaled_column("reorder_point_e4"))
        .col(nullable_scaled_column("min_order_quantity_e4"))
        .col(nullable_scaled_column("pack_size_e4"))
        .col(text("corrected_by"))
        .col(timestamp_with_time_zone("corrected_at"));
    add_organization_key(table, "stock_correction")
}

fn purchase_order_draft_table() -> TableCreateStatement {
    let mut table = tenant_table("purchase_order_draft", &["id"]);
    table
        .col(uuid("id"))
        .col(uuid("request_id"))
        .col(string("state"))
        .col(string_null("supplier_id"))
        .col(text_null("supplier_name"))
        .col(string("currency"))
        .col(timestamp_with_time_zone("created_at"))
        .col(text("created_by"))
        .col(timestamp_with_time_zone_null("ordered_at"))
        .col(text_null("ordered_by"))
        .col(timestamp_with_time_zone_null("discarded_at"))
        .col(text_null("discarded_by"));
    add_organization_key(table, "purchase_order_draft")
}

fn purchase_order_line_table() -> TableCreateStatement {
    let mut table = tenant_table("purchase_order_line", &["draft_id", "position"]);
    table
        .col(uuid("draft_id"))
        .col(integer("position"))
        .col(string("item_id"))
        .col(text("item_name"))
        .col(string("category"))
        .col(string("unit"))
        .col(string("location"))
        .col(scaled_column("quantity_e4"))
        .col(scaled_column("recommended_e4"))
        .col(scaled_column("unit_cost_e4"))
        .col(integer("lead_time_days"))
        .col(date("drafted_on"))
        .col(scaled_column("on_order_then_e4"))
        .col(scaled_column("bought_then_e4"))
        .col(date_null("counts_through"))
        .foreign_key(
            ForeignKey::create()
                .from("purchase_order_line", ("tenant_id", "draft_id"))
                .to("purchase_order_draft", ("tenant_id", "id"))
                .on_delete(ForeignKeyAction::Cascade),
        );
    table
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [
            purchasing_setting_table(),
            stock_correction_table(),
            purchase_order_draft_table(),
            purchase_order_line_table(),
        ] {
            manager.create_table(table).await?;
        }
        for (name, columns) in [
            ("purchase_order_draft_state", ["tenant_id", "state", "id"]),
            (
                "purchase_order_draft_request",
                ["tenant_id", "request_id", "id"],
            ),
        ] {
            let [tenant, what, id] = columns;
            manager
                .create_index(
                    Index::create()
                        .name(name)
                        .table("purchase_order_draft")
                        .col(tenant)
                        .col(what)
                        .col(id)
                        .to_owned(),
                )
                .await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in TABLES.into_iter().rev() {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

//! The migrations of the application database, for SQLite and PostgreSQL.

use sea_orm_migration::prelude::*;

pub use sea_orm_migration::{MigratorTrait, SchemaManager, seaql_migrations};

pub mod citus;
mod ddl;
mod m0001_baseline;
mod m0010_call_list;
mod m0020_organization_calendar;
mod m0021_explore_view;
mod m0030_uploads;
mod m0050_alert_rules;
mod m0060_webhooks;
mod m0074_access_change_notifications;
mod m0076_feedback_review;
mod m0090_email_opt_out;
mod m0091_report_schedules;
mod m0092_calendar_feed;
mod m0120_person_language;
mod m0130_report_attachment;
mod m0140_shared_view;
mod m0150_message_channels;
mod m0170_purchase_order_email;
mod m0180_order_approval;
mod m0190_source_mapping;
mod m0200_saved_view;
mod m0210_sale_deliveries;
mod m0211_sales_dating;
mod m0220_column_expression;
mod m0230_stored_figure;
mod m0240_notification_event;
mod m0250_item_class;
mod m0260_substitute_acceptance;
mod m0270_unused_rollups;
mod m0280_report_views;
mod m0290_weather_settings;
mod m0300_order_language;
mod m0310_message_codes;
mod m0320_schedule_issue;
mod m0330_table_notes;
mod m0340_failure_codes;
pub mod row_level_security;

/// The name under which connections to SQLite attach the warehouse file.
pub const WAREHOUSE_SCHEMA: &str = "warehouse";

/// The tables that Data Sync fills.
const SYNCED_TABLES: [&str; 9] = [
    "inventory",
    "purchase_transactions",
    "market_data",
    "customers",
    "suppliers",
    "customer_bookings",
    "purchase_orders",
    "item_catalogue",
    "price_lists",
];

/// Whether a table is in the warehouse file on SQLite and distributed on Citus. These are the
/// tables that only Data Sync writes: the synced tables and their rollups.
pub fn is_warehouse_table(name: &str) -> bool {
    SYNCED_TABLES.contains(&name) || name.starts_with("rollup_")
}

/// Applies the migrations in order. Applying them again changes nothing.
pub struct Migrator;

#[async_trait::async_trait]
impl MigratorTrait for Migrator {
    fn migrations() -> Vec<Box<dyn MigrationTrait>> {
        vec![
            Box::new(m0001_baseline::Migration),
            Box::new(m0010_call_list::Migration),
            Box::new(m0020_organization_calendar::Migration),
            Box::new(m0021_explore_view::Migration),
            Box::new(m0030_uploads::Migration),
            Box::new(m0050_alert_rules::Migration),
            Box::new(m0060_webhooks::Migration),
            Box::new(m0074_access_change_notifications::Migration),
            Box::new(m0076_feedback_review::Migration),
            Box::new(m0090_email_opt_out::Migration),
            Box::new(m0091_report_schedules::Migration),
            Box::new(m0092_calendar_feed::Migration),
            Box::new(m0120_person_language::Migration),
            Box::new(m0130_report_attachment::Migration),
            Box::new(m0140_shared_view::Migration),
            Box::new(m0150_message_channels::Migration),
            Box::new(m0170_purchase_order_email::Migration),
            Box::new(m0180_order_approval::Migration),
            Box::new(m0190_source_mapping::Migration),
            Box::new(m0200_saved_view::Migration),
            Box::new(m0210_sale_deliveries::Migration),
            Box::new(m0211_sales_dating::Migration),
            Box::new(m0220_column_expression::Migration),
            Box::new(m0230_stored_figure::Migration),
            Box::new(m0240_notification_event::Migration),
            Box::new(m0250_item_class::Migration),
            Box::new(m0260_substitute_acceptance::Migration),
            Box::new(m0270_unused_rollups::Migration),
            Box::new(m0280_report_views::Migration),
            Box::new(m0290_weather_settings::Migration),
            Box::new(m0300_order_language::Migration),
            Box::new(m0310_message_codes::Migration),
            Box::new(m0320_schedule_issue::Migration),
            Box::new(m0330_table_notes::Migration),
            Box::new(m0340_failure_codes::Migration),
        ]
    }
}

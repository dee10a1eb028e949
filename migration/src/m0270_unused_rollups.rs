//! Drops rollups that no figure is read from.

use crate::ddl::execute_ddl;
use crate::row_level_security::enable_row_level_security;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const DROP: [&str; 3] = [
    "drop table rollup_sale_order_gap",
    "drop table rollup_customer_order_gap",
    "drop table rollup_customer_return",
];

/// The empty tables: an older version fills them in the next rebuild of all rollups.
const CREATE: &str = r"
    create table rollup_sale_order_gap (
        tenant_id {uuid} not null,
        currency varchar not null,
        day {date} not null,
        next_day {date} not null,
        orders bigint not null,
        primary key (tenant_id, currency, day, next_day)
    );

    create table rollup_customer_order_gap (
        tenant_id {uuid} not null,
        currency varchar not null,
        day {date} not null,
        next_day {date} not null,
        customer_id varchar not null,
        orders bigint not null,
        primary key (tenant_id, currency, day, next_day, customer_id)
    );

    create table rollup_customer_return (
        tenant_id {uuid} not null,
        currency varchar not null,
        day {date} not null,
        customer_id varchar not null,
        lines bigint not null,
        amount_high bigint not null,
        amount_low bigint not null,
        primary key (tenant_id, currency, day, customer_id)
    );
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        for drop in DROP {
            connection.execute_unprepared(drop).await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        execute_ddl(connection, CREATE).await?;
        enable_row_level_security(connection).await
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

//! Adds the outcomes of calls to customers, and the settings of the call list.

use crate::row_level_security::enable_row_level_security;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

const CREATE_OUTCOMES: &str = r"
    create table call_outcome (
        tenant_id {uuid} not null,
        customer_id varchar not null,
        called_on {date} not null,
        outcome varchar not null,
        note varchar,
        recorded_by varchar not null,
        recorded_at {timestamp} not null,
        primary key (tenant_id, customer_id, called_on),
        foreign key (tenant_id) references organization (id) on delete cascade
    )
";
const CREATE_SETTINGS: &str = r"
    create table call_list_setting (
        tenant_id {uuid} not null,
        held_back_percent integer not null,
        updated_by varchar not null,
        updated_at {timestamp} not null,
        primary key (tenant_id),
        foreign key (tenant_id) references organization (id) on delete cascade
    )
";

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        let [uuid, date, timestamp] = match connection.get_database_backend() {
            DbBackend::Sqlite => ["uuid_text", "date_text", "timestamp_with_timezone_text"],
            _ => ["uuid", "date", "timestamptz"],
        };
        for table in [CREATE_OUTCOMES, CREATE_SETTINGS] {
            let sql = table
                .replace("{uuid}", uuid)
                .replace("{date}", date)
                .replace("{timestamp}", timestamp);
            connection.execute_unprepared(&sql).await?;
        }
        enable_row_level_security(connection).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        for table in ["call_list_setting", "call_outcome"] {
            connection
                .execute_unprepared(&format!("drop table {table}"))
                .await?;
        }
        Ok(())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

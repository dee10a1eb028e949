//! Adds alert rules and the phases of their members, and to notifications who may see them.

use crate::row_level_security::enable_row_level_security;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

const CREATE: [&str; 6] = [
    r"
    create table alert_rule (
        tenant_id {uuid} not null,
        id {uuid} not null,
        owner_id {uuid} not null,
        name text not null,
        kind varchar not null,
        query text,
        condition_kind varchar,
        limit_value double precision,
        severity varchar not null,
        recipients varchar not null,
        required_access varchar not null,
        muted_until {timestamp},
        paused_reason text,
        due_at {timestamp} not null,
        evaluated_on {date},
        evaluated_version {bigint},
        updated_at {timestamp} not null,
        primary key (tenant_id, id),
        foreign key (tenant_id) references organization (id) on delete cascade,
        foreign key (owner_id) references person (id) on delete cascade
    )
    ",
    "create index alert_rule_due_at_idx on alert_rule (due_at)",
    "create index alert_rule_owner_idx on alert_rule (owner_id)",
    r"
    create table alert_rule_member (
        tenant_id {uuid} not null,
        rule_id {uuid} not null,
        member text not null,
        phase varchar not null,
        figure double precision,
        is_announced boolean not null,
        since {timestamp} not null,
        primary key (tenant_id, rule_id, member),
        foreign key (tenant_id, rule_id) references alert_rule (tenant_id, id) on delete cascade
    )
    ",
    "alter table notification add column person_id {uuid}",
    "alter table notification add column required_access varchar",
];
/// SQLite adds one column per statement.
const EXTEND: [&str; 3] = [
    "alter table notification add column link text",
    "alter table notification add column occasion varchar",
    r"
    create unique index notification_occasion_idx
        on notification (tenant_id, topic, kind, occasion)
    ",
];
const REVERT: [&str; 7] = [
    "drop index notification_occasion_idx",
    "alter table notification drop column occasion",
    "alter table notification drop column link",
    "alter table notification drop column required_access",
    "alter table notification drop column person_id",
    "drop table alert_rule_member",
    "drop table alert_rule",
];

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
        for statement in CREATE.into_iter().chain(EXTEND) {
            let sql = statement
                .replace("{uuid}", uuid)
                .replace("{date}", date)
                .replace("{bigint}", "bigint")
                .replace("{timestamp}", timestamp);
            connection.execute_unprepared(&sql).await?;
        }
        enable_row_level_security(connection).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        for statement in REVERT {
            connection.execute_unprepared(statement).await?;
        }
        Ok(())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

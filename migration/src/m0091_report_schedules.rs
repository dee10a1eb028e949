//! Adds scheduled reports, their recipients, and the emails to them.

use crate::ddl::execute_ddl;
use crate::row_level_security::enable_row_level_security;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const CREATE: &str = r"
    create table report_schedule (
        tenant_id {uuid} not null,
        id {uuid} not null,
        owner_id {uuid} not null,
        name text not null,
        kind varchar not null,
        query text,
        cadence varchar not null,
        weekday integer,
        month_day integer,
        local_time varchar not null,
        is_paused boolean not null,
        updated_at {timestamp} not null,
        primary key (tenant_id, id),
        foreign key (tenant_id) references organization (id) on delete cascade,
        foreign key (owner_id) references person (id) on delete cascade
    );
    create index report_schedule_owner_idx on report_schedule (owner_id);
    create table report_recipient (
        tenant_id {uuid} not null,
        schedule_id {uuid} not null,
        person_id {uuid} not null,
        due_at {timestamp},
        primary key (tenant_id, schedule_id, person_id),
        foreign key (tenant_id, schedule_id)
            references report_schedule (tenant_id, id) on delete cascade,
        foreign key (person_id) references person (id) on delete cascade
    );
    create index report_recipient_due_idx on report_recipient (due_at);
    create index report_recipient_person_idx on report_recipient (person_id);
    create table report_delivery (
        tenant_id {uuid} not null,
        id {uuid} not null,
        schedule_id {uuid} not null,
        person_id {uuid} not null,
        state varchar not null,
        attempts integer not null,
        epoch bigint not null,
        created_at {timestamp} not null,
        due_at {timestamp} not null,
        finished_at {timestamp},
        row_count bigint,
        reason text,
        primary key (tenant_id, id),
        foreign key (tenant_id, schedule_id)
            references report_schedule (tenant_id, id) on delete cascade,
        foreign key (person_id) references person (id) on delete cascade
    );
    create index report_delivery_due_idx on report_delivery (due_at) where state = 'pending';
    create index report_delivery_schedule_idx on report_delivery (tenant_id, schedule_id);
    create index report_delivery_person_idx on report_delivery (person_id);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        execute_ddl(connection, CREATE).await?;
        enable_row_level_security(connection).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        connection
            .execute_unprepared(
                "drop table report_delivery; drop table report_recipient; \
                 drop table report_schedule",
            )
            .await
            .map(|_| ())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

//! Creates the tables of webhooks: endpoints, and the deliveries of events to them.

use crate::ddl::execute_ddl;
use crate::row_level_security::enable_row_level_security;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

const CREATE: &str = r"
    create table webhook_endpoint (
        tenant_id {uuid} not null,
        id {uuid} not null,
        name varchar not null,
        url varchar not null,
        event_types varchar not null,
        is_ordered boolean not null,
        state varchar not null,
        disabled_reason varchar,
        sealed_secret varchar not null,
        sealed_previous_secret varchar,
        previous_secret_expires_at {timestamp},
        last_position bigint not null,
        last_success_at {timestamp},
        created_at {timestamp} not null,
        created_by_name varchar not null,
        primary key (tenant_id, id),
        foreign key (tenant_id) references organization (id) on delete cascade
    );
    create table webhook_delivery (
        tenant_id {uuid} not null,
        endpoint_id {uuid} not null,
        position bigint not null,
        id {uuid} not null,
        event_type varchar not null,
        body varchar not null,
        state varchar not null,
        attempts integer not null,
        epoch bigint not null,
        created_at {timestamp} not null,
        due_at {timestamp} not null,
        retry_since {timestamp} not null,
        last_attempt_at {timestamp},
        last_status integer,
        last_error varchar,
        last_duration_ms bigint,
        finished_at {timestamp},
        primary key (tenant_id, endpoint_id, position),
        foreign key (tenant_id, endpoint_id)
            references webhook_endpoint (tenant_id, id) on delete cascade
    );
    create unique index webhook_delivery_id_idx on webhook_delivery (tenant_id, endpoint_id, id);
    create index webhook_delivery_due_idx on webhook_delivery (due_at) where state = 'pending';
    create index webhook_delivery_created_idx on webhook_delivery (created_at);
";

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        execute_ddl(connection, CREATE).await?;
        enable_row_level_security(connection).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        for table in ["webhook_delivery", "webhook_endpoint"] {
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

//! Adds addresses of suppliers, emails that send them orders, and what suppliers answer.

use crate::ddl::execute_ddl;
use crate::row_level_security::enable_row_level_security;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const CREATE: &str = r"
    create table supplier_contact (
        tenant_id {uuid} not null,
        supplier_id varchar not null,
        email varchar not null,
        contact_name text,
        updated_by text not null,
        updated_at {timestamp} not null,
        primary key (tenant_id, supplier_id),
        foreign key (tenant_id) references organization (id) on delete cascade
    );
    create table purchase_order_email (
        tenant_id {uuid} not null,
        draft_id {uuid} not null,
        id {uuid} not null,
        token_hash varchar not null,
        sealed_token text not null,
        expires_at {timestamp} not null,
        recipient_email varchar not null,
        recipient_name text,
        message text,
        attachment varchar not null,
        copy_to_sender boolean not null,
        requested_on {date},
        person_id {uuid},
        sent_by text not null,
        state varchar not null,
        attempts integer not null,
        epoch bigint not null,
        created_at {timestamp} not null,
        due_at {timestamp} not null,
        finished_at {timestamp},
        reason text,
        acknowledged_at {timestamp},
        note text,
        primary key (tenant_id, draft_id),
        foreign key (tenant_id) references organization (id) on delete cascade,
        foreign key (tenant_id, draft_id)
            references purchase_order_draft (tenant_id, id) on delete cascade,
        foreign key (person_id) references person (id) on delete set null
    );
    create unique index purchase_order_email_token_idx on purchase_order_email (token_hash);
    create index purchase_order_email_due_idx on purchase_order_email (due_at)
        where state = 'pending';
    create index purchase_order_email_person_idx on purchase_order_email (person_id);
    alter table purchase_order_line add column confirmed_e4 bigint;
    alter table purchase_order_line add column expected_on {date};
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
                "drop table purchase_order_email; drop table supplier_contact; \
                 alter table purchase_order_line drop column confirmed_e4; \
                 alter table purchase_order_line drop column expected_on",
            )
            .await
            .map(|_| ())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

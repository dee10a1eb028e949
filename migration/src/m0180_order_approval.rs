//! Adds limits of roles above which orders need approval, and approvals of drafts.

use crate::ddl::execute_ddl;
use crate::row_level_security::enable_row_level_security;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const CREATE: &str = r"
    create table approval_limit (
        tenant_id {uuid} not null,
        role varchar not null,
        amount_e4 bigint not null,
        currency varchar not null,
        updated_by text not null,
        updated_at {timestamp} not null,
        primary key (tenant_id, role),
        foreign key (tenant_id) references organization (id) on delete cascade
    );
    alter table purchase_order_draft add column created_by_person_id {uuid};
    alter table purchase_order_draft
        add column approval_required boolean not null default false;
    alter table purchase_order_draft add column approved_at {timestamp};
    alter table purchase_order_draft add column approved_by text;
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
                "alter table purchase_order_draft drop column approved_by; \
                 alter table purchase_order_draft drop column approved_at; \
                 alter table purchase_order_draft drop column approval_required; \
                 alter table purchase_order_draft drop column created_by_person_id; \
                 drop table approval_limit",
            )
            .await
            .map(|_| ())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

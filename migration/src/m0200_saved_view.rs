//! Saves views of several pages, and adds pins: the views that a person sees on the dashboard.

use crate::ddl::execute_ddl;
use crate::row_level_security::enable_row_level_security;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const CREATE: &str = r"
    alter table explore_view rename to saved_view;
    alter table saved_view add column page varchar not null default 'explore';
    drop index explore_view_person_idx;
    create index saved_view_person_idx on saved_view (person_id);
    create table view_pin (
        tenant_id {uuid} not null,
        person_id {uuid} not null,
        view_id {uuid} not null,
        pinned_at {timestamp} not null,
        primary key (tenant_id, person_id, view_id),
        foreign key (tenant_id) references organization (id) on delete cascade,
        foreign key (tenant_id, view_id) references saved_view (tenant_id, id)
            on delete cascade,
        foreign key (person_id) references person (id) on delete cascade
    );
    create index view_pin_view_idx on view_pin (tenant_id, view_id);
    create index view_pin_person_idx on view_pin (person_id);
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
                "drop table view_pin; \
                 drop index saved_view_person_idx; \
                 alter table saved_view drop column page; \
                 alter table saved_view rename to explore_view; \
                 create index explore_view_person_idx on explore_view (person_id)",
            )
            .await
            .map(|_| ())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

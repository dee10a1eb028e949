//! Adds links that show the figures of a saved view to people outside of the organization.

use crate::ddl::execute_ddl;
use crate::row_level_security::enable_row_level_security;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const CREATE: &str = r"
    create table shared_view (
        tenant_id {uuid} not null,
        id {uuid} not null,
        view_id {uuid} not null,
        name text not null,
        query text not null,
        token_hash varchar not null,
        created_by {uuid} not null,
        created_by_name text not null,
        created_at {timestamp} not null,
        expires_at {timestamp} not null,
        use_count bigint not null,
        last_used_at {timestamp},
        primary key (tenant_id, id),
        foreign key (tenant_id) references organization (id) on delete cascade,
        foreign key (tenant_id, view_id) references explore_view (tenant_id, id)
            on delete cascade,
        foreign key (created_by) references person (id) on delete cascade
    );
    create unique index shared_view_token_idx on shared_view (token_hash);
    create index shared_view_view_idx on shared_view (tenant_id, view_id);
    create index shared_view_person_idx on shared_view (created_by);
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
            .execute_unprepared("drop table shared_view")
            .await
            .map(|_| ())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

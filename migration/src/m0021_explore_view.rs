//! Creates the table of saved questions of the explore page.

use crate::ddl::execute_ddl;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const CREATE: &str = r"
    create table explore_view (
        tenant_id {uuid} not null,
        id {uuid} not null,
        person_id {uuid} not null,
        name text not null,
        description text not null,
        address text not null,
        is_shared boolean not null,
        is_default boolean not null,
        updated_at {timestamp} not null,
        primary key (tenant_id, id),
        foreign key (tenant_id) references organization (id) on delete cascade,
        foreign key (person_id) references person (id) on delete cascade
    );
    create index explore_view_person_idx on explore_view (person_id);
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        execute_ddl(connection, CREATE).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        connection
            .execute_unprepared("drop table explore_view")
            .await
            .map(|_| ())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

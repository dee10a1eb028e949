//! Adds the secret URLs of calendar feeds.

use crate::ddl::execute_ddl;
use crate::row_level_security::enable_row_level_security;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const CREATE: &str = r"
    create table calendar_feed (
        tenant_id {uuid} not null,
        person_id {uuid} not null,
        token_hash varchar not null,
        created_at {timestamp} not null,
        primary key (tenant_id, person_id),
        foreign key (tenant_id) references organization (id) on delete cascade,
        foreign key (person_id) references person (id) on delete cascade
    );
    create unique index calendar_feed_token_idx on calendar_feed (token_hash);
    create index calendar_feed_person_idx on calendar_feed (person_id);
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
            .execute_unprepared("drop table calendar_feed")
            .await
            .map(|_| ())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

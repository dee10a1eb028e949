//! Adds the topics about which people get no emails.

use crate::ddl::execute_ddl;
use crate::row_level_security::enable_row_level_security;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const CREATE: &str = r"
    create table email_opt_out (
        tenant_id {uuid} not null,
        id {uuid} not null,
        person_id {uuid} not null,
        topic varchar not null,
        created_at {timestamp} not null,
        primary key (tenant_id, id),
        foreign key (tenant_id) references organization (id) on delete cascade,
        foreign key (person_id) references person (id) on delete cascade
    );
    create unique index email_opt_out_topic_idx on email_opt_out (tenant_id, person_id, topic);
    create index email_opt_out_person_idx on email_opt_out (person_id);
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
            .execute_unprepared("drop table email_opt_out")
            .await
            .map(|_| ())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

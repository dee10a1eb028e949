//! Adds the review of answers that readers rated down, evaluation cases, and feedback that readers
//! share with the operators.

use crate::ddl::execute_ddl;
use crate::row_level_security::enable_row_level_security;
use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const CREATE: &str = r"
    alter table conversation_message add column review varchar;
    create index conversation_message_rating_idx on conversation_message (tenant_id, id)
        where rating = 'down';
    create table evaluation_case (
        tenant_id {uuid} not null,
        message_id {uuid} not null,
        question varchar not null,
        history varchar not null,
        disposition varchar not null,
        calls varchar not null,
        reason varchar,
        asked_at {timestamp} not null,
        created_at {timestamp} not null,
        primary key (tenant_id, message_id),
        foreign key (tenant_id) references organization (id) on delete cascade
    );
    create table shared_feedback (
        tenant_id {uuid} not null,
        message_id {uuid} not null,
        question varchar not null,
        disposition varchar not null,
        calls varchar not null,
        reason varchar,
        comment varchar,
        shared_at {timestamp} not null,
        primary key (tenant_id, message_id),
        foreign key (tenant_id, message_id)
            references conversation_message (tenant_id, id) on delete cascade
    );
    create index shared_feedback_message_idx on shared_feedback (message_id);
";
const DROP: &str = r"
    drop table shared_feedback;
    drop table evaluation_case;
    drop index conversation_message_rating_idx;
    alter table conversation_message drop column review;
";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        execute_ddl(connection, CREATE).await?;
        enable_row_level_security(connection).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        execute_ddl(manager.get_connection(), DROP).await
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

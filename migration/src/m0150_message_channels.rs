//! Adds channels of Slack and Teams to webhook endpoints, and to alert rules the channels that get
//! their messages.

use crate::ddl::execute_ddl;
use crate::row_level_security::{enable_row_level_security, with_all_rows_visible};
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::ConnectionTrait;

const CREATE: &str = r"
    alter table webhook_endpoint add column kind varchar not null default 'webhook';
    create table alert_rule_channel (
        tenant_id {uuid} not null,
        rule_id {uuid} not null,
        channel_id {uuid} not null,
        primary key (tenant_id, rule_id, channel_id),
        foreign key (tenant_id, rule_id) references alert_rule (tenant_id, id) on delete cascade,
        foreign key (tenant_id, channel_id)
            references webhook_endpoint (tenant_id, id) on delete cascade
    );
    create index alert_rule_channel_channel_idx on alert_rule_channel (tenant_id, channel_id);
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
        connection
            .execute_unprepared("drop table alert_rule_channel")
            .await?;
        with_all_rows_visible(manager, "webhook_endpoint", async || {
            connection
                .execute_unprepared("delete from webhook_endpoint where kind <> 'webhook'")
                .await?;
            Ok(())
        })
        .await?;
        connection
            .execute_unprepared("alter table webhook_endpoint drop column kind")
            .await?;
        Ok(())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

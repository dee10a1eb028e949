//! Stores what notifications and alerts report as values, from which their text is written in the
//! language of each reader. Rows that exist keep their English text.

use crate::row_level_security::with_all_rows_visible;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// The tables, and their column with the body of a text.
const TABLES: [(&str, &str); 2] = [("notification", "body"), ("alert_state", "message")];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        for (table, body) in TABLES {
            let add = format!("alter table {table} add column event text not null default ''");
            connection.execute_unprepared(&add).await?;
            let build_object = match connection.get_database_backend() {
                DbBackend::Postgres => "json_build_object",
                _ => "json_object",
            };
            let event = format!("{build_object}('type', 'text', 'title', title, 'body', {body})");
            let fill = format!("update {table} set event = cast({event} as text)");
            with_all_rows_visible(manager, table, async || {
                connection.execute_unprepared(&fill).await.map(|_| ())
            })
            .await?;
            for column in ["title", body] {
                let drop = format!("alter table {table} drop column {column}");
                connection.execute_unprepared(&drop).await?;
            }
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        for (table, body) in TABLES {
            for column in ["title", body] {
                let add =
                    format!("alter table {table} add column {column} text not null default ''");
                connection.execute_unprepared(&add).await?;
            }
            let drop = format!("alter table {table} drop column event");
            connection.execute_unprepared(&drop).await?;
        }
        Ok(())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

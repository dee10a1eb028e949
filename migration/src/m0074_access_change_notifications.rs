//! Notifies servers on PostgreSQL of changes to what they cache: sessions, members, API keys,
//! operators and organizations. SQLite has one server.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// `api/src/db/change_listener.rs` listens to the channel. Notifications of a transaction with the
/// same content are one.
const CREATE_FUNCTION: &str = r"
    create function notify_access_change() returns trigger language plpgsql as $$
    begin
        perform pg_notify('sprout_access_change', '');
        return null;
    end
    $$
";

/// Tables, and the changes that matter. Refreshing a session and using an API key are frequent and
/// change nothing that is cached.
const TRIGGERS: [(&str, &str); 7] = [
    ("organization", "insert or update or delete"),
    ("membership", "insert or update or delete"),
    ("person", "update or delete"),
    (
        "mfa_credential",
        "insert or delete or update of confirmed_at",
    ),
    ("session", "delete or update of revoked_at, tenant_id"),
    ("api_key", "delete or update of permissions, expires_at"),
    ("operator", "insert or update or delete"),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        if connection.get_database_backend() != DbBackend::Postgres {
            return Ok(());
        }
        connection.execute_unprepared(CREATE_FUNCTION).await?;
        for (table, changes) in TRIGGERS {
            connection
                .execute_unprepared(&format!(
                    "create trigger {table}_access_change after {changes} on {table} \
                     for each row execute function notify_access_change()"
                ))
                .await?;
        }
        Ok(())
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        if connection.get_database_backend() != DbBackend::Postgres {
            return Ok(());
        }
        connection
            .execute_unprepared("drop function notify_access_change() cascade")
            .await
            .map(|_| ())
    }

    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }
}

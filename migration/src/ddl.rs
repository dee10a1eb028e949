//! SQL that creates tables on both engines.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

/// Executes statements in which `{uuid}` and `{timestamp}` stand for the engine's types.
pub(crate) async fn execute_ddl(
    connection: &impl ConnectionTrait,
    template: &str,
) -> Result<(), DbErr> {
    let (uuid, timestamp) = match connection.get_database_backend() {
        DbBackend::Sqlite => ("uuid_text", "timestamp_with_timezone_text"),
        _ => ("uuid", "timestamptz"),
    };
    let sql = template
        .replace("{uuid}", uuid)
        .replace("{timestamp}", timestamp);
    connection.execute_unprepared(&sql).await.map(|_| ())
}

//! SQL that creates tables on both engines.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

/// Executes statements in which `{uuid}`, `{date}`, `{timestamp}` and `{bytes}` stand for the
/// engine's types.
pub(crate) async fn execute_ddl(
    connection: &impl ConnectionTrait,
    template: &str,
) -> Result<(), DbErr> {
    let (uuid, date, timestamp, bytes) = match connection.get_database_backend() {
        DbBackend::Sqlite => (
            "uuid_text",
            "date_text",
            "timestamp_with_timezone_text",
            "blob",
        ),
        _ => ("uuid", "date", "timestamptz", "bytea"),
    };
    let sql = template
        .replace("{uuid}", uuid)
        .replace("{date}", date)
        .replace("{timestamp}", timestamp)
        .replace("{bytes}", bytes);
    connection.execute_unprepared(&sql).await.map(|_| ())
}

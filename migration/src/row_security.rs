//! The second wall on Postgres: every table of tenants under forced row level security. SQLite
//! knows nothing of the kind, and nothing is done there.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

const ENABLE_SQL: &str = include_str!("row_security/raise.sql");
const DISABLE_SQL: &str = include_str!("row_security/lower.sql");

/// What questions that concern no single tenant may do outside of tenants' transactions: look-ups
/// at sign-in, and what is due of whom. Nothing that is not listed; to a tenant's transaction none
/// of it is open.
const PLATFORM_POLICIES: &[(&str, &[&str])] = &[
    ("api_key", &["select", "update"]),
    ("assistant_use", &["select"]),
    ("audit_entry", &["select", "insert"]),
    ("audit_head", &["select", "insert", "update"]),
    (
        "idempotent_request",
        &["select", "insert", "update", "delete"],
    ),
    ("invitation", &["select", "update"]),
    ("job", &["select"]),
    ("membership", &["select", "insert"]),
    ("organization", &["select", "insert", "update"]),
    ("session", &["select", "insert", "update"]),
    ("sync_run", &["select"]),
    ("sync_schedule", &["select"]),
    ("synced_table", &["select"]),
];

/// What the role of tenants' transactions may do where that is not to read and write one tenant's
/// rows: the least.
const ROLE_GRANTS: &[(&str, &str)] = &[
    // Only added to.
    ("audit_entry", "select, insert"),
    // Put up for sending, never read.
    ("letter", "insert"),
    // Made and ended, never read: the hash is not in reach.
    (
        "one_time_token",
        "insert, select (subject, purpose, used_at), update (used_at)",
    ),
    (
        "organization",
        "select, update (name, currency, time_zone, data_version)",
    ),
    // Members by name; nobody's password.
    (
        "person",
        "select (id, email, name, disabled_at, created_at)",
    ),
];

/// Raises the wall wherever it does not stand yet: after every migration, so that a new table is
/// never without.
pub async fn enable_row_level_security(connection: &impl ConnectionTrait) -> Result<(), DbErr> {
    if connection.get_database_backend() != DbBackend::Postgres {
        return Ok(());
    }
    let platform = PLATFORM_POLICIES
        .iter()
        .flat_map(|(table, commands)| commands.iter().map(move |command| (*table, *command)));
    let sql = ENABLE_SQL
        .replace("{platform}", &format_pairs(platform))
        .replace("{rights}", &format_pairs(ROLE_GRANTS.iter().copied()));
    connection.execute_unprepared(&sql).await?;
    Ok(())
}

fn format_pairs(pairs: impl Iterator<Item = (&'static str, &'static str)>) -> String {
    pairs
        .map(|(table, what)| format!("('{table}', '{what}')"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Takes it down.
pub(crate) async fn disable_row_level_security(
    connection: &impl ConnectionTrait,
) -> Result<(), DbErr> {
    if connection.get_database_backend() == DbBackend::Postgres {
        connection.execute_unprepared(DISABLE_SQL).await?;
    }
    Ok(())
}

/// For a migration that changes rows: the tables' owner sees no tenant's rows either, and an
/// `update` would silently do nothing. Within `change` the owner of `table` sees all of them.
pub async fn with_all_rows_visible(
    manager: &SchemaManager<'_>,
    table: &str,
    change: impl AsyncFnOnce() -> Result<(), DbErr>,
) -> Result<(), DbErr> {
    let connection = manager.get_connection();
    let is_postgres = connection.get_database_backend() == DbBackend::Postgres;
    if is_postgres {
        connection
            .execute_unprepared(&format!("alter table {table} no force row level security"))
            .await?;
    }
    change().await?;
    if is_postgres {
        connection
            .execute_unprepared(&format!("alter table {table} force row level security"))
            .await?;
    }
    Ok(())
}

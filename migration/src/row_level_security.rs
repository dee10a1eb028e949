//! Row level security on PostgreSQL, forced on every table that belongs to tenants. On SQLite the
//! functions do nothing.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend};

const ENABLE_SQL: &str = include_str!("row_level_security/enable.sql");
const DISABLE_SQL: &str = include_str!("row_level_security/disable.sql");

/// The commands allowed outside of tenant transactions, for queries across tenants: lookups at
/// sign-in, and work that is due. A tenant transaction cannot use these policies. Commands that are
/// not listed are rejected.
const PLATFORM_POLICIES: &[(&str, &[&str])] = &[
    ("alert_rule", &["select"]),
    ("api_key", &["select", "update"]),
    ("assistant_usage", &["select"]),
    ("audit_entry", &["select", "insert"]),
    ("audit_head", &["select", "insert", "update"]),
    ("calendar_feed", &["select"]),
    (
        "idempotent_request",
        &["select", "insert", "update", "delete"],
    ),
    ("invitation", &["select", "update"]),
    ("job", &["select"]),
    ("membership", &["select", "insert"]),
    ("organization", &["select", "insert", "update"]),
    ("purchase_order_email", &["select"]),
    ("report_delivery", &["select"]),
    ("report_recipient", &["select"]),
    ("session", &["select", "insert", "update"]),
    ("shared_feedback", &["select"]),
    ("shared_view", &["select"]),
    ("stored_figure", &["select"]),
    ("sync_run", &["select"]),
    ("sync_schedule", &["select"]),
    ("table_sync_state", &["select"]),
    ("webhook_delivery", &["select", "insert", "delete"]),
    ("webhook_endpoint", &["select", "update"]),
];

/// The grants of the role `sprout_app` of tenant transactions, where they differ from the default:
/// all rights on tables with a `tenant_id`, none on other tables.
const ROLE_GRANTS: &[(&str, &str)] = &[
    // Append-only.
    ("audit_entry", "select, insert"),
    // Enqueues emails and never reads them.
    ("email_outbox", "insert"),
    // Creates and revokes tokens; their hashes are not readable.
    (
        "one_time_token",
        "insert, select (subject_id, purpose, used_at), update (used_at)",
    ),
    (
        "organization",
        "select, update (name, currency, time_zone, data_version)",
    ),
    // Members by name, without their password hashes.
    (
        "person",
        "select (id, email, name, disabled_at, created_at)",
    ),
];

/// Enables row level security on every table of tenants that lacks it. Runs after every migration,
/// so that a new table is never unprotected.
pub async fn enable_row_level_security(connection: &impl ConnectionTrait) -> Result<(), DbErr> {
    if connection.get_database_backend() != DbBackend::Postgres {
        return Ok(());
    }
    let platform = PLATFORM_POLICIES
        .iter()
        .flat_map(|(table, commands)| commands.iter().map(move |command| (*table, *command)));
    let sql = ENABLE_SQL
        .replace("{platform_policies}", &format_pairs(platform))
        .replace("{role_grants}", &format_pairs(ROLE_GRANTS.iter().copied()));
    connection.execute_unprepared(&sql).await?;
    Ok(())
}

fn format_pairs(pairs: impl Iterator<Item = (&'static str, &'static str)>) -> String {
    pairs
        .map(|(table, value)| format!("('{table}', '{value}')"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Drops the policies, and the grants of the role `sprout_app`.
pub(crate) async fn disable_row_level_security(
    connection: &impl ConnectionTrait,
) -> Result<(), DbErr> {
    if connection.get_database_backend() == DbBackend::Postgres {
        connection.execute_unprepared(DISABLE_SQL).await?;
    }
    Ok(())
}

/// Runs `change` with the rows of all tenants in `table` visible to the table's owner. Required in
/// a migration that changes rows: otherwise its `update` finds no rows and reports no error.
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

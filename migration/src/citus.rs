//! Distribution of the warehouse over the nodes of a Citus cluster. All other tables stay on the
//! coordinator.

use crate::SYNCED_TABLES;
use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::{ConnectionTrait, DbBackend, Statement};

const DISTRIBUTE_SQL: &str = include_str!("citus/distribute.sql");

/// The distributed table of the staged rows of running syncs. It has the columns of all synced
/// tables.
pub const STAGE_TABLE: &str = "distributed_stage";

/// The distributed table of the line changes that running syncs have captured.
pub const LINE_CHANGE_TABLE: &str = "distributed_line_change";

/// Whether the tables of the warehouse are distributed.
pub async fn is_distributed(connection: &impl ConnectionTrait) -> Result<bool, DbErr> {
    if connection.get_database_backend() != DbBackend::Postgres {
        return Ok(false);
    }
    let found = connection
        .query_one_raw(Statement::from_string(
            DbBackend::Postgres,
            format!("select to_regclass('{STAGE_TABLE}') is not null as found"),
        ))
        .await?;
    found.map_or(Ok(false), |row| row.try_get("", "found"))
}

/// Distributes every table of the warehouse that is not distributed yet, with its rows, and creates
/// the tables in which syncs stage rows. Call it in a transaction, after
/// [`crate::row_level_security::enable_row_level_security`]. Fails without Citus.
pub async fn distribute_tables(connection: &impl ConnectionTrait) -> Result<(), DbErr> {
    let synced = SYNCED_TABLES.map(|table| format!("'{table}'")).join(", ");
    connection
        .execute_unprepared(&DISTRIBUTE_SQL.replace("{synced_tables}", &synced))
        .await?;
    Ok(())
}

//! When the rows of a table landed last, for whoever has to say how fresh they are.

use super::catalogue::SourceTable;
use crate::db::{DbError, TenantDb};
use chrono::{DateTime, Utc};
use entities::synced_table;

/// When each of `tables` landed last; nothing for one that never did.
pub async fn read_synced_at(db: &TenantDb, tables: &[SourceTable]) -> Result<Vec<DateTime<Utc>>, DbError> {
    let synced = db.find::<synced_table::Entity>().all().await?;
    let wanted = |row: &synced_table::Model| tables.iter().any(|table| table.id() == row.source_table);
    Ok(synced.into_iter().filter(wanted).map(|row| row.synced_at).collect())
}

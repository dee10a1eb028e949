//! Saves the columns of the source together with its rows, for comparison with the next read.

use super::TenantWriter;
use crate::db::DbError;
use crate::db::connection::Bind;
use chrono::{DateTime, Utc};
use sea_orm::prelude::Uuid;

/// Synced rows resolve a pending change of the columns.
const UPSERT_SNAPSHOT: &str = r"
    insert into source_schema_snapshot (tenant_id, source_table, source_revision, columns, captured_at)
    values ($1, $2, $3, $4, $5)
    on conflict (tenant_id, source_table)
    do update set source_revision = excluded.source_revision, columns = excluded.columns,
      captured_at = excluded.captured_at, pending_columns = null, pending_run_id = null,
      pending_at = null
";

impl TenantWriter {
    /// Saves the columns of a source table, as JSON. Call between
    /// [`TenantWriter::finish_rows`] and [`TenantWriter::commit`].
    pub async fn save_schema_snapshot(
        &mut self,
        source_table: &str,
        revision: Uuid,
        columns: &str,
        at: DateTime<Utc>,
    ) -> Result<(), DbError> {
        let table = Bind::Text(Some(source_table));
        let values = [
            Bind::Uuid(self.tenant.0),
            table,
            Bind::Uuid(revision),
            Bind::Text(Some(columns)),
            Bind::Instant(at),
        ];
        self.connection
            .execute_sql(UPSERT_SNAPSHOT.to_owned(), &values)
            .await?;
        Ok(())
    }
}

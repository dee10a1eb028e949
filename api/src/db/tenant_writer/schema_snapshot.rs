//! The columns that the rows were read from, remembered with the rows: the next read is compared
//! with them.

use super::TenantWriter;
use super::connection::Bind;
use crate::db::DbError;
use chrono::{DateTime, Utc};
use sea_orm::prelude::Uuid;

/// A question that waited is answered by rows that land.
const UPSERT_SNAPSHOT: &str = r"
    insert into remembered_columns (tenant_id, source_table, source_revision, columns, seen_at)
    values ($1, $2, $3, $4, $5)
    on conflict (tenant_id, source_table)
    do update set source_revision = excluded.source_revision, columns = excluded.columns,
      seen_at = excluded.seen_at, pending_columns = null, pending_run = null, pending_at = null
";

impl TenantWriter {
    /// Remembers the columns of a source table, as text. Between the merge and
    /// [`TenantWriter::land`].
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

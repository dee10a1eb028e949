//! Saves how far a database table was read, together with its rows.

use super::TenantWriter;
use crate::db::DbError;
use crate::db::connection::Bind;
use chrono::{DateTime, Utc};
use sea_orm::prelude::Uuid;

/// How far a table was read.
#[derive(Clone, Copy, Debug)]
pub struct NewWatermark<'a> {
    /// A fingerprint of how it was read.
    pub read_fingerprint: &'a str,
    /// The time in the clock of the source.
    pub read_until: DateTime<Utc>,
}

const DELETE_WATERMARK: &str =
    "delete from source_watermark where tenant_id = $1 and source_table = $2";

const UPSERT_WATERMARK: &str = r"
    insert into source_watermark (
      tenant_id, source_table, source_revision, read_fingerprint, read_until
    )
    values ($1, $2, $3, $4, $5)
    on conflict (tenant_id, source_table)
    do update set source_revision = excluded.source_revision,
      read_fingerprint = excluded.read_fingerprint,
      read_until = excluded.read_until
";

impl TenantWriter {
    /// Saves how far the table was read. `None` deletes the watermark, so that the next read is
    /// complete. Call between
    /// [`TenantWriter::finish_rows`] and [`TenantWriter::commit`].
    pub async fn save_watermark(
        &mut self,
        source_table: &str,
        revision: Uuid,
        watermark: Option<NewWatermark<'_>>,
    ) -> Result<(), DbError> {
        let (tenant, table) = (Bind::Uuid(self.tenant.0), Bind::Text(Some(source_table)));
        let Some(NewWatermark {
            read_fingerprint,
            read_until: until,
        }) = watermark
        else {
            self.connection
                .execute_sql(DELETE_WATERMARK.to_owned(), &[tenant, table])
                .await?;
            return Ok(());
        };
        let values = [
            tenant,
            table,
            Bind::Uuid(revision),
            Bind::Text(Some(read_fingerprint)),
            Bind::Instant(until),
        ];
        self.connection
            .execute_sql(UPSERT_WATERMARK.to_owned(), &values)
            .await?;
        Ok(())
    }
}

//! How far a table of a database was read is remembered with the rows that were read, or not at
//! all.

use super::TenantWriter;
use super::connection::Bind;
use crate::db::DbError;
use chrono::{DateTime, Utc};
use sea_orm::prelude::Uuid;

/// How far a table was read.
#[derive(Clone, Copy, Debug)]
pub struct NewWatermark<'a> {
    /// How it was read.
    pub read_fingerprint: &'a str,
    /// Up to this moment of the source's own.
    pub read_until: DateTime<Utc>,
}

const DELETE_WATERMARK: &str =
    "delete from source_watermark where tenant_id = $1 and source_table = $2";

const UPSERT_WATERMARK: &str = r"
    insert into source_watermark (tenant_id, source_table, source_revision, form, read_until)
    values ($1, $2, $3, $4, $5)
    on conflict (tenant_id, source_table)
    do update set source_revision = excluded.source_revision, form = excluded.form,
      read_until = excluded.read_until
";

impl TenantWriter {
    /// Remembers how far the table was read; `None` forgets it, so that the next read has
    /// everything. Between the merge and [`TenantWriter::land`].
    pub async fn save_watermark(
        &mut self,
        source_table: &str,
        revision: Uuid,
        watermark: Option<NewWatermark<'_>>,
    ) -> Result<(), DbError> {
        let (tenant, table) = (Bind::Uuid(self.tenant.0), Bind::Text(Some(source_table)));
        let Some(NewWatermark {
            read_fingerprint: form,
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
            Bind::Text(Some(form)),
            Bind::Instant(until),
        ];
        self.connection
            .execute_sql(UPSERT_WATERMARK.to_owned(), &values)
            .await?;
        Ok(())
    }
}

//! Incremental reads of a table's files: rows from other files win if they are newer. The state of
//! the files is saved together with their rows.

use super::TenantWriter;
use crate::db::DbError;
use crate::db::connection::{Bind, JoinStrategy};
use chrono::{DateTime, Utc};
use sea_orm::prelude::Uuid;

/// A file whose rows are synced.
#[derive(Clone, Debug)]
pub struct LoadedFile<'a> {
    /// The name, relative to the source.
    pub name: &'a str,
    /// The size.
    pub bytes: u64,
    /// The modification time.
    pub modified_at: DateTime<Utc>,
    /// The hash of the content.
    pub hash: &'a str,
}

const DELETE_FILES: &str = "delete from source_file where tenant_id = $1 and source_table = $2";

const UPSERT_FILE: &str = r"
    insert into source_file
      (tenant_id, source_table, file, source_revision, bytes, modified_at, hash)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (tenant_id, source_table, file)
    do update set source_revision = excluded.source_revision, bytes = excluded.bytes,
      modified_at = excluded.modified_at, hash = excluded.hash
";

impl TenantWriter {
    /// Rejects staged rows whose key has a newer `updated_at` in the table, as a read of all files
    /// would. Call before [`TenantWriter::begin_merge`].
    pub async fn reject_older_rows(&mut self) -> Result<(), DbError> {
        self.choose_joins().await?;
        self.join_strategy
            .apply_settings(&mut self.connection)
            .await?;
        self.execute_if_needed(self.statements.distribute_staged_rows())
            .await?;
        self.connection
            .execute_sql(self.statements.create_older_rows_table(), &[])
            .await?;
        let [find, reject] = self.statements.reject_older();
        self.connection
            .execute_sql(find, &[Bind::Uuid(self.tenant.0)])
            .await?;
        self.connection.execute_sql(reject, &[]).await?;
        self.execute_if_needed(self.statements.clear_distributed_rows())
            .await?;
        JoinStrategy::Hash
            .apply_settings(&mut self.connection)
            .await?;
        self.delete_rejected().await?;
        Ok(())
    }

    /// Saves the state of the files. `all` deletes the other files of the table. Call between
    /// [`TenantWriter::finish_rows`] and [`TenantWriter::commit`].
    pub async fn save_source_files(
        &mut self,
        source_table: &str,
        revision: Uuid,
        files: &[LoadedFile<'_>],
        all: bool,
    ) -> Result<(), DbError> {
        let (tenant, table) = (Bind::Uuid(self.tenant.0), Bind::Text(Some(source_table)));
        if all {
            self.connection
                .execute_sql(DELETE_FILES.to_owned(), &[tenant, table])
                .await?;
        }
        for file in files {
            let bytes = Bind::Number(i64::try_from(file.bytes).unwrap_or(i64::MAX));
            let values = [
                tenant,
                table,
                Bind::Text(Some(file.name)),
                Bind::Uuid(revision),
                bytes,
                Bind::Instant(file.modified_at),
                Bind::Text(Some(file.hash)),
            ];
            self.connection
                .execute_sql(UPSERT_FILE.to_owned(), &values)
                .await?;
        }
        Ok(())
    }
}

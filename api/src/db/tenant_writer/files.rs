//! Reads of some of a table's files: what lies in the others wins where it is newer, and which
//! files have landed is remembered with their rows.

use super::link::Bind;
use super::{Joins, TenantWriter};
use crate::db::DbError;
use chrono::{DateTime, Utc};
use sea_orm::prelude::Uuid;

/// A file whose rows land.
#[derive(Clone, Debug)]
pub struct LandingFile<'a> {
    /// Its name, relative to the source.
    pub name: &'a str,
    /// Its size.
    pub bytes: u64,
    /// When it was written last.
    pub modified_at: DateTime<Utc>,
    /// The hash of its bytes.
    pub hash: &'a str,
}

const FORGET: &str = "delete from source_file where tenant_id = $1 and source_table = $2";

const REMEMBER: &str = r"
    insert into source_file
      (tenant_id, source_table, file, source_revision, bytes, modified_at, hash)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict (tenant_id, source_table, file)
    do update set source_revision = excluded.source_revision, bytes = excluded.bytes,
      modified_at = excluded.modified_at, hash = excluded.hash
";

impl TenantWriter {
    /// Turns staged rows into rejects where the table has the same key with a newer `updated_at`
    /// already: a read of every file would have refused them too. Before
    /// [`TenantWriter::begin_merge`].
    pub async fn reject_older(&mut self) -> Result<(), DbError> {
        self.choose_joins().await?;
        self.joins.set(&mut self.link).await?;
        self.link
            .execute(self.statements.reject_older(), &[Bind::Uuid(self.tenant.0)])
            .await?;
        Joins::ByHash.set(&mut self.link).await?;
        self.drop_rejected().await?;
        Ok(())
    }

    /// Remembers the files that the rows come from; `all` forgets every other one of the table.
    /// Between the merge and [`TenantWriter::land`].
    pub async fn remember_files(
        &mut self,
        source_table: &str,
        revision: Uuid,
        files: &[LandingFile<'_>],
        all: bool,
    ) -> Result<(), DbError> {
        let (tenant, table) = (Bind::Uuid(self.tenant.0), Bind::Text(Some(source_table)));
        if all {
            self.link
                .execute(FORGET.to_owned(), &[tenant, table])
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
            self.link.execute(REMEMBER.to_owned(), &values).await?;
        }
        Ok(())
    }
}

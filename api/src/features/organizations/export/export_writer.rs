//! Streams an export: one snapshot of the database, a few rows in memory, and an abort as soon as
//! the client disconnects.

use super::export_contents::{exclusion_reason, without_secrets};
use super::export_manifest::{ManifestFile, build_manifest, render_readme};
use super::zip_stream::ZipStream;
use crate::db::{
    Access, Database, DbError, RowFilter, TableDump, TenantDb, TenantSql, exported_column_name,
};
use crate::http::{push_csv_line, push_exact_csv_line};
use bytes::Bytes;
use chrono::{DateTime, SecondsFormat, Utc};
use sea_orm::FromQueryResult;
use sea_orm::prelude::Uuid;
use sources::SourceTable;
use std::io;
use std::time::Duration;
use tokio::sync::mpsc;

/// A client that receives nothing for this long counts as disconnected: its transaction keeps the
/// database from cleaning up.
const SEND_TIMEOUT: Duration = Duration::from_mins(1);
/// The maximum duration of an export, however slowly it is read.
const MAX_DURATION: Duration = Duration::from_hours(1);

pub(super) type ChunkSender = mpsc::Sender<io::Result<Bytes>>;

/// Why an export failed.
#[derive(Debug, thiserror::Error)]
enum ExportError {
    #[error(transparent)]
    Database(#[from] DbError),
    #[error(transparent)]
    Archive(#[from] io::Error),
    #[error("the client disconnected")]
    ReceiverGone,
}

struct ExportWriter {
    archive: ZipStream,
    chunks: ChunkSender,
    files: Vec<ManifestFile>,
    buffer: Vec<u8>,
}

/// Writes all data of the organization into `chunks`. If it fails, the last chunk is an error, so
/// that a partial file is not taken for a complete one.
pub(super) async fn stream_export(
    database: Database,
    access: Access,
    at: DateTime<Utc>,
    chunks: ChunkSender,
) {
    let tenant = access.tenant();
    let export = ExportWriter {
        archive: ZipStream::new(),
        chunks: chunks.clone(),
        files: Vec::new(),
        buffer: Vec::new(),
    };
    let written = tokio::time::timeout(
        MAX_DURATION,
        Box::pin(export.write_all(&database, &access, at)),
    )
    .await;
    match written.unwrap_or(Err(ExportError::ReceiverGone)) {
        Ok(()) => tracing::info!(%tenant, "organization exported"),
        Err(error) => {
            tracing::warn!(
                %tenant,
                error = &error as &dyn std::error::Error,
                "organization export failed"
            );
            let _ = chunks.try_send(Err(io::Error::other("the export failed")));
        }
    }
}

impl ExportWriter {
    async fn write_all(
        mut self,
        database: &Database,
        access: &Access,
        at: DateTime<Utc>,
    ) -> Result<(), ExportError> {
        let db = database.begin_long_read(access).await?;
        self.begin_file("README.txt")?;
        self.write_bytes(render_readme(access.organization(), at).as_bytes())
            .await?;
        self.finish_file("README.txt", 0)?;
        let tables = db.list_tables().await?;
        for table in &tables {
            if let Some(source) = find_source_table(table) {
                self.write_source_table(&db, source, table).await?;
            }
        }
        self.write_members(&db).await?;
        for table in &tables {
            if find_source_table(table).is_none() && exclusion_reason(table.name()).is_none() {
                self.write_records_table(&db, table).await?;
            }
        }
        drop(db);
        let manifest =
            serde_json::to_vec_pretty(&build_manifest(access.organization(), at, &self.files))
                .map_err(io::Error::other)?;
        self.begin_file("manifest.json")?;
        self.write_bytes(&manifest).await?;
        self.flush_buffer()?;
        let rest = self.archive.finish()?;
        send_chunk(&self.chunks, rest).await
    }

    /// Writes a source table cell for cell, in the format that Data Sync reads.
    async fn write_source_table(
        &mut self,
        db: &TenantDb,
        source: SourceTable,
        table: &TableDump,
    ) -> Result<(), ExportError> {
        let name = format!("source/{}.csv", source.id());
        let (headers, columns): (Vec<_>, Vec<_>) = source
            .schema()
            .columns
            .iter()
            .map(|column| (column.name, column.target))
            .unzip();
        self.begin_file(&name)?;
        let mut line = String::new();
        push_exact_csv_line(&mut line, headers.iter().copied());
        self.write_bytes(line.as_bytes()).await?;
        let mut rows = 0;
        let mut cursor = db
            .stream_rows(table, &columns, RowFilter::NotDeleted)
            .await?;
        while let Some(cells) = cursor.next().await? {
            rows += 1;
            line.clear();
            push_exact_csv_line(
                &mut line,
                cells.iter().map(|cell| cell.as_deref().unwrap_or_default()),
            );
            self.write_bytes(line.as_bytes()).await?;
        }
        self.finish_file(&name, rows)
    }

    /// Writes any other table, safe to open in a spreadsheet.
    async fn write_records_table(
        &mut self,
        db: &TenantDb,
        table: &TableDump,
    ) -> Result<(), ExportError> {
        let name = format!("records/{}.csv", table.name());
        let columns = without_secrets(table.name(), table.columns());
        self.begin_file(&name)?;
        let mut line = String::new();
        push_csv_line(
            &mut line,
            columns.iter().map(|column| exported_column_name(column)),
        );
        self.write_bytes(line.as_bytes()).await?;
        let mut rows = 0;
        let mut cursor = db.stream_rows(table, &columns, RowFilter::All).await?;
        while let Some(cells) = cursor.next().await? {
            rows += 1;
            line.clear();
            push_csv_line(
                &mut line,
                cells.iter().map(|cell| cell.as_deref().unwrap_or_default()),
            );
            self.write_bytes(line.as_bytes()).await?;
        }
        self.finish_file(&name, rows)
    }

    async fn write_members(&mut self, db: &TenantDb) -> Result<(), ExportError> {
        let mut line = String::new();
        push_csv_line(&mut line, ["id", "name", "email", "role", "joined_at"]);
        self.begin_file("members.csv")?;
        let (mut rows, mut after) = (0, Uuid::nil());
        loop {
            let page: Vec<MemberRow> = db.query_rows(MEMBERS_PAGE, vec![after.into()]).await?;
            for member in &page {
                let (id, joined_at) = (
                    member.id.to_string(),
                    member
                        .joined_at
                        .to_rfc3339_opts(SecondsFormat::AutoSi, true),
                );
                push_csv_line(
                    &mut line,
                    [
                        id.as_str(),
                        &member.name,
                        &member.email,
                        &member.role,
                        &joined_at,
                    ],
                );
                rows += 1;
                after = member.id;
            }
            self.write_bytes(line.as_bytes()).await?;
            line.clear();
            if page.is_empty() {
                break;
            }
        }
        self.finish_file("members.csv", rows)
    }

    fn begin_file(&mut self, name: &str) -> Result<(), ExportError> {
        Ok(self.archive.begin_file(name)?)
    }

    /// Compresses many rows at a time and sends a chunk as soon as it is full. A slow client slows
    /// this down.
    async fn write_bytes(&mut self, bytes: &[u8]) -> Result<(), ExportError> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() < BUFFER_BYTES {
            return Ok(());
        }
        self.flush_buffer()?;
        match self.archive.take_chunk() {
            Some(chunk) => send_chunk(&self.chunks, chunk).await,
            None => Ok(()),
        }
    }

    fn flush_buffer(&mut self) -> Result<(), ExportError> {
        self.archive.write_bytes(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    fn finish_file(&mut self, name: &str, rows: u64) -> Result<(), ExportError> {
        self.flush_buffer()?;
        let sum = self.archive.finish_file();
        self.files.push(ManifestFile {
            name: name.to_owned(),
            rows,
            bytes: sum.bytes,
            sha256: sum.sha256,
        });
        Ok(())
    }
}

fn find_source_table(table: &TableDump) -> Option<SourceTable> {
    SourceTable::ALL
        .into_iter()
        .find(|source| source.target() == table.name())
}

/// How many bytes are compressed at a time.
const BUFFER_BYTES: usize = 32 << 10;

async fn send_chunk(chunks: &ChunkSender, chunk: Bytes) -> Result<(), ExportError> {
    tokio::time::timeout(SEND_TIMEOUT, chunks.send(Ok(chunk)))
        .await
        .map_err(|_| ExportError::ReceiverGone)?
        .map_err(|_| ExportError::ReceiverGone)
}

#[derive(FromQueryResult)]
struct MemberRow {
    id: Uuid,
    name: String,
    email: String,
    role: String,
    joined_at: DateTime<Utc>,
}

const MEMBERS_PAGE: TenantSql = TenantSql::new(
    r"
        select person.id, person.name, person.email, membership.role,
          membership.created_at as joined_at
        from membership
        join person on person.id = membership.person_id
        where membership.tenant_id = $1 and membership.person_id > $2
        order by membership.person_id
        limit 500
    ",
);

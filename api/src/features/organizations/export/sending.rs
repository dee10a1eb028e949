//! Writes an export while it is sent: one state of the database, a few rows in memory, and an end
//! as soon as nobody reads on.

use super::archive::Archive;
use super::contents::{left_out, without_secrets};
use super::words::{ToldFile, manifest, readme};
use crate::db::{Access, Database, DbError, TenantDb, TenantSql, Which, WholeTable, told_as};
use crate::features::data_sync::catalogue::SourceTable;
use crate::http::csv_line;
use bytes::Bytes;
use chrono::{DateTime, SecondsFormat, Utc};
use sea_orm::FromQueryResult;
use sea_orm::prelude::Uuid;
use std::io;
use std::time::Duration;
use tokio::sync::mpsc;

/// Whoever takes nothing for so long is gone: the transaction that is held for them keeps the
/// database from clearing up.
const PATIENCE: Duration = Duration::from_mins(1);
/// No export takes longer, however slowly it is read.
const LONGEST: Duration = Duration::from_hours(1);

pub(super) type Chunks = mpsc::Sender<io::Result<Bytes>>;

/// Why an export broke off.
#[derive(Debug, thiserror::Error)]
enum Broken {
    #[error(transparent)]
    Database(#[from] DbError),
    #[error(transparent)]
    Archive(#[from] io::Error),
    #[error("nobody reads on")]
    Gone,
}

struct Export {
    archive: Archive,
    chunks: Chunks,
    files: Vec<ToldFile>,
    buffer: Vec<u8>,
}

/// Writes everything of the organization into `chunks`. Where it breaks off the last chunk is an
/// error, so that nobody takes a part for the whole.
pub(super) async fn send(database: Database, access: Access, at: DateTime<Utc>, chunks: Chunks) {
    let tenant = access.tenant();
    let export = Export {
        archive: Archive::new(),
        chunks: chunks.clone(),
        files: Vec::new(),
        buffer: Vec::new(),
    };
    let written =
        tokio::time::timeout(LONGEST, Box::pin(export.write(&database, &access, at))).await;
    match written.unwrap_or(Err(Broken::Gone)) {
        Ok(()) => tracing::info!(%tenant, "an organization was exported"),
        Err(broken) => {
            tracing::warn!(%tenant, error = &broken as &dyn std::error::Error, "an export broke off");
            let _ = chunks.try_send(Err(io::Error::other("the export broke off")));
        }
    }
}

impl Export {
    async fn write(
        mut self,
        database: &Database,
        access: &Access,
        at: DateTime<Utc>,
    ) -> Result<(), Broken> {
        let db = database.read_at_length(access).await?;
        self.begin("README.txt")?;
        self.add(readme(access.organization(), at).as_bytes())
            .await?;
        self.end("README.txt", 0)?;
        let tables = db.whole_tables().await?;
        for table in &tables {
            if let Some(source) = source_of(table) {
                self.source(&db, source, table).await?;
            }
        }
        self.members(&db).await?;
        for table in &tables {
            if source_of(table).is_none() && left_out(table.name()).is_none() {
                self.records(&db, table).await?;
            }
        }
        drop(db);
        let list = serde_json::to_vec_pretty(&manifest(access.organization(), at, &self.files))
            .map_err(io::Error::other)?;
        self.begin("manifest.json")?;
        self.add(&list).await?;
        self.pack()?;
        let rest = self.archive.finish()?;
        give(&self.chunks, rest).await
    }

    /// Cell for cell, as Data Sync reads them.
    async fn source(
        &mut self,
        db: &TenantDb,
        source: SourceTable,
        table: &WholeTable,
    ) -> Result<(), Broken> {
        let name = format!("source/{}.csv", source.id());
        let (heads, columns): (Vec<_>, Vec<_>) = source
            .shape()
            .columns
            .iter()
            .map(|column| (column.name, column.target))
            .unzip();
        self.begin(&name)?;
        let head = lossless(heads.iter().copied())?;
        self.add(&head).await?;
        let mut rows = 0;
        let mut living = db.rows_of(table, &columns, Which::Living).await?;
        while let Some(cells) = living.next().await? {
            rows += 1;
            let line = lossless(cells.iter().map(|cell| cell.as_deref().unwrap_or_default()))?;
            self.add(&line).await?;
        }
        self.end(&name, rows)
    }

    /// For people and their spreadsheets.
    async fn records(&mut self, db: &TenantDb, table: &WholeTable) -> Result<(), Broken> {
        let name = format!("records/{}.csv", table.name());
        let columns = without_secrets(table.name(), table.columns());
        self.begin(&name)?;
        let mut line = String::new();
        csv_line(&mut line, columns.iter().map(|column| told_as(column)));
        self.add(line.as_bytes()).await?;
        let mut rows = 0;
        let mut all = db.rows_of(table, &columns, Which::All).await?;
        while let Some(cells) = all.next().await? {
            rows += 1;
            line.clear();
            csv_line(
                &mut line,
                cells.iter().map(|cell| cell.as_deref().unwrap_or_default()),
            );
            self.add(line.as_bytes()).await?;
        }
        self.end(&name, rows)
    }

    async fn members(&mut self, db: &TenantDb) -> Result<(), Broken> {
        let mut line = String::new();
        csv_line(&mut line, ["id", "name", "email", "role", "joined_at"]);
        self.begin("members.csv")?;
        let (mut rows, mut after) = (0, Uuid::nil());
        loop {
            let page: Vec<Member> = db.rows(MEMBERS, vec![after.into()]).await?;
            for member in &page {
                let (id, joined_at) = (
                    member.id.to_string(),
                    member
                        .joined_at
                        .to_rfc3339_opts(SecondsFormat::AutoSi, true),
                );
                csv_line(
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
            self.add(line.as_bytes()).await?;
            line.clear();
            if page.is_empty() {
                break;
            }
        }
        self.end("members.csv", rows)
    }

    fn begin(&mut self, name: &str) -> Result<(), Broken> {
        Ok(self.archive.begin(name)?)
    }

    /// Many rows are packed at a time, and a chunk goes as soon as there is one: whoever reads
    /// slowly slows this down.
    async fn add(&mut self, bytes: &[u8]) -> Result<(), Broken> {
        self.buffer.extend_from_slice(bytes);
        if self.buffer.len() < PACKED {
            return Ok(());
        }
        self.pack()?;
        match self.archive.chunk() {
            Some(chunk) => give(&self.chunks, chunk).await,
            None => Ok(()),
        }
    }

    fn pack(&mut self) -> Result<(), Broken> {
        self.archive.add(&self.buffer)?;
        self.buffer.clear();
        Ok(())
    }

    fn end(&mut self, name: &str, rows: u64) -> Result<(), Broken> {
        self.pack()?;
        let sum = self.archive.sum();
        self.files.push(ToldFile {
            name: name.to_owned(),
            rows,
            bytes: sum.bytes,
            sha256: sum.sha256,
        });
        Ok(())
    }
}

fn source_of(table: &WholeTable) -> Option<SourceTable> {
    SourceTable::ALL
        .into_iter()
        .find(|source| source.target() == table.name())
}

/// So many bytes are packed at a time.
const PACKED: usize = 32 << 10;

async fn give(chunks: &Chunks, chunk: Bytes) -> Result<(), Broken> {
    tokio::time::timeout(PATIENCE, chunks.send(Ok(chunk)))
        .await
        .map_err(|_| Broken::Gone)?
        .map_err(|_| Broken::Gone)
}

fn lossless<'a>(cells: impl Iterator<Item = &'a str>) -> Result<Vec<u8>, Broken> {
    let mut writer = csv::Writer::from_writer(Vec::with_capacity(256));
    writer.write_record(cells).map_err(io::Error::other)?;
    Ok(writer
        .into_inner()
        .map_err(|error| io::Error::other(error.to_string()))?)
}

#[derive(FromQueryResult)]
struct Member {
    id: Uuid,
    name: String,
    email: String,
    role: String,
    joined_at: DateTime<Utc>,
}

const MEMBERS: TenantSql = TenantSql::new(
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

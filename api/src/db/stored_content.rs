//! Content that the program could compute again, kept in the database because that takes long: in
//! compressed parts, so that other writers wait only shortly and memory holds a few of them at most.

use super::{Access, Database, DbError, TenantDb, TenantSql};
use aws_lc_rs::digest::{Context, SHA256};
use chrono::{DateTime, Utc};
use entities::stored_figure::{ActiveModel, Column, Entity, Model};
use sea_orm::prelude::Uuid;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, FromQueryResult, IntoActiveModel};
use std::io::{Error, Read, Result as IoResult, Write};
use std::sync::OnceLock;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::spawn_blocking;

/// Each part is written in a transaction of its own.
const PART_BYTES: usize = 1 << 20;
/// Larger content, compressed, is not stored.
const MAX_STORED_BYTES: usize = 256 << 20;
/// The parts that wait to be decoded or written.
const WAITING_PARTS: usize = 2;
/// Fast rather than small: a row takes a third of its size.
const ZSTD_LEVEL: i32 = 1;

/// The first part is written last, so that its content is complete.
const WRITES_SQL: TenantSql = TenantSql::new(
    r"
        select write_id, parts, version
        from stored_figure
        where tenant_id = $1 and kind = $2 and part = 0
        order by stored_at desc
        limit 10
    ",
);

#[derive(FromQueryResult)]
struct StoredWrite {
    write_id: Uuid,
    parts: i32,
    version: String,
}

/// Why content could not be stored or loaded.
#[derive(Debug, thiserror::Error)]
pub enum StoredContentError {
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
    /// It could not be encoded or decoded, or is too large.
    #[error("the content could not be encoded or decoded")]
    Codec(#[from] Error),
    /// The encoder or decoder panicked.
    #[error("the task failed")]
    Task(#[from] tokio::task::JoinError),
}

/// What is stored.
#[derive(Clone, Debug)]
pub struct ContentKey {
    /// What it is, such as `purchase_plan`.
    pub kind: &'static str,
    /// What it depends on.
    pub version: String,
}

impl TenantDb {
    /// Decodes stored content of a kind, the newest whose version is wanted, and returns it with
    /// its version. What is wanted is found out only if there is any content.
    pub async fn load_content<V, T: Send + 'static>(
        &self,
        kind: &'static str,
        wanted: impl Future<Output = Result<V, StoredContentError>>,
        is_wanted: impl Fn(&str, &V) -> bool,
        decode: impl FnOnce(&mut dyn Read) -> IoResult<T> + Clone + Send + 'static,
    ) -> Result<Option<(String, T)>, StoredContentError> {
        for write in self.find_writes(kind, wanted, is_wanted).await? {
            let (sender, receiver) = channel(WAITING_PARTS);
            let decode = decode.clone();
            let decoded = spawn_blocking(move || {
                let mut content = zstd::Decoder::new(ReceivedParts::new(receiver))?;
                decode(&mut content)
            });
            let is_complete = self.send_parts(kind, &write, sender).await?;
            let decoded = decoded.await?;
            // Another server may have replaced it meanwhile.
            if is_complete {
                return Ok(Some((write.version, decoded?)));
            }
        }
        Ok(None)
    }

    /// Whether there is content of a kind whose version is wanted.
    pub async fn has_content<V>(
        &self,
        kind: &'static str,
        wanted: impl Future<Output = Result<V, StoredContentError>>,
        is_wanted: impl Fn(&str, &V) -> bool,
    ) -> Result<bool, StoredContentError> {
        let writes = self.find_writes(kind, wanted, is_wanted).await?;
        Ok(!writes.is_empty())
    }

    /// What is stored of a kind, if its version is wanted.
    async fn find_writes<V>(
        &self,
        kind: &'static str,
        wanted: impl Future<Output = Result<V, StoredContentError>>,
        is_wanted: impl Fn(&str, &V) -> bool,
    ) -> Result<Vec<StoredWrite>, StoredContentError> {
        let mut writes: Vec<StoredWrite> = self.query_rows(WRITES_SQL, vec![kind.into()]).await?;
        if !writes.is_empty() {
            let wanted = wanted.await?;
            writes.retain(|write| is_wanted(&write.version, &wanted));
        }
        Ok(writes)
    }

    /// Sends all parts. False if one is missing.
    async fn send_parts(
        &self,
        kind: &'static str,
        write: &StoredWrite,
        sender: Sender<Vec<u8>>,
    ) -> Result<bool, DbError> {
        for part in 0..write.parts {
            let row = self
                .find::<Entity>()
                .filter(Column::Kind.eq(kind))
                .filter(Column::WriteId.eq(write.write_id))
                .filter(Column::Part.eq(part))
                .one()
                .await?;
            let Some(row) = row else {
                return Ok(false);
            };
            if sender.send(row.content).await.is_err() {
                // The decoder has ended, and says why.
                break;
            }
        }
        Ok(true)
    }
}

impl Database {
    /// Stores content in place of all other content of its kind. If that fails, no part of it stays.
    pub async fn store_content(
        &self,
        access: &Access,
        key: ContentKey,
        now: DateTime<Utc>,
        encode: impl FnOnce(&mut dyn Write) -> IoResult<()> + Send + 'static,
    ) -> Result<(), StoredContentError> {
        let write = ContentWrite {
            database: self,
            access,
            write_id: name_write(now, &key.version),
            key,
            now,
        };
        let (sender, receiver) = channel(WAITING_PARTS);
        let encoded = spawn_blocking(move || {
            let parts = SentParts {
                sender,
                part: Vec::with_capacity(PART_BYTES),
                bytes: 0,
            };
            let mut compressed = zstd::Encoder::new(parts, ZSTD_LEVEL)?;
            encode(&mut compressed)?;
            compressed.finish()?.finish()
        });
        let stored = async {
            let first = write.insert_parts(receiver).await?;
            encoded.await??;
            if let Some((first, count)) = first {
                write.insert_part(0, count, first).await?;
            }
            Ok(())
        };
        let stored = stored.await;
        let is_outdated = match &stored {
            Ok(()) => Column::WriteId.ne(write.write_id),
            Err(_) => Column::WriteId.eq(write.write_id),
        };
        let deleted = write.delete_parts(is_outdated).await;
        stored.and(deleted.map_err(Into::into))
    }
}

/// Content that is being written.
struct ContentWrite<'a> {
    database: &'a Database,
    access: &'a Access,
    key: ContentKey,
    write_id: Uuid,
    now: DateTime<Utc>,
}

impl ContentWrite<'_> {
    /// Inserts all parts but the first one, which it returns with the number of parts.
    async fn insert_parts(
        &self,
        mut parts: Receiver<Vec<u8>>,
    ) -> Result<Option<(Vec<u8>, i32)>, DbError> {
        let Some(first) = parts.recv().await else {
            return Ok(None);
        };
        let mut count = 1;
        while let Some(part) = parts.recv().await {
            self.insert_part(count, 0, part).await?;
            count += 1;
        }
        Ok(Some((first, count)))
    }

    async fn insert_part(&self, part: i32, parts: i32, content: Vec<u8>) -> Result<(), DbError> {
        let row = Model {
            tenant_id: Uuid::nil(),
            kind: self.key.kind.to_owned(),
            write_id: self.write_id,
            part,
            parts,
            version: self.key.version.clone(),
            content,
            stored_at: self.now,
        };
        let db = self.database.begin_independent_write(self.access).await?;
        db.insert::<ActiveModel>(row.into_active_model()).await?;
        db.commit().await
    }

    async fn delete_parts(&self, condition: Expr) -> Result<(), DbError> {
        let db = self.database.begin_independent_write(self.access).await?;
        db.delete::<Entity>()
            .filter(Column::Kind.eq(self.key.kind))
            .filter(condition)
            .exec()
            .await?;
        db.commit().await
    }
}

/// A name that no other server gives.
fn name_write(at: DateTime<Utc>, version: &str) -> Uuid {
    let mut hash = Context::new(&SHA256);
    hash.update(format!("{version} {at:?} {}", std::process::id()).as_bytes());
    let mut bytes = [0; 16];
    let digest = hash.finish();
    digest
        .as_ref()
        .iter()
        .zip(&mut bytes)
        .for_each(|(from, to)| *to = *from);
    Uuid::from_bytes(bytes)
}

/// Parts as they arrive.
struct ReceivedParts {
    receiver: Receiver<Vec<u8>>,
    part: std::io::Cursor<Vec<u8>>,
}

impl ReceivedParts {
    fn new(receiver: Receiver<Vec<u8>>) -> Self {
        Self {
            receiver,
            part: std::io::Cursor::default(),
        }
    }
}

impl Read for ReceivedParts {
    fn read(&mut self, buffer: &mut [u8]) -> IoResult<usize> {
        loop {
            let read = self.part.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            match self.receiver.blocking_recv() {
                Some(part) => self.part = std::io::Cursor::new(part),
                None => return Ok(0),
            }
        }
    }
}

/// Sends what is written in parts.
struct SentParts {
    sender: Sender<Vec<u8>>,
    part: Vec<u8>,
    /// Of all parts.
    bytes: usize,
}

impl SentParts {
    fn send(&mut self, part: Vec<u8>) -> IoResult<()> {
        self.bytes += part.len();
        if self.bytes > MAX_STORED_BYTES {
            return Err(Error::other("the content is too large to store"));
        }
        self.sender
            .blocking_send(part)
            .map_err(|_| Error::other("the parts are no longer written"))
    }

    /// Sends the last part.
    fn finish(mut self) -> IoResult<()> {
        let last = std::mem::take(&mut self.part);
        if last.is_empty() {
            Ok(())
        } else {
            self.send(last)
        }
    }
}

impl Write for SentParts {
    fn write(&mut self, bytes: &[u8]) -> IoResult<usize> {
        let taken = bytes.len().min(PART_BYTES - self.part.len());
        self.part
            .extend_from_slice(bytes.get(..taken).unwrap_or_default());
        if self.part.len() == PART_BYTES {
            let full = std::mem::replace(&mut self.part, Vec::with_capacity(PART_BYTES));
            self.send(full)?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> IoResult<()> {
        Ok(())
    }
}

/// Hash of the program's file, read once: another build may encode or compute otherwise.
pub fn read_program_hash() -> IoResult<&'static [u8]> {
    static HASH: OnceLock<Vec<u8>> = OnceLock::new();
    if let Some(hash) = HASH.get() {
        return Ok(hash);
    }
    let mut program = std::fs::File::open(std::env::current_exe()?)?;
    let (mut hash, mut buffer) = (Context::new(&SHA256), vec![0; 1 << 20]);
    loop {
        let read = program.read(&mut buffer)?;
        if read == 0 {
            break;
        }
        hash.update(buffer.get(..read).unwrap_or_default());
    }
    Ok(HASH.get_or_init(|| hash.finish().as_ref().to_vec()))
}

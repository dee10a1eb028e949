//! Keeps figures that took long to compute in the database, so that they are there after a restart
//! and when memory no longer holds them.

use super::DataState;
use super::figure_cache::{FigureKey, StoredFigure};
use crate::auth::Scope;
use crate::db::{DbError, TenantSql};
use aws_lc_rs::digest::{Context, SHA256};
use chrono::{DateTime, Utc};
use data_encoding::HEXLOWER;
use entities::stored_figure::{ActiveModel, Column, Entity, Model};
use sea_orm::prelude::Uuid;
use sea_orm::{ColumnTrait, FromQueryResult, IntoActiveModel};
use std::fmt;
use std::io::Read;
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::task::spawn_blocking;

/// Figures that are computed faster are not stored.
pub(super) const STORED_FROM: Duration = Duration::from_millis(500);
/// Each part is written in a transaction of its own, so that other writers wait only shortly.
const PART_BYTES: usize = 1 << 20;
/// Larger figures are not stored.
const MAX_STORED_BYTES: usize = 256 << 20;
/// Fast rather than small: a row takes a third of its size.
const ZSTD_LEVEL: i32 = 1;

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

/// Why figures could not be stored or loaded.
#[derive(Debug, thiserror::Error)]
enum StoreError {
    #[error(transparent)]
    Db(#[from] DbError),
    #[error("the figures could not be encoded")]
    Codec(#[from] postcard::Error),
    #[error("the figures could not be compressed")]
    Io(#[from] std::io::Error),
    #[error("the task failed")]
    Task(#[from] tokio::task::JoinError),
}

/// The stored figures of this key, if this very program has computed them.
pub(super) async fn find_stored<T: StoredFigure>(scope: &Scope, key: &FigureKey) -> Option<T> {
    let found = load_stored(scope, key, |stored, wanted| stored == wanted).await;
    let (_, figures) = ignore_failure::<T, _>(found)??;
    Some(figures)
}

/// The stored figures of the data or the day before a key's, with the same settings and by this very
/// program, and their own key.
pub(super) async fn find_stored_before<T: StoredFigure>(
    scope: &Scope,
    key: &FigureKey,
) -> Option<(FigureKey, T)> {
    let found = load_stored(scope, key, StoredVersion::is_before).await;
    let (version, figures) = ignore_failure::<T, _>(found)??;
    Some((key.with_data(version.data), figures))
}

fn ignore_failure<T: StoredFigure, R>(result: Result<R, StoreError>) -> Option<R> {
    result
        .inspect_err(|error| warn_failure("could not load stored figures", T::KIND, error))
        .ok()
}

/// Stores figures in the background, in place of those of other keys.
pub(super) fn spawn_store<T: StoredFigure>(scope: Scope, key: FigureKey, figures: Arc<T>) {
    tokio::spawn(async move {
        if let Err(error) = store_figures(&scope, &key, figures).await {
            warn_failure("could not store figures", T::KIND, &error);
        }
    });
}

fn warn_failure(event: &str, kind: &str, error: &StoreError) {
    let error = error as &dyn std::error::Error;
    tracing::warn!(error, kind, "{event}");
}

async fn load_stored<T: StoredFigure>(
    scope: &Scope,
    key: &FigureKey,
    is_wanted: impl Fn(&StoredVersion, &StoredVersion) -> bool,
) -> Result<Option<(StoredVersion, T)>, StoreError> {
    let db = scope.read_db().await?;
    let writes: Vec<StoredWrite> = db.query_rows(WRITES_SQL, vec![T::KIND.into()]).await?;
    if writes.is_empty() {
        return Ok(None);
    }
    let version = StoredVersion::read(T::KIND, key).await?;
    for write in writes {
        let stored = StoredVersion::parse(&write.version);
        let Some(stored) = stored.filter(|stored| is_wanted(stored, &version)) else {
            continue;
        };
        let parts = db
            .find::<Entity>()
            .filter(Column::Kind.eq(T::KIND))
            .filter(Column::WriteId.eq(write.write_id))
            .order_by_asc(Column::Part)
            .all()
            .await?;
        // Another server may be writing them, or may have replaced them.
        if usize::try_from(write.parts).is_ok_and(|count| count == parts.len()) {
            let figures = spawn_blocking(move || decode(&parts)).await??;
            return Ok(Some((stored, figures)));
        }
    }
    Ok(None)
}

async fn store_figures<T: StoredFigure>(
    scope: &Scope,
    key: &FigureKey,
    figures: Arc<T>,
) -> Result<(), StoreError> {
    let version = StoredVersion::read(T::KIND, key).await?.to_string();
    let content = spawn_blocking(move || encode(&*figures)).await??;
    if content.len() > MAX_STORED_BYTES {
        tracing::warn!(
            kind = T::KIND,
            bytes = content.len(),
            "figures are too large to store"
        );
        return Ok(());
    }
    let write_id = name_write(scope.now(), &version);
    let count = content.len().div_ceil(PART_BYTES).max(1);
    for (part, bytes) in content.chunks(PART_BYTES).enumerate() {
        let row = Model {
            tenant_id: Uuid::nil(),
            kind: T::KIND.to_owned(),
            write_id,
            part: i32::try_from(part).unwrap_or(i32::MAX),
            parts: i32::try_from(count).unwrap_or(i32::MAX),
            version: version.clone(),
            content: bytes.to_vec(),
            stored_at: scope.now(),
        };
        let db = scope.metering_db().await?;
        db.insert::<ActiveModel>(row.into_active_model()).await?;
        db.commit().await?;
    }
    let db = scope.metering_db().await?;
    db.delete::<Entity>()
        .filter(Column::Kind.eq(T::KIND))
        .filter(Column::WriteId.ne(write_id))
        .exec()
        .await?;
    Ok(db.commit().await?)
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

fn encode<T: StoredFigure>(figures: &T) -> Result<Vec<u8>, StoreError> {
    let mut compressed = zstd::Encoder::new(Vec::new(), ZSTD_LEVEL)?;
    postcard::to_io(figures, &mut compressed)?;
    Ok(compressed.finish()?)
}

fn decode<T: StoredFigure>(parts: &[Model]) -> Result<T, StoreError> {
    let mut content = Vec::new();
    let compressed = parts
        .iter()
        .fold(Box::new(std::io::empty()) as Box<dyn Read>, |all, part| {
            Box::new(all.chain(part.content.as_slice()))
        });
    zstd::Decoder::new(compressed)?.read_to_end(&mut content)?;
    Ok(postcard::from_bytes(&content)?)
}

/// What stored figures depend on, as `<settings>:<data version>:<day>`.
#[derive(Debug, PartialEq, Eq)]
struct StoredVersion {
    /// Hash of the organization's settings and of the program: another build may compute others from
    /// the same rows.
    settings: String,
    data: DataState,
}

impl StoredVersion {
    async fn read(kind: &'static str, key: &FigureKey) -> Result<Self, StoreError> {
        let FigureKey {
            tenant,
            data,
            currency,
            edition,
        } = key;
        let text = format!("{kind} {tenant:?} {currency:?} {edition}");
        let settings = spawn_blocking(move || -> Result<String, std::io::Error> {
            let mut hash = Context::new(&SHA256);
            hash.update(read_build_hash()?);
            hash.update(text.as_bytes());
            Ok(HEXLOWER.encode(hash.finish().as_ref()))
        });
        Ok(Self {
            settings: settings.await??,
            data: *data,
        })
    }

    fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split(':');
        let (settings, version, day) = (parts.next()?, parts.next()?, parts.next()?);
        Some(Self {
            settings: settings.to_owned(),
            data: DataState {
                version: version.parse().ok()?,
                day: day.parse().ok()?,
            },
        })
    }

    fn is_before(&self, other: &Self) -> bool {
        self.settings == other.settings && self.data < other.data
    }
}

impl fmt::Display for StoredVersion {
    fn fmt(&self, text: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DataState { version, day } = self.data;
        write!(text, "{}:{version}:{day}", self.settings)
    }
}

/// Hash of the program's file, read once.
fn read_build_hash() -> Result<&'static [u8], std::io::Error> {
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

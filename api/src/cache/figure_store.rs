//! Keeps figures that took long to compute in the database, so that they are there after a restart
//! and when memory no longer holds them.

use super::DataState;
use super::figure_cache::{FigureKey, StoredFigure};
use super::figure_decoder::decode_figures;
use crate::auth::Scope;
use crate::db::{ContentKey, StoredContentError, read_program_hash};
use aws_lc_rs::digest::{Context, SHA256};
use data_encoding::HEXLOWER;
use std::fmt;
use std::io::{Error, Write};
use std::sync::Arc;
use std::time::Duration;
use tokio::task::{JoinHandle, spawn_blocking};

/// Figures that are computed faster are not stored.
pub(super) const STORED_FROM: Duration = Duration::from_millis(500);

/// The stored figures of this key, if this very program has computed them.
pub(super) async fn find_stored<T: StoredFigure>(scope: &Scope, key: &FigureKey) -> Option<T> {
    let found = load_stored(scope, key, |stored, wanted| stored == wanted).await;
    let (_, figures) = ignore_failure::<T, _>(found)??;
    Some(figures)
}

/// Whether this very program has computed and stored the figures of this key.
pub(super) async fn is_stored<T: StoredFigure>(scope: &Scope, key: &FigureKey) -> bool {
    let find = async {
        let is_wanted = |text: &str, version: &StoredVersion| {
            StoredVersion::parse(text).is_some_and(|stored| stored == *version)
        };
        let db = scope.read_db().await?;
        let version = StoredVersion::read(T::KIND, key);
        db.has_content(T::KIND, version, is_wanted).await
    };
    ignore_failure::<T, _>(find.await).unwrap_or(false)
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

fn ignore_failure<T: StoredFigure, R>(result: Result<R, StoredContentError>) -> Option<R> {
    result
        .inspect_err(|error| warn_failure("could not load stored figures", T::KIND, error))
        .ok()
}

/// Stores figures in the background, in place of those of other keys. The task returns whether they
/// are stored.
pub(super) fn spawn_store<T: StoredFigure>(
    scope: Scope,
    key: FigureKey,
    figures: Arc<T>,
) -> JoinHandle<bool> {
    tokio::spawn(async move {
        let stored = store_figures(&scope, &key, figures).await;
        let stored =
            stored.inspect_err(|error| warn_failure("could not store figures", T::KIND, error));
        stored.is_ok()
    })
}

fn warn_failure(event: &str, kind: &str, error: &StoredContentError) {
    let error = error as &dyn std::error::Error;
    tracing::warn!(error, kind, "{event}");
}

async fn load_stored<T: StoredFigure>(
    scope: &Scope,
    key: &FigureKey,
    is_wanted: impl Fn(&StoredVersion, &StoredVersion) -> bool,
) -> Result<Option<(StoredVersion, T)>, StoredContentError> {
    let version = StoredVersion::read(T::KIND, key);
    let is_wanted = |text: &str, version: &StoredVersion| {
        StoredVersion::parse(text).is_some_and(|stored| is_wanted(&stored, version))
    };
    let db = scope.read_db().await?;
    let found = db
        .load_content(T::KIND, version, is_wanted, decode_figures::<T>)
        .await?;
    Ok(found.and_then(|(text, figures)| Some((StoredVersion::parse(&text)?, figures))))
}

async fn store_figures<T: StoredFigure>(
    scope: &Scope,
    key: &FigureKey,
    figures: Arc<T>,
) -> Result<(), StoredContentError> {
    let key = ContentKey {
        kind: T::KIND,
        version: StoredVersion::read(T::KIND, key).await?.to_string(),
    };
    let encode = move |content: &mut dyn Write| {
        let written = postcard::to_io(&*figures, content);
        written.map(|_| ()).map_err(Error::other)
    };
    scope.store_content(key, encode).await
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
    async fn read(kind: &'static str, key: &FigureKey) -> Result<Self, StoredContentError> {
        let FigureKey {
            tenant,
            data,
            currency,
            edition,
        } = key;
        let text = format!("{kind} {tenant:?} {currency:?} {edition}");
        let settings = spawn_blocking(move || -> Result<String, Error> {
            let mut hash = Context::new(&SHA256);
            hash.update(read_program_hash()?);
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

//! Caches figures that several responses use.

use super::figure_store::{STORED_FROM, find_stored, find_stored_before, spawn_store};
use super::figure_turns::FigureTurns;
use super::{DataState, PREVIOUS_AFTER};
use crate::auth::Scope;
use crate::ids::TenantId;
use chrono::NaiveDate;
use futures_util::future::BoxFuture;
use moka::future::Cache;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::time::timeout;

/// Figures that a [`FigureCache`] keeps in memory.
pub trait CachedFigure: Send + Sync + 'static {
    /// Memory of all cached figures of this type. Figures that take more are computed for each
    /// request.
    const MAX_MEBIBYTES: u64;

    /// The memory of the figures, strings included. An estimate is enough.
    fn approximate_bytes(&self) -> usize;
}

/// Figures that are also kept in the database if they took long to compute.
pub trait StoredFigure: CachedFigure + Serialize + DeserializeOwned {
    /// What they are, such as `purchase_plan`.
    const KIND: &'static str;
}

/// Stored figures of an organization as of today, or of the day of the newest order line if that is
/// older than usual.
pub trait ComputedFigure: StoredFigure {
    /// What they are computed with besides the organization's rows: proofs of permissions, and other
    /// figures.
    type Inputs<'a>: Send;
    /// Why they were not computed.
    type Error: Clone + Send + Sync + 'static;

    /// The version of the settings that they depend on; 0 if there are none.
    fn read_edition(_scope: &Scope) -> BoxFuture<'_, Result<i64, Self::Error>> {
        Box::pin(async { Ok(0) })
    }

    /// Computes them, without loading other figures.
    fn compute<'a>(
        scope: &'a Scope,
        inputs: Self::Inputs<'a>,
    ) -> BoxFuture<'a, Result<Self, Self::Error>>;
}

/// The memory of rows with a number of strings.
pub fn estimate_row_bytes<R>(rows: &[R], strings: usize) -> usize {
    // What an allocation takes for a short id, name or unit.
    const STRING_BYTES: usize = 32;
    rows.len() * (size_of::<R>() + strings * STRING_BYTES)
}

/// Caches figures that several responses use, such as fitted models for a page and the assistant.
/// Their memory is bounded, so that organizations with many rows cannot fill the server.
///
/// A key is created from a scope. Permissions are not part of it, because callers present their
/// proofs first.
pub struct FigureCache<T> {
    figures: Cache<FigureKey, Arc<T>>,
    /// Since when earlier figures are given in place of those of a key.
    awaited: Cache<FigureKey, Instant>,
    /// Figures that take at least this long are stored.
    stored_from: Duration,
    turns: FigureTurns,
}

/// After this time without new figures, requests wait for them: something has gone wrong.
const MAX_OUTDATED: Duration = Duration::from_mins(30);
/// Keys whose waiting time is known.
const MAX_AWAITED: u64 = 10_000;

/// What figures depend on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct FigureKey {
    pub(super) tenant: TenantId,
    pub(super) data: DataState,
    pub(super) currency: Option<String>,
    /// The version of the settings.
    pub(super) edition: i64,
}

impl FigureKey {
    fn new(scope: &Scope, day: NaiveDate, edition: i64) -> Self {
        let organization = scope.access().organization();
        Self {
            tenant: organization.id,
            data: DataState {
                version: organization.data_version,
                day,
            },
            currency: organization.currency.clone(),
            edition,
        }
    }

    /// The key of the same figures from other rows.
    pub(super) fn with_data(&self, data: DataState) -> Self {
        Self {
            data,
            ..self.clone()
        }
    }

    /// Whether the figures are the same from earlier rows.
    fn is_before(&self, other: &Self) -> bool {
        self.data < other.data && self.with_data(other.data) == *other
    }
}

/// Figures that are there now.
pub struct AvailableFigures<T> {
    /// The figures, those of the data before if newer ones take long.
    pub figures: Arc<T>,
    /// The day for which they were computed.
    pub day: NaiveDate,
    /// Whether newer ones are being computed; none if not, as in the `meta` of a response.
    pub is_updating: Option<bool>,
}

impl<T> Clone for FigureCache<T> {
    fn clone(&self) -> Self {
        Self {
            figures: self.figures.clone(),
            awaited: self.awaited.clone(),
            stored_from: self.stored_from,
            turns: self.turns.clone(),
        }
    }
}

impl<T: CachedFigure> Default for FigureCache<T> {
    fn default() -> Self {
        // In kibibytes: the size of an entry is a u32.
        let size = |_: &FigureKey, figures: &Arc<T>| {
            u32::try_from(figures.approximate_bytes() / 1024)
                .unwrap_or(u32::MAX)
                .saturating_add(1)
        };
        Self {
            figures: Cache::builder()
                .weigher(size)
                .max_capacity(T::MAX_MEBIBYTES * 1024)
                .time_to_idle(Duration::from_mins(10))
                .build(),
            awaited: Cache::builder()
                .max_capacity(MAX_AWAITED)
                .time_to_live(Duration::from_hours(24))
                .build(),
            stored_from: STORED_FROM,
            turns: FigureTurns::default(),
        }
    }
}

impl<T: CachedFigure> FigureCache<T> {
    /// The cached figures of the scope's data as of a date, or the result of `compute`, which runs
    /// once for concurrent requests.
    pub async fn get_or_compute<F, E>(
        &self,
        scope: &Scope,
        as_of: NaiveDate,
        compute: F,
    ) -> Result<Arc<T>, E>
    where
        F: Future<Output = Result<T, E>>,
        E: Clone + Send + Sync + 'static,
    {
        self.get_or_compute_key(FigureKey::new(scope, as_of, 0), compute)
            .await
    }

    async fn get_or_compute_key<F, E>(&self, key: FigureKey, compute: F) -> Result<Arc<T>, E>
    where
        F: Future<Output = Result<T, E>>,
        E: Clone + Send + Sync + 'static,
    {
        self.figures
            .try_get_with(key, async { compute.await.map(Arc::new) })
            .await
            .map_err(Arc::unwrap_or_clone)
    }
}

impl<T: StoredFigure> FigureCache<T> {
    /// A cache that computes figures in turns, and stores those which take at least this long.
    #[must_use]
    pub fn storing_from(self, stored_from: Duration, turns: &FigureTurns) -> Self {
        Self {
            stored_from,
            turns: turns.clone(),
            ..self
        }
    }

    /// Like [`Self::get_or_compute`], for figures that are also stored. `edition`: the version of
    /// the settings that they depend on; 0 if there are none.
    pub async fn load_or_compute<F, E>(
        &self,
        scope: &Scope,
        as_of: NaiveDate,
        edition: i64,
        compute: F,
    ) -> Result<Arc<T>, E>
    where
        F: Future<Output = Result<T, E>>,
        E: Clone + Send + Sync + 'static,
    {
        let key = FigureKey::new(scope, as_of, edition);
        let load = async {
            if let Some(stored) = find_stored(scope, &key).await {
                return Ok(Arc::new(stored));
            }
            let turn = self.turns.take(key.tenant).await;
            let began = Instant::now();
            let figures = Arc::new(compute.await?);
            drop(turn);
            if began.elapsed() >= self.stored_from {
                spawn_store(scope.clone(), key.clone(), Arc::clone(&figures));
            }
            Ok(figures)
        };
        self.figures
            .try_get_with(key.clone(), load)
            .await
            .map_err(Arc::unwrap_or_clone)
    }
}

impl<T: ComputedFigure> FigureCache<T> {
    /// The figures, computed once per version of the data and of their settings. The latter is read
    /// every time, so that figures never predate a change by the caller.
    pub fn load<'a>(
        &'a self,
        scope: &'a Scope,
        inputs: T::Inputs<'a>,
    ) -> BoxFuture<'a, Result<Arc<T>, T::Error>> {
        Box::pin(async move {
            let edition = T::read_edition(scope).await?;
            self.load_edition(scope, edition, inputs).await
        })
    }

    /// Like [`Self::load`]. If that takes long and only data or day have changed, the figures before.
    /// The precomputation goes on meanwhile.
    pub fn load_available<'a>(
        &'a self,
        scope: &'a Scope,
        inputs: T::Inputs<'a>,
    ) -> BoxFuture<'a, Result<AvailableFigures<T>, T::Error>> {
        Box::pin(async move {
            let edition = T::read_edition(scope).await?;
            let mut load = self.load_edition(scope, edition, inputs);
            let figures = if let Ok(loaded) = timeout(PREVIOUS_AFTER, &mut load).await {
                loaded?
            } else {
                let key = FigureKey::new(scope, scope.as_of(), edition);
                if let Some(previous) = self.find_previous(scope, &key).await {
                    return Ok(previous);
                }
                load.await?
            };
            Ok(AvailableFigures {
                figures,
                day: scope.as_of(),
                is_updating: None,
            })
        })
    }

    fn load_edition<'a>(
        &'a self,
        scope: &'a Scope,
        edition: i64,
        inputs: T::Inputs<'a>,
    ) -> BoxFuture<'a, Result<Arc<T>, T::Error>> {
        let compute = T::compute(scope, inputs);
        Box::pin(self.load_or_compute(scope, scope.as_of(), edition, compute))
    }

    async fn find_previous(&self, scope: &Scope, key: &FigureKey) -> Option<AvailableFigures<T>> {
        let since = self.awaited.get_with(key.clone(), async { Instant::now() });
        if since.await.elapsed() > MAX_OUTDATED {
            return None;
        }
        let in_memory = self
            .figures
            .iter()
            .map(|(found, _)| found)
            .filter(|found| found.is_before(key))
            .max_by_key(|found| found.data);
        let found = if let Some(found) = in_memory {
            (*found).clone()
        } else {
            let (found, figures) = find_stored_before(scope, key).await?;
            self.figures.insert(found.clone(), Arc::new(figures)).await;
            found
        };
        Some(AvailableFigures {
            // Read, so that they stay as long as they are asked for.
            figures: self.figures.get(&found).await?,
            day: found.data.day,
            is_updating: Some(true),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sea_orm::prelude::Uuid;

    /// Figures of a size.
    struct SizedFigures(usize);

    impl CachedFigure for SizedFigures {
        const MAX_MEBIBYTES: u64 = 4;

        fn approximate_bytes(&self) -> usize {
            self.0
        }
    }

    fn key(tenant: TenantId, data_version: i64) -> FigureKey {
        FigureKey {
            tenant,
            data: DataState {
                version: data_version,
                day: NaiveDate::MIN,
            },
            currency: None,
            edition: 0,
        }
    }

    #[tokio::test]
    async fn figures_are_bounded_in_bytes_and_computed_once() {
        let tenant = TenantId(Uuid::from_u128(1));
        let cache = FigureCache::<SizedFigures>::default();
        let load = async |data_version, bytes: usize| {
            let compute = async { Ok::<_, ()>(SizedFigures(bytes)) };
            let key = key(tenant, data_version);
            let figures = cache.get_or_compute_key(key, compute).await;
            cache.figures.run_pending_tasks().await;
            figures.unwrap().0
        };
        for data_version in 0..20 {
            assert_eq!(load(data_version, 1 << 20).await, 1 << 20);
            assert!(cache.figures.weighted_size() <= 4 << 10);
        }
        assert!((1..=4).contains(&cache.figures.entry_count()));

        let small = FigureCache::<SizedFigures>::default();
        let load = async |bytes: usize| {
            let compute = async { Ok::<_, ()>(SizedFigures(bytes)) };
            let figures = small.get_or_compute_key(key(tenant, 1), compute).await;
            figures.unwrap().0
        };
        assert_eq!((load(1).await, load(2).await), (1, 1));
    }
}

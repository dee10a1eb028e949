//! Caches figures that several responses use.

use super::figure_resources::{CacheId, FigureResources};
use super::figure_store::{find_stored, find_stored_before, is_stored, spawn_store};
use super::{DataState, PREVIOUS_AFTER};
use crate::auth::Scope;
use crate::ids::TenantId;
use chrono::NaiveDate;
use futures_util::future::BoxFuture;
use moka::future::Cache;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// Figures that a [`FigureCache`] keeps in memory.
pub trait CachedFigure: Send + Sync + 'static {
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
/// The memory of all figures is bounded, so that organizations with many rows cannot fill the server.
///
/// A key is created from a scope. Permissions are not part of it, because callers present their
/// proofs first.
pub struct FigureCache<T> {
    id: CacheId,
    resources: Arc<FigureResources>,
    /// Since when earlier figures are given in place of those of a key.
    awaited: Cache<FigureKey, Instant>,
    figures: PhantomData<fn() -> T>,
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
            resources: Arc::clone(&self.resources),
            awaited: self.awaited.clone(),
            ..*self
        }
    }
}

impl<T: CachedFigure> Default for FigureCache<T> {
    fn default() -> Self {
        Self::new(&Arc::default())
    }
}

impl<T: CachedFigure> FigureCache<T> {
    /// A cache that shares these resources.
    pub fn new(resources: &Arc<FigureResources>) -> Self {
        Self {
            id: resources.memory.register_cache(),
            resources: Arc::clone(resources),
            awaited: Cache::builder()
                .max_capacity(MAX_AWAITED)
                .time_to_live(Duration::from_hours(24))
                .build(),
            figures: PhantomData,
        }
    }

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
        let load = async { compute.await.map(Arc::new) };
        let memory = &self.resources.memory;
        memory.get_or_load(self.id, key, load).await
    }
}

impl<T: StoredFigure> FigureCache<T> {
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
        let (figures, _) = self.load_or_compute_key(scope, &key, compute).await?;
        Ok(figures)
    }

    /// Like [`Self::load_or_compute`]. Also returns the task that stores the figures, if this call
    /// has computed them and they are stored.
    async fn load_or_compute_key<F, E>(
        &self,
        scope: &Scope,
        key: &FigureKey,
        compute: F,
    ) -> Result<(Arc<T>, Option<JoinHandle<bool>>), E>
    where
        F: Future<Output = Result<T, E>>,
        E: Clone + Send + Sync + 'static,
    {
        let mut storing = None;
        let load = async {
            if let Some(stored) = find_stored(scope, key).await {
                return Ok(Arc::new(stored));
            }
            let turn = self.resources.turns.take(key.tenant).await;
            let began = Instant::now();
            let figures = Arc::new(compute.await?);
            drop(turn);
            if began.elapsed() >= self.resources.stored_from {
                let figures = Arc::clone(&figures);
                storing = Some(spawn_store(scope.clone(), key.clone(), figures));
            }
            Ok(figures)
        };
        let memory = &self.resources.memory;
        // The future is large, so it is boxed.
        let figures = Box::pin(memory.get_or_load(self.id, key.clone(), load)).await?;
        Ok((figures, storing))
    }

    /// Whether the figures need not be computed: they are in memory or stored.
    pub async fn is_available(&self, scope: &Scope, as_of: NaiveDate, edition: i64) -> bool {
        let key = FigureKey::new(scope, as_of, edition);
        self.resources.memory.has(self.id, &key) || is_stored::<T>(scope, &key).await
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

    /// Computes the figures unless they are in memory or stored, so that requests don't wait for it.
    /// Stored ones don't stay in memory: the figures of all kinds together would take much of it, and
    /// many are never requested.
    pub fn prepare<'a>(
        &'a self,
        scope: &'a Scope,
        inputs: T::Inputs<'a>,
    ) -> BoxFuture<'a, Result<(), T::Error>> {
        Box::pin(async move {
            let edition = T::read_edition(scope).await?;
            if self.is_available(scope, scope.as_of(), edition).await {
                return Ok(());
            }
            let key = FigureKey::new(scope, scope.as_of(), edition);
            let compute = T::compute(scope, inputs);
            let (_, storing) = self.load_or_compute_key(scope, &key, compute).await?;
            if let Some(storing) = storing
                && storing.await.is_ok_and(|is_stored| is_stored)
            {
                self.resources.memory.remove(self.id, &key).await;
            }
            Ok(())
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
        let memory = &self.resources.memory;
        let in_memory = memory
            .keys(self.id)
            .filter(|found| found.is_before(key))
            .max_by_key(|found| found.data);
        let found = if let Some(found) = in_memory {
            found
        } else {
            let (found, figures) = find_stored_before(scope, key).await?;
            let figures = Arc::<T>::new(figures);
            memory.insert(self.id, found.clone(), figures).await;
            found
        };
        Some(AvailableFigures {
            // Read, so that they stay as long as they are asked for.
            figures: memory.get(self.id, &found).await?,
            day: found.data.day,
            is_updating: Some(true),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cache::figure_resources::FigureMemory;
    use sea_orm::prelude::Uuid;

    /// Figures of a size.
    struct SizedFigures(usize);

    impl CachedFigure for SizedFigures {
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

    fn share(max_mebibytes: u64) -> Arc<FigureResources> {
        Arc::new(FigureResources {
            memory: FigureMemory::new(max_mebibytes),
            ..FigureResources::default()
        })
    }

    async fn load(cache: &FigureCache<SizedFigures>, data_version: i64, bytes: usize) -> usize {
        let compute = async { Ok::<_, ()>(SizedFigures(bytes)) };
        let key = key(TenantId(Uuid::from_u128(1)), data_version);
        cache.get_or_compute_key(key, compute).await.unwrap().0
    }

    #[tokio::test]
    async fn all_figures_are_bounded_in_bytes_and_computed_once() {
        let resources = share(4);
        let caches = [FigureCache::new(&resources), FigureCache::new(&resources)];
        for data_version in 0..20 {
            for cache in &caches {
                assert_eq!(load(cache, data_version, 1 << 20).await, 1 << 20);
                let (_, kibibytes) = resources.memory.measure().await;
                assert!(kibibytes <= 4 << 10);
            }
        }
        assert!((1..=4).contains(&resources.memory.measure().await.0));

        let small = FigureCache::new(&share(4));
        assert_eq!((load(&small, 1, 1).await, load(&small, 1, 2).await), (1, 1));
    }

    #[tokio::test]
    async fn figures_stay_that_were_used_last() {
        let resources = share(4);
        let (often, other) = (FigureCache::new(&resources), FigureCache::new(&resources));
        for data_version in 0..10 {
            load(&often, 0, 1 << 20).await;
            load(&other, data_version, 1 << 20).await;
            resources.memory.measure().await;
        }
        // Had they been dropped, they would be computed with this size.
        assert_eq!(load(&often, 0, 7).await, 1 << 20);
        assert_eq!(load(&other, 9, 7).await, 1 << 20);
        assert_eq!(load(&other, 0, 7).await, 7);
    }
}

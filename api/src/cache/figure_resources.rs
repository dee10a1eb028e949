//! What the figures of all kinds share: memory, and turns to be computed.

use super::figure_cache::{CachedFigure, FigureKey};
use super::figure_store::STORED_FROM;
use super::figure_turns::FigureTurns;
use moka::future::Cache;
use moka::policy::EvictionPolicy;
use std::any::Any;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The memory of all cached figures of this process. Figures that take more are loaded or computed
/// for each request.
const MAX_MEBIBYTES: u64 = 320;
/// How long figures are kept without requests.
const MAX_IDLE: Duration = Duration::from_mins(10);

/// What the caches of figures share.
#[derive(Debug)]
pub struct FigureResources {
    /// Figures that take at least this long to compute are stored.
    pub(super) stored_from: Duration,
    pub(super) turns: FigureTurns,
    pub(super) memory: FigureMemory,
}

impl Default for FigureResources {
    fn default() -> Self {
        Self::storing_from(STORED_FROM)
    }
}

impl FigureResources {
    /// Unused resources. Figures that take at least this long to compute are stored.
    pub fn storing_from(stored_from: Duration) -> Self {
        Self {
            stored_from,
            turns: FigureTurns::default(),
            memory: FigureMemory::new(MAX_MEBIBYTES),
        }
    }

    /// How long figures take to compute that are stored.
    pub fn stored_from(&self) -> Duration {
        self.stored_from
    }
}

/// Figures in memory, those that were used last.
#[derive(Debug)]
pub(super) struct FigureMemory {
    figures: Cache<MemoryKey, CacheEntry>,
    caches: AtomicUsize,
}

/// A cache that uses the memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct CacheId(usize);

type MemoryKey = (CacheId, FigureKey);

#[derive(Clone, Debug)]
struct CacheEntry {
    /// Of the type of its cache.
    figures: Arc<dyn Any + Send + Sync>,
    kibibytes: u32,
}

impl CacheEntry {
    fn new<T: CachedFigure>(figures: Arc<T>) -> Self {
        let kibibytes = u32::try_from(figures.approximate_bytes() / 1024).unwrap_or(u32::MAX);
        Self {
            figures,
            kibibytes: kibibytes.saturating_add(1),
        }
    }

    fn into_figures<T: CachedFigure>(self) -> Arc<T> {
        let Ok(figures) = self.figures.downcast() else {
            unreachable!("a cache has figures of one type");
        };
        figures
    }
}

impl FigureMemory {
    pub(super) fn new(max_mebibytes: u64) -> Self {
        Self {
            figures: Cache::builder()
                // In kibibytes: the size of an entry is a u32.
                .weigher(|_, entry: &CacheEntry| entry.kibibytes)
                .max_capacity(max_mebibytes * 1024)
                // Figures of new data have not been asked for as often as those that they replace.
                .eviction_policy(EvictionPolicy::lru())
                .time_to_idle(MAX_IDLE)
                .build(),
            caches: AtomicUsize::default(),
        }
    }

    /// An id for a cache, which only has figures of one type.
    pub(super) fn register_cache(&self) -> CacheId {
        CacheId(self.caches.fetch_add(1, Ordering::Relaxed))
    }

    pub(super) async fn get<T: CachedFigure>(
        &self,
        cache: CacheId,
        key: &FigureKey,
    ) -> Option<Arc<T>> {
        let entry = self.figures.get(&(cache, key.clone())).await?;
        Some(entry.into_figures())
    }

    pub(super) fn has(&self, cache: CacheId, key: &FigureKey) -> bool {
        self.figures.contains_key(&(cache, key.clone()))
    }

    /// The figures, or those that `load` returns. It runs once for concurrent requests.
    pub(super) async fn get_or_load<T: CachedFigure, E: Clone + Send + Sync + 'static>(
        &self,
        cache: CacheId,
        key: FigureKey,
        load: impl Future<Output = Result<Arc<T>, E>>,
    ) -> Result<Arc<T>, E> {
        let load = async { load.await.map(CacheEntry::new) };
        let loaded = self.figures.try_get_with((cache, key), load).await;
        loaded
            .map(CacheEntry::into_figures)
            .map_err(Arc::unwrap_or_clone)
    }

    pub(super) async fn insert<T: CachedFigure>(
        &self,
        cache: CacheId,
        key: FigureKey,
        figures: Arc<T>,
    ) {
        let entry = CacheEntry::new(figures);
        self.figures.insert((cache, key), entry).await;
    }

    pub(super) async fn remove(&self, cache: CacheId, key: &FigureKey) {
        self.figures.invalidate(&(cache, key.clone())).await;
    }

    /// The keys of a cache's figures.
    pub(super) fn keys(&self, cache: CacheId) -> impl Iterator<Item = FigureKey> {
        let all = self.figures.iter();
        all.filter_map(move |(key, _)| (key.0 == cache).then(|| key.1.clone()))
    }

    #[cfg(test)]
    pub(super) async fn measure(&self) -> (u64, u64) {
        self.figures.run_pending_tasks().await;
        (self.figures.entry_count(), self.figures.weighted_size())
    }
}

//! Caches catalogs of what questions can name.

use crate::newest_cache::NewestCache;
use crate::shared_reads::SharedReads;
use std::hash::Hash;
use std::sync::Arc;
use std::time::Duration;

/// How long a catalog is kept without questions.
const MAX_IDLE: Duration = Duration::from_hours(1);

/// Catalogs by what they depend on besides the data version.
pub(super) struct CatalogCache<K, C> {
    catalogs: NewestCache<K, Arc<C>>,
    /// Questions that come while a catalog loads wait for it.
    loads: SharedReads<(K, i64), Arc<C>>,
}

impl<K, C> CatalogCache<K, C>
where
    K: Clone + Hash + Eq + Send + Sync + 'static,
    C: Send + Sync + 'static,
{
    /// A cache of as many catalogs as fit the memory; `bytes` is the size of one. A larger one is
    /// loaded for every question.
    pub(super) fn new(max_bytes: usize, bytes: fn(&Arc<C>) -> usize) -> Self {
        Self {
            catalogs: NewestCache::new(max_bytes, MAX_IDLE, bytes),
            loads: SharedReads::default(),
        }
    }

    /// The catalog of a key for the rows of a version, or the result of `load`, which runs once for
    /// concurrent questions.
    pub(super) async fn get_or_load<E, L: Future<Output = Result<C, E>>>(
        &self,
        key: K,
        data_version: i64,
        load: impl Fn() -> L,
    ) -> Result<Arc<C>, E> {
        if let Some(cached) = self.catalogs.get(&key, data_version).await {
            return Ok(cached);
        }
        let load = || async {
            if let Some(cached) = self.catalogs.get(&key, data_version).await {
                return Ok(cached);
            }
            let catalog = Arc::new(load().await?);
            let kept = Arc::clone(&catalog);
            self.catalogs.insert(key.clone(), data_version, kept).await;
            Ok(catalog)
        };
        self.loads.read((key.clone(), data_version), load).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::join_all;
    use std::cell::Cell;
    use std::convert::Infallible;
    use tokio::task::yield_now;

    #[tokio::test]
    async fn a_catalog_is_loaded_once_for_concurrent_questions() {
        let cache = CatalogCache::new(1 << 20, |names: &Arc<String>| names.len());
        let loads = Cell::new(0);
        let load = || async {
            loads.set(loads.get() + 1);
            yield_now().await;
            Ok::<_, Infallible>("names".to_owned())
        };
        let found = join_all((0..10).map(|_| cache.get_or_load((), 7, load))).await;
        assert!(found.iter().flatten().all(|names| **names == "names"));
        assert_eq!((found.len(), loads.get()), (10, 1));
        cache.get_or_load((), 8, load).await.unwrap();
        assert_eq!(loads.get(), 2);
    }
}

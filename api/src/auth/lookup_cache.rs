//! Lookups of callers, cached for a short time.

use crate::shared_reads::SharedReads;
use foldhash::quality::RandomState;
use moka::future::Cache;
use std::borrow::Borrow;
use std::hash::Hash;
use std::time::Duration;

/// Found values by keys that clients cannot add: tokens are hashed for every request, and the
/// default hash takes several times as long. Requests that miss the same value share one lookup.
pub(in crate::auth) struct LookupCache<K, V> {
    found: Cache<K, V, RandomState>,
    lookups: SharedReads<K, Option<V>>,
}

impl<K, V> LookupCache<K, V>
where
    K: Clone + Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    /// A cache of `capacity` values, each for `age`.
    pub(in crate::auth) fn new(capacity: u64, age: Duration) -> Self {
        Self {
            found: Cache::builder()
                .max_capacity(capacity)
                .time_to_live(age)
                .build_with_hasher(RandomState::default()),
            lookups: SharedReads::default(),
        }
    }

    /// The cached value.
    pub(in crate::auth) async fn get<Q: Hash + Eq + ?Sized>(&self, key: &Q) -> Option<V>
    where
        K: Borrow<Q>,
    {
        self.found.get(key).await
    }

    /// The cached value, or the one that `find` returns, which is cached. None is not cached.
    pub(in crate::auth) async fn get_or_find<E, F: Future<Output = Result<Option<V>, E>>>(
        &self,
        key: K,
        find: impl Fn() -> F,
    ) -> Result<Option<V>, E> {
        if let Some(known) = self.found.get(&key).await {
            return Ok(Some(known));
        }
        let look_up = || async {
            // Another request may have found it while this one waited.
            if let Some(known) = self.found.get(&key).await {
                return Ok(Some(known));
            }
            let found = find().await?;
            if let Some(value) = &found {
                self.found.insert(key.clone(), value.clone()).await;
            }
            Ok(found)
        };
        self.lookups.read(key.clone(), look_up).await
    }

    /// Caches a value.
    pub(in crate::auth) async fn insert(&self, key: K, value: V) {
        self.found.insert(key, value).await;
    }

    /// Drops the value of a key.
    pub(in crate::auth) async fn invalidate(&self, key: &K) {
        self.found.invalidate(key).await;
    }

    /// Drops all values.
    pub(in crate::auth) fn invalidate_all(&self) {
        self.found.invalidate_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::join_all;
    use std::cell::Cell;
    use tokio::task::yield_now;

    #[tokio::test]
    async fn requests_share_a_lookup_and_what_is_not_found_is_looked_up_again() {
        let cache = LookupCache::<u8, u8>::new(10, Duration::from_mins(1));
        let lookups = Cell::new(0);
        let find = |found: Option<u8>| {
            let lookups = &lookups;
            move || async move {
                lookups.set(lookups.get() + 1);
                yield_now().await;
                Ok::<_, ()>(found)
            }
        };
        let found = join_all((0..20).map(|_| cache.get_or_find(1, find(Some(7))))).await;
        assert_eq!(found, vec![Ok(Some(7)); 20]);
        assert_eq!(lookups.get(), 1);
        cache.invalidate(&1).await;
        assert_eq!(cache.get_or_find(1, find(None)).await, Ok(None));
        assert_eq!(cache.get_or_find(1, find(Some(8))).await, Ok(Some(8)));
        assert_eq!((lookups.get(), cache.get(&1).await), (3, Some(8)));
    }
}

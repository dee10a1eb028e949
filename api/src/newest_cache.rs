//! Caches what depends on an organization's rows, for their newest version only.

use moka::future::Cache;
use moka::ops::compute::Op;
use std::fmt;
use std::hash::Hash;
use std::time::Duration;

/// Values by key, each for the newest data version that was inserted. The key has the organization.
/// Replaced values are freed at once, because requests after a sync read the new data.
#[derive(Clone)]
pub struct NewestCache<K, V> {
    values: Cache<K, Versioned<V>>,
}

#[derive(Clone)]
struct Versioned<V> {
    data_version: i64,
    value: V,
}

impl<K, V> fmt::Debug for NewestCache<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewestCache").finish_non_exhaustive()
    }
}

impl<K, V> NewestCache<K, V>
where
    K: Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    /// A cache of at most `max_bytes`. Values that are not requested for `max_idle` are evicted.
    /// `bytes` is the size of a value; a larger one than `max_bytes` is not kept.
    pub fn new(max_bytes: usize, max_idle: Duration, bytes: fn(&V) -> usize) -> Self {
        let values = Cache::builder()
            // In kibibytes: the size of an entry is a u32.
            .weigher(move |_, entry: &Versioned<V>| {
                u32::try_from(bytes(&entry.value) / 1024 + 1).unwrap_or(u32::MAX)
            })
            .max_capacity(u64::try_from(max_bytes / 1024).unwrap_or(u64::MAX))
            .time_to_idle(max_idle)
            .build();
        Self { values }
    }

    /// The value for the rows of a version.
    pub async fn get(&self, key: &K, data_version: i64) -> Option<V> {
        let found = self.values.get(key).await?;
        (found.data_version == data_version).then_some(found.value)
    }

    /// Replaces the value of a key, unless it is for newer rows.
    pub async fn insert(&self, key: K, data_version: i64, value: V) {
        let new = Versioned {
            data_version,
            value,
        };
        let entry = self.values.entry(key);
        let replaced = entry.and_compute_with(|known| async {
            let is_newer = known.is_some_and(|known| known.value().data_version > data_version);
            if is_newer { Op::Nop } else { Op::Put(new) }
        });
        replaced.await;
        // Records of earlier reads hold the replaced value.
        self.values.run_pending_tasks().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[tokio::test]
    async fn only_the_newest_version_is_kept() {
        let cache = NewestCache::new(1 << 20, Duration::from_mins(1), |text: &Arc<str>| {
            text.len()
        });
        let (old, new): (Arc<str>, Arc<str>) = ("old".into(), "new".into());
        cache.insert("north", 1, Arc::clone(&old)).await;
        cache.insert("south", 1, Arc::clone(&old)).await;
        assert_eq!(cache.get(&"north", 1).await.as_deref(), Some("old"));
        cache.insert("north", 2, new).await;
        assert_eq!(cache.get(&"north", 1).await, None);
        assert_eq!(cache.get(&"north", 2).await.as_deref(), Some("new"));
        // Those of the south, and here.
        assert_eq!(Arc::strong_count(&old), 2);
        // A load that began earlier can end later.
        cache.insert("north", 1, Arc::clone(&old)).await;
        assert_eq!(cache.get(&"north", 2).await.as_deref(), Some("new"));
        assert_eq!(Arc::strong_count(&old), 2);
    }

    #[tokio::test]
    async fn a_value_beyond_the_memory_is_not_kept() {
        let cache = NewestCache::new(1 << 20, Duration::from_mins(1), Vec::<u8>::len);
        cache.insert("north", 1, vec![0; 1 << 21]).await;
        assert_eq!(cache.get(&"north", 1).await, None);
    }
}

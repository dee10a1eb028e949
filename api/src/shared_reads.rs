//! Reads that concurrent requests share.

use moka::future::Cache;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::OnceCell;

/// Keys that are remembered. Reads of a forgotten key are only shared less.
const MAX_KEYS: u64 = 4_096;
const MAX_IDLE: Duration = Duration::from_secs(10);

/// Lets requests that wait for the same rows read them once, for instance when all browsers of an
/// organization refresh after a sync. A value is never older than the request for it: while one read
/// is in progress, all requests that come in share the next.
///
/// A value must depend on its key only, which has the organization. Callers check permissions
/// themselves.
pub struct SharedReads<K, V> {
    reads: Cache<K, Arc<Turns<V>>>,
}

/// The reads of a key, one after the other.
#[derive(Debug)]
struct Turns<V> {
    running: tokio::sync::Mutex<()>,
    /// The read that has not begun. Empty if it failed.
    next: Mutex<Arc<OnceCell<Option<V>>>>,
}

impl<V> Default for Turns<V> {
    fn default() -> Self {
        Self {
            running: tokio::sync::Mutex::default(),
            next: Mutex::default(),
        }
    }
}

impl<V: Clone> Turns<V> {
    async fn read<E, R: Future<Output = Result<V, E>>>(
        &self,
        read: impl Fn() -> R,
    ) -> Result<V, E> {
        let shared = Arc::clone(&self.lock_next());
        let mut failure = None;
        let value = shared
            .get_or_init(|| async {
                let _running = self.running.lock().await;
                // From here on, requests share another read.
                *self.lock_next() = Arc::default();
                read().await.map_err(|error| failure = Some(error)).ok()
            })
            .await;
        match (value, failure) {
            (Some(value), _) => Ok(value.clone()),
            (None, Some(error)) => Err(error),
            (None, None) => read().await,
        }
    }

    fn lock_next(&self) -> MutexGuard<'_, Arc<OnceCell<Option<V>>>> {
        self.next.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K, V> Default for SharedReads<K, V>
where
    K: Hash + Eq + Send + Sync + 'static,
    V: Send + Sync + 'static,
{
    fn default() -> Self {
        Self {
            reads: Cache::builder()
                .max_capacity(MAX_KEYS)
                .time_to_idle(MAX_IDLE)
                .build(),
        }
    }
}

impl<K, V> SharedReads<K, V>
where
    K: Hash + Eq + Send + Sync + 'static,
    V: Clone + Send + Sync + 'static,
{
    /// The value that `read` returns, or that it returned to another request which began to wait
    /// before it was read. Requests that share a failed read read for themselves.
    pub async fn read<E, R: Future<Output = Result<V, E>>>(
        &self,
        key: K,
        read: impl Fn() -> R,
    ) -> Result<V, E> {
        let turns = self.reads.get_with(key, async { Arc::default() }).await;
        turns.read(read).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::future::{join, join_all};
    use std::cell::Cell;
    use std::convert::Infallible;
    use std::pin::pin;
    use tokio::task::yield_now;

    /// Rows that change, and how often they were read.
    #[derive(Default)]
    struct Rows {
        value: Cell<u32>,
        reads: Cell<u32>,
    }

    impl Rows {
        async fn read(&self) -> Result<u32, Infallible> {
            self.reads.set(self.reads.get() + 1);
            let value = self.value.get();
            for _ in 0..10 {
                yield_now().await;
            }
            Ok(value)
        }
    }

    #[tokio::test]
    async fn requests_share_the_next_read_and_never_one_that_has_begun() {
        let turns = Turns::default();
        let rows = Rows::default();
        let early = turns.read(|| rows.read());
        let late = async {
            yield_now().await;
            assert_eq!(rows.reads.get(), 1);
            rows.value.set(7);
            join_all((0..50).map(|_| turns.read(|| rows.read()))).await
        };
        let (early, late) = join(early, late).await;
        assert_eq!(early, Ok(0));
        assert_eq!(late, vec![Ok(7); 50]);
        assert_eq!(rows.reads.get(), 2);
    }

    #[tokio::test]
    async fn a_failed_read_is_not_shared() {
        let turns = Turns::default();
        let attempts = Cell::new(0);
        let read = || async {
            attempts.set(attempts.get() + 1);
            let attempt = attempts.get();
            yield_now().await;
            if attempt == 2 {
                Err("no connection")
            } else {
                Ok(attempt)
            }
        };
        // The first one reads at once; the others share the second attempt.
        let results = join_all((0..4).map(|_| turns.read(read))).await;
        assert_eq!(results.iter().filter(|result| result.is_err()).count(), 1);
        assert_eq!(attempts.get(), 4);
    }

    #[tokio::test]
    async fn another_request_reads_when_the_first_one_ends_early() {
        let turns = Turns::default();
        let rows = Rows::default();
        let mut second = pin!(turns.read(|| rows.read()));
        {
            let mut first = pin!(turns.read(|| rows.read()));
            assert!(futures_util::poll!(&mut first).is_pending());
            assert!(futures_util::poll!(&mut second).is_pending());
        }
        rows.value.set(3);
        assert_eq!(second.await, Ok(3));
    }
}

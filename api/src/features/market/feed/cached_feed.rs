//! Caches the last good answer of a feed: requests it at most every 15 minutes, and while the
//! provider fails serves the old answer with its age for at most a day.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};

use super::{Feed, FeedError};
use crate::clock::Clock;

/// Maximum age without a new request.
const MAX_FRESH_AGE: TimeDelta = TimeDelta::minutes(15);
/// Maximum age of a usable answer.
const MAX_USABLE_AGE: TimeDelta = TimeDelta::hours(24);
/// How long a feed without readers is cached. After that, its content is too old to show.
pub(super) const MAX_IDLE: Duration = Duration::from_hours(24);
/// Pause after a failed request.
const RETRY_DELAY: TimeDelta = TimeDelta::minutes(1);

/// State of a feed.
#[derive(Clone, Debug, PartialEq)]
pub enum FeedState<T> {
    /// No provider is configured.
    Disabled,
    /// An answer and the time of its request. `error`: why there is no newer one.
    Available {
        answer: Arc<T>,
        at: DateTime<Utc>,
        error: Option<FeedError>,
    },
    /// The provider has not answered within a day.
    Failed(FeedError),
}

/// A feed with its last good answer; clones share the cache.
pub struct CachedFeed<T>(Option<Arc<FeedFetcher<T>>>);

impl<T> Clone for CachedFeed<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

struct FeedFetcher<T> {
    feed: Box<dyn Feed<T>>,
    clock: Clock,
    cached: Mutex<CacheEntry<T>>,
    /// Held during a request: one at a time.
    fetch_lock: tokio::sync::Mutex<()>,
}

struct CacheEntry<T> {
    answer: Option<(Arc<T>, DateTime<Utc>)>,
    /// Error and time of the last attempt; none after a success.
    error: Option<(FeedError, DateTime<Utc>)>,
}

impl<T: Send + Sync + 'static> CachedFeed<T> {
    /// A feed without a provider.
    pub fn disabled() -> Self {
        Self(None)
    }

    /// A feed with this provider.
    pub fn new(feed: impl Feed<T> + 'static, clock: Clock) -> Self {
        Self::with_entry(feed, clock, None)
    }

    /// A feed with this provider, and its answer of now.
    pub fn with_answer(feed: impl Feed<T> + 'static, clock: Clock, answer: T) -> Self {
        let now = clock.now();
        Self::with_entry(feed, clock, Some((Arc::new(answer), now)))
    }

    fn with_entry(
        feed: impl Feed<T> + 'static,
        clock: Clock,
        answer: Option<(Arc<T>, DateTime<Utc>)>,
    ) -> Self {
        let entry = Mutex::new(CacheEntry {
            answer,
            error: None,
        });
        Self(Some(Arc::new(FeedFetcher {
            feed: Box::new(feed),
            clock,
            cached: entry,
            fetch_lock: tokio::sync::Mutex::new(()),
        })))
    }

    /// The current state. Waits for the provider only if there is no usable answer. An aged answer
    /// is returned immediately and refreshed in the background.
    pub async fn current_state(&self) -> FeedState<T> {
        let Some(desk) = &self.0 else {
            return FeedState::Disabled;
        };
        let (bulletin, due) = desk.peek_cache();
        match bulletin {
            Some(bulletin) => {
                if due {
                    let desk = Arc::clone(desk);
                    tokio::spawn(async move { desk.refresh_if_due().await });
                }
                bulletin
            }
            None => desk.wait_for_first().await,
        }
    }
}

impl<T> FeedFetcher<T> {
    /// The cached state, and whether a request is due.
    fn peek_cache(&self) -> (Option<FeedState<T>>, bool) {
        let now = self.clock.now();
        let entry = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        let error = entry.error.as_ref().map(|(error, _)| error.clone());
        let paused = entry
            .error
            .as_ref()
            .is_some_and(|(_, at)| is_within(RETRY_DELAY, *at, now));
        match &entry.answer {
            Some((answer, at)) if is_within(MAX_USABLE_AGE, *at, now) => {
                let due = !is_within(MAX_FRESH_AGE, *at, now) && !paused;
                (
                    Some(FeedState::Available {
                        answer: Arc::clone(answer),
                        at: *at,
                        error,
                    }),
                    due,
                )
            }
            _ => (error.filter(|_| paused).map(FeedState::Failed), true),
        }
    }

    /// Requests the provider unless another request is running.
    async fn refresh_if_due(&self) {
        if let Ok(_turn) = self.fetch_lock.try_lock()
            && self.peek_cache().1
        {
            let _ = self.fetch_and_store().await;
        }
    }

    /// Requests the provider, or waits for a request that is already running.
    async fn wait_for_first(&self) -> FeedState<T> {
        let _turn = self.fetch_lock.lock().await;
        match self.peek_cache().0 {
            Some(bulletin) => bulletin,
            None => self.fetch_and_store().await,
        }
    }

    async fn fetch_and_store(&self) -> FeedState<T> {
        let read = self.feed.fetch_latest().await;
        let now = self.clock.now();
        let mut entry = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        match read {
            Ok(answer) => {
                let answer = Arc::new(answer);
                *entry = CacheEntry {
                    answer: Some((Arc::clone(&answer), now)),
                    error: None,
                };
                FeedState::Available {
                    answer,
                    at: now,
                    error: None,
                }
            }
            Err(error) => {
                tracing::warn!(%error, "feed request failed");
                entry.error = Some((error.clone(), now));
                FeedState::Failed(error)
            }
        }
    }
}

/// Whether `at` is at most `span` ago. A time in the future is not: after the clock is set back,
/// the answer is requested again.
pub(super) fn is_within(span: TimeDelta, at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    (TimeDelta::zero()..span).contains(&(now - at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbound::OutboundError;
    use async_trait::async_trait;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

    /// Counts its calls; fails on demand.
    #[derive(Clone, Default)]
    struct Provider(Arc<(AtomicU32, AtomicBool)>);

    #[async_trait]
    impl Feed<u32> for Provider {
        async fn fetch_latest(&self) -> Result<u32, FeedError> {
            tokio::time::sleep(Duration::from_millis(5)).await;
            let call = self.0.0.fetch_add(1, Ordering::SeqCst) + 1;
            if self.0.1.load(Ordering::SeqCst) {
                Err(OutboundError::Unreachable.into())
            } else {
                Ok(call)
            }
        }
    }

    fn start_time() -> DateTime<Utc> {
        "2026-11-20T12:00:00Z".parse().unwrap()
    }

    fn new_feed() -> (Provider, Clock, CachedFeed<u32>) {
        let (provider, clock) = (Provider::default(), Clock::fixed(start_time()));
        let feed = CachedFeed::new(provider.clone(), clock.clone());
        (provider, clock, feed)
    }

    fn available_state(answer: u32, minutes: i64, error: Option<FeedError>) -> FeedState<u32> {
        FeedState::Available {
            answer: Arc::new(answer),
            at: start_time() + TimeDelta::minutes(minutes),
            error,
        }
    }

    /// The state after `calls` requests.
    async fn state_after_calls(
        provider: &Provider,
        calls: u32,
        feed: &CachedFeed<u32>,
    ) -> FeedState<u32> {
        for _ in 0..400 {
            if provider.0.0.load(Ordering::SeqCst) >= calls {
                tokio::time::sleep(Duration::from_millis(5)).await;
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(provider.0.0.load(Ordering::SeqCst), calls);
        feed.current_state().await
    }

    #[tokio::test]
    async fn is_disabled_without_provider() {
        assert_eq!(
            CachedFeed::<u32>::disabled().current_state().await,
            FeedState::Disabled
        );
    }

    #[tokio::test]
    async fn concurrent_calls_share_one_request_per_15_minutes() {
        let (provider, clock, feed) = new_feed();
        let states = futures_util::future::join_all((0..50).map(|_| feed.current_state())).await;
        assert!(
            states
                .iter()
                .all(|bulletin| *bulletin == available_state(1, 0, None))
        );
        clock.advance(TimeDelta::minutes(14));
        assert_eq!(feed.current_state().await, available_state(1, 0, None));
        clock.advance(TimeDelta::minutes(1));
        // Returns the stale response first, then the new one.
        assert_eq!(feed.current_state().await, available_state(1, 0, None));
        assert_eq!(
            state_after_calls(&provider, 2, &feed).await,
            available_state(2, 15, None)
        );
    }

    #[tokio::test]
    async fn serves_last_good_answer_after_failure() {
        let (provider, clock, feed) = new_feed();
        feed.current_state().await;
        provider.0.1.store(true, Ordering::SeqCst);
        clock.advance(TimeDelta::hours(1));
        assert_eq!(feed.current_state().await, available_state(1, 0, None));
        let error = FeedError::from(OutboundError::Unreachable);
        assert_eq!(
            state_after_calls(&provider, 2, &feed).await,
            available_state(1, 0, Some(error.clone()))
        );
        // No request for a minute after a failure.
        clock.advance(TimeDelta::seconds(59));
        assert_eq!(
            feed.current_state().await,
            available_state(1, 0, Some(error.clone()))
        );
        clock.advance(TimeDelta::seconds(1));
        provider.0.1.store(false, Ordering::SeqCst);
        feed.current_state().await;
        assert_eq!(
            state_after_calls(&provider, 3, &feed).await,
            available_state(3, 61, None)
        );
    }

    #[tokio::test]
    async fn drops_answer_after_a_day() {
        let (provider, clock, feed) = new_feed();
        feed.current_state().await;
        provider.0.1.store(true, Ordering::SeqCst);
        clock.advance(TimeDelta::hours(24));
        assert_eq!(
            feed.current_state().await,
            FeedState::Failed(OutboundError::Unreachable.into())
        );
        assert_eq!(provider.0.0.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn failure_is_cached_for_a_minute() {
        let (provider, clock, feed) = new_feed();
        provider.0.1.store(true, Ordering::SeqCst);
        let failed = FeedState::Failed(OutboundError::Unreachable.into());
        for _ in 0..3 {
            assert_eq!(feed.current_state().await, failed);
        }
        assert_eq!(provider.0.0.load(Ordering::SeqCst), 1);
        clock.advance(TimeDelta::minutes(1));
        provider.0.1.store(false, Ordering::SeqCst);
        assert_eq!(feed.current_state().await, available_state(2, 1, None));
    }

    #[tokio::test]
    async fn clock_set_back_triggers_request() {
        let (_, clock, feed) = new_feed();
        feed.current_state().await;
        clock.advance(TimeDelta::hours(-3));
        assert_eq!(feed.current_state().await, available_state(2, -180, None));
    }
}

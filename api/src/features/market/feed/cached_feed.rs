//! Keeps the last good answer of a feed: asked at most every 15 minutes, shown with its age while
//! the provider is silent, for at most a day.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use super::{Feed, FeedError};
use crate::clock::Clock;

/// Until then an answer is as good as new.
const MAX_FRESH_AGE: TimeDelta = TimeDelta::minutes(15);
/// Until then an answer is better than none.
const MAX_USABLE_AGE: TimeDelta = TimeDelta::hours(24);
/// A provider that failed is left alone for so long.
const RETRY_DELAY: TimeDelta = TimeDelta::minutes(1);

/// What there is to show.
#[derive(Clone, Debug, PartialEq)]
pub enum FeedState<T> {
    /// No provider is set.
    Disabled,
    /// An answer and when it was read. Where it is an old one, `trouble` says why there is none
    /// newer.
    Available {
        answer: Arc<T>,
        at: DateTime<Utc>,
        error: Option<FeedError>,
    },
    /// The provider has not given an answer within a day.
    Failed(FeedError),
}

/// A feed with its last good answer; clones share it.
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
    /// Held by whoever asks the provider: one at a time.
    fetch_lock: tokio::sync::Mutex<()>,
}

struct CacheEntry<T> {
    answer: Option<(Arc<T>, DateTime<Utc>)>,
    /// Why the newest attempt failed, and when; none after a success.
    error: Option<(FeedError, DateTime<Utc>)>,
}

impl<T: Send + Sync + 'static> CachedFeed<T> {
    /// A feed without a provider.
    pub fn disabled() -> Self {
        Self(None)
    }

    /// A feed of this provider.
    pub fn new(feed: impl Feed<T> + 'static, clock: Clock) -> Self {
        let kept = Mutex::new(CacheEntry {
            answer: None,
            error: None,
        });
        Self(Some(Arc::new(FeedFetcher {
            feed: Box::new(feed),
            clock,
            cached: kept,
            fetch_lock: tokio::sync::Mutex::new(()),
        })))
    }

    /// What there is to show now. Waits for the provider only where there is nothing to show at
    /// all; an answer that has aged is shown at once and renewed behind the caller's back.
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
    /// What can be shown without asking, and whether the provider should be asked.
    fn peek_cache(&self) -> (Option<FeedState<T>>, bool) {
        let now = self.clock.now();
        let kept = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        let trouble = kept.error.as_ref().map(|(trouble, _)| trouble.clone());
        let paused = kept
            .error
            .as_ref()
            .is_some_and(|(_, at)| is_within(RETRY_DELAY, *at, now));
        match &kept.answer {
            Some((answer, at)) if is_within(MAX_USABLE_AGE, *at, now) => {
                let due = !is_within(MAX_FRESH_AGE, *at, now) && !paused;
                (
                    Some(FeedState::Available {
                        answer: Arc::clone(answer),
                        at: *at,
                        error: trouble,
                    }),
                    due,
                )
            }
            _ => (trouble.filter(|_| paused).map(FeedState::Failed), true),
        }
    }

    /// Asks the provider unless somebody else is asking.
    async fn refresh_if_due(&self) {
        if let Ok(_turn) = self.fetch_lock.try_lock()
            && self.peek_cache().1
        {
            let _ = self.fetch_and_store().await;
        }
    }

    /// Asks the provider, or takes what somebody else got while this one was waiting for its turn.
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
        let mut kept = self.cached.lock().unwrap_or_else(PoisonError::into_inner);
        match read {
            Ok(answer) => {
                let answer = Arc::new(answer);
                *kept = CacheEntry {
                    answer: Some((Arc::clone(&answer), now)),
                    error: None,
                };
                FeedState::Available {
                    answer,
                    at: now,
                    error: None,
                }
            }
            Err(trouble) => {
                tracing::warn!(%trouble, "a feed gave no answer");
                kept.error = Some((trouble.clone(), now));
                FeedState::Failed(trouble)
            }
        }
    }
}

/// Not longer ago than `span`. What lies in the future is no time ago: a clock that was set back
/// asks anew.
fn is_within(span: TimeDelta, at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    (TimeDelta::zero()..span).contains(&(now - at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbound::OutboundError;
    use async_trait::async_trait;
    use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
    use std::time::Duration;

    /// Counts its calls; fails while told to.
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

    fn available_state(answer: u32, minutes: i64, trouble: Option<FeedError>) -> FeedState<u32> {
        FeedState::Available {
            answer: Arc::new(answer),
            at: start_time() + TimeDelta::minutes(minutes),
            error: trouble,
        }
    }

    /// What is shown once the provider has been asked `calls` times.
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
    async fn without_a_provider_it_is_off() {
        assert_eq!(
            CachedFeed::<u32>::disabled().current_state().await,
            FeedState::Disabled
        );
    }

    #[tokio::test]
    async fn however_many_ask_the_provider_is_asked_once_in_a_quarter_of_an_hour() {
        let (provider, clock, feed) = new_feed();
        let asked = futures_util::future::join_all((0..50).map(|_| feed.current_state())).await;
        assert!(
            asked
                .iter()
                .all(|bulletin| *bulletin == available_state(1, 0, None))
        );
        clock.advance(TimeDelta::minutes(14));
        assert_eq!(feed.current_state().await, available_state(1, 0, None));
        clock.advance(TimeDelta::minutes(1));
        // The aged answer at once, the new one behind it.
        assert_eq!(feed.current_state().await, available_state(1, 0, None));
        assert_eq!(
            state_after_calls(&provider, 2, &feed).await,
            available_state(2, 15, None)
        );
    }

    #[tokio::test]
    async fn the_last_good_answer_outlives_a_failure() {
        let (provider, clock, feed) = new_feed();
        feed.current_state().await;
        provider.0.1.store(true, Ordering::SeqCst);
        clock.advance(TimeDelta::hours(1));
        assert_eq!(feed.current_state().await, available_state(1, 0, None));
        let trouble = FeedError::from(OutboundError::Unreachable);
        assert_eq!(
            state_after_calls(&provider, 2, &feed).await,
            available_state(1, 0, Some(trouble.clone()))
        );
        // Left alone for a minute, then asked again.
        clock.advance(TimeDelta::seconds(59));
        assert_eq!(
            feed.current_state().await,
            available_state(1, 0, Some(trouble.clone()))
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
    async fn an_answer_is_not_kept_beyond_a_day() {
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
    async fn a_failure_is_told_without_asking_again_for_a_minute() {
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
    async fn a_clock_that_was_set_back_asks_anew() {
        let (_, clock, feed) = new_feed();
        feed.current_state().await;
        clock.advance(TimeDelta::hours(-3));
        assert_eq!(feed.current_state().await, available_state(2, -180, None));
    }
}

//! Keeps the last good answer of a feed: asked at most every 15 minutes, shown with its age while
//! the provider is silent, for at most a day.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use super::{Feed, FeedError};
use crate::clock::Clock;

/// Until then an answer is as good as new.
const FRESH: TimeDelta = TimeDelta::minutes(15);
/// Until then an answer is better than none.
const USABLE: TimeDelta = TimeDelta::hours(24);
/// A provider that failed is left alone for so long.
const PAUSE: TimeDelta = TimeDelta::minutes(1);

/// What there is to show.
#[derive(Clone, Debug, PartialEq)]
pub enum Bulletin<T> {
    /// No provider is set.
    Off,
    /// An answer and when it was read. Where it is an old one, `trouble` says why there is none
    /// newer.
    Read {
        answer: Arc<T>,
        at: DateTime<Utc>,
        trouble: Option<FeedError>,
    },
    /// The provider has not given an answer within a day.
    Failed(FeedError),
}

/// A feed with its last good answer; clones share it.
pub struct KeptFeed<T>(Option<Arc<Desk<T>>>);

impl<T> Clone for KeptFeed<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

struct Desk<T> {
    feed: Box<dyn Feed<T>>,
    clock: Clock,
    kept: Mutex<Kept<T>>,
    /// Held by whoever asks the provider: one at a time.
    asking: tokio::sync::Mutex<()>,
}

struct Kept<T> {
    answer: Option<(Arc<T>, DateTime<Utc>)>,
    /// Why the newest attempt failed, and when; none after a success.
    trouble: Option<(FeedError, DateTime<Utc>)>,
}

impl<T: Send + Sync + 'static> KeptFeed<T> {
    /// A feed without a provider.
    pub fn off() -> Self {
        Self(None)
    }

    /// A feed of this provider.
    pub fn of(feed: impl Feed<T> + 'static, clock: Clock) -> Self {
        let kept = Mutex::new(Kept {
            answer: None,
            trouble: None,
        });
        Self(Some(Arc::new(Desk {
            feed: Box::new(feed),
            clock,
            kept,
            asking: tokio::sync::Mutex::new(()),
        })))
    }

    /// What there is to show now. Waits for the provider only where there is nothing to show at
    /// all; an answer that has aged is shown at once and renewed behind the caller's back.
    pub async fn bulletin(&self) -> Bulletin<T> {
        let Some(desk) = &self.0 else {
            return Bulletin::Off;
        };
        let (bulletin, due) = desk.look();
        match bulletin {
            Some(bulletin) => {
                if due {
                    let desk = Arc::clone(desk);
                    tokio::spawn(async move { desk.renew().await });
                }
                bulletin
            }
            None => desk.first_answer().await,
        }
    }
}

impl<T> Desk<T> {
    /// What can be shown without asking, and whether the provider should be asked.
    fn look(&self) -> (Option<Bulletin<T>>, bool) {
        let now = self.clock.now();
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let trouble = kept.trouble.as_ref().map(|(trouble, _)| trouble.clone());
        let paused = kept
            .trouble
            .as_ref()
            .is_some_and(|(_, at)| is_within(PAUSE, *at, now));
        match &kept.answer {
            Some((answer, at)) if is_within(USABLE, *at, now) => {
                let due = !is_within(FRESH, *at, now) && !paused;
                (
                    Some(Bulletin::Read {
                        answer: Arc::clone(answer),
                        at: *at,
                        trouble,
                    }),
                    due,
                )
            }
            _ => (trouble.filter(|_| paused).map(Bulletin::Failed), true),
        }
    }

    /// Asks the provider unless somebody else is asking.
    async fn renew(&self) {
        if let Ok(_turn) = self.asking.try_lock()
            && self.look().1
        {
            let _ = self.ask().await;
        }
    }

    /// Asks the provider, or takes what somebody else got while this one was waiting for its turn.
    async fn first_answer(&self) -> Bulletin<T> {
        let _turn = self.asking.lock().await;
        match self.look().0 {
            Some(bulletin) => bulletin,
            None => self.ask().await,
        }
    }

    async fn ask(&self) -> Bulletin<T> {
        let read = self.feed.read().await;
        let now = self.clock.now();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        match read {
            Ok(answer) => {
                let answer = Arc::new(answer);
                *kept = Kept {
                    answer: Some((Arc::clone(&answer), now)),
                    trouble: None,
                };
                Bulletin::Read {
                    answer,
                    at: now,
                    trouble: None,
                }
            }
            Err(trouble) => {
                tracing::warn!(%trouble, "a feed gave no answer");
                kept.trouble = Some((trouble.clone(), now));
                Bulletin::Failed(trouble)
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
        async fn read(&self) -> Result<u32, FeedError> {
            tokio::time::sleep(Duration::from_millis(5)).await;
            let call = self.0.0.fetch_add(1, Ordering::SeqCst) + 1;
            if self.0.1.load(Ordering::SeqCst) {
                Err(OutboundError::Unreachable.into())
            } else {
                Ok(call)
            }
        }
    }

    fn start() -> DateTime<Utc> {
        "2026-11-20T12:00:00Z".parse().unwrap()
    }

    fn setting() -> (Provider, Clock, KeptFeed<u32>) {
        let (provider, clock) = (Provider::default(), Clock::fixed(start()));
        let feed = KeptFeed::of(provider.clone(), clock.clone());
        (provider, clock, feed)
    }

    fn read(answer: u32, minutes: i64, trouble: Option<FeedError>) -> Bulletin<u32> {
        Bulletin::Read {
            answer: Arc::new(answer),
            at: start() + TimeDelta::minutes(minutes),
            trouble,
        }
    }

    /// What is shown once the provider has been asked `calls` times.
    async fn after(provider: &Provider, calls: u32, feed: &KeptFeed<u32>) -> Bulletin<u32> {
        for _ in 0..400 {
            if provider.0.0.load(Ordering::SeqCst) >= calls {
                tokio::time::sleep(Duration::from_millis(5)).await;
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        assert_eq!(provider.0.0.load(Ordering::SeqCst), calls);
        feed.bulletin().await
    }

    #[tokio::test]
    async fn without_a_provider_it_is_off() {
        assert_eq!(KeptFeed::<u32>::off().bulletin().await, Bulletin::Off);
    }

    #[tokio::test]
    async fn however_many_ask_the_provider_is_asked_once_in_a_quarter_of_an_hour() {
        let (provider, clock, feed) = setting();
        let asked = futures_util::future::join_all((0..50).map(|_| feed.bulletin())).await;
        assert!(asked.iter().all(|bulletin| *bulletin == read(1, 0, None)));
        clock.advance(TimeDelta::minutes(14));
        assert_eq!(feed.bulletin().await, read(1, 0, None));
        clock.advance(TimeDelta::minutes(1));
        // The aged answer at once, the new one behind it.
        assert_eq!(feed.bulletin().await, read(1, 0, None));
        assert_eq!(after(&provider, 2, &feed).await, read(2, 15, None));
    }

    #[tokio::test]
    async fn the_last_good_answer_outlives_a_failure() {
        let (provider, clock, feed) = setting();
        feed.bulletin().await;
        provider.0.1.store(true, Ordering::SeqCst);
        clock.advance(TimeDelta::hours(1));
        assert_eq!(feed.bulletin().await, read(1, 0, None));
        let trouble = FeedError::from(OutboundError::Unreachable);
        assert_eq!(
            after(&provider, 2, &feed).await,
            read(1, 0, Some(trouble.clone()))
        );
        // Left alone for a minute, then asked again.
        clock.advance(TimeDelta::seconds(59));
        assert_eq!(feed.bulletin().await, read(1, 0, Some(trouble.clone())));
        clock.advance(TimeDelta::seconds(1));
        provider.0.1.store(false, Ordering::SeqCst);
        feed.bulletin().await;
        assert_eq!(after(&provider, 3, &feed).await, read(3, 61, None));
    }

    #[tokio::test]
    async fn an_answer_is_not_kept_beyond_a_day() {
        let (provider, clock, feed) = setting();
        feed.bulletin().await;
        provider.0.1.store(true, Ordering::SeqCst);
        clock.advance(TimeDelta::hours(24));
        assert_eq!(
            feed.bulletin().await,
            Bulletin::Failed(OutboundError::Unreachable.into())
        );
        assert_eq!(provider.0.0.load(Ordering::SeqCst), 2);
    }

    #[tokio::test]
    async fn a_failure_is_told_without_asking_again_for_a_minute() {
        let (provider, clock, feed) = setting();
        provider.0.1.store(true, Ordering::SeqCst);
        let failed = Bulletin::Failed(OutboundError::Unreachable.into());
        for _ in 0..3 {
            assert_eq!(feed.bulletin().await, failed);
        }
        assert_eq!(provider.0.0.load(Ordering::SeqCst), 1);
        clock.advance(TimeDelta::minutes(1));
        provider.0.1.store(false, Ordering::SeqCst);
        assert_eq!(feed.bulletin().await, read(2, 1, None));
    }

    #[tokio::test]
    async fn a_clock_that_was_set_back_asks_anew() {
        let (_, clock, feed) = setting();
        feed.bulletin().await;
        clock.advance(TimeDelta::hours(-3));
        assert_eq!(feed.bulletin().await, read(2, -180, None));
    }
}

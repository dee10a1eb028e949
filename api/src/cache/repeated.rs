//! Gives a kept answer once more without asking again who asks, for as long as nothing can have
//! changed about that.
//!
//! What a process believes of a session is at most a second old ([`Authority`]). Within that second
//! the same token at the same address gets the same answer: the scope is the same to the letter,
//! and so is every key that is made from it. Whatever is written through this process, or
//! forgotten, ends that at once.

use crate::auth::{Authority, Belief, bearer_token};
use crate::clock::Clock;
use crate::http::{KeptAnswer, has_already};
use bytes::Bytes;
use chrono::NaiveDate;
use moka::future::Cache;
use poem::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use poem::{Endpoint, Middleware, Request, Response, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Longer than any belief.
const AGE: Duration = Duration::from_secs(2);
/// The bodies are those of the kept answers; this bounds the rest.
const MOST_ANSWERS: u64 = 4_096;

/// Stands in front of the operations.
#[derive(Clone)]
pub struct RepeatedAnswers {
    authority: Arc<Authority>,
    clock: Clock,
}

impl RepeatedAnswers {
    /// For the callers whom `authority` knows.
    pub fn new(authority: Arc<Authority>, clock: Clock) -> Self {
        Self { authority, clock }
    }
}

impl<E: Endpoint<Output = Response>> Middleware<E> for RepeatedAnswers {
    type Output = Repeating<E>;

    fn transform(&self, inner: E) -> Repeating<E> {
        let given = Cache::builder()
            .max_capacity(MOST_ANSWERS)
            .time_to_live(AGE)
            .build();
        Repeating {
            inner,
            of: self.clone(),
            given,
            writes: AtomicU64::new(0),
        }
    }
}

/// An endpoint whose kept answers are given again.
pub struct Repeating<E> {
    inner: E,
    of: RepeatedAnswers,
    given: Cache<Asked, Arc<Given>>,
    /// Requests that may have changed something, so far.
    writes: AtomicU64,
}

/// All of a request that shapes a kept answer. What carries a body is not looked at here.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Asked {
    authorization: HeaderValue,
    accept: Option<HeaderValue>,
    address: Uri,
}

struct Given {
    belief: Belief,
    as_of: NaiveDate,
    writes: u64,
    headers: HeaderMap,
    body: Bytes,
}

impl Asked {
    fn of(request: &Request) -> Option<Self> {
        let headers = request.headers();
        let others = [
            header::CONTENT_ENCODING,
            header::CONTENT_LENGTH,
            header::TRANSFER_ENCODING,
        ];
        if request.method() != Method::GET || others.iter().any(|name| headers.contains_key(name)) {
            return None;
        }
        let authorization = headers.get(header::AUTHORIZATION)?.clone();
        Some(Self {
            authorization,
            accept: headers.get(header::ACCEPT).cloned(),
            address: request.uri().clone(),
        })
    }

    fn token(&self) -> Option<&str> {
        bearer_token(&self.authorization)
    }
}

impl Given {
    fn response(&self) -> Response {
        let mut response = Response::builder().body(self.body.clone());
        response.headers_mut().clone_from(&self.headers);
        response
    }

    /// The same, without the body where the caller has it already.
    fn answer_to(&self, request: &Request) -> Response {
        let etag = self
            .headers
            .get(header::ETAG)
            .and_then(|etag| etag.to_str().ok());
        let mut response = self.response();
        if etag.is_some_and(|etag| has_already(request, etag)) {
            response.set_status(StatusCode::NOT_MODIFIED);
            response.headers_mut().remove(header::CONTENT_TYPE);
            response.set_body(());
        }
        response
    }
}

impl<E> Repeating<E> {
    /// Whether the answer would be made from the very same things now.
    async fn stands(&self, given: &Given) -> bool {
        let (authority, clock) = (&self.of.authority, &self.of.clock);
        given.writes == self.writes.load(Ordering::Acquire)
            && given.as_of == clock.today(given.belief.time_zone())
            && authority.still_believes(&given.belief).await
    }
}

impl<E: Endpoint<Output = Response>> Endpoint for Repeating<E> {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let Some(asked) = Asked::of(&request) else {
            let may_write = !matches!(
                *request.method(),
                Method::GET | Method::HEAD | Method::OPTIONS
            );
            let answer = Box::pin(self.inner.call(request)).await;
            if may_write {
                self.writes.fetch_add(1, Ordering::AcqRel);
            }
            return answer;
        };
        if let Some(given) = self.given.get(&asked).await
            && self.stands(&given).await
        {
            return Ok(given.answer_to(&request));
        }
        let writes = self.writes.load(Ordering::Acquire);
        let belief = match asked.token() {
            Some(token) => self.of.authority.belief(token).await,
            None => None,
        };
        let as_of = belief
            .as_ref()
            .map(|belief| self.of.clock.today(belief.time_zone()));
        let mut response = Box::pin(self.inner.call(request)).await?;
        let (Some(belief), Some(as_of)) = (belief, as_of) else {
            return Ok(response);
        };
        if response.status() == StatusCode::OK
            && response.extensions_mut().remove::<KeptAnswer>().is_some()
        {
            let body = response.take_body().into_bytes().await?;
            let given = Given {
                belief,
                as_of,
                writes,
                headers: response.headers().clone(),
                body,
            };
            response = given.response();
            // Believed before and after, so believed while the answer was made.
            if self.stands(&given).await {
                self.given.insert(asked, Arc::new(given)).await;
            }
        }
        Ok(response)
    }
}

//! Cached responses are replayed only while nothing can have changed.

use crate::{Client, TestApp};
use api::cache::ResponseReplayCache;
use api::http::ReplayMarker;
use chrono::TimeDelta;
use poem::endpoint::BoxEndpoint;
use poem::http::{Method, StatusCode, header};
use poem::{Endpoint, EndpointExt, Request, Response, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts the calls that reach it. Like real endpoints, it refuses sessions that the authority does
/// not know.
struct CountingEndpoint {
    authority: Arc<api::auth::Authority>,
    asked: Arc<AtomicU64>,
}

impl Endpoint for CountingEndpoint {
    type Output = Response;

    async fn call(&self, request: Request) -> Result<Response> {
        let token = request.headers()[header::AUTHORIZATION]
            .to_str()
            .unwrap()
            .strip_prefix("Bearer ")
            .unwrap();
        self.authority.scope_for_token(token).await?;
        let n = self.asked.fetch_add(1, Ordering::SeqCst);
        Ok(Response::builder()
            .extension(ReplayMarker)
            .header(header::ETAG, "\"it\"")
            .body(n.to_string()))
    }
}

struct ReplayFixture {
    app: TestApp,
    owner: Client,
    door: BoxEndpoint<'static, Response>,
    asked: Arc<AtomicU64>,
}

impl ReplayFixture {
    async fn start() -> Self {
        Self::start_after(TimeDelta::zero()).await
    }

    async fn start_after(later: TimeDelta) -> Self {
        let app = TestApp::start().await;
        app.parts.clock.advance(later);
        let owner = app.create_organization("Prairie").await;
        let asked = Arc::new(AtomicU64::new(0));
        let counting = CountingEndpoint {
            authority: Arc::clone(&app.parts.authority),
            asked: Arc::clone(&asked),
        };
        let door = counting
            .with(ResponseReplayCache::new(
                Arc::clone(&app.parts.authority),
                app.parts.clock.clone(),
            ))
            .map_to_response()
            .boxed();
        Self {
            app,
            owner,
            door,
            asked,
        }
    }

    async fn send_request(&self, method: Method, path: &str, more: &[(&str, &str)]) -> Response {
        let mut request = Request::builder().method(method).uri_str(path).header(
            header::AUTHORIZATION,
            format!("Bearer {}", self.owner.token()),
        );
        for (name, value) in more {
            request = request.header(*name, *value);
        }
        self.door
            .call(request.finish())
            .await
            .unwrap_or_else(poem::Error::into_response)
    }

    async fn get_figures(&self) -> Response {
        self.send_request(Method::GET, "/api/figures", &[]).await
    }

    /// Sends requests until the response is cached.
    async fn warm_cache(&self) {
        for _ in 0..3 {
            self.get_figures().await;
        }
    }

    fn inner_calls(&self) -> u64 {
        self.asked.load(Ordering::SeqCst)
    }
}

#[tokio::test]
async fn the_same_question_of_the_same_caller_is_answered_from_what_was_said() {
    let front = ReplayFixture::start().await;
    front.warm_cache().await;
    let asked = front.inner_calls();
    let again = front.get_figures().await;
    assert_eq!(
        (
            again.status(),
            again.into_body().into_string().await.unwrap()
        ),
        (StatusCode::OK, (asked - 1).to_string())
    );
    let known = front
        .send_request(Method::GET, "/api/figures", &[("if-none-match", "\"it\"")])
        .await;
    assert_eq!(
        (
            known.status(),
            known.into_body().into_string().await.unwrap()
        ),
        (StatusCode::NOT_MODIFIED, String::new())
    );
    assert_eq!(front.inner_calls(), asked, "the operations were not asked");
    front
        .send_request(Method::GET, "/api/figures?of=another", &[])
        .await;
    front
        .send_request(Method::GET, "/api/figures", &[("accept", "text/csv")])
        .await;
    assert_eq!(
        front.inner_calls(),
        asked + 2,
        "another address and another form are other questions"
    );
}

#[tokio::test]
async fn whatever_may_have_changed_something_is_asked_about() {
    let front = ReplayFixture::start().await;
    front.warm_cache().await;
    let asked = front.inner_calls();
    front.send_request(Method::PUT, "/api/settings", &[]).await;
    front.get_figures().await;
    assert_eq!(
        front.inner_calls(),
        asked + 2,
        "a write through this process"
    );
    front.warm_cache().await;
    let asked = front.inner_calls();
    front.app.parts.authority.clear_lookups();
    front.get_figures().await;
    assert_eq!(
        front.inner_calls(),
        asked + 1,
        "rows that were synced, a role that was changed"
    );
}

#[tokio::test]
async fn a_new_day_is_a_new_question() {
    // Five minutes before midnight; a token is valid for ten.
    let front = ReplayFixture::start_after(TimeDelta::minutes(8 * 60 + 55)).await;
    front.warm_cache().await;
    let asked = front.inner_calls();
    front.app.parts.clock.advance(TimeDelta::minutes(4));
    front.get_figures().await;
    assert_eq!(front.inner_calls(), asked, "the day is the same");
    front.app.parts.clock.advance(TimeDelta::minutes(2));
    front.get_figures().await;
    assert_eq!(front.inner_calls(), asked + 1);
}

#[tokio::test]
async fn no_response_is_replayed_after_the_session_or_token_ends() {
    let front = ReplayFixture::start().await;
    front.warm_cache().await;
    front.app.parts.clock.advance(TimeDelta::minutes(11));
    assert_eq!(
        front.get_figures().await.status(),
        StatusCode::UNAUTHORIZED,
        "the token has ended"
    );
    front.app.parts.clock.advance(TimeDelta::minutes(-11));
    front.warm_cache().await;
    assert_eq!(front.get_figures().await.status(), StatusCode::OK);
    let out = front
        .owner
        .with_header("X-Sprout", "1")
        .post("/api/auth/logout", serde_json::Value::Null)
        .await;
    assert_eq!(out.status, StatusCode::OK, "{}", out.text);
    assert_eq!(
        front.get_figures().await.status(),
        StatusCode::UNAUTHORIZED,
        "the session has ended"
    );
}

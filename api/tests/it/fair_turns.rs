//! Computed answers: an organization with many requests leaves room for the others.

use crate::TestApp;
use serde_json::json;
use std::num::NonZero;
use std::thread;
use std::time::Duration;

const RECOMMENDATIONS: &str = "/api/purchasing/recommendations";

#[tokio::test]
async fn a_busy_organization_waits_and_another_one_is_answered() {
    let app = TestApp::start().await;
    let busy = app.create_organization("Busy").await;
    let quiet = app.create_organization("Quiet").await;
    let tenant = app.open_access(&busy).await.tenant();
    let computations = app.parts.response_cache.computations();
    let mut held = Vec::new();
    for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
        held.push(computations.acquire(tenant).await.unwrap());
    }
    let paths = [RECOMMENDATIONS, "/api/ai-bot/suggestions"];
    for path in paths {
        let waiting = tokio::time::timeout(Duration::from_millis(300), busy.get(path)).await;
        assert!(waiting.is_err(), "{path}");
        quiet.get(path).await.data();
    }
    let question = json!({"query": "What should I order?"});
    let asked = busy.post("/api/ai-bot/query", question.clone());
    assert!(
        tokio::time::timeout(Duration::from_millis(300), asked)
            .await
            .is_err()
    );
    drop(held);
    busy.get(RECOMMENDATIONS).await.data();
    busy.post("/api/ai-bot/query", question).await.data();
    assert_eq!(computations.load().running, 0);
}

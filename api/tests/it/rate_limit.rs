//! Rate limits: requests are counted per person, key or address, and never against other callers.

use crate::{Client, TestApp};
use api::config::Mode;
use chrono::TimeDelta;
use poem::http::{Method, StatusCode};
use serde_json::json;

/// The number of requests that were not refused.
async fn count_admitted(client: &Client, path: &str, requests: usize) -> usize {
    let mut answered = 0;
    for _ in 0..requests {
        let answer = client.get(path).await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            assert_eq!(answer.expect_failure(429), "too_many_requests");
        } else {
            answered += 1;
        }
    }
    answered
}

fn from_address(client: &Client, address: &str) -> Client {
    client.with_header("x-forwarded-for", address)
}

/// Five per second with a burst of fifty.
const BURST_SIZE: usize = 50;

#[tokio::test]
async fn only_the_caller_over_the_limit_gets_429() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let colleague = app.add_member(&owner, "member").await;
    let server = app.client_with_rate_limit(5);
    let (ada, ben) = (
        server.with_token(owner.token()),
        server.with_token(colleague.token()),
    );
    // A session without a cached lookup has its own bucket, so a person has one or two buckets.
    let many = count_admitted(&ada, "/api/account", 2 * BURST_SIZE + 20).await;
    assert!((BURST_SIZE..=2 * BURST_SIZE).contains(&many), "{many}");
    let refused = ada.get("/api/account").await;
    assert_eq!(refused.expect_failure(429), "too_many_requests");
    assert_eq!(refused.header("retry-after"), "1");
    assert_eq!(
        refused.json["message"],
        "Too many requests. Try again in 1 second."
    );
    ben.get("/api/account").await.data();
    assert_eq!(
        server.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
    app.parts.clock.advance(TimeDelta::seconds(1));
    let more = count_admitted(&ada, "/api/account", 40).await;
    assert!((5..=10).contains(&more), "{more}");
    // Servers without a rate limit admit everything.
    assert_eq!(count_admitted(&owner, "/api/account", 300).await, 300);
}

#[tokio::test]
async fn without_a_token_that_verifies_requests_are_counted_for_the_address() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let server = app.client_with_rate_limit(5);
    let stranger = from_address(&server, "203.0.113.1");
    let mut answers = Vec::new();
    for number in 0..BURST_SIZE + 5 {
        // Callers with different forged tokens count as one caller.
        answers.push(
            stranger
                .with_token(&format!("forged {number}"))
                .get("/api/account")
                .await
                .status
                .as_u16(),
        );
    }
    assert_eq!(
        (
            answers.iter().filter(|status| **status == 401).count(),
            answers.last()
        ),
        (BURST_SIZE, Some(&429))
    );
    assert_eq!(
        stranger
            .post(
                "/api/auth/login",
                json!({"email": "a@b.example", "password": "guess guess"})
            )
            .await
            .expect_failure(429),
        "too_many_requests"
    );
    // A signed-in person at the same address has a separate count, and so has another address.
    from_address(&server.with_token(owner.token()), "203.0.113.1")
        .get("/api/account")
        .await
        .data();
    assert_eq!(
        from_address(&server, "203.0.113.2")
            .get("/api/account")
            .await
            .expect_failure(401),
        "unauthorized"
    );
    // Health checks and the files of the app are not limited.
    for path in ["/health/live", "/health/ready"] {
        assert_eq!(count_admitted(&stranger, path, 100).await, 100, "{path}");
        assert_eq!(stranger.get(path).await.status, StatusCode::OK, "{path}");
    }
    assert_eq!(count_admitted(&stranger, "/sign-in", 100).await, 100);
}

#[tokio::test]
async fn a_key_has_its_own_count_and_an_ended_session_costs_its_person_nothing() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let made = owner
        .post(
            "/api/api-keys",
            json!({"name": "Export", "permissions": ["purchasing.read"]}),
        )
        .await;
    let server = app.client_with_rate_limit(5);
    let program = server.with_token(made.data()["token"].as_str().unwrap());
    assert_eq!(
        count_admitted(&program, "/api/purchasing/settings", BURST_SIZE + 20).await,
        BURST_SIZE
    );
    server
        .with_token(owner.token())
        .get("/api/account")
        .await
        .data();
    let email = owner.get("/api/account").await.data()["email"]
        .as_str()
        .unwrap()
        .to_owned();
    let stolen = app.sign_in(&email, crate::test_app::PASSWORD).await;
    stolen
        .with_header("x-sprout", "1")
        .send(Method::POST, "/api/auth/logout", None)
        .await
        .data();
    let thief = server.with_token(stolen.token());
    assert_eq!(
        count_admitted(&thief, "/api/account", BURST_SIZE + 20).await,
        BURST_SIZE
    );
    assert_eq!(
        count_admitted(&server.with_token(owner.token()), "/api/account", 20).await,
        20
    );
}

#[test]
fn only_who_serves_strangers_has_a_limit_without_asking_for_one() {
    assert!(Mode::Hosted.default_requests_per_second() > 0);
    assert_eq!(Mode::SelfHosted.default_requests_per_second(), 0);
}

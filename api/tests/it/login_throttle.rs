//! Throttling of password guesses across servers and restarts, without locking out the owner.

use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp};
use chrono::TimeDelta;
use entities::rate_limit_bucket;
use sea_orm::EntityTrait;
use serde_json::json;

const ADA: &str = "ada@prairie.example";

fn from_address(client: &Client, address: &str) -> Client {
    client.with_header("x-forwarded-for", address)
}

async fn register_ada(app: &TestApp) -> Client {
    let body = json!({"organization": "Prairie Inputs", "name": "Ada Larsen", "email": ADA, "password": PASSWORD});
    let registered = app
        .anonymous_client()
        .post("/api/auth/register", body)
        .await;
    app.anonymous_client()
        .with_token(registered.data()["token"].as_str().unwrap())
}

async fn log_in(client: &Client, email: &str, password: &str) -> Answer {
    client
        .post(
            "/api/auth/login",
            json!({"email": email, "password": password}),
        )
        .await
}

/// The number of wrong guesses that were checked; the others get 429.
async fn failed_logins(client: &Client, email: &str, guesses: usize) -> usize {
    let mut judged = 0;
    for number in 0..guesses {
        let answer = log_in(client, email, &format!("guess {number}")).await;
        match answer.status.as_u16() {
            401 => judged += 1,
            _ => assert_eq!(answer.expect_failure(429), "too_many_attempts"),
        }
    }
    judged
}

#[tokio::test]
async fn throttled_guesses_do_not_lock_out_the_owner() {
    let app = TestApp::start().await;
    register_ada(&app).await;
    let stranger = from_address(&app.anonymous_client(), "203.0.113.1");
    assert_eq!(failed_logins(&stranger, ADA, 50).await, 10);
    let refused = log_in(&stranger, ADA, PASSWORD).await;
    assert_eq!(refused.expect_failure(429), "too_many_attempts");
    assert_eq!(refused.header("retry-after"), "30");
    assert_eq!(
        refused.json["message"],
        "Too many wrong passwords. Try again in 30 seconds."
    );
    assert_eq!(
        log_in(
            &from_address(&app.anonymous_client(), "198.51.100.7"),
            ADA,
            PASSWORD
        )
        .await
        .data()["user"]["email"],
        ADA
    );
    // One attempt is available again after 30 seconds, and a correct password resets the count.
    app.parts.clock.advance(TimeDelta::seconds(29));
    assert_eq!(
        log_in(&stranger, ADA, PASSWORD).await.header("retry-after"),
        "1"
    );
    app.parts.clock.advance(TimeDelta::seconds(1));
    log_in(&stranger, ADA, PASSWORD).await.data();
    assert_eq!(failed_logins(&stranger, ADA, 12).await, 10);
}

#[tokio::test]
async fn counts_are_shared_by_servers_and_survive_restarts() {
    let app = TestApp::start().await;
    register_ada(&app).await;
    let (one, other) = (
        from_address(&app.anonymous_client(), "203.0.113.1"),
        from_address(&app.replica_client().await, "203.0.113.1"),
    );
    assert_eq!(
        failed_logins(&one, ADA, 6).await + failed_logins(&other, ADA, 6).await,
        10
    );
    let restarted = from_address(&app.replica_client().await, "203.0.113.1");
    assert_eq!(
        log_in(&restarted, ADA, PASSWORD).await.expect_failure(429),
        "too_many_attempts"
    );
}

#[tokio::test]
async fn concurrent_guesses_get_no_extra_attempts() {
    let app = TestApp::start().await;
    register_ada(&app).await;
    let (one, other) = (
        from_address(&app.anonymous_client(), "203.0.113.1"),
        from_address(&app.replica_client().await, "203.0.113.1"),
    );
    let guesses = (0..40).map(|number| {
        let client = if number % 2 == 0 {
            one.clone()
        } else {
            other.clone()
        };
        async move {
            log_in(&client, ADA, &format!("guess {number}"))
                .await
                .status
                .as_u16()
        }
    });
    let statuses = futures_util::future::join_all(guesses).await;
    let judged = statuses.iter().filter(|status| **status == 401).count();
    assert_eq!(judged, 10, "{statuses:?}");
    assert_eq!(
        log_in(&one, ADA, PASSWORD).await.expect_failure(429),
        "too_many_attempts"
    );
}

#[tokio::test]
async fn unknown_email_is_throttled_alike() {
    let app = TestApp::start().await;
    register_ada(&app).await;
    let transcript = async |email: &str, address: &str| {
        let client = from_address(&app.anonymous_client(), address);
        let mut responses = Vec::new();
        for number in 0..14 {
            let answer = log_in(&client, email, &format!("guess {number}")).await;
            let after = answer
                .headers
                .get("retry-after")
                .map(|value| value.to_str().unwrap().to_owned());
            responses.push((
                answer.status.as_u16(),
                answer.json["code"].clone(),
                answer.json["message"].clone(),
                after,
            ));
        }
        responses
    };
    let known = transcript(ADA, "203.0.113.1").await;
    assert_eq!(
        known,
        transcript("nobody@prairie.example", "203.0.113.2").await
    );
    assert_eq!(
        known.iter().filter(|(status, ..)| *status == 429).count(),
        4
    );
}

#[tokio::test]
async fn distributed_guesses_never_lock_out_the_owner() {
    let app = TestApp::start().await;
    register_ada(&app).await;
    for number in 1..=5 {
        assert_eq!(
            failed_logins(
                &from_address(&app.anonymous_client(), &format!("203.0.113.{number}")),
                ADA,
                12
            )
            .await,
            10
        );
    }
    let late = from_address(&app.anonymous_client(), "203.0.113.6");
    assert_eq!(
        failed_logins(&late, ADA, 5).await,
        1,
        "an account under attack leaves each address one try"
    );
    assert_eq!(
        log_in(&late, ADA, PASSWORD).await.header("retry-after"),
        "30"
    );
    log_in(
        &from_address(&app.anonymous_client(), "198.51.100.7"),
        ADA,
        PASSWORD,
    )
    .await
    .data();
    // During the attack, the owner waits half a minute after a wrong password.
    let owner = from_address(&app.anonymous_client(), "198.51.100.8");
    assert_eq!(
        log_in(&owner, ADA, "correct hose battery")
            .await
            .expect_failure(401),
        "invalid_credentials"
    );
    app.parts.clock.advance(TimeDelta::seconds(30));
    log_in(&owner, ADA, PASSWORD).await.data();
}

#[tokio::test]
async fn throttles_one_address_that_tries_many_accounts() {
    let app = TestApp::start().await;
    register_ada(&app).await;
    let stranger = from_address(&app.anonymous_client(), "203.0.113.1");
    let mut judged_of_all = 0;
    for number in 0..52 {
        judged_of_all += failed_logins(&stranger, &format!("{number}@prairie.example"), 2).await;
    }
    assert_eq!(judged_of_all, 100);
    let refused = log_in(&stranger, ADA, PASSWORD).await;
    assert_eq!(
        (refused.expect_failure(429), refused.header("retry-after")),
        ("too_many_attempts", "5")
    );
    log_in(
        &from_address(&app.anonymous_client(), "198.51.100.7"),
        ADA,
        PASSWORD,
    )
    .await
    .data();
    app.parts.clock.advance(TimeDelta::seconds(5));
    log_in(&stranger, ADA, PASSWORD).await.data();
}

#[tokio::test]
async fn correct_passwords_use_no_attempts() {
    let app = TestApp::start().await;
    register_ada(&app).await;
    for _ in 0..30 {
        log_in(&app.anonymous_client(), ADA, PASSWORD).await.data();
    }
    assert!(
        rate_limit_bucket::Entity::find()
            .all(&app.raw)
            .await
            .unwrap()
            .len()
            <= 1,
        "only the registration is counted"
    );
}

#[tokio::test]
async fn buckets_store_no_names_and_are_deleted() {
    let app = TestApp::start().await;
    register_ada(&app).await;
    for number in 0..20 {
        failed_logins(
            &from_address(&app.anonymous_client(), &format!("203.0.113.{number}")),
            &format!("{number}@prairie.example"),
            1,
        )
        .await;
    }
    let rows = rate_limit_bucket::Entity::find()
        .all(&app.raw)
        .await
        .unwrap();
    assert_eq!(rows.len(), 61);
    for row in rows {
        assert!(
            row.key_hash.len() == 43
                && !row.key_hash.contains('@')
                && !row.key_hash.contains("203.0"),
            "{}",
            row.key_hash
        );
    }
    app.parts.clock.advance(TimeDelta::hours(2));
    failed_logins(&app.anonymous_client(), ADA, 1).await;
    failed_logins(&app.anonymous_client(), ADA, 1).await;
    assert_eq!(
        rate_limit_bucket::Entity::find()
            .all(&app.raw)
            .await
            .unwrap()
            .len(),
        3,
        "full buckets have no rows"
    );
}

#[tokio::test]
async fn registrations_are_limited_per_address() {
    let app = TestApp::start().await;
    register_ada(&app).await;
    let stranger = from_address(&app.anonymous_client(), "203.0.113.1");
    let register = async |client: &Client, email: &str| {
        let body =
            json!({"organization": "Prairie", "name": "Bo", "email": email, "password": PASSWORD});
        client.post("/api/auth/register", body).await
    };
    // Probing for registered addresses is throttled like guessing passwords.
    for _ in 0..100 {
        assert_eq!(
            register(&stranger, ADA).await.expect_failure(409),
            "email_taken"
        );
    }
    let refused = register(&stranger, ADA).await;
    assert_eq!(
        (refused.expect_failure(429), refused.header("retry-after")),
        ("too_many_attempts", "5")
    );
    assert_eq!(
        log_in(&stranger, ADA, PASSWORD).await.expect_failure(429),
        "too_many_attempts"
    );
    register(
        &from_address(&app.anonymous_client(), "198.51.100.7"),
        "bo@prairie.example",
    )
    .await
    .data();
    app.parts.clock.advance(TimeDelta::seconds(5));
    register(&stranger, "cy@prairie.example").await.data();
}

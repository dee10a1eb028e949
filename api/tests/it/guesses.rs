//! Guessing passwords: how often, from where, over all servers and their restarts, and never at the
//! owner's cost.

use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp};
use chrono::TimeDelta;
use entities::attempt_bucket;
use sea_orm::EntityTrait;
use serde_json::json;

const ADA: &str = "ada@prairie.example";

fn from(client: &Client, address: &str) -> Client {
    client.with_header("x-forwarded-for", address)
}

async fn ada(app: &TestApp) -> Client {
    let body = json!({"organization": "Prairie Inputs", "name": "Ada Larsen", "email": ADA, "password": PASSWORD});
    let registered = app.anonymous().post("/api/auth/register", body).await;
    app.anonymous()
        .with_token(registered.data()["token"].as_str().unwrap())
}

async fn login(client: &Client, email: &str, password: &str) -> Answer {
    client
        .post(
            "/api/auth/login",
            json!({"email": email, "password": password}),
        )
        .await
}

/// How many of so many wrong guesses were judged, the rest being 429.
async fn judged(client: &Client, email: &str, guesses: usize) -> usize {
    let mut judged = 0;
    for number in 0..guesses {
        let answer = login(client, email, &format!("guess {number}")).await;
        match answer.status.as_u16() {
            401 => judged += 1,
            _ => assert_eq!(answer.failure(429), "too_many_attempts"),
        }
    }
    judged
}

#[tokio::test]
async fn fifty_wrong_passwords_are_429_and_the_owner_gets_in_from_elsewhere() {
    let app = TestApp::start().await;
    ada(&app).await;
    let stranger = from(&app.anonymous(), "203.0.113.1");
    assert_eq!(judged(&stranger, ADA, 50).await, 10);
    let refused = login(&stranger, ADA, PASSWORD).await;
    assert_eq!(refused.failure(429), "too_many_attempts");
    assert_eq!(refused.header("retry-after"), "30");
    assert_eq!(
        refused.json["message"],
        "Too many wrong passwords were tried. Please try again in 30 seconds."
    );
    assert_eq!(
        login(&from(&app.anonymous(), "198.51.100.7"), ADA, PASSWORD)
            .await
            .data()["user"]["email"],
        ADA
    );
    // One comes back after 30 seconds, and being right clears the count.
    app.parts.clock.advance(TimeDelta::seconds(29));
    assert_eq!(
        login(&stranger, ADA, PASSWORD).await.header("retry-after"),
        "1"
    );
    app.parts.clock.advance(TimeDelta::seconds(1));
    login(&stranger, ADA, PASSWORD).await.data();
    assert_eq!(judged(&stranger, ADA, 12).await, 10);
}

#[tokio::test]
async fn the_count_holds_over_servers_and_restarts() {
    let app = TestApp::start().await;
    ada(&app).await;
    let (one, other) = (
        from(&app.anonymous(), "203.0.113.1"),
        from(&app.replica().await, "203.0.113.1"),
    );
    assert_eq!(
        judged(&one, ADA, 6).await + judged(&other, ADA, 6).await,
        10
    );
    let restarted = from(&app.replica().await, "203.0.113.1");
    assert_eq!(
        login(&restarted, ADA, PASSWORD).await.failure(429),
        "too_many_attempts"
    );
}

#[tokio::test]
async fn guesses_made_at_once_are_no_more_than_those_made_in_a_row() {
    let app = TestApp::start().await;
    ada(&app).await;
    let (one, other) = (
        from(&app.anonymous(), "203.0.113.1"),
        from(&app.replica().await, "203.0.113.1"),
    );
    let guesses = (0..40).map(|number| {
        let client = if number % 2 == 0 {
            one.clone()
        } else {
            other.clone()
        };
        async move {
            login(&client, ADA, &format!("guess {number}"))
                .await
                .status
                .as_u16()
        }
    });
    let statuses = futures_util::future::join_all(guesses).await;
    let judged = statuses.iter().filter(|status| **status == 401).count();
    // Those that are being computed when the tenth is counted may still be told.
    let at_once = 2 * std::thread::available_parallelism().unwrap().get();
    assert!(
        (10..=10 + at_once).contains(&judged),
        "{judged} of {statuses:?}"
    );
    assert_eq!(
        login(&one, ADA, PASSWORD).await.failure(429),
        "too_many_attempts"
    );
}

#[tokio::test]
async fn an_address_that_nobody_has_is_answered_alike() {
    let app = TestApp::start().await;
    ada(&app).await;
    let transcript = async |email: &str, address: &str| {
        let client = from(&app.anonymous(), address);
        let mut said = Vec::new();
        for number in 0..14 {
            let answer = login(&client, email, &format!("guess {number}")).await;
            let after = answer
                .headers
                .get("retry-after")
                .map(|value| value.to_str().unwrap().to_owned());
            said.push((
                answer.status.as_u16(),
                answer.json["code"].clone(),
                answer.json["message"].clone(),
                after,
            ));
        }
        said
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
async fn strangers_everywhere_slow_each_other_down_and_never_keep_the_owner_out() {
    let app = TestApp::start().await;
    ada(&app).await;
    for number in 1..=5 {
        assert_eq!(
            judged(
                &from(&app.anonymous(), &format!("203.0.113.{number}")),
                ADA,
                12
            )
            .await,
            10
        );
    }
    let late = from(&app.anonymous(), "203.0.113.6");
    assert_eq!(
        judged(&late, ADA, 5).await,
        1,
        "an account under attack leaves each address one try"
    );
    assert_eq!(
        login(&late, ADA, PASSWORD).await.header("retry-after"),
        "30"
    );
    login(&from(&app.anonymous(), "198.51.100.7"), ADA, PASSWORD)
        .await
        .data();
    // Somebody who mistypes while this goes on waits half a minute.
    let owner = from(&app.anonymous(), "198.51.100.8");
    assert_eq!(
        login(&owner, ADA, "correct hose battery")
            .await
            .failure(401),
        "invalid_credentials"
    );
    app.parts.clock.advance(TimeDelta::seconds(30));
    login(&owner, ADA, PASSWORD).await.data();
}

#[tokio::test]
async fn one_address_that_tries_many_accounts_is_slowed_down() {
    let app = TestApp::start().await;
    ada(&app).await;
    let stranger = from(&app.anonymous(), "203.0.113.1");
    let mut judged_of_all = 0;
    for number in 0..52 {
        judged_of_all += judged(&stranger, &format!("{number}@prairie.example"), 2).await;
    }
    assert_eq!(judged_of_all, 100);
    let refused = login(&stranger, ADA, PASSWORD).await;
    assert_eq!(
        (refused.failure(429), refused.header("retry-after")),
        ("too_many_attempts", "5")
    );
    login(&from(&app.anonymous(), "198.51.100.7"), ADA, PASSWORD)
        .await
        .data();
    app.parts.clock.advance(TimeDelta::seconds(5));
    login(&stranger, ADA, PASSWORD).await.data();
}

#[tokio::test]
async fn being_right_costs_nothing() {
    let app = TestApp::start().await;
    ada(&app).await;
    for _ in 0..30 {
        login(&app.anonymous(), ADA, PASSWORD).await.data();
    }
    assert!(
        attempt_bucket::Entity::find()
            .all(&app.raw)
            .await
            .unwrap()
            .len()
            <= 1,
        "only the registration is counted"
    );
}

#[tokio::test]
async fn the_table_names_nobody_and_is_cleared() {
    let app = TestApp::start().await;
    ada(&app).await;
    for number in 0..20 {
        judged(
            &from(&app.anonymous(), &format!("203.0.113.{number}")),
            &format!("{number}@prairie.example"),
            1,
        )
        .await;
    }
    let rows = attempt_bucket::Entity::find().all(&app.raw).await.unwrap();
    assert_eq!(rows.len(), 61);
    for row in rows {
        assert!(
            row.name.len() == 43 && !row.name.contains('@') && !row.name.contains("203.0"),
            "{}",
            row.name
        );
    }
    app.parts.clock.advance(TimeDelta::hours(2));
    judged(&app.anonymous(), ADA, 1).await;
    judged(&app.anonymous(), ADA, 1).await;
    assert_eq!(
        attempt_bucket::Entity::find()
            .all(&app.raw)
            .await
            .unwrap()
            .len(),
        3,
        "full buckets have no rows"
    );
}

#[tokio::test]
async fn registering_again_and_again_has_a_limit_for_each_address() {
    let app = TestApp::start().await;
    ada(&app).await;
    let stranger = from(&app.anonymous(), "203.0.113.1");
    let register = async |client: &Client, email: &str| {
        let body =
            json!({"organization": "Prairie", "name": "Bo", "email": email, "password": PASSWORD});
        client.post("/api/auth/register", body).await
    };
    // Looking for addresses that are taken costs what guessing a password costs.
    for _ in 0..100 {
        assert_eq!(register(&stranger, ADA).await.failure(409), "email_taken");
    }
    let refused = register(&stranger, ADA).await;
    assert_eq!(
        (refused.failure(429), refused.header("retry-after")),
        ("too_many_attempts", "5")
    );
    assert_eq!(
        login(&stranger, ADA, PASSWORD).await.failure(429),
        "too_many_attempts"
    );
    register(
        &from(&app.anonymous(), "198.51.100.7"),
        "bo@prairie.example",
    )
    .await
    .data();
    app.parts.clock.advance(TimeDelta::seconds(5));
    register(&stranger, "cy@prairie.example").await.data();
}

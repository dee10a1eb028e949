//! Sessions and password of an account.

use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp};
use chrono::TimeDelta;
use serde_json::{Value, json};
use std::time::Duration;

const ADA: &str = "ada@prairie.example";
const FIREFOX: &str =
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";
const NEXT_PASSWORD: &str = "another horse entirely";

async fn log_in(client: &Client, password: &str) -> Answer {
    client
        .post(
            "/api/auth/login",
            json!({"email": ADA, "password": password}),
        )
        .await
}

/// Ada, signed in twice: on Windows, then with curl.
async fn register_ada(app: &TestApp) -> (Client, Client) {
    let body = json!({"organization": "Prairie Inputs", "name": "Ada Larsen", "email": ADA, "password": PASSWORD});
    let registered = app
        .anonymous_client()
        .with_header("user-agent", FIREFOX)
        .post("/api/auth/register", body)
        .await;
    app.parts.clock.advance(TimeDelta::seconds(60));
    let again = log_in(
        &app.anonymous_client()
            .with_header("user-agent", "curl/8.5.0"),
        PASSWORD,
    )
    .await;
    let client = |answer: &Answer| {
        app.anonymous_client()
            .with_token(answer.data()["token"].as_str().unwrap())
    };
    (client(&registered), client(&again))
}

async fn list_sessions(client: &Client) -> Vec<Value> {
    client.get("/api/account/sessions").await.data()["items"]
        .as_array()
        .unwrap()
        .clone()
}

async fn change_password(client: &Client, current: &str, next: &str) -> Answer {
    client
        .post(
            "/api/account/password",
            json!({"currentPassword": current, "newPassword": next}),
        )
        .await
}

#[tokio::test]
async fn lists_sessions_with_devices_and_current_first() {
    let app = TestApp::start().await;
    let (windows, curl) = register_ada(&app).await;
    let stranger = app.create_organization("Elsewhere").await;
    let listed = list_sessions(&windows).await;
    let of = |field: &str| {
        listed
            .iter()
            .map(|session| session[field].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(of("device"), ["Firefox on Windows", "curl"]);
    assert_eq!(of("current"), [true, false]);
    assert_eq!(
        of("createdAt"),
        ["2026-06-16T15:00:00+00:00", "2026-06-16T15:01:00+00:00"]
    );
    assert_eq!(of("lastUsedAt"), of("createdAt"));
    assert_eq!(list_sessions(&curl).await[0]["device"], "curl");
    assert_eq!(list_sessions(&stranger).await.len(), 1);
    assert_eq!(
        windows.get("/api/account/sessions").await.data()["hasMore"],
        false
    );
}

#[tokio::test]
async fn lists_at_most_100_sessions_and_no_expired_ones() {
    let app = TestApp::start().await;
    register_ada(&app).await;
    app.parts.clock.advance(TimeDelta::days(14));
    let current = app.sign_in(ADA, PASSWORD).await;
    assert_eq!(list_sessions(&current).await.len(), 1);
    app.parts.clock.advance(TimeDelta::seconds(1));
    for _ in 0..100 {
        app.sign_in(ADA, PASSWORD).await;
    }
    let answer = current.get("/api/account/sessions").await;
    assert_eq!(
        (
            answer.data()["items"].as_array().unwrap().len(),
            &answer.data()["hasMore"]
        ),
        (100, &json!(true))
    );
    assert_eq!(
        answer.data()["items"][0]["current"],
        true,
        "the oldest is there: it asks"
    );
}

#[tokio::test]
async fn revoked_session_is_rejected_everywhere_in_two_seconds() {
    let app = TestApp::start().await;
    let (windows, curl) = register_ada(&app).await;
    let elsewhere = app.replica_client().await.with_token(curl.token());
    elsewhere.get("/api/account").await.data();
    let id = list_sessions(&windows).await[1]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    windows
        .send(
            poem::http::Method::DELETE,
            &format!("/api/account/sessions/{id}"),
            Some(json!({})),
        )
        .await
        .data();
    assert_eq!(
        curl.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    assert_eq!(
        elsewhere.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
    windows.get("/api/account").await.data();
    let again = windows
        .send(
            poem::http::Method::DELETE,
            &format!("/api/account/sessions/{id}"),
            Some(json!({})),
        )
        .await;
    assert_eq!(again.expect_failure(404), "not_found");
}

#[tokio::test]
async fn foreign_session_gets_the_response_of_an_unknown_one() {
    let app = TestApp::start().await;
    let (windows, _) = register_ada(&app).await;
    let colleague = app.add_member(&windows, "admin").await;
    let id = list_sessions(&windows).await[0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let end = async |id: &str| {
        colleague
            .send(
                poem::http::Method::DELETE,
                &format!("/api/account/sessions/{id}"),
                Some(json!({})),
            )
            .await
    };
    let (foreign, unknown) = (
        end(&id).await,
        end("0197a000-0000-7000-8000-000000000000").await,
    );
    assert_eq!(
        (foreign.expect_failure(404), foreign.json["message"].clone()),
        (unknown.expect_failure(404), unknown.json["message"].clone())
    );
    assert_eq!(end("no-id").await.expect_failure(404), "not_found");
    windows.get("/api/account").await.data();
}

#[tokio::test]
async fn revoking_other_sessions_keeps_the_current_one() {
    let app = TestApp::start().await;
    let (windows, curl) = register_ada(&app).await;
    let stranger = app.create_organization("Elsewhere").await;
    let answer = windows
        .post("/api/account/sessions/revoke-others", json!({}))
        .await;
    assert_eq!(
        *answer.data(),
        json!({"revokedSessions": 1, "message": "One other session was signed out."})
    );
    assert_eq!(
        curl.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
    stranger.get("/api/account").await.data();
    let again = windows
        .post("/api/account/sessions/revoke-others", json!({}))
        .await;
    assert_eq!(again.data()["message"], "You had no other sessions.");
}

#[tokio::test]
async fn revoking_sessions_needs_password_after_five_minutes() {
    let app = TestApp::start().await;
    let (windows, curl) = register_ada(&app).await;
    let others = async |body: Value| {
        windows
            .post("/api/account/sessions/revoke-others", body)
            .await
    };
    let end = async |id: &str, body: Value| {
        windows
            .send(
                poem::http::Method::DELETE,
                &format!("/api/account/sessions/{id}"),
                Some(body),
            )
            .await
    };
    let listed = list_sessions(&windows).await;
    let (own, other) = (
        listed[0]["id"].as_str().unwrap(),
        listed[1]["id"].as_str().unwrap(),
    );
    app.parts.clock.advance(TimeDelta::seconds(301));
    for answer in [others(json!({})).await, end(other, json!({})).await] {
        assert_eq!(answer.expect_failure(422), "password_required");
        assert_eq!(answer.json["details"][0]["path"], "password");
    }
    for answer in [
        others(json!({"password": "not the password"})).await,
        end(other, json!({"password": "not the password"})).await,
    ] {
        assert_eq!(answer.expect_failure(422), "wrong_password");
    }
    // Each wrong password counts as a failed sign-in: the limit is ten per address, and two were
    // used above.
    let mut last = 422;
    for _ in 0..9 {
        last = others(json!({"password": "not the password"}))
            .await
            .status
            .as_u16();
    }
    assert_eq!(last, 429);
    curl.get("/api/account").await.data();
    app.parts.clock.advance(TimeDelta::seconds(60));
    end(other, json!({"password": PASSWORD})).await.data();
    assert_eq!(
        curl.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
    assert_eq!(
        others(json!({"password": PASSWORD})).await.data()["revokedSessions"],
        0
    );
    // Signing out of the current session succeeds as well.
    end(own, json!({})).await.data();
    assert_eq!(
        windows.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
}

#[tokio::test]
async fn changing_the_password_revokes_other_sessions() {
    let app = TestApp::start().await;
    let (windows, curl) = register_ada(&app).await;
    let elsewhere = app.replica_client().await.with_token(curl.token());
    elsewhere.get("/api/account").await.data();
    let answer = change_password(&windows, PASSWORD, NEXT_PASSWORD).await;
    assert_eq!(
        *answer.data(),
        json!({"revokedSessions": 1, "message": "Your password is changed. One other session was \
            signed out."})
    );
    windows.get("/api/account").await.data();
    assert_eq!(
        curl.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
    assert_eq!(
        log_in(&app.anonymous_client(), PASSWORD)
            .await
            .expect_failure(401),
        "invalid_credentials"
    );
    log_in(&app.anonymous_client(), NEXT_PASSWORD).await.data();
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    assert_eq!(
        elsewhere.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
}

#[tokio::test]
async fn one_of_two_concurrent_password_changes_succeeds() {
    let app = TestApp::start().await;
    let (windows, curl) = register_ada(&app).await;
    let (one, other) = tokio::join!(
        change_password(&windows, PASSWORD, NEXT_PASSWORD),
        change_password(&curl, PASSWORD, "a third horse at last")
    );
    let held = [&one, &other]
        .iter()
        .filter(|answer| answer.status.as_u16() == 200)
        .count();
    assert_eq!(held, 1, "{one:?} {other:?}");
}

#[tokio::test]
async fn wrong_current_password_counts_as_failed_sign_in() {
    let app = TestApp::start().await;
    let (windows, curl) = register_ada(&app).await;
    for _ in 0..10 {
        let answer = change_password(&windows, "not the password", NEXT_PASSWORD).await;
        assert_eq!(answer.expect_failure(422), "wrong_password");
        assert_eq!(
            answer.json["details"],
            json!([{
                "path": "currentPassword",
                "code": "wrong_password",
                "message": "This is not your current password.",
            }])
        );
    }
    let refused = change_password(&windows, PASSWORD, NEXT_PASSWORD).await;
    assert_eq!(
        (refused.expect_failure(429), refused.header("retry-after")),
        ("too_many_attempts", "30")
    );
    assert_eq!(
        log_in(&app.anonymous_client(), PASSWORD)
            .await
            .expect_failure(429),
        "too_many_attempts"
    );
    curl.get("/api/account").await.data();
}

#[tokio::test]
async fn rejects_guessable_passwords_and_keeps_others_unchanged() {
    let app = TestApp::start().await;
    let (windows, _) = register_ada(&app).await;
    for weak in [
        "1234 xy",
        "Password1",
        "sprout-2026",
        "Larsen 1970",
        "prairie.inputs",
        ADA,
        PASSWORD,
        &"x".repeat(257),
    ] {
        let answer = change_password(&windows, PASSWORD, weak).await;
        assert_eq!(
            (
                answer.expect_failure(422),
                &answer.json["details"][0]["path"]
            ),
            ("invalid_values", &json!("newPassword")),
            "{weak}"
        );
    }
    let long = format!("  {} ünïcode {}", "x".repeat(72), "y".repeat(40));
    change_password(&windows, PASSWORD, &long).await.data();
    log_in(&app.anonymous_client(), &long).await.data();
    for other in [
        long.trim().to_owned(),
        format!("{}z", &long[..long.len() - 1]),
    ] {
        assert_eq!(
            log_in(&app.anonymous_client(), &other)
                .await
                .expect_failure(401),
            "invalid_credentials",
            "{other}"
        );
    }
    let weak = json!({"organization": "P", "name": "Bo", "email": "bo@prairie.example", "password": "sunshine1"});
    let answer = app
        .anonymous_client()
        .post("/api/auth/register", weak)
        .await;
    assert_eq!(
        (
            answer.expect_failure(422),
            &answer.json["details"][0]["path"]
        ),
        ("invalid_values", &json!("password"))
    );
}

#[tokio::test]
async fn demo_password_cannot_be_changed() {
    let app = TestApp::start_with_demo().await;
    let demo = app.sign_in("demo@sprout.example", "sprout-demo").await;
    assert_eq!(
        change_password(&demo, "sprout-demo", NEXT_PASSWORD)
            .await
            .expect_failure(409),
        "demo_read_only"
    );
    app.sign_in("demo@sprout.example", "sprout-demo").await;
}

//! Password reset by email.

use crate::smtp_server::SmtpServer;
use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp};
use api::email::SmtpSender;
use chrono::TimeDelta;
use entities::{email_outbox, one_time_token};
use sea_orm::{EntityTrait, PaginatorTrait};
use serde_json::{Value, json};

const ADA: &str = "ada@prairie.example";
const NEXT_PASSWORD: &str = "another horse entirely";

async fn register_ada(app: &TestApp) -> Client {
    let body = json!({"organization": "Prairie Inputs", "name": "Ada Larsen", "email": ADA, "password": PASSWORD});
    let registered = app
        .anonymous_client()
        .post("/api/auth/register", body)
        .await;
    app.anonymous_client()
        .with_token(registered.data()["token"].as_str().unwrap())
}

async fn request_reset(client: &Client, email: &str) -> Answer {
    client
        .post("/api/auth/password-reset", json!({"email": email}))
        .await
}

async fn confirm_reset(app: &TestApp, token: &str, password: &str) -> Answer {
    app.anonymous_client()
        .post(
            "/api/auth/password-reset/confirm",
            json!({"token": token, "password": password}),
        )
        .await
}

/// Requests a reset for Ada and returns the token in her email. Advances the clock, so that the
/// newest email is unambiguous.
async fn requested_token(app: &TestApp) -> String {
    app.parts.clock.advance(TimeDelta::seconds(1));
    assert_eq!(
        request_reset(&app.anonymous_client(), ADA)
            .await
            .status
            .as_u16(),
        202
    );
    app.emailed_token(ADA).await
}

async fn log_in(app: &TestApp, password: &str) -> Answer {
    app.anonymous_client()
        .post(
            "/api/auth/login",
            json!({"email": ADA, "password": password}),
        )
        .await
}

#[tokio::test]
async fn reset_replaces_password_and_revokes_sessions() {
    let app = TestApp::start_with_mail_server().await;
    let client = register_ada(&app).await;
    client.get("/api/account").await.data();
    let token = requested_token(&app).await;
    app.parts.clock.advance(TimeDelta::seconds(1));
    let done = confirm_reset(&app, &token, NEXT_PASSWORD).await;
    assert_eq!(
        done.data()["message"],
        "Your password is changed, and you are signed out everywhere. Sign in with the new \
            password."
    );
    assert_eq!(
        client.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
    assert_eq!(
        log_in(&app, PASSWORD).await.expect_failure(401),
        "invalid_credentials"
    );
    log_in(&app, NEXT_PASSWORD).await.data();
    let (subject, text) = app.newest_email_to(ADA).await.unwrap();
    assert_eq!(subject, "Your Sprout password was changed");
    assert!(
        text.contains("\nhttp://sprout.test/forgot-password\n") && !text.contains("#token="),
        "{text}"
    );
}

#[tokio::test]
async fn reset_link_works_once() {
    let app = TestApp::start().await;
    register_ada(&app).await;
    let token = requested_token(&app).await;
    confirm_reset(&app, &token, NEXT_PASSWORD).await.data();
    assert_eq!(
        confirm_reset(&app, &token, "yet another horse")
            .await
            .expect_failure(422),
        "invalid_link"
    );
    log_in(&app, NEXT_PASSWORD).await.data();
    // Of several concurrent uses of a link, one succeeds.
    let token = requested_token(&app).await;
    let replica = app.replica_client().await;
    let uses = (0..6).map(|number| {
        let client = if number % 2 == 0 {
            app.anonymous_client()
        } else {
            replica.clone()
        };
        let body = json!({"token": token, "password": format!("the {number}. of the horses")});
        async move {
            client
                .post("/api/auth/password-reset/confirm", body)
                .await
                .status
                .as_u16()
        }
    });
    let statuses = futures_util::future::join_all(uses).await;
    assert_eq!(
        statuses.iter().filter(|status| **status == 200).count(),
        1,
        "{statuses:?}"
    );
}

#[tokio::test]
async fn reset_link_expires_after_30_minutes() {
    let app = TestApp::start().await;
    register_ada(&app).await;
    let token = requested_token(&app).await;
    app.parts.clock.advance(TimeDelta::minutes(31));
    assert_eq!(
        confirm_reset(&app, &token, NEXT_PASSWORD)
            .await
            .expect_failure(422),
        "invalid_link"
    );
    let token = requested_token(&app).await;
    app.parts.clock.advance(TimeDelta::minutes(29));
    confirm_reset(&app, &token, NEXT_PASSWORD).await.data();
}

#[tokio::test]
async fn newer_reset_link_replaces_older_ones() {
    let app = TestApp::start().await;
    register_ada(&app).await;
    let (older, newer) = (requested_token(&app).await, requested_token(&app).await);
    assert_ne!(older, newer);
    assert_eq!(
        confirm_reset(&app, &older, NEXT_PASSWORD)
            .await
            .expect_failure(422),
        "invalid_link"
    );
    confirm_reset(&app, &newer, NEXT_PASSWORD).await.data();
}

#[tokio::test]
async fn unknown_email_gets_the_same_response_and_timing() {
    let app = TestApp::start_with_mail_server().await;
    register_ada(&app).await;
    email_outbox::Entity::delete_many()
        .exec(&app.raw)
        .await
        .unwrap();
    one_time_token::Entity::delete_many()
        .exec(&app.raw)
        .await
        .unwrap();
    let mut rows = Vec::new();
    let mut answers = Vec::new();
    for email in [ADA, "nobody@prairie.example"] {
        let mut answer = request_reset(&app.anonymous_client(), email).await;
        assert_eq!(answer.status.as_u16(), 202, "{}", answer.text);
        answer.json["requestId"] = Value::Null;
        answers.push(answer.json);
        rows.push((
            email_outbox::Entity::find().count(&app.raw).await.unwrap(),
            one_time_token::Entity::find()
                .count(&app.raw)
                .await
                .unwrap(),
        ));
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(rows, [(1, 1), (2, 2)], "the same is written for both");
    let written = email_outbox::Entity::find().all(&app.raw).await.unwrap();
    assert!(
        written
            .iter()
            .all(|entry| !entry.to_address.contains("nobody") && !entry.sealed_body.is_empty()),
        "{written:?}"
    );
    assert!(
        app.newest_email_to("nobody@prairie.example")
            .await
            .is_none()
    );
    let server = SmtpServer::start().await;
    let post = SmtpSender::from_url(
        &server.url(),
        "Sprout <alerts@sprout.example>",
        "http://sprout.test",
    )
    .unwrap();
    while app.outbox.send_next(&post).await.unwrap() {}
    let to: Vec<_> = server
        .received_emails()
        .into_iter()
        .map(|taken| taken.to)
        .collect();
    assert_eq!(to, [ADA]);
    app.outbox.purge_expired().await.unwrap();
    assert_eq!(
        email_outbox::Entity::find().count(&app.raw).await.unwrap(),
        1,
        "an email to an unknown address is purged"
    );
}

#[tokio::test]
async fn reset_link_ignores_the_host_header() {
    let app = TestApp::start().await;
    register_ada(&app).await;
    let mut client = app.anonymous_client();
    for (name, value) in [
        ("host", "evil.example"),
        ("x-forwarded-host", "evil.example"),
        ("forwarded", "host=evil.example"),
        ("origin", "https://evil.example"),
    ] {
        client = client.with_header(name, value);
    }
    assert_eq!(request_reset(&client, ADA).await.status.as_u16(), 202);
    let (_, text) = app.newest_email_to(ADA).await.unwrap();
    assert!(
        text.contains("\nhttp://sprout.test/reset-password#token=") && !text.contains("evil"),
        "{text}"
    );
}

#[tokio::test]
async fn smtp_server_receives_the_reset_email() {
    let app = TestApp::start_with_mail_server().await;
    register_ada(&app).await;
    let token = requested_token(&app).await;
    let server = SmtpServer::start().await;
    let post = SmtpSender::from_url(
        &server.url(),
        "Sprout <alerts@sprout.example>",
        "http://sprout.test",
    )
    .unwrap();
    while app.outbox.send_next(&post).await.unwrap() {}
    let mail = server
        .received_emails()
        .into_iter()
        .find(|taken| taken.text.contains("Subject: Reset your Sprout password"))
        .unwrap();
    assert_eq!(mail.to, ADA);
    // Decodes quoted-printable like an email client.
    let text = mail.text.replace("=\n", "").replace("=3D", "=");
    assert!(
        text.contains(&format!(
            "\nhttp://sprout.test/reset-password#token={token}\n"
        )),
        "{text}"
    );
    let kept = email_outbox::Entity::find().all(&app.raw).await.unwrap();
    assert!(
        kept.iter().all(|entry| entry.sealed_body.is_empty()),
        "what was sent is forgotten"
    );
    confirm_reset(&app, &token, NEXT_PASSWORD).await.data();
}

#[tokio::test]
async fn emails_are_in_the_language_that_the_person_chose() {
    let app = TestApp::start_with_mail_server().await;
    let ada = register_ada(&app).await;
    let chosen = ada
        .patch("/api/account/preferences", json!({"language": "de"}))
        .await;
    assert_eq!(chosen.data()["language"], "de");
    request_reset(&app.anonymous_client(), ADA).await;
    let subjects: Vec<String> = email_outbox::Entity::find()
        .all(&app.raw)
        .await
        .unwrap()
        .into_iter()
        .map(|email| email.subject)
        .collect();
    assert!(
        subjects.contains(&"Setzen Sie Ihr Sprout-Passwort zurück".to_owned()),
        "{subjects:?}"
    );
}

#[tokio::test]
async fn guessable_password_keeps_the_reset_link_valid() {
    let app = TestApp::start().await;
    register_ada(&app).await;
    let token = requested_token(&app).await;
    for guessed in ["short", "password1", "ada-larsen", "Prairie Inputs"] {
        let answer = confirm_reset(&app, &token, guessed).await;
        assert_eq!(
            (
                answer.expect_failure(422),
                &answer.json["details"][0]["path"]
            ),
            ("invalid_values", &json!("password")),
            "{guessed}"
        );
    }
    confirm_reset(&app, &token, NEXT_PASSWORD).await.data();
}

#[tokio::test]
async fn reset_requests_are_rate_limited() {
    let app = TestApp::start().await;
    register_ada(&app).await;
    for number in 0..8 {
        app.parts.clock.advance(TimeDelta::seconds(1));
        let client = app
            .anonymous_client()
            .with_header("x-forwarded-for", &format!("203.0.113.{number}"));
        assert_eq!(request_reset(&client, ADA).await.status.as_u16(), 202);
    }
    let emails = app.parts.database.platform().list_emails(50).await.unwrap();
    assert_eq!(
        emails
            .iter()
            .filter(|entry| entry.kind == "password_reset")
            .count(),
        5,
        "the limit counts all callers together"
    );
    let last = app.emailed_token(ADA).await;
    confirm_reset(&app, &last, NEXT_PASSWORD).await.data();
    let stranger = app
        .anonymous_client()
        .with_header("x-forwarded-for", "198.51.100.1");
    for _ in 0..10 {
        assert_eq!(
            request_reset(&stranger, "nobody@prairie.example")
                .await
                .status
                .as_u16(),
            202
        );
    }
    let refused = request_reset(&stranger, "nobody@prairie.example").await;
    assert_eq!(
        (refused.expect_failure(429), refused.header("retry-after")),
        ("too_many_attempts", "30")
    );
}

#[tokio::test]
async fn demo_and_disabled_accounts_get_no_reset_link() {
    let app = TestApp::start_with_demo().await;
    assert_eq!(
        request_reset(&app.anonymous_client(), "demo@sprout.example")
            .await
            .status
            .as_u16(),
        202
    );
    assert!(app.newest_email_to("demo@sprout.example").await.is_none());
    register_ada(&app).await;
    let token = requested_token(&app).await;
    let person = entities::person::Entity::find()
        .all(&app.raw)
        .await
        .unwrap()
        .into_iter()
        .find(|person| person.email == ADA)
        .unwrap();
    let shut_out = entities::person::ActiveModel {
        id: sea_orm::Set(person.id),
        disabled_at: sea_orm::Set(Some(app.parts.clock.now())),
        ..Default::default()
    };
    sea_orm::ActiveModelTrait::update(shut_out, &app.raw)
        .await
        .unwrap();
    assert_eq!(
        confirm_reset(&app, &token, NEXT_PASSWORD)
            .await
            .expect_failure(422),
        "invalid_link"
    );
}

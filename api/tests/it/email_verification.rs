//! Verification of email addresses.

use crate::test_app::PASSWORD;
use crate::{Client, TestApp};
use chrono::TimeDelta;
use entities::person;
use sea_orm::{EntityTrait, Set};
use serde_json::json;

const ADA: &str = "ada@prairie.example";

async fn register_ada(app: &TestApp) -> Client {
    let body = json!({"organization": "Prairie Inputs", "name": "Ada Larsen", "email": ADA, "password": PASSWORD});
    let registered = app
        .anonymous_client()
        .post("/api/auth/register", body)
        .await;
    app.anonymous_client()
        .with_token(registered.data()["token"].as_str().unwrap())
}

async fn verify_email(app: &TestApp, token: &str) -> crate::Answer {
    app.anonymous_client()
        .post("/api/auth/verify-email", json!({"token": token}))
        .await
}

async fn is_verified(client: &Client) -> bool {
    client.get("/api/account").await.data()["emailVerified"]
        .as_bool()
        .unwrap()
}

#[tokio::test]
async fn registration_sends_a_link_that_verifies_once() {
    let app = TestApp::start_with_mail_server().await;
    let client = register_ada(&app).await;
    assert!(!is_verified(&client).await);
    let (subject, text) = app.newest_email_to(ADA).await.unwrap();
    assert_eq!(subject, "Verify your email address for Sprout");
    assert!(
        text.contains("\nhttp://sprout.test/verify-email#token="),
        "{text}"
    );
    let token = app.emailed_token(ADA).await;
    // A token is only valid for its own purpose.
    let reset = app
        .anonymous_client()
        .post(
            "/api/auth/password-reset/confirm",
            json!({"token": token, "password": "another horse entirely"}),
        )
        .await;
    assert_eq!(reset.expect_failure(422), "invalid_link");
    assert_eq!(
        verify_email(&app, &token).await.data()["message"],
        "ada@prairie.example is verified."
    );
    assert!(is_verified(&client).await);
    assert_eq!(
        verify_email(&app, &token).await.expect_failure(422),
        "invalid_link"
    );
    let again = client
        .send(
            poem::http::Method::POST,
            "/api/account/email-verification",
            None,
        )
        .await;
    assert_eq!(again.expect_failure(409), "email_verified");
}

#[tokio::test]
async fn new_link_replaces_the_old_one_and_five_an_hour_are_sent() {
    let app = TestApp::start_with_mail_server().await;
    let client = register_ada(&app).await;
    let send = async || {
        client
            .send(
                poem::http::Method::POST,
                "/api/account/email-verification",
                None,
            )
            .await
    };
    let first = app.emailed_token(ADA).await;
    assert_eq!(
        send().await.data()["message"],
        "We sent a link to ada@prairie.example."
    );
    assert_eq!(
        verify_email(&app, &first).await.expect_failure(422),
        "invalid_link"
    );
    for _ in 0..3 {
        send().await.data();
    }
    assert_eq!(send().await.expect_failure(429), "too_many_attempts");
    let last = app.emailed_token(ADA).await;
    app.parts.clock.advance(TimeDelta::hours(73));
    assert_eq!(
        verify_email(&app, &last).await.expect_failure(422),
        "invalid_link"
    );
    let client = app.sign_in(ADA, PASSWORD).await;
    client
        .send(
            poem::http::Method::POST,
            "/api/account/email-verification",
            None,
        )
        .await
        .data();
    verify_email(&app, &app.emailed_token(ADA).await)
        .await
        .data();
    assert!(is_verified(&client).await);
}

#[tokio::test]
async fn link_verifies_only_the_address_it_was_sent_to() {
    let app = TestApp::start_with_mail_server().await;
    register_ada(&app).await;
    let token = app.emailed_token(ADA).await;
    let row = person::Entity::find().one(&app.raw).await.unwrap().unwrap();
    let moved = person::ActiveModel {
        id: Set(row.id),
        email: Set("ada@elsewhere.example".to_owned()),
        ..Default::default()
    };
    sea_orm::ActiveModelTrait::update(moved, &app.raw)
        .await
        .unwrap();
    assert_eq!(
        verify_email(&app, &token).await.expect_failure(422),
        "invalid_link"
    );
}

#[tokio::test]
async fn password_reset_link_verifies_the_address() {
    let app = TestApp::start_with_mail_server().await;
    register_ada(&app).await;
    // The newest email is that with the link.
    app.parts.clock.advance(TimeDelta::seconds(1));
    app.anonymous_client()
        .post("/api/auth/password-reset", json!({"email": ADA}))
        .await;
    let token = app.emailed_token(ADA).await;
    app.anonymous_client()
        .post(
            "/api/auth/password-reset/confirm",
            json!({"token": token, "password": "another horse entirely"}),
        )
        .await
        .data();
    let client = app.sign_in(ADA, "another horse entirely").await;
    assert!(is_verified(&client).await);
}

#[tokio::test]
async fn without_smtp_every_address_counts_as_verified() {
    let app = TestApp::start().await;
    let client = register_ada(&app).await;
    assert!(is_verified(&client).await);
    assert!(app.newest_email_to(ADA).await.is_none());
}

//! Accounts without an organization: export and deletion with credentials.

mod invitations;

use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp};
use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};

const EXPORT: &str = "/api/auth/unaffiliated/export-account";
const DELETE: &str = "/api/auth/unaffiliated/delete-account";

fn credentials_body(email: &str, password: &str) -> Value {
    json!({"email": email, "password": password})
}

/// The addresses of a former owner and a former member of a deleted organization.
async fn create_unaffiliated_account(app: &TestApp) -> (String, String) {
    let owner = app.create_organization("Prairie").await;
    let member = app.add_member(&owner, "member").await;
    let (account, other) = (
        owner.get("/api/account").await,
        member.get("/api/account").await,
    );
    let id = account.data()["organization"]["id"].as_str().unwrap();
    let body = json!({"name": "Prairie", "password": PASSWORD});
    owner
        .send(
            Method::DELETE,
            &format!("/api/organizations/{id}"),
            Some(body),
        )
        .await
        .data();
    (
        account.data()["email"].as_str().unwrap().to_owned(),
        other.data()["email"].as_str().unwrap().to_owned(),
    )
}

async fn log_in(app: &TestApp, email: &str) -> Answer {
    app.anonymous_client()
        .post("/api/auth/login", credentials_body(email, PASSWORD))
        .await
}

#[tokio::test]
async fn unaffiliated_account_exports_and_deletes_itself() {
    let app = TestApp::start_with_mail_server().await;
    let (_, email) = create_unaffiliated_account(&app).await;
    assert_eq!(
        log_in(&app, &email).await.expect_failure(403),
        "no_organization"
    );
    let file = app
        .anonymous_client()
        .post(EXPORT, credentials_body(&email, PASSWORD))
        .await;
    assert!(
        file.header("content-disposition")
            .starts_with("attachment; filename=\"sprout-account-")
    );
    assert_eq!(
        (
            &file.json["complete"],
            &file.json["profile"]["email"],
            &file.json["organizations"]
        ),
        (&json!(true), &json!(email), &json!([]))
    );
    assert!(!file.text.contains("$argon2"));

    app.anonymous_client()
        .post(DELETE, credentials_body(&email, PASSWORD))
        .await
        .data();
    assert_eq!(
        log_in(&app, &email).await.expect_failure(401),
        "invalid_credentials"
    );
    let (subject, _) = app.newest_email_to(&email).await.unwrap();
    assert!(subject.contains("Sprout account was deleted"), "{subject}");
    assert_eq!(
        app.anonymous_client()
            .post(DELETE, credentials_body(&email, PASSWORD))
            .await
            .expect_failure(401),
        "invalid_credentials"
    );
}

#[tokio::test]
async fn unaffiliated_operations_need_the_password() {
    let app = TestApp::start().await;
    let (_, email) = create_unaffiliated_account(&app).await;
    let busy = app.create_organization("Elsewhere").await;
    let theirs = busy.get("/api/account").await.data()["email"]
        .as_str()
        .unwrap()
        .to_owned();
    for path in [EXPORT, DELETE] {
        let wrong = app
            .anonymous_client()
            .post(path, credentials_body(&email, "another password"))
            .await;
        let unknown = app
            .anonymous_client()
            .post(path, credentials_body("nobody@field.example", PASSWORD))
            .await;
        // Members of an organization use the endpoints of their account instead.
        let member = app
            .anonymous_client()
            .post(path, credentials_body(&theirs, PASSWORD))
            .await;
        for answer in [&wrong, &unknown, &member] {
            assert_eq!(answer.expect_failure(401), "invalid_credentials", "{path}");
            assert_eq!(answer.json["message"], wrong.json["message"]);
        }
    }
    busy.get("/api/account").await.data();
    // Wrong passwords count as failed sign-ins.
    for _ in 0..8 {
        app.anonymous_client()
            .post(DELETE, credentials_body(&email, "another password"))
            .await
            .expect_failure(401);
    }
    assert_eq!(
        app.anonymous_client()
            .post(DELETE, credentials_body(&email, PASSWORD))
            .await
            .expect_failure(429),
        "too_many_attempts"
    );
    assert_eq!(
        log_in(&app, &email).await.expect_failure(429),
        "too_many_attempts"
    );
}

#[tokio::test]
async fn unaffiliated_operations_need_the_mfa_code() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let account = owner.get("/api/account").await;
    let email = account.data()["email"].as_str().unwrap().to_owned();
    let id = account.data()["organization"]["id"].as_str().unwrap();
    let enrollment = owner
        .post("/api/account/mfa", json!({"password": PASSWORD}))
        .await;
    let secret = crate::mfa::decode_secret(enrollment.data()["secret"].as_str().unwrap());
    let code = || api::auth::totp::code_at(&secret, app.parts.clock.now());
    owner
        .post("/api/account/mfa/confirm", json!({"otp": code()}))
        .await
        .data();
    app.parts.clock.advance(TimeDelta::minutes(1));
    let body = json!({"name": "Prairie", "password": PASSWORD, "otp": code()});
    owner
        .send(
            Method::DELETE,
            &format!("/api/organizations/{id}"),
            Some(body),
        )
        .await
        .data();

    let with = |otp: &str| json!({"email": email, "password": PASSWORD, "otp": otp});
    assert_eq!(
        app.anonymous_client()
            .post(DELETE, credentials_body(&email, PASSWORD))
            .await
            .expect_failure(401),
        "otp_required"
    );
    assert_eq!(
        app.anonymous_client()
            .post(DELETE, with(&code()))
            .await
            .expect_failure(401),
        "wrong_otp",
        "that code deleted the organization"
    );
    app.parts.clock.advance(TimeDelta::minutes(1));
    app.anonymous_client()
        .post(DELETE, with(&code()))
        .await
        .data();
}

#[tokio::test]
async fn other_members_get_an_email_about_the_deletion() {
    let app = TestApp::start_with_mail_server().await;
    let owner = app.create_organization("Prairie").await;
    let (member, viewer) = (
        app.add_member(&owner, "admin").await,
        app.add_member(&owner, "viewer").await,
    );
    let stranger = app.create_organization("Elsewhere").await;
    let email = async |client: &Client| {
        client.get("/api/account").await.data()["email"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    let (owners, notified, others) = (
        email(&owner).await,
        [email(&member).await, email(&viewer).await],
        email(&stranger).await,
    );
    let id = owner.get("/api/account").await.data()["organization"]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let gone = |email: Option<(String, String)>| {
        email.is_some_and(|(subject, _)| {
            [
                "One of your organizations on Sprout was deleted",
                "Une de vos organisations sur Sprout a été supprimée",
            ]
            .contains(&subject.as_str())
        })
    };
    let chosen = json!({"language": "fr"});
    viewer
        .patch("/api/account/preferences", chosen)
        .await
        .data();
    // A refused request sends no email.
    let wrong = json!({"name": "Prairie", "password": "wrong"});
    owner
        .send(
            Method::DELETE,
            &format!("/api/organizations/{id}"),
            Some(wrong),
        )
        .await
        .expect_failure(422);
    assert!(!gone(app.newest_email_to(&notified[0]).await));

    let body = json!({"name": "Prairie", "password": PASSWORD});
    owner
        .send(
            Method::DELETE,
            &format!("/api/organizations/{id}"),
            Some(body),
        )
        .await
        .data();
    for (reader, expected) in notified.iter().zip([
        "Prairie Owner deleted the organization Prairie on Sprout on 16 June 2026 at ",
        "Prairie Owner a supprimé l’organisation Prairie sur Sprout le 16 juin 2026 à ",
    ]) {
        let (_, text) = app.newest_email_to(reader).await.unwrap();
        assert!(text.contains(expected), "{text}");
    }
    assert!(!gone(app.newest_email_to(&owners).await) && !gone(app.newest_email_to(&others).await));
    // The email stays after the rows of the organization are deleted.
    app.parts.clock.advance(TimeDelta::minutes(2));
    api::features::organizations::PurgeWorker::new(
        app.parts.database.clone(),
        app.parts.clock.clone(),
    )
    .purge_pending(|| true)
    .await
    .unwrap();
    for reader in &notified {
        assert!(gone(app.newest_email_to(reader).await));
    }
}

#[tokio::test]
async fn registration_attempts_are_emailed_once_a_day() {
    let app = TestApp::start_with_mail_server().await;
    let owner = app.create_organization("Prairie").await;
    let email = owner.get("/api/account").await.data()["email"]
        .as_str()
        .unwrap()
        .to_owned();
    let again = async || {
        let body = json!({"organization": "Theirs", "name": "Eve", "email": email.to_uppercase(), "password": "another password"});
        assert_eq!(
            app.anonymous_client()
                .post("/api/auth/register", body)
                .await
                .expect_failure(409),
            "email_taken"
        );
        let emails = app
            .parts
            .database
            .platform()
            .list_emails(200)
            .await
            .unwrap();
        emails
            .iter()
            .filter(|entry| entry.kind == "registration_attempted" && entry.to_address == email)
            .count()
    };
    assert_eq!((again().await, again().await), (1, 1));
    let (_, text) = app.newest_email_to(&email).await.unwrap();
    assert!(
        text.contains("http://sprout.test/sign-in\n")
            && text.contains("http://sprout.test/forgot-password\n"),
        "{text}"
    );
    app.parts.clock.advance(TimeDelta::hours(25));
    assert_eq!(again().await, 2);
}

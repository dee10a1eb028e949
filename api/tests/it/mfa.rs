//! MFA: enrollment, codes, recovery codes and disabling.

use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp};
use api::auth::totp;
use chrono::TimeDelta;
use entities::{mfa_credential, recovery_code};
use poem::http::Method;
use sea_orm::EntityTrait;
use serde_json::{Value, json};

const ADA: &str = "ada@prairie.example";

/// Ada's authenticator app.
struct AuthenticatorApp {
    secret: Vec<u8>,
}

impl AuthenticatorApp {
    /// From a secret as a person types it.
    fn from_secret(secret: &str) -> Self {
        Self {
            secret: decode_secret(secret),
        }
    }

    fn current_code(&self, app: &TestApp) -> String {
        totp::code_at(&self.secret, app.parts.clock.now())
    }
}

/// Decodes a base32 secret.
pub(crate) fn decode_secret(secret: &str) -> Vec<u8> {
    let mut bits = String::new();
    for letter in secret.chars() {
        bits += &format!(
            "{:05b}",
            "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".find(letter).unwrap()
        );
    }
    let bytes = bits.as_bytes().chunks_exact(8);
    bytes
        .map(|byte| u8::from_str_radix(std::str::from_utf8(byte).unwrap(), 2).unwrap())
        .collect()
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

async fn log_in(client: &Client, password: &str, otp: Option<&str>) -> Answer {
    let mut body = json!({"email": ADA, "password": password});
    if let Some(otp) = otp {
        body["otp"] = json!(otp);
    }
    client.post("/api/auth/login", body).await
}

/// Ada with MFA enabled: her session, her app, her recovery codes. The code that enabled it has
/// expired.
async fn register_ada_with_mfa(app: &TestApp) -> (Client, AuthenticatorApp, Vec<String>) {
    let client = register_ada(app).await;
    let enrollment = client
        .post("/api/account/mfa", json!({"password": PASSWORD}))
        .await;
    let authenticator =
        AuthenticatorApp::from_secret(enrollment.data()["secret"].as_str().unwrap());
    let confirmed = client
        .post(
            "/api/account/mfa/confirm",
            json!({"otp": authenticator.current_code(app)}),
        )
        .await;
    let codes = confirmed.data()["recoveryCodes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|code| code.as_str().unwrap().to_owned())
        .collect();
    app.parts.clock.advance(TimeDelta::seconds(60));
    (client, authenticator, codes)
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one scenario from start to end")]
async fn sign_in_needs_a_code_after_enrollment() {
    let app = TestApp::start().await;
    let client = register_ada(&app).await;
    assert_eq!(
        client.get("/api/account/mfa").await.data(),
        &json!({"enabled": false})
    );
    assert_eq!(
        client
            .post("/api/account/mfa", json!({"password": "not the password"}))
            .await
            .expect_failure(422),
        "wrong_password"
    );
    let enrollment = client
        .post("/api/account/mfa", json!({"password": PASSWORD}))
        .await;
    let (secret, uri) = (
        enrollment.data()["secret"].as_str().unwrap(),
        enrollment.data()["otpauthUri"].as_str().unwrap(),
    );
    assert_eq!(secret.len(), 32);
    assert_eq!(
        uri,
        format!(
            "otpauth://totp/Sprout:ada%40prairie.example?secret={secret}&issuer=Sprout&algorithm=SHA1&digits=6&period=30"
        )
    );
    log_in(&app.anonymous_client(), PASSWORD, None).await.data();
    assert_eq!(
        client.get("/api/account/mfa").await.data()["enabled"],
        false,
        "nothing is asked for before the app has shown a code"
    );
    let authenticator = AuthenticatorApp::from_secret(secret);
    assert_eq!(
        client
            .post("/api/account/mfa/confirm", json!({"otp": "000000"}))
            .await
            .expect_failure(422),
        "wrong_otp"
    );
    let confirmed = client
        .post(
            "/api/account/mfa/confirm",
            json!({"otp": authenticator.current_code(&app)}),
        )
        .await;
    let codes = confirmed.data()["recoveryCodes"].as_array().unwrap();
    assert_eq!(codes.len(), 10);
    assert!(
        codes
            .iter()
            .all(|code| code.as_str().unwrap().replace('-', "").len() == 26),
        "128 bits in base32: {codes:?}"
    );
    let (subject, _) = app.newest_email_to(ADA).await.unwrap();
    assert_eq!(subject, "MFA for Sprout was turned on");
    let status = client.get("/api/account/mfa").await;
    assert_eq!(
        status.data(),
        &json!({"enabled": true, "enabledAt": "2026-06-16T15:00:00+00:00", "remainingRecoveryCodes": 10})
    );
    assert_eq!(
        client
            .post("/api/account/mfa", json!({"password": PASSWORD}))
            .await
            .expect_failure(409),
        "mfa_already_enabled"
    );

    let anonymous = app.anonymous_client();
    assert_eq!(
        log_in(&anonymous, PASSWORD, None).await.expect_failure(401),
        "otp_required"
    );
    assert_eq!(
        log_in(&anonymous, "not the password", None)
            .await
            .expect_failure(401),
        "invalid_credentials",
        "a code is asked for after the right password only"
    );
    assert_eq!(
        log_in(
            &anonymous,
            "not the password",
            Some(&authenticator.current_code(&app))
        )
        .await
        .expect_failure(401),
        "invalid_credentials"
    );
    assert_eq!(
        log_in(
            &anonymous,
            PASSWORD,
            Some(&authenticator.current_code(&app))
        )
        .await
        .expect_failure(401),
        "wrong_otp",
        "that code turned it on"
    );
    app.parts.clock.advance(TimeDelta::seconds(30));
    log_in(
        &anonymous,
        PASSWORD,
        Some(&authenticator.current_code(&app)),
    )
    .await
    .data();
}

#[tokio::test]
async fn code_works_once_even_on_two_servers() {
    let app = TestApp::start().await;
    let (_, authenticator, codes) = register_ada_with_mfa(&app).await;
    let replica = app.replica_client().await;
    for otp in [authenticator.current_code(&app), codes[0].clone()] {
        let tries = (0..4).map(|number| {
            let client = if number % 2 == 0 {
                app.anonymous_client()
            } else {
                replica.clone()
            };
            let otp = otp.clone();
            async move { log_in(&client, PASSWORD, Some(&otp)).await.status.as_u16() }
        });
        let statuses = futures_util::future::join_all(tries).await;
        assert_eq!(
            statuses.iter().filter(|status| **status == 200).count(),
            1,
            "{statuses:?}"
        );
        assert_eq!(
            log_in(&app.anonymous_client(), PASSWORD, Some(&otp))
                .await
                .expect_failure(401),
            "wrong_otp"
        );
    }
}

#[tokio::test]
async fn code_is_valid_30_seconds_before_and_after() {
    let app = TestApp::start().await;
    let (_, authenticator, _) = register_ada_with_mfa(&app).await;
    let early = totp::code_at(
        &authenticator.secret,
        app.parts.clock.now() + TimeDelta::seconds(30),
    );
    let code = authenticator.current_code(&app);
    app.parts.clock.advance(TimeDelta::seconds(30));
    log_in(&app.anonymous_client(), PASSWORD, Some(&code))
        .await
        .data();
    assert_eq!(
        log_in(&app.anonymous_client(), PASSWORD, Some(&code))
            .await
            .expect_failure(401),
        "wrong_otp"
    );
    app.parts.clock.advance(TimeDelta::seconds(60));
    assert_eq!(
        log_in(&app.anonymous_client(), PASSWORD, Some(&early))
            .await
            .expect_failure(401),
        "wrong_otp",
        "two steps ago"
    );
}

#[tokio::test]
async fn recovery_codes_work_once_in_any_notation() {
    let app = TestApp::start().await;
    let (client, _, codes) = register_ada_with_mfa(&app).await;
    log_in(&app.anonymous_client(), PASSWORD, Some(&codes[3]))
        .await
        .data();
    log_in(
        &app.anonymous_client(),
        PASSWORD,
        Some(&format!(" {} ", codes[4].to_lowercase().replace('-', " "))),
    )
    .await
    .data();
    assert_eq!(
        log_in(&app.anonymous_client(), PASSWORD, Some(&codes[3]))
            .await
            .expect_failure(401),
        "wrong_otp"
    );
    assert_eq!(
        client.get("/api/account/mfa").await.data()["remainingRecoveryCodes"],
        8
    );
    let kept = recovery_code::Entity::find().all(&app.raw).await.unwrap();
    assert!(
        kept.iter().all(|kept| codes
            .iter()
            .all(|code| !kept.hash.contains(&code.replace('-', "")))),
        "hashes only"
    );
}

#[tokio::test]
async fn wrong_codes_are_limited_from_any_address() {
    let app = TestApp::start().await;
    let (_, authenticator, _) = register_ada_with_mfa(&app).await;
    let mut statuses: Vec<(u16, Value)> = Vec::new();
    for number in 0..30 {
        let client = app
            .anonymous_client()
            .with_header("x-forwarded-for", &format!("203.0.113.{number}"));
        let answer = log_in(&client, PASSWORD, Some("000000")).await;
        statuses.push((answer.status.as_u16(), answer.json["code"].clone()));
        // A correct password between the wrong codes does not reset the count.
        log_in(&client, PASSWORD, None).await;
    }
    assert_eq!(
        statuses.iter().filter(|(status, _)| *status == 401).count(),
        20,
        "{statuses:?}"
    );
    assert_eq!(statuses[29], (429, json!("too_many_attempts")));
    let client = app
        .anonymous_client()
        .with_header("x-forwarded-for", "198.51.100.1");
    assert_eq!(
        log_in(&client, PASSWORD, Some(&authenticator.current_code(&app)))
            .await
            .expect_failure(429),
        "too_many_attempts"
    );
    app.parts.clock.advance(TimeDelta::seconds(120));
    log_in(&client, PASSWORD, Some(&authenticator.current_code(&app)))
        .await
        .data();
}

#[tokio::test]
async fn disabling_mfa_needs_password_and_code() {
    let app = TestApp::start().await;
    let (client, authenticator, codes) = register_ada_with_mfa(&app).await;
    let end = async |password: &str, otp: &str| {
        client
            .send(
                Method::DELETE,
                "/api/account/mfa",
                Some(json!({"password": password, "otp": otp})),
            )
            .await
    };
    assert_eq!(
        end("not the password", &codes[0]).await.expect_failure(422),
        "wrong_password"
    );
    assert_eq!(
        end(PASSWORD, "000000").await.expect_failure(422),
        "wrong_otp"
    );
    assert_eq!(
        client.get("/api/account/mfa").await.data()["remainingRecoveryCodes"],
        10,
        "a wrong password uses no code up"
    );
    end(PASSWORD, &authenticator.current_code(&app))
        .await
        .data();
    assert_eq!(
        end(PASSWORD, &codes[0]).await.expect_failure(409),
        "mfa_not_enabled"
    );
    log_in(&app.anonymous_client(), PASSWORD, None).await.data();
    assert!(
        recovery_code::Entity::find()
            .all(&app.raw)
            .await
            .unwrap()
            .is_empty()
    );
    assert_eq!(
        app.newest_email_to(ADA).await.unwrap().0,
        "MFA for Sprout was turned off"
    );
}

#[tokio::test]
async fn password_reset_keeps_mfa_enabled() {
    let app = TestApp::start().await;
    let (_, authenticator, _) = register_ada_with_mfa(&app).await;
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
    assert_eq!(
        log_in(&app.anonymous_client(), "another horse entirely", None)
            .await
            .expect_failure(401),
        "otp_required"
    );
    log_in(
        &app.anonymous_client(),
        "another horse entirely",
        Some(&authenticator.current_code(&app)),
    )
    .await
    .data();
}

#[tokio::test]
async fn mfa_secret_is_sealed_for_its_owner() {
    let app = TestApp::start().await;
    let (_, authenticator, _) = register_ada_with_mfa(&app).await;
    let eve = app.create_organization("Elsewhere").await;
    eve.post("/api/account/mfa", json!({"password": PASSWORD}))
        .await
        .data();
    let mut rows = mfa_credential::Entity::find().all(&app.raw).await.unwrap();
    rows.sort_by_key(|row| row.confirmed_at.is_none());
    let raw = authenticator
        .secret
        .iter()
        .fold(String::new(), |raw, byte| raw + &format!("{byte:02x}"));
    assert!(
        !rows[0]
            .sealed_secret
            .contains(&totp::encode_base32(&authenticator.secret))
            && !rows[0].sealed_secret.contains(&raw)
    );
    // Ada's encrypted secret is useless in Eve's row.
    let moved = mfa_credential::ActiveModel {
        person_id: sea_orm::Set(rows[1].person_id),
        sealed_secret: sea_orm::Set(rows[0].sealed_secret.clone()),
        ..Default::default()
    };
    sea_orm::ActiveModelTrait::update(moved, &app.raw)
        .await
        .unwrap();
    assert_eq!(
        eve.post(
            "/api/account/mfa/confirm",
            json!({"otp": authenticator.current_code(&app)})
        )
        .await
        .expect_failure(500),
        "internal"
    );
}

#[tokio::test]
async fn demo_account_cannot_enroll_mfa() {
    let app = TestApp::start_with_demo().await;
    let demo = app.sign_in("demo@sprout.example", "sprout-demo").await;
    assert_eq!(
        demo.post("/api/account/mfa", json!({"password": "sprout-demo"}))
            .await
            .expect_failure(409),
        "demo_read_only"
    );
}

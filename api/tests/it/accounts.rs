//! Registration, sign-in, refresh, sign-out and the account itself.

use crate::test_app::PASSWORD;
use crate::{Answer, Client, TestApp};
use api::db::Actor;
use chrono::TimeDelta;
use serde_json::{Value, json};

const REGISTRATION: &str = r#"{"organization": "Prairie Seed & Supply", "name": "Ada Larsen", "email": "Ada@Prairie.example",
    "password": "correct horse battery", "timeZone": "America/Chicago"}"#;

fn registration_body() -> Value {
    serde_json::from_str(REGISTRATION).unwrap()
}

fn refresh_cookie(answer: &Answer) -> String {
    answer
        .header("set-cookie")
        .split(';')
        .next()
        .unwrap()
        .to_owned()
}

async fn refresh_session(app: &TestApp, cookie: &str) -> Answer {
    app.anonymous_client()
        .with_header("cookie", cookie)
        .with_header("x-sprout", "1")
        .send(poem::http::Method::POST, "/api/auth/refresh", None)
        .await
}

fn client_from(app: &TestApp, answer: &Answer) -> Client {
    app.anonymous_client()
        .with_token(answer.data()["token"].as_str().unwrap())
}

#[tokio::test]
async fn registration_creates_organization_and_signs_owner_in() {
    let app = TestApp::start().await;
    let answer = app
        .anonymous_client()
        .post("/api/auth/register", registration_body())
        .await;
    let data = answer.data();
    assert_eq!(data["user"]["email"], "ada@prairie.example");
    assert_eq!(data["organization"]["name"], "Prairie Seed & Supply");
    assert_eq!(data["organization"]["slug"], "prairie-seed-supply");
    assert_eq!(data["organization"]["role"], "owner");
    assert_eq!(data["expiresAt"], "2026-06-16T15:10:00+00:00");
    let account = client_from(&app, &answer).get("/api/account").await;
    assert_eq!(account.data()["farmName"], "Prairie Seed & Supply");
    assert_eq!(account.data()["timeZone"], "America/Chicago");
    assert!(
        account.data()["permissions"]
            .as_array()
            .unwrap()
            .contains(&json!("sources.manage"))
    );
}

#[tokio::test]
async fn email_is_unique_and_organization_name_is_not() {
    let app = TestApp::start().await;
    app.anonymous_client()
        .post("/api/auth/register", registration_body())
        .await
        .data();
    let again = app
        .anonymous_client()
        .post("/api/auth/register", registration_body())
        .await;
    assert_eq!(again.expect_failure(409), "email_taken");
    let mut namesake = registration_body();
    namesake["email"] = json!("other@prairie.example");
    let answer = app
        .anonymous_client()
        .post("/api/auth/register", namesake)
        .await;
    let slug = answer.data()["organization"]["slug"].as_str().unwrap();
    assert!(
        slug.starts_with("prairie-seed-supply-") && slug.len() == "prairie-seed-supply-".len() + 8,
        "{slug}"
    );
}

#[tokio::test]
async fn reports_all_invalid_registration_values() {
    let app = TestApp::start().await;
    let body = json!({"organization": "", "name": "Ada", "email": "nowhere", "password": "short", "timeZone": "Mars/Olympus"});
    let answer = app
        .anonymous_client()
        .post("/api/auth/register", body)
        .await;
    assert_eq!(answer.expect_failure(422), "invalid_values");
    assert_eq!(
        answer.json["details"],
        json!([
            {
                "path": "organization",
                "code": "text_length",
                "message": "Enter the organization's name with 1 to 120 characters.",
                "min": "1",
                "max": "120",
            },
            {
                "path": "email",
                "code": "email",
                "message": "Enter an email address such as ada@prairie.example.",
            },
            {
                "path": "password",
                "code": "password_too_short",
                "message": "Use at least 8 characters for the password.",
                "min": "8",
            },
            {
                "path": "timeZone",
                "code": "time_zone",
                "message": "Enter an IANA time zone such as America/Chicago.",
            },
        ])
    );
}

#[tokio::test]
async fn wrong_password_and_unknown_email_get_the_same_response() {
    let app = TestApp::start().await;
    app.anonymous_client()
        .post("/api/auth/register", registration_body())
        .await
        .data();
    let login = |email: &str, password: &str| {
        let (client, body) = (
            app.anonymous_client(),
            json!({"email": email, "password": password}),
        );
        async move { client.post("/api/auth/login", body).await }
    };
    let wrong = login("ada@prairie.example", "not the password").await;
    let unknown = login("bob@prairie.example", "not the password").await;
    assert_eq!(wrong.expect_failure(401), "invalid_credentials");
    assert_eq!(wrong.json["message"], unknown.json["message"]);
    assert_eq!(unknown.expect_failure(401), "invalid_credentials");
    assert_eq!(
        login(" ADA@prairie.example ", PASSWORD).await.data()["user"]["name"],
        "Ada Larsen"
    );
}

#[tokio::test]
async fn passwords_are_not_truncated() {
    let app = TestApp::start().await;
    let long = format!("{} ünïcode {}", "x".repeat(72), "y".repeat(40));
    let mut body = registration_body();
    body["password"] = json!(long);
    app.anonymous_client()
        .post("/api/auth/register", body)
        .await
        .data();
    app.sign_in("ada@prairie.example", &long).await;
    let other_end = format!("{}z", &long[..long.len() - 1]);
    let answer = app
        .anonymous_client()
        .post(
            "/api/auth/login",
            json!({"email": "ada@prairie.example", "password": other_end}),
        )
        .await;
    assert_eq!(answer.expect_failure(401), "invalid_credentials");
}

#[tokio::test]
async fn rejects_oversized_sign_in_fields() {
    let app = TestApp::start().await;
    let email = |length: usize| format!("{}@prairie.example", "a".repeat(length - 16));
    for _ in 0..12 {
        let long = json!({"email": "ada@prairie.example", "password": "x".repeat(257)});
        assert_eq!(
            app.anonymous_client()
                .post("/api/auth/login", long)
                .await
                .expect_failure(400),
            "invalid_body"
        );
    }
    let long = json!({"email": email(255), "password": PASSWORD});
    assert_eq!(
        app.anonymous_client()
            .post("/api/auth/login", long)
            .await
            .expect_failure(400),
        "invalid_body"
    );
    // Invalid bodies are not sign-in attempts, of which ten are allowed.
    for (email, password) in [
        (email(254), "x".to_owned()),
        ("ada@prairie.example".to_owned(), "ü".repeat(256)),
    ] {
        let tried = app
            .anonymous_client()
            .post(
                "/api/auth/login",
                json!({"email": email, "password": password}),
            )
            .await;
        assert_eq!(tried.expect_failure(401), "invalid_credentials");
    }
}

#[tokio::test]
async fn access_token_expires_after_ten_minutes() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    app.parts.clock.advance(TimeDelta::seconds(599));
    owner.get("/api/account").await.data();
    app.parts.clock.advance(TimeDelta::seconds(1));
    assert_eq!(
        owner.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
}

#[tokio::test]
async fn rejects_token_from_the_future() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    // The server that issued it may be ahead by a minute.
    app.parts.clock.advance(TimeDelta::seconds(-60));
    owner.get("/api/account").await.data();
    app.parts.clock.advance(TimeDelta::seconds(-1));
    assert_eq!(
        owner.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
}

#[tokio::test]
async fn refresh_rotates_the_refresh_token() {
    let app = TestApp::start().await;
    let registered = app
        .anonymous_client()
        .post("/api/auth/register", registration_body())
        .await;
    let first = refresh_cookie(&registered);
    let refreshed = refresh_session(&app, &first).await;
    client_from(&app, &refreshed)
        .get("/api/account")
        .await
        .data();
    assert_ne!(refresh_cookie(&refreshed), first);
    refresh_session(&app, &refresh_cookie(&refreshed))
        .await
        .data();
}

#[tokio::test]
async fn concurrent_refresh_is_superseded_and_keeps_the_session() {
    let app = TestApp::start().await;
    let registered = app
        .anonymous_client()
        .post("/api/auth/register", registration_body())
        .await;
    let first = refresh_cookie(&registered);
    let refreshed = refresh_session(&app, &first).await;
    app.parts.clock.advance(TimeDelta::seconds(10));
    assert_eq!(
        refresh_session(&app, &first).await.expect_failure(401),
        "refresh_superseded"
    );
    refresh_session(&app, &refresh_cookie(&refreshed))
        .await
        .data();
}

#[tokio::test]
async fn reused_refresh_token_revokes_the_session() {
    let app = TestApp::start().await;
    let registered = app
        .anonymous_client()
        .post("/api/auth/register", registration_body())
        .await;
    let first = refresh_cookie(&registered);
    let refreshed = refresh_session(&app, &first).await;
    app.parts.clock.advance(TimeDelta::seconds(11));
    assert_eq!(
        refresh_session(&app, &first).await.expect_failure(401),
        "unauthorized"
    );
    assert_eq!(
        refresh_session(&app, &refresh_cookie(&refreshed))
            .await
            .expect_failure(401),
        "unauthorized"
    );
    assert_eq!(
        client_from(&app, &refreshed)
            .get("/api/account")
            .await
            .expect_failure(401),
        "unauthorized"
    );
}

#[tokio::test]
async fn refresh_tokens_and_sessions_expire() {
    let app = TestApp::start().await;
    let idle = refresh_cookie(
        &app.anonymous_client()
            .post("/api/auth/register", registration_body())
            .await,
    );
    app.parts.clock.advance(TimeDelta::days(14));
    assert_eq!(
        refresh_session(&app, &idle).await.expect_failure(401),
        "unauthorized"
    );
    let mut used = refresh_cookie(
        &app.anonymous_client()
            .post(
                "/api/auth/login",
                json!({"email": "ada@prairie.example", "password": PASSWORD}),
            )
            .await,
    );
    for _ in 0..8 {
        app.parts.clock.advance(TimeDelta::days(10));
        used = refresh_cookie(&refresh_session(&app, &used).await);
    }
    app.parts.clock.advance(TimeDelta::days(10));
    assert_eq!(
        refresh_session(&app, &used).await.expect_failure(401),
        "unauthorized"
    );
}

#[tokio::test]
async fn refresh_and_logout_need_the_csrf_header() {
    let app = TestApp::start().await;
    let registered = app
        .anonymous_client()
        .post("/api/auth/register", registration_body())
        .await;
    for path in ["/api/auth/refresh", "/api/auth/logout"] {
        let answer = app
            .anonymous_client()
            .with_header("cookie", &refresh_cookie(&registered))
            .send(poem::http::Method::POST, path, None)
            .await;
        assert_eq!(answer.expect_failure(403), "csrf_header_missing", "{path}");
    }
    assert_eq!(
        refresh_session(&app, "other=1").await.expect_failure(401),
        "unauthorized"
    );
}

#[tokio::test]
async fn signing_out_revokes_access_and_refresh_tokens() {
    let app = TestApp::start().await;
    let registered = app
        .anonymous_client()
        .post("/api/auth/register", registration_body())
        .await;
    let signed = client_from(&app, &registered);
    signed.get("/api/account").await.data();
    let out = signed
        .with_header("cookie", &refresh_cookie(&registered))
        .with_header("x-sprout", "1");
    let answer = out
        .send(poem::http::Method::POST, "/api/auth/logout", None)
        .await;
    answer.data();
    assert!(answer.header("set-cookie").contains("Max-Age=0"));
    assert_eq!(
        answer.header("clear-site-data"),
        "\"cache\"",
        "what the browser has kept of figures goes too"
    );
    assert_eq!(
        signed.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
    assert_eq!(
        refresh_session(&app, &refresh_cookie(&registered))
            .await
            .expect_failure(401),
        "unauthorized"
    );
}

#[tokio::test]
async fn signing_in_again_revokes_the_previous_session() {
    let app = TestApp::start().await;
    let registered = app
        .anonymous_client()
        .post("/api/auth/register", registration_body())
        .await;
    let credentials = json!({"email": "ada@prairie.example", "password": PASSWORD});
    let again = app
        .anonymous_client()
        .with_header("cookie", &refresh_cookie(&registered))
        .post("/api/auth/login", credentials.clone())
        .await;
    client_from(&app, &again).get("/api/account").await.data();
    assert_eq!(
        client_from(&app, &registered)
            .get("/api/account")
            .await
            .expect_failure(401),
        "unauthorized"
    );
    assert_eq!(
        refresh_session(&app, &refresh_cookie(&registered))
            .await
            .expect_failure(401),
        "unauthorized"
    );
    // Without the cookie, this is another browser: both sessions stay.
    app.anonymous_client()
        .post("/api/auth/login", credentials)
        .await
        .data();
    client_from(&app, &again).get("/api/account").await.data();
}

#[tokio::test]
async fn access_token_alone_can_sign_out() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let answer = owner
        .with_header("x-sprout", "1")
        .send(poem::http::Method::POST, "/api/auth/logout", None)
        .await;
    answer.data();
    assert_eq!(
        owner.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
}

#[tokio::test]
async fn refresh_cookie_is_http_only_and_same_site() {
    let plain = TestApp::start().await;
    let answer = plain
        .anonymous_client()
        .post("/api/auth/register", registration_body())
        .await;
    let set = answer.header("set-cookie").to_owned();
    assert!(
        set.starts_with("sprout_rt=")
            && set.contains("Path=/api/auth; HttpOnly; SameSite=Strict")
            && !set.contains("Secure"),
        "{set}"
    );
    let secure = TestApp::start_with(false, "https://sprout.example").await;
    let answer = secure
        .anonymous_client()
        .post("/api/auth/register", registration_body())
        .await;
    let set = answer.header("set-cookie");
    assert!(
        set.starts_with("__Host-sprout_rt=")
            && set.contains("Path=/; Secure; HttpOnly; SameSite=Strict"),
        "{set}"
    );
}

#[tokio::test]
async fn role_change_and_disabling_take_effect_in_two_seconds() {
    use entities::{membership, person};
    use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, sea_query::Expr};
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let admin = app.add_member(&owner, "admin").await;
    let id: sea_orm::prelude::Uuid = admin.get("/api/account").await.data()["id"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    let demoted =
        membership::Entity::update_many().col_expr(membership::Column::Role, Expr::value("viewer"));
    demoted
        .filter(membership::Column::PersonId.eq(id))
        .exec(&app.raw)
        .await
        .unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(1_200)).await;
    assert_eq!(
        admin.get("/api/account").await.data()["organization"]["role"],
        "viewer"
    );
    let disabled = person::Entity::update_many().col_expr(
        person::Column::DisabledAt,
        Expr::value(app.parts.clock.now()),
    );
    disabled
        .filter(person::Column::Id.eq(id))
        .exec(&app.raw)
        .await
        .unwrap();
    tokio::time::sleep(std::time::Duration::from_millis(1_200)).await;
    assert_eq!(
        admin.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
}

#[tokio::test]
async fn only_the_name_of_an_account_can_be_updated() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    assert_eq!(
        owner
            .patch("/api/account", json!({"name": "  Ada L.  "}))
            .await
            .data()["name"],
        "Ada L."
    );
    assert_eq!(owner.get("/api/account").await.data()["name"], "Ada L.");
    assert_eq!(
        owner.patch("/api/account", json!({})).await.data()["name"],
        "Ada L."
    );
    assert_eq!(
        owner
            .patch("/api/account", json!({"name": " "}))
            .await
            .expect_failure(422),
        "invalid_values"
    );
    assert_eq!(
        owner
            .patch("/api/account", json!({"role": "owner"}))
            .await
            .expect_failure(400),
        "invalid_body"
    );
}

#[tokio::test]
async fn published_jwks_verifies_access_tokens() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let keys = app
        .anonymous_client()
        .get("/.well-known/jwks.json")
        .await
        .json;
    let key: jsonwebtoken::jwk::Jwk = serde_json::from_value(keys["keys"][0].clone()).unwrap();
    let header = jsonwebtoken::decode_header(owner.token()).unwrap();
    assert_eq!(header.typ.as_deref(), Some("at+jwt"));
    assert_eq!(header.kid.as_deref(), keys["keys"][0]["kid"].as_str());
    let mut validation = jsonwebtoken::Validation::new(jsonwebtoken::Algorithm::EdDSA);
    validation.set_audience(&["sprout"]);
    validation.validate_exp = false;
    let decoding = jsonwebtoken::DecodingKey::from_jwk(&key).unwrap();
    let claims = jsonwebtoken::decode::<Value>(owner.token(), &decoding, &validation)
        .unwrap()
        .claims;
    assert_eq!(claims["iss"], "http://sprout.test");
    assert_eq!(
        claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(),
        600
    );
}

#[tokio::test]
async fn all_sessions_are_revoked_at_once() {
    let app = TestApp::start().await;
    let registered = app
        .anonymous_client()
        .post("/api/auth/register", registration_body())
        .await;
    let stranger = app.create_organization("Elsewhere").await;
    let now = app.parts.clock.now();
    let ended = app
        .parts
        .database
        .platform()
        .revoke_every_session(
            &Actor::system(),
            app.parts.entropy.uuid_v7(now).unwrap(),
            now,
        )
        .await
        .unwrap();
    assert_eq!(ended, 2);
    assert_eq!(
        refresh_session(&app, &refresh_cookie(&registered))
            .await
            .expect_failure(401),
        "unauthorized"
    );
    let replica = app.replica_client().await;
    for token in [
        registered.data()["token"].as_str().unwrap(),
        stranger.token(),
    ] {
        let refused = replica.with_token(token).get("/api/account").await;
        assert_eq!(refused.expect_failure(401), "unauthorized");
    }
}

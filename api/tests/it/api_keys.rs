//! API keys: permissions, expiry and revocation.

use crate::contract::list_operations;
use crate::{Client, TestApp};
use chrono::TimeDelta;
use entities::{api_key, membership, person};
use poem::http::Method;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};
use std::time::Duration;

const KEYS: &str = "/api/api-keys";
const SETTINGS: &str = "/api/purchasing/settings";
/// Lookups are cached for one second.
const MAX_CACHE_AGE: Duration = Duration::from_millis(1_100);

/// An API key created by `maker`, and a client that uses it.
async fn create_key_client(
    app: &TestApp,
    maker: &Client,
    permissions: &[&str],
) -> (String, Client) {
    let made = maker
        .post(KEYS, json!({"name": "Export", "permissions": permissions}))
        .await;
    let id = made.data()["key"]["id"].as_str().unwrap().to_owned();
    (
        id,
        app.anonymous_client()
            .with_token(made.data()["token"].as_str().unwrap()),
    )
}

async fn person_id(client: &Client) -> sea_orm::prelude::Uuid {
    client.get("/api/account").await.data()["id"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap()
}

async fn grantable_permissions(client: &Client) -> Vec<String> {
    let listed = client.get(KEYS).await;
    listed.data()["grantablePermissions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|name| name.as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn token_is_shown_once_and_stored_as_hash() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let (id, program) = create_key_client(&app, &owner, &["purchasing.read"]).await;
    let token = program.token().to_owned();
    assert!(
        token.starts_with(&format!("sprout_{}_", id.replace('-', ""))) && token.len() > 80,
        "{token}"
    );
    program.get(SETTINGS).await.data();
    let listed = owner.get(KEYS).await;
    assert_eq!(
        (
            listed.data()["items"][0]["id"].as_str(),
            listed.data()["items"][0]["state"].as_str()
        ),
        (Some(id.as_str()), Some("active"))
    );
    assert_eq!(listed.data()["items"][0]["createdBy"], "Prairie Owner");
    let secret = token.rsplit('_').next().unwrap().to_owned();
    let row = api_key::Entity::find()
        .one(&app.raw)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(row.token_hash, api::auth::hash_token(&token));
    for shown in [
        listed.text,
        owner.get("/api/audit-log").await.text,
        format!("{row:?}"),
    ] {
        assert!(!shown.contains(&secret), "{shown}");
    }
    // A known key ID with another secret is invalid.
    let forged = format!("{}A", &token[..token.len() - 1]);
    let other = if forged == token {
        format!("{}B", &token[..token.len() - 1])
    } else {
        forged
    };
    assert_eq!(
        app.anonymous_client()
            .with_token(&other)
            .get(SETTINGS)
            .await
            .expect_failure(401),
        "unauthorized"
    );
    program.get(SETTINGS).await.data();
}

#[tokio::test]
async fn audit_log_names_the_api_key() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let (id, program) =
        create_key_client(&app, &owner, &["purchasing.manage", "purchasing.read"]).await;
    let set = program.put(SETTINGS, json!({"orderCost": 60})).await;
    assert_eq!(set.data()["updatedBy"], "Export");
    let log = owner.get(&format!("/api/audit-log?person={id}")).await;
    assert_eq!(
        log.data()["items"][0]["actor"],
        json!({"kind": "api_key", "id": id, "name": "Export"})
    );
    assert_eq!(log.data()["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn key_has_only_its_permissions() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let (_, program) = create_key_client(&app, &owner, &["purchasing.read"]).await;
    program.get(SETTINGS).await.data();
    for refused in [
        program.put(SETTINGS, json!({})).await,
        program.get("/api/data-sync/status").await,
        program.get(KEYS).await,
    ] {
        assert_eq!(refused.expect_failure(403), "forbidden");
        assert!(
            refused.json["message"]
                .as_str()
                .unwrap()
                .contains("This API key"),
            "{}",
            refused.text
        );
    }
}

#[tokio::test]
async fn rejects_permissions_that_the_creator_cannot_grant() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    for refused in ["keys.manage", "sources.manage", "assistant.ask"] {
        let answer = owner
            .post(KEYS, json!({"name": "Export", "permissions": [refused]}))
            .await;
        assert_eq!(
            (
                answer.expect_failure(422),
                answer.json["details"][0]["path"].as_str()
            ),
            ("invalid_values", Some("permissions")),
            "{refused}"
        );
    }
    assert_eq!(
        owner
            .post(KEYS, json!({"name": "Export", "permissions": ["no.such"]}))
            .await
            .expect_failure(400),
        "invalid_body"
    );
    for (body, path) in [
        (json!({"name": " ", "permissions": ["sales.read"]}), "name"),
        (
            json!({"name": "Export", "permissions": ["sales.read"], "expiresAt": "2026-06-16T15:00:00Z"}),
            "expiresAt",
        ),
    ] {
        let answer = owner.post(KEYS, body).await;
        assert_eq!(
            (
                answer.expect_failure(422),
                answer.json["details"][0]["path"].as_str()
            ),
            ("invalid_values", Some(path))
        );
    }
    assert_eq!(
        owner
            .post(KEYS, json!({"name": "Export", "permissions": []}))
            .await
            .expect_failure(400),
        "invalid_body"
    );
    for role in ["member", "viewer"] {
        let colleague = app.add_member(&owner, role).await;
        colleague
            .post(
                KEYS,
                json!({"name": "Export", "permissions": ["sales.read"]}),
            )
            .await
            .expect_failure(403);
    }
    assert_eq!(owner.get(KEYS).await.data()["items"], json!([]));
}

#[tokio::test]
async fn key_with_all_permissions_cannot_use_user_operations() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let all = grantable_permissions(&owner).await;
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let (_, program) = create_key_client(&app, &owner, &all).await;
    let mut for_people = 0;
    for operation in list_operations()
        .into_iter()
        .filter(|operation| operation.security.is_some())
    {
        let path = operation.path_for("0197a000-0000-7000-8000-000000000000");
        let answer = program
            .send(operation.method.clone(), &path, operation.example_body())
            .await;
        let code = answer.json["code"].as_str().unwrap_or_default();
        assert_ne!(
            answer.status.as_u16(),
            401,
            "{}: {}",
            operation.id,
            answer.text
        );
        assert!(
            !answer.status.is_server_error() || answer.status.as_u16() == 503,
            "{}: {}",
            operation.id,
            answer.text
        );
        let template = operation.template.as_str();
        let changes = operation.method != Method::GET;
        let sources = changes
            && [
                "/api/data-sync/source",
                "/api/data-sync/mapping",
                "/api/data-sync/drift",
            ]
            .iter()
            .any(|path| template.starts_with(path));
        let people = [
            "/api/account",
            "/api/api-keys",
            "/api/organizations",
            "/api/invitations",
            "/api/ai-bot/conversations",
        ];
        let people = people.iter().any(|path| template.starts_with(path))
            || (changes && template.starts_with("/api/members"));
        if people || sources {
            for_people += 1;
            assert!(
                answer.status.as_u16() == 403 && ["forbidden", "user_required"].contains(&code),
                "{}: {}",
                operation.id,
                answer.text
            );
        }
        if template.starts_with("/api/admin") {
            assert_eq!(code, "operator_required", "{}", operation.id);
        }
        if template.starts_with("/api/account") {
            assert_eq!(code, "user_required", "{}", operation.id);
        }
    }
    assert!(
        for_people >= 15,
        "only {for_people} operations were found to be for people"
    );
    let refreshed = program
        .with_header("x-sprout", "1")
        .send(Method::POST, "/api/auth/logout", None)
        .await;
    assert_eq!(
        refreshed.expect_failure(401),
        "unauthorized",
        "a key has no session to end"
    );
}

#[tokio::test]
async fn key_never_exceeds_its_creators_permissions() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let admin = app.add_member(&owner, "admin").await;
    let (_, program) =
        create_key_client(&app, &admin, &["purchasing.read", "purchasing.manage"]).await;
    program.put(SETTINGS, json!({"orderCost": 60})).await.data();
    let id = person_id(&admin).await;
    let role = async |role: &str| {
        let changed =
            membership::Entity::update_many().col_expr(membership::Column::Role, Expr::value(role));
        changed
            .filter(membership::Column::PersonId.eq(id))
            .exec(&app.raw)
            .await
            .unwrap();
        tokio::time::sleep(MAX_CACHE_AGE).await;
    };
    role("viewer").await;
    assert_eq!(
        program.put(SETTINGS, json!({})).await.expect_failure(403),
        "forbidden"
    );
    program.get(SETTINGS).await.data();
    role("not a role").await;
    assert_eq!(program.get(SETTINGS).await.expect_failure(403), "forbidden");
    role("admin").await;
    program.put(SETTINGS, json!({})).await.data();
}

#[tokio::test]
async fn key_stops_working_when_its_creator_leaves() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let (leaves, shut_out) = (
        app.add_member(&owner, "admin").await,
        app.add_member(&owner, "admin").await,
    );
    let (_, of_leaver) = create_key_client(&app, &leaves, &["purchasing.read"]).await;
    let (_, of_shut_out) = create_key_client(&app, &shut_out, &["purchasing.read"]).await;
    for program in [&of_leaver, &of_shut_out] {
        program.get(SETTINGS).await.data();
    }
    let gone = membership::Entity::delete_many()
        .filter(membership::Column::PersonId.eq(person_id(&leaves).await));
    gone.exec(&app.raw).await.unwrap();
    let disabled = person::Entity::update_many().col_expr(
        person::Column::DisabledAt,
        Expr::value(app.parts.clock.now()),
    );
    disabled
        .filter(person::Column::Id.eq(person_id(&shut_out).await))
        .exec(&app.raw)
        .await
        .unwrap();
    tokio::time::sleep(MAX_CACHE_AGE).await;
    for program in [of_leaver, of_shut_out] {
        assert_eq!(
            program.get(SETTINGS).await.expect_failure(401),
            "unauthorized"
        );
    }
    let states: Vec<Value> = owner.get(KEYS).await.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|key| key["state"].clone())
        .collect();
    assert!(states.contains(&json!("creator_removed")), "{states:?}");
}

#[tokio::test]
async fn revoked_key_is_rejected_everywhere_in_two_seconds() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let (id, here) = create_key_client(&app, &owner, &["purchasing.read"]).await;
    let elsewhere = app.replica_client().await.with_token(here.token());
    elsewhere.get(SETTINGS).await.data();
    here.get(SETTINGS).await.data();
    owner
        .send(Method::DELETE, &format!("{KEYS}/{id}"), None)
        .await
        .data();
    assert_eq!(
        here.get(SETTINGS).await.expect_failure(401),
        "unauthorized",
        "at once where it was taken back"
    );
    tokio::time::sleep(MAX_CACHE_AGE).await;
    assert_eq!(
        elsewhere.get(SETTINGS).await.expect_failure(401),
        "unauthorized"
    );
    owner
        .send(Method::DELETE, &format!("{KEYS}/{id}"), None)
        .await
        .expect_failure(404);
    assert_eq!(owner.get(KEYS).await.data()["items"], json!([]));
}

#[tokio::test]
async fn rejects_expired_key() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let body = json!({"name": "Export", "permissions": ["purchasing.read"], "expiresAt": "2026-06-16T15:05:00Z"});
    let made = owner.post(KEYS, body).await;
    let program = app
        .anonymous_client()
        .with_token(made.data()["token"].as_str().unwrap());
    app.parts.clock.advance(TimeDelta::seconds(299));
    program.get(SETTINGS).await.data();
    app.parts.clock.advance(TimeDelta::seconds(1));
    assert_eq!(
        program.get(SETTINGS).await.expect_failure(401),
        "unauthorized"
    );
    assert_eq!(owner.get(KEYS).await.data()["items"][0]["state"], "expired");
}

#[tokio::test]
async fn keys_are_isolated_by_organization() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let other = app.create_organization("Other").await;
    let (id, program) = create_key_client(&app, &owner, &["purchasing.read", "audit.read"]).await;
    assert_eq!(other.get(KEYS).await.data()["items"], json!([]));
    other
        .send(Method::DELETE, &format!("{KEYS}/{id}"), None)
        .await
        .expect_failure(404);
    let log = program.get("/api/audit-log").await;
    assert!(
        !log.text.contains("Other") && log.data()["items"].as_array().unwrap().len() == 3,
        "{}",
        log.text
    );
}

#[tokio::test]
async fn last_use_is_recorded_to_the_minute() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let (_, program) = create_key_client(&app, &owner, &["purchasing.read"]).await;
    let used = async |expected: &str| {
        program.get(SETTINGS).await.data();
        for _ in 0..100 {
            let listed = owner.get(KEYS).await;
            if listed.data()["items"][0]["lastUsedAt"] == expected {
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("{:?} is not {expected}", owner.get(KEYS).await);
    };
    used("2026-06-16T15:00:00+00:00").await;
    app.parts.clock.advance(TimeDelta::seconds(59));
    tokio::time::sleep(MAX_CACHE_AGE).await;
    used("2026-06-16T15:00:00+00:00").await;
    app.parts.clock.advance(TimeDelta::seconds(1));
    tokio::time::sleep(MAX_CACHE_AGE).await;
    used("2026-06-16T15:01:00+00:00").await;
}

#[tokio::test]
async fn limits_keys_to_fifty() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    for _ in 0..50 {
        create_key_client(&app, &owner, &["sales.read"]).await;
    }
    let answer = owner
        .post(
            KEYS,
            json!({"name": "Export", "permissions": ["sales.read"]}),
        )
        .await;
    assert_eq!(answer.expect_failure(409), "too_many_keys");
    assert_eq!(
        owner.get(KEYS).await.data()["items"]
            .as_array()
            .unwrap()
            .len(),
        50
    );
}

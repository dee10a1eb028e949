//! Idempotency keys: a repeated request is executed once, and its response is replayed.

mod crashes;
mod syncs;

use crate::{Answer, Client, TestApp};
use chrono::TimeDelta;
use entities::idempotent_request;
use poem::http::Method;
use poem::{Body, Request};
use sea_orm::{EntityTrait, PaginatorTrait};
use serde_json::{Value, json};

const KEYS: &str = "/api/api-keys";
const INVITATIONS: &str = "/api/invitations";

fn with_key(client: &Client, key: &str) -> Client {
    client.with_header("idempotency-key", key)
}

fn was_replayed(answer: &Answer) -> bool {
    answer
        .headers
        .get("idempotency-replayed")
        .is_some_and(|value| value == "true")
}

async fn count_api_keys(owner: &Client) -> usize {
    owner.get(KEYS).await.data()["items"]
        .as_array()
        .unwrap()
        .len()
}

async fn count_stored_responses(app: &TestApp) -> u64 {
    idempotent_request::Entity::find()
        .count(&app.raw)
        .await
        .unwrap()
}

fn export_body() -> Value {
    json!({"name": "Export", "permissions": ["sales.read", "purchasing.read"]})
}

#[tokio::test]
async fn what_is_sent_again_is_answered_again_and_done_once() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let first = with_key(&owner, "one").post(KEYS, export_body()).await;
    assert!(!was_replayed(&first), "{:?}", first.headers);
    // The same request with other white space, through another server.
    let body =
        br#"{ "permissions": ["sales.read", "purchasing.read"],  "name": "Export" }"#.to_vec();
    let again = app.replica_client().await;
    let request = Request::builder()
        .method(Method::POST)
        .uri_str(KEYS)
        .content_type("application/json")
        .header("idempotency-key", "one");
    let request = request
        .header("authorization", format!("Bearer {}", owner.token()))
        .body(Body::from_vec(body));
    let again = again.send_request(request).await;
    assert!(was_replayed(&again), "{:?}", again.headers);
    assert_eq!((again.status, &again.text), (first.status, &first.text));
    assert_ne!(again.header("x-request-id"), first.header("x-request-id"));
    assert_eq!(again.header("cache-control"), "no-store");
    assert_eq!(count_api_keys(&owner).await, 1);
    let log = owner.get("/api/audit-log").await;
    let count = log.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["action"] == "api_key.created")
        .count();
    assert_eq!(count, 1);
    // A request without a key, or with another key, is another request.
    owner.post(KEYS, export_body()).await.data();
    assert!(!was_replayed(
        &with_key(&owner, "two").post(KEYS, export_body()).await
    ));
    assert_eq!(count_api_keys(&owner).await, 3);
}

#[tokio::test]
async fn what_is_shown_once_is_kept_sealed() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let made = with_key(&owner, "one").post(KEYS, export_body()).await;
    let token = made.data()["token"].as_str().unwrap().to_owned();
    let enrollment = with_key(&owner, "one")
        .post(
            "/api/account/mfa",
            json!({"password": crate::test_app::PASSWORD}),
        )
        .await;
    let secret = enrollment.data()["secret"].as_str().unwrap().to_owned();
    let rows = idempotent_request::Entity::find()
        .all(&app.raw)
        .await
        .unwrap();
    assert_eq!(rows.len(), 2);
    for row in rows {
        assert!(
            row.response_body
                .as_ref()
                .is_some_and(|sealed| sealed.starts_with("v1."))
        );
        let shown = format!("{row:?}");
        assert!(
            !shown.contains(&token)
                && !shown.contains(&secret)
                && !shown.contains("Export")
                && !shown.contains("\"one\""),
            "{shown}"
        );
    }
    assert_eq!(
        with_key(&owner, "one")
            .post(
                "/api/account/mfa",
                json!({"password": crate::test_app::PASSWORD})
            )
            .await
            .data()["secret"],
        secret.as_str()
    );
}

#[tokio::test]
async fn another_wish_under_the_same_key_is_refused() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    with_key(&owner, "one")
        .post(KEYS, export_body())
        .await
        .data();
    let other = with_key(&owner, "one")
        .post(
            KEYS,
            json!({"name": "Import", "permissions": ["sales.read"]}),
        )
        .await;
    assert_eq!(other.expect_failure(422), "idempotency_key_reused");
    assert_eq!(count_api_keys(&owner).await, 1);
}

#[tokio::test]
async fn a_key_is_of_one_person_one_organization_and_one_operation() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let admin = app.add_member(&owner, "admin").await;
    let stranger = app.create_organization("Plains").await;
    with_key(&owner, "one")
        .post(KEYS, export_body())
        .await
        .data();
    for other in [&admin, &stranger] {
        let made = with_key(other, "one").post(KEYS, export_body()).await;
        made.data();
        assert!(!was_replayed(&made));
    }
    assert_eq!(
        (
            count_api_keys(&owner).await,
            count_api_keys(&stranger).await
        ),
        (2, 1)
    );
    let program = json!({"name": "Buyer", "permissions": ["purchasing.manage", "purchasing.read"]});
    let program = owner.post(KEYS, program).await.data()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    let program = app.anonymous_client().with_token(&program);
    for (client, name) in [(&owner, "Prairie Owner"), (&program, "Buyer")] {
        let set = with_key(client, "one")
            .put("/api/purchasing/settings", json!({"orderCost": 60}))
            .await;
        // The new value, not the one before.
        assert_eq!(set.data()["updatedBy"], name);
        assert!(!was_replayed(&set));
    }
    // The same person in another of their organizations.
    let west = owner
        .post("/api/organizations", json!({"name": "West"}))
        .await;
    let there = owner
        .send(
            Method::POST,
            &format!(
                "/api/organizations/{}/switch",
                west.data()["id"].as_str().unwrap()
            ),
            None,
        )
        .await;
    let there = app
        .anonymous_client()
        .with_token(there.data()["token"].as_str().unwrap());
    let made = with_key(&there, "one").post(KEYS, export_body()).await;
    made.data();
    assert!(!was_replayed(&made));
    // The same key on another resource is another request.
    let invite = |name: &str| json!({"email": format!("{name}@field.example"), "role": "viewer"});
    let (one, two) = (
        there.post(INVITATIONS, invite("one")).await,
        there.post(INVITATIONS, invite("two")).await,
    );
    for invited in [one, two] {
        let path = format!("{INVITATIONS}/{}", invited.data()["id"].as_str().unwrap());
        assert!(!was_replayed(
            &with_key(&there, "one")
                .send(Method::DELETE, &path, None)
                .await
        ));
        // Without a key, the status would be 404 now.
        let again = with_key(&there, "one")
            .send(Method::DELETE, &path, None)
            .await;
        again.data();
        assert!(was_replayed(&again));
    }
}

#[tokio::test]
async fn two_at_once_on_two_servers_do_it_once() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let elsewhere = app.replica_client().await.with_token(owner.token());
    for round in 0..8 {
        let (here, there) = (
            with_key(&owner, &round.to_string()),
            with_key(&elsewhere, &round.to_string()),
        );
        let (one, other) = tokio::join!(
            here.post(KEYS, export_body()),
            there.post(KEYS, export_body())
        );
        let done: Vec<&Answer> = [&one, &other]
            .into_iter()
            .filter(|answer| answer.status.is_success())
            .collect();
        assert!(!done.is_empty(), "{} {}", one.text, other.text);
        for answer in [&one, &other] {
            if answer.status.is_success() {
                assert_eq!(answer.text, done[0].text);
            } else {
                assert_eq!(answer.expect_failure(409), "idempotency_in_progress");
            }
        }
        assert_eq!(count_api_keys(&owner).await, round + 1);
    }
}

#[tokio::test]
async fn a_refusal_changes_nothing_and_is_not_kept() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let bo = app.add_member(&owner, "viewer").await;
    let email = bo.get("/api/account").await.data()["email"]
        .as_str()
        .unwrap()
        .to_owned();
    let invite = json!({"email": email, "role": "viewer"});
    assert_eq!(
        with_key(&owner, "one")
            .post(INVITATIONS, invite.clone())
            .await
            .expect_failure(409),
        "already_member"
    );
    assert_eq!(
        with_key(&bo, "one")
            .post(INVITATIONS, invite.clone())
            .await
            .expect_failure(403),
        "forbidden"
    );
    assert_eq!(count_stored_responses(&app).await, 0);
    // The obstacle is gone: the same request now succeeds.
    let id = bo.get("/api/account").await.data()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    owner
        .send(Method::DELETE, &format!("/api/members/{id}"), None)
        .await
        .data();
    let sent = with_key(&owner, "one").post(INVITATIONS, invite).await;
    sent.data();
    assert!(!was_replayed(&sent));
    assert_eq!(count_stored_responses(&app).await, 1);
}

#[tokio::test]
async fn responses_are_not_replayed_after_permissions_are_revoked() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let admin = app.add_member(&owner, "admin").await;
    with_key(&admin, "one")
        .post(KEYS, export_body())
        .await
        .data();
    let id = admin.get("/api/account").await.data()["id"]
        .as_str()
        .unwrap()
        .to_owned();
    owner
        .patch(&format!("/api/members/{id}"), json!({"role": "viewer"}))
        .await
        .data();
    assert_eq!(
        with_key(&admin, "one")
            .post(KEYS, export_body())
            .await
            .expect_failure(403),
        "forbidden"
    );
    owner
        .patch(&format!("/api/members/{id}"), json!({"role": "owner"}))
        .await
        .data();
    assert!(was_replayed(
        &with_key(&admin, "one").post(KEYS, export_body()).await
    ));
    // A forged token gets no replay either.
    assert_eq!(
        with_key(&app.anonymous_client().with_token("forged"), "one")
            .post(KEYS, export_body())
            .await
            .expect_failure(401),
        "unauthorized"
    );
}

#[tokio::test]
async fn after_a_day_the_key_is_as_good_as_new() {
    let app = TestApp::start().await;
    let set = json!({"name": "Ada"});
    app.create_organization("Prairie").await;
    let owner = app
        .sign_in("0@prairie.example", crate::test_app::PASSWORD)
        .await;
    with_key(&owner, "one")
        .patch("/api/account", set.clone())
        .await
        .data();
    app.parts
        .clock
        .advance(TimeDelta::hours(24) - TimeDelta::seconds(1));
    let owner = app
        .sign_in("0@prairie.example", crate::test_app::PASSWORD)
        .await;
    assert!(was_replayed(
        &with_key(&owner, "one")
            .patch("/api/account", set.clone())
            .await
    ));
    let platform = app.parts.database.platform();
    assert_eq!(
        platform
            .delete_expired_idempotent_requests(app.parts.clock.now())
            .await
            .unwrap(),
        0
    );
    app.parts.clock.advance(TimeDelta::seconds(1));
    // Another body is accepted too, because the old request is deleted.
    let anew = with_key(&owner, "one")
        .patch("/api/account", json!({"name": "Ada L."}))
        .await;
    anew.data();
    assert!(!was_replayed(&anew));
    assert_eq!(count_stored_responses(&app).await, 1);
    app.parts.clock.advance(TimeDelta::hours(24));
    assert_eq!(
        platform
            .delete_expired_idempotent_requests(app.parts.clock.now())
            .await
            .unwrap(),
        1
    );
    assert_eq!(count_stored_responses(&app).await, 0);
}

#[tokio::test]
async fn what_is_no_key_is_refused_and_reading_needs_none() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    for bad in [String::new(), "a b".to_owned(), "k".repeat(256)] {
        let refused = with_key(&owner, &bad).post(KEYS, export_body()).await;
        assert_eq!(refused.expect_failure(400), "invalid_parameter", "{bad}");
    }
    assert_eq!(
        with_key(&with_key(&owner, "one"), "two")
            .post(KEYS, export_body())
            .await
            .expect_failure(400),
        "invalid_parameter"
    );
    with_key(&owner, "a b").get("/api/account").await.data();
    assert_eq!(count_api_keys(&owner).await, 0);
}

#[tokio::test]
async fn accepting_recommendations_under_a_key_and_a_request_id_go_together() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prairie");
    warehouse.write_inventory(
        "urea,Urea,fertilizer,ton,Ames,3,0,0,15,,,16,700,USD,,2026-06-01T00:00:00Z\n",
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    let line = |quantity: u32| json!({"itemId": "urea", "location": "Ames", "quantity": quantity});
    let body = json!({"requestId": "0198c5a0-7d3e-7a44-9f10-000000000001", "lines": [line(20)]});
    let first = with_key(&owner, "one")
        .post("/api/purchasing/drafts", body.clone())
        .await;
    assert_eq!(
        first.data()["items"].as_array().map(Vec::len),
        Some(1),
        "{}",
        first.text
    );
    let again = with_key(&owner, "one")
        .post("/api/purchasing/drafts", body.clone())
        .await;
    assert!(was_replayed(&again) && again.text == first.text);
    // With another key but the same `requestId`, the existing drafts are returned.
    let by_request = with_key(&owner, "two")
        .post("/api/purchasing/drafts", body)
        .await;
    assert!(!was_replayed(&by_request));
    assert_eq!(
        by_request.data()["items"][0]["id"],
        first.data()["items"][0]["id"]
    );
    let other = json!({"requestId": "0198c5a0-7d3e-7a44-9f10-000000000001", "lines": [line(30)]});
    assert_eq!(
        with_key(&owner, "one")
            .post("/api/purchasing/drafts", other.clone())
            .await
            .expect_failure(422),
        "idempotency_key_reused"
    );
    assert_eq!(
        with_key(&owner, "three")
            .post("/api/purchasing/drafts", other)
            .await
            .expect_failure(409),
        "request_id_reused"
    );
    assert_eq!(
        owner.get("/api/purchasing/drafts").await.data()["items"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
}

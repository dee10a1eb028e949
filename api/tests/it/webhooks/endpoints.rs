//! Settings of webhooks: who manages them, which URLs are refused, and rotation.

use super::{Receiver, WEBHOOKS, create, deliveries, post, send_due, send_due_with};
use crate::TestApp;
use crate::test_app::PASSWORD;
use api::app::{AppDependencies, build_app};
use api::features::notifications::Notifier;
use api::features::webhooks::WebhookSender;
use api::outbound::{NetworkPolicy, OutboundClient};
use chrono::TimeDelta;
use entities::webhook_endpoint;
use poem::http::Method;
use sea_orm::EntityTrait;
use sea_orm::sea_query::Expr;
use serde_json::json;
use std::sync::Arc;

#[tokio::test]
async fn owners_and_admins_manage_webhooks_of_their_organization() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let admin = app.add_member(&owner, "admin").await;
    let (id, secret) = create(&admin, "https://erp.example/in", &["sync.finished"], true).await;
    assert!(
        secret.starts_with("whsec_") && secret.len() == 50,
        "{secret}"
    );
    let list = owner.get(WEBHOOKS).await;
    assert!(!list.text.contains("whsec_"), "{}", list.text);
    assert_eq!(list.data()["items"][0]["id"], json!(id));
    assert_eq!(list.data()["items"][0]["isOrdered"], json!(true));
    let path = format!("{WEBHOOKS}/{id}");
    let body = json!({
        "name": "New",
        "url": "https://erp.example/in",
        "eventTypes": ["member.changed"],
        "isEnabled": false,
    });
    let replaced = owner.put(&path, body.clone()).await;
    assert_eq!(replaced.data()["state"], "disabled");
    assert_eq!(replaced.data()["disabledReason"], "manual");
    let refused = post(&owner, &format!("{path}/test")).await;
    assert_eq!(refused.expect_failure(409), "webhook_disabled");

    for role in ["member", "viewer"] {
        let member = app.add_member(&owner, role).await;
        member.get(WEBHOOKS).await.expect_failure(403);
        member.put(&path, body.clone()).await.expect_failure(403);
    }
    let stranger = app.create_separate_organization("Other").await;
    assert_eq!(stranger.get(WEBHOOKS).await.data()["items"], json!([]));
    for path in [path.clone(), format!("{path}/deliveries")] {
        assert_eq!(stranger.get(&path).await.expect_failure(404), "not_found");
    }
    for path in ["test", "rotate-secret"].map(|last| format!("{path}/{last}")) {
        assert_eq!(
            post(&stranger, &path).await.expect_failure(404),
            "not_found"
        );
    }
    stranger.put(&path, body).await.expect_failure(404);
    stranger
        .send(Method::DELETE, &path, None)
        .await
        .expect_failure(404);
    owner.send(Method::DELETE, &path, None).await.data();
    assert_eq!(owner.get(&path).await.expect_failure(404), "not_found");
}

#[tokio::test]
async fn lists_webhooks_in_pages_up_to_the_maximum() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    for number in 0..20 {
        let url = format!("https://erp.example/{number}");
        create(&owner, &url, &["sync.finished"], false).await;
    }
    let body = json!({"name": "x", "url": "https://x.example/", "eventTypes": ["order.drafted"]});
    let refused = owner.post(WEBHOOKS, body).await;
    assert_eq!(refused.expect_failure(409), "too_many_webhooks");
    let first = owner.get(&format!("{WEBHOOKS}?limit=15")).await;
    let cursor = first.data()["nextCursor"].as_str().unwrap();
    let rest = owner
        .get(&format!("{WEBHOOKS}?limit=15&cursor={cursor}"))
        .await;
    assert_eq!(rest.data()["items"].as_array().unwrap().len(), 5);
    assert!(rest.data().get("nextCursor").is_none());
}

#[tokio::test]
async fn the_demo_has_no_webhooks() {
    let app = TestApp::start_with_demo().await;
    let visitor = app.sign_in("demo@sprout.example", "sprout-demo").await;
    let body = json!({"name": "x", "url": "https://x.example/", "eventTypes": ["order.drafted"]});
    let refused = visitor.post(WEBHOOKS, body).await;
    assert_eq!(refused.expect_failure(409), "demo_read_only");
    let channel = json!({"name": "x", "kind": "teams", "url": "https://x.example/"});
    let refused = visitor.post("/api/message-channels", channel).await;
    assert_eq!(refused.expect_failure(409), "demo_read_only");
}

/// A sender that calls public addresses only, like a hosted installation.
fn public_sender(app: &TestApp) -> WebhookSender {
    let AppDependencies {
        database,
        clock,
        entropy,
        vault,
        ..
    } = app.parts.clone();
    let notifier = Notifier::new(clock.clone(), entropy.clone(), false);
    let outbound = OutboundClient::new(NetworkPolicy::PUBLIC_ONLY).unwrap();
    let public_url = app.parts.public_url.clone();
    WebhookSender::new(
        database, clock, entropy, vault, outbound, notifier, public_url,
    )
}

#[tokio::test]
async fn refuses_addresses_outside_the_allowed_networks() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let hosted = crate::Client::anonymous(Arc::new(build_app(&AppDependencies {
        webhooks: public_sender(&app),
        ..app.parts.clone()
    })))
    .with_token(owner.token());
    for url in [
        "http://erp.example/",
        "https://127.0.0.1/",
        "https://10.0.0.8/x",
        "https://169.254.169.254/latest/meta-data",
        "https://[::1]/",
        "https://2130706433/",
        "file:///etc/passwd",
        "https://user:password@erp.example/",
        "erp.example",
        "",
    ] {
        let body = json!({"name": "x", "url": url, "eventTypes": ["sync.finished"]});
        let refused = hosted.post(WEBHOOKS, body).await;
        assert_eq!(refused.expect_failure(422), "invalid_values", "{url}");
        assert_eq!(refused.json["details"][0]["path"], "url", "{url}");
        let channel = json!({"name": "x", "kind": "slack", "url": url});
        let refused = hosted.post("/api/message-channels", channel).await;
        assert_eq!(refused.expect_failure(422), "invalid_values", "{url}");
        assert_eq!(refused.json["details"][0]["path"], "url", "{url}");
    }
    // A name is resolved, and its addresses are checked, at each delivery.
    let (id, _) = create(&owner, "https://localhost/x", &["sync.finished"], false).await;
    post(&owner, &format!("{WEBHOOKS}/{id}/test")).await.data();
    send_due_with(public_sender(&app)).await;
    let log = deliveries(&owner, &id).await;
    assert_eq!(log[0]["state"], "pending");
    assert_eq!(
        log[0]["lastError"],
        "The endpoint has an address in a private network, which this installation does not call."
    );
}

#[tokio::test]
async fn redirects_are_not_followed() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let receiver = Receiver::start().await;
    let (id, _) = create(&owner, &receiver.url(), &["sync.finished"], false).await;
    receiver.respond(&["302 Found"]);
    post(&owner, &format!("{WEBHOOKS}/{id}/test")).await.data();
    send_due(&app).await;
    assert_eq!(receiver.take().len(), 1);
    let error = deliveries(&owner, &id).await[0]["lastError"].clone();
    assert!(error.as_str().unwrap().contains("redirect"), "{error}");
}

#[tokio::test]
async fn both_secrets_sign_for_a_day_after_a_rotation() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let account = owner.get("/api/account").await;
    let email = account.data()["email"].as_str().unwrap();
    let receiver = Receiver::start().await;
    let (id, old) = create(&owner, &receiver.url(), &["sync.finished"], false).await;
    let path = format!("{WEBHOOKS}/{id}");
    let rotated = post(&owner, &format!("{path}/rotate-secret")).await;
    let new = rotated.data()["secret"].as_str().unwrap().to_owned();
    assert_ne!(new, old);
    let until = rotated.data()["webhook"]["previousSecretExpiresAt"].clone();
    assert_eq!(until, "2026-06-17T15:00:00+00:00");
    post(&owner, &format!("{path}/test")).await.data();
    send_due(&app).await;
    let [request] = receiver.take().try_into().unwrap();
    assert_eq!(request.signature.split(' ').count(), 2);
    assert!(request.is_signed_with(&old) && request.is_signed_with(&new));

    app.parts.clock.advance(TimeDelta::hours(24));
    let owner = app.sign_in(email, PASSWORD).await;
    post(&owner, &format!("{path}/test")).await.data();
    send_due(&app).await;
    let [request] = receiver.take().try_into().unwrap();
    assert_eq!(request.signature.split(' ').count(), 1);
    assert!(!request.is_signed_with(&old) && request.is_signed_with(&new));
    let shown = owner.get(&path).await;
    assert!(shown.data().get("previousSecretExpiresAt").is_none());
}

#[tokio::test]
async fn secrets_decrypt_only_for_their_webhook() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let receiver = Receiver::start().await;
    let (one, _) = create(&owner, &receiver.url(), &["sync.finished"], false).await;
    let (other, secret) = create(&owner, &receiver.url(), &["sync.finished"], false).await;
    let rows = webhook_endpoint::Entity::find()
        .all(&app.raw)
        .await
        .unwrap();
    let stored = |id: &str| rows.iter().find(|row| row.id.to_string() == id).unwrap();
    assert!(!stored(&other).sealed_secret.contains(&secret[6..]));
    webhook_endpoint::Entity::update_many()
        .col_expr(
            webhook_endpoint::Column::SealedSecret,
            Expr::value(&stored(&other).sealed_secret),
        )
        .exec(&app.raw)
        .await
        .unwrap();
    post(&owner, &format!("{WEBHOOKS}/{one}/test")).await.data();
    send_due(&app).await;
    assert!(receiver.take().is_empty());
    assert_eq!(
        deliveries(&owner, &one).await[0]["lastError"],
        "The signing secret cannot be read. Rotate it."
    );
}

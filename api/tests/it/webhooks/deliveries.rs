//! Deliveries: what is sent when, retries, order, replay, and what a crash leaves.

use super::{Receiver, WEBHOOKS, change_a_role, create, deliveries, post, send_due};
use crate::TestApp;
use crate::test_app::PASSWORD;
use api::db::DueWebhookDelivery;
use chrono::TimeDelta;
use entities::webhook_delivery;
use sea_orm::EntityTrait;
use sea_orm::sea_query::Expr;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const ALL: [&str; 5] = [
    "sync.finished",
    "order.drafted",
    "alert.started",
    "alert.ended",
    "member.changed",
];

async fn email_of(client: &crate::Client) -> String {
    let account = client.get("/api/account").await;
    account.data()["email"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn syncs_drafts_and_members_are_reported_with_signatures() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let receiver = Receiver::start().await;
    let (id, secret) = create(&owner, &receiver.url(), &ALL, true).await;
    // Another organization and another subscription get nothing.
    let other = app.create_separate_organization("Other").await;
    create(&other, &receiver.url(), &ALL, false).await;
    create(&owner, &receiver.url(), &["alert.started"], false).await;

    let warehouse = app.create_warehouse("prairie");
    warehouse.write_inventory(
        "urea,Urea 46-0-0,fertilizer,ton,Ames,20,5,10,15,10,20,16,410.5,USD,,2026-06-01T00:00:00Z\n",
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    let line = json!({"itemId": "urea", "location": "Ames", "quantity": 20});
    let request = json!({"requestId": "0198c5a0-7d3e-7a44-9f10-000000000001", "lines": [line]});
    let drafted = owner.post("/api/purchasing/drafts", request.clone()).await;
    let draft = drafted.data()["items"][0]["id"].clone();
    // A repeated request creates nothing, so there is no second event.
    owner.post("/api/purchasing/drafts", request).await.data();
    let member = change_a_role(&app, &owner).await;
    send_due(&app).await;

    let requests = receiver.take();
    let bodies: Vec<Value> = requests.iter().map(super::Received::json).collect();
    let types: Vec<&str> = bodies
        .iter()
        .map(|body| body["type"].as_str().unwrap())
        .collect();
    assert_eq!(types, ["sync.finished", "order.drafted", "member.changed"]);
    assert_eq!(bodies[0]["timestamp"], "2026-06-16T15:00:00.000Z");
    assert_eq!(bodies[0]["data"]["state"], "succeeded");
    assert_eq!(bodies[0]["data"]["changedRows"], 1);
    assert_eq!(bodies[1]["data"], json!({"draftId": draft, "lines": 1}));
    assert_eq!(
        bodies[2]["data"],
        json!({
            "memberId": member,
            "change": "role_changed",
            "role": "member",
            "previousRole": "viewer",
        })
    );
    assert!(
        requests
            .iter()
            .all(|request| request.is_signed_with(&secret))
    );
    let ids: BTreeSet<&str> = requests.iter().map(|request| request.id.as_str()).collect();
    assert_eq!(ids.len(), 3);
    let log = deliveries(&owner, &id).await;
    assert_eq!(log.len(), 3);
    for delivery in &log {
        assert_eq!(delivery["state"], "delivered");
        assert_eq!(delivery["lastStatus"], 200);
        assert!(ids.contains(delivery["id"].as_str().unwrap()));
    }
    send_due(&app).await;
    assert!(receiver.take().is_empty());
}

#[tokio::test]
async fn joining_and_leaving_are_reported() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let receiver = Receiver::start().await;
    create(&owner, &receiver.url(), &["member.changed"], true).await;
    let email = "bo@field.example";
    owner
        .post(
            "/api/invitations",
            json!({"email": email, "role": "viewer"}),
        )
        .await
        .data();
    let token = app.emailed_token(email).await;
    let body = json!({
        "organization": "Own",
        "name": "Bo",
        "email": email,
        "password": PASSWORD,
        "invitation": token,
    });
    app.anonymous_client()
        .post("/api/auth/register", body)
        .await
        .data();
    let bo = app.sign_in(email, PASSWORD).await;
    let id = bo.get("/api/account").await.data()["id"].clone();
    bo.send(
        poem::http::Method::DELETE,
        "/api/account",
        Some(json!({"password": PASSWORD})),
    )
    .await
    .data();
    let member = app.add_member(&owner, "viewer").await;
    let member_id = member.get("/api/account").await.data()["id"].clone();
    let path = format!("/api/members/{}", member_id.as_str().unwrap());
    member
        .send(poem::http::Method::DELETE, &path, None)
        .await
        .data();
    send_due(&app).await;
    let data: Vec<Value> = receiver
        .take()
        .iter()
        .map(|request| request.json()["data"].clone())
        .collect();
    assert_eq!(
        data,
        [
            json!({"memberId": id, "change": "joined", "role": "viewer"}),
            json!({"memberId": id, "change": "removed", "previousRole": "viewer"}),
            json!({"memberId": member_id, "change": "removed", "previousRole": "viewer"}),
        ]
    );
}

#[tokio::test]
async fn a_failed_delivery_is_retried_with_the_same_id() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let receiver = Receiver::start().await;
    let (id, _) = create(&owner, &receiver.url(), &["member.changed"], false).await;
    receiver.respond(&["500 Oops", "429 Slow down"]);
    change_a_role(&app, &owner).await;
    send_due(&app).await;
    let log = deliveries(&owner, &id).await;
    assert_eq!(log[0]["state"], "pending");
    assert_eq!(log[0]["lastStatus"], 500);
    assert_eq!(
        log[0]["lastError"],
        "The endpoint responded with status 500."
    );
    let said = (&log[0]["lastErrorCode"], &log[0]["lastErrorValue"]);
    assert_eq!(said, (&json!("error_status"), &json!("500")));
    send_due(&app).await;
    assert_eq!(receiver.take().len(), 1, "it waits");
    app.parts.clock.advance(TimeDelta::seconds(6));
    send_due(&app).await;
    app.parts.clock.advance(TimeDelta::seconds(24));
    send_due(&app).await;
    let rest = receiver.take();
    assert_eq!(rest.len(), 2);
    assert_eq!(rest[0].id, rest[1].id);
    assert_eq!(rest[0].body, rest[1].body);
    let log = deliveries(&owner, &id).await;
    assert_eq!(log[0]["id"], rest[0].id);
    assert_eq!(
        (&log[0]["state"], &log[0]["attempts"]),
        (&json!("delivered"), &json!(3))
    );
    assert!(log[0].get("lastError").is_none(), "{}", log[0]);
}

#[tokio::test]
async fn an_ordered_webhook_waits_and_others_do_not() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let (ordered, unordered) = (Receiver::start().await, Receiver::start().await);
    create(&owner, &ordered.url(), &["member.changed"], true).await;
    create(&owner, &unordered.url(), &["member.changed"], false).await;
    for receiver in [&ordered, &unordered] {
        receiver.respond(&["500 Oops"]);
    }
    let mut members = Vec::new();
    for _ in 0..3 {
        members.push(change_a_role(&app, &owner).await);
    }
    send_due(&app).await;
    assert_eq!(ordered.take().len(), 1);
    assert_eq!(unordered.take().len(), 3);
    app.parts.clock.advance(TimeDelta::seconds(7));
    send_due(&app).await;
    let in_order: Vec<Value> = ordered
        .take()
        .iter()
        .map(|request| request.json()["data"]["memberId"].clone())
        .collect();
    assert_eq!(in_order, members);
    assert_eq!(unordered.take().len(), 1);
}

#[tokio::test]
async fn a_replay_keeps_the_id_and_the_body() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let receiver = Receiver::start().await;
    let (id, secret) = create(&owner, &receiver.url(), &["member.changed"], false).await;
    change_a_role(&app, &owner).await;
    send_due(&app).await;
    let [first] = receiver.take().try_into().unwrap();
    app.parts.clock.advance(TimeDelta::seconds(60));
    let path = format!("{WEBHOOKS}/{id}/deliveries/{}/replay", first.id);
    let replayed = post(&owner, &path).await;
    assert_eq!(replayed.data()["state"], "pending");
    send_due(&app).await;
    let [second] = receiver.take().try_into().unwrap();
    assert_eq!((&second.id, &second.body), (&first.id, &first.body));
    assert_eq!(second.timestamp, first.timestamp + 60);
    assert!(second.is_signed_with(&secret));
    let stranger = app.create_separate_organization("Other").await;
    assert_eq!(
        post(&stranger, &path).await.expect_failure(404),
        "not_found"
    );
    assert_eq!(deliveries(&owner, &id).await.len(), 1);
}

#[tokio::test]
async fn status_410_disables_the_webhook_and_notifies() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let receiver = Receiver::start().await;
    let (id, _) = create(&owner, &receiver.url(), &["member.changed"], false).await;
    receiver.respond(&["410 Gone"]);
    change_a_role(&app, &owner).await;
    send_due(&app).await;
    let path = format!("{WEBHOOKS}/{id}");
    let shown = owner.get(&path).await;
    assert_eq!(shown.data()["state"], "disabled");
    assert_eq!(shown.data()["disabledReason"], "gone");
    assert_eq!(deliveries(&owner, &id).await[0]["state"], "failed");
    let notifications = owner.get("/api/notifications").await;
    let open = &notifications.data()["openAlerts"][0];
    assert_eq!(open["title"], "Webhook ERP", "{}", notifications.text);
    // Nothing is recorded while it is disabled. Enabling it ends the alert.
    change_a_role(&app, &owner).await;
    let body = json!({"name": "ERP", "url": receiver.url(), "eventTypes": ["member.changed"]});
    assert_eq!(owner.put(&path, body).await.data()["state"], "enabled");
    let notifications = owner.get("/api/notifications").await;
    assert_eq!(notifications.data()["openAlerts"], json!([]));
    assert_eq!(deliveries(&owner, &id).await.len(), 1);
}

#[tokio::test]
async fn three_days_of_failures_disable_the_webhook() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let email = email_of(&owner).await;
    // Nothing listens on this port.
    let url = "http://127.0.0.1:1/";
    let (id, _) = create(&owner, url, &["member.changed"], false).await;
    change_a_role(&app, &owner).await;
    let mut attempts = 0;
    for _ in 0..20 {
        send_due(&app).await;
        let row = webhook_delivery::Entity::find()
            .one(&app.raw)
            .await
            .unwrap()
            .unwrap();
        attempts = row.attempts;
        if row.state != "pending" {
            break;
        }
        app.parts.clock.advance(row.due_at - app.parts.clock.now());
    }
    let elapsed = app.parts.clock.now().to_rfc3339();
    assert_eq!(elapsed, "2026-06-19T15:00:00+00:00");
    assert!((12..=16).contains(&attempts), "{attempts}");
    let owner = app.sign_in(&email, PASSWORD).await;
    let log = deliveries(&owner, &id).await;
    assert_eq!(log[0]["state"], "failed");
    assert_eq!(log[0]["lastError"], "The endpoint cannot be reached.");
    assert_eq!(log[0]["lastErrorCode"], "unreachable");
    assert!(log[0].get("lastErrorValue").is_none(), "{}", log[0]);
    let shown = owner.get(&format!("{WEBHOOKS}/{id}")).await;
    assert_eq!(shown.data()["disabledReason"], "failing");
    app.parts.clock.advance(TimeDelta::days(31));
    app.parts.webhooks.delete_old_deliveries().await.unwrap();
    let owner = app.sign_in(&email, PASSWORD).await;
    assert!(deliveries(&owner, &id).await.is_empty());
}

#[tokio::test]
async fn two_servers_send_each_delivery_once() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let receiver = Receiver::start().await;
    let (id, _) = create(&owner, &receiver.url(), &["sync.finished"], false).await;
    for _ in 0..30 {
        post(&owner, &format!("{WEBHOOKS}/{id}/test")).await.data();
    }
    tokio::join!(send_due(&app), send_due(&app), send_due(&app));
    send_due(&app).await;
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    for request in receiver.take() {
        *counts.entry(request.id).or_default() += 1;
    }
    assert_eq!(counts.len(), 30);
    assert!(counts.values().all(|count| *count == 1), "{counts:?}");
}

#[tokio::test]
async fn a_delivery_of_a_dead_server_is_sent_again_with_its_id() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let receiver = Receiver::start().await;
    let (id, _) = create(&owner, &receiver.url(), &["sync.finished"], false).await;
    let queued = post(&owner, &format!("{WEBHOOKS}/{id}/test")).await;
    // As a server that was killed after its claim leaves the row.
    let due = app.parts.clock.now() + TimeDelta::minutes(1);
    webhook_delivery::Entity::update_many()
        .col_expr(webhook_delivery::Column::Epoch, Expr::value(1_i64))
        .col_expr(webhook_delivery::Column::Attempts, Expr::value(1))
        .col_expr(webhook_delivery::Column::DueAt, Expr::value(due))
        .exec(&app.raw)
        .await
        .unwrap();
    send_due(&app).await;
    assert!(receiver.take().is_empty());
    app.parts.clock.advance(TimeDelta::minutes(1));
    send_due(&app).await;
    let [request] = receiver.take().try_into().unwrap();
    assert_eq!(queued.data()["id"], request.id);
}

#[tokio::test]
async fn organizations_take_turns() {
    let app = TestApp::start().await;
    let (busy, quiet) = (
        app.create_organization("Busy").await,
        app.create_separate_organization("Quiet").await,
    );
    let url = "https://erp.example/";
    let (first, _) = create(&busy, url, &["sync.finished"], false).await;
    let (second, _) = create(&quiet, url, &["sync.finished"], false).await;
    for _ in 0..10 {
        post(&busy, &format!("{WEBHOOKS}/{first}/test"))
            .await
            .data();
    }
    app.parts.clock.advance(TimeDelta::seconds(1));
    post(&quiet, &format!("{WEBHOOKS}/{second}/test"))
        .await
        .data();
    let platform = app.parts.database.platform();
    let due: Vec<DueWebhookDelivery> = platform
        .list_due_webhook_deliveries(app.parts.clock.now(), 4, 64)
        .await
        .unwrap();
    let turns: Vec<bool> = due
        .iter()
        .map(|due| due.endpoint.to_string() == second)
        .collect();
    assert_eq!(turns, [false, true, false, false, false]);
}

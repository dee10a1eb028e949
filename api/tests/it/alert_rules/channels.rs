//! Messages of alert rules in channels of Slack and Teams: who adds them, what they contain, and
//! what happens if they fail.

use super::{AlertFixture, RULES, revenue_rule};
use crate::test_app::PASSWORD;
use crate::webhooks::{Receiver, send_due};
use crate::{Answer, Client, TestApp};
use chrono::TimeDelta;
use entities::{alert_rule_channel, membership, webhook_delivery, webhook_endpoint};
use poem::http::Method;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

const CHANNELS: &str = "/api/message-channels";

pub(super) async fn add_channel(owner: &Client, kind: &str, url: &str) -> String {
    let body = json!({"name": format!("{kind} alerts"), "kind": kind, "url": url});
    let added = owner.post(CHANNELS, body).await;
    assert!(!added.text.contains("events"), "{}", added.text);
    added.data()["id"].as_str().unwrap().to_owned()
}

async fn channel(owner: &Client) -> Value {
    owner.get(CHANNELS).await.data()["items"][0].clone()
}

async fn test_channel(owner: &Client, id: &str) -> Answer {
    owner
        .send(Method::POST, &format!("{CHANNELS}/{id}/test"), None)
        .await
}

fn rule_for(channels: &[&str]) -> Value {
    let mut rule = revenue_rule("owner");
    rule["name"] = json!("Revenue <!channel> & *high*");
    rule["channels"] = json!(channels);
    rule
}

/// All texts of a JSON value.
pub(super) fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::String(text) => vec![text.clone()],
        Value::Array(items) => items.iter().flat_map(texts).collect(),
        Value::Object(fields) => fields.values().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

#[tokio::test]
async fn each_channel_gets_one_start_and_one_end_with_the_text_of_the_notification() {
    let mut farm = AlertFixture::start().await;
    let (slack, teams) = (Receiver::start().await, Receiver::start().await);
    let mut ids = [
        add_channel(&farm.owner, "slack", &slack.url()).await,
        add_channel(&farm.owner, "teams", &teams.url()).await,
    ];
    ids.sort_unstable();
    let rule = rule_for(&[&ids[0], &ids[1]]);
    let created = farm.owner.post(RULES, rule).await;
    assert_eq!(created.data()["channels"], json!(ids));
    for amount in [1_000, 1_000, 100, 100] {
        farm.sync_sales(&[("Ames", amount)]).await;
        let (one, other) = (farm.evaluator(), farm.evaluator());
        let (mine, theirs) = tokio::join!(one.evaluate_due(), other.evaluate_due());
        mine.unwrap();
        theirs.unwrap();
        tokio::join!(
            send_due(&farm.app),
            send_due(&farm.app),
            send_due(&farm.app)
        );
        farm.advance_week().await;
    }
    let listed = farm.owner.get("/api/notifications").await;
    let items = listed.data()["items"].as_array().unwrap();
    let notifications: Vec<&Value> = items
        .iter()
        .filter(|item| item["topic"].as_str().unwrap().starts_with("rule:"))
        .collect();
    let (in_slack, in_teams) = (slack.take(), teams.take());
    assert_eq!((in_slack.len(), in_teams.len()), (2, 2));
    let messages = in_slack.iter().zip(&in_teams);
    for (notification, (in_slack, in_teams)) in notifications.iter().rev().zip(messages) {
        let text = |name: &str| notification[name].as_str().unwrap().to_owned();
        let url = format!("http://sprout.test{}", text("link"));
        let (in_slack, in_teams) = (texts(&in_slack.json()), texts(&in_teams.json()));
        assert!(text("body").contains("Ames: "), "{}", text("body"));
        for own in [text("title"), text("body"), url.clone()] {
            assert!(in_teams.contains(&own), "{own} in {in_teams:?}");
        }
        let escape = |text: &str| {
            text.replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;")
        };
        let link = format!("<{}|Open the figures>", url.replace('&', "&amp;"));
        for own in [escape(&text("title")), escape(&text("body")), link] {
            assert!(in_slack.contains(&own), "{own} in {in_slack:?}");
        }
        for all in [in_slack, in_teams] {
            let footer = all.iter().find(|text| text.contains("added this channel"));
            let footer = footer.unwrap();
            assert!(footer.contains("an alert rule of "), "{footer}");
            assert!(footer.contains(" at Prairie. "), "{footer}");
        }
    }
    let shown = channel(&farm.owner).await;
    assert_eq!(shown["state"], "enabled");
    assert!(shown["lastSuccessAt"].is_string(), "{shown}");
}

#[tokio::test]
async fn a_channel_gets_nothing_that_the_owner_of_the_rule_may_no_longer_see() {
    let mut farm = AlertFixture::start().await;
    let receiver = Receiver::start().await;
    let id = add_channel(&farm.owner, "slack", &receiver.url()).await;
    let author = farm.app.add_member(&farm.owner, "member").await;
    author.post(RULES, rule_for(&[&id])).await.data();
    let account = author.get("/api/account").await;
    let person: sea_orm::prelude::Uuid = account.data()["id"].as_str().unwrap().parse().unwrap();
    for amount in [1_000, 1_000] {
        farm.sync_sales(&[("Ames", amount)]).await;
        farm.evaluator().evaluate_due().await.unwrap();
        farm.advance_week().await;
    }
    // The message is queued, and has no text yet.
    let queued = webhook_delivery::Entity::find()
        .all(&farm.app.raw)
        .await
        .unwrap();
    assert_eq!(queued.len(), 1);
    assert!(!queued[0].body.contains("Ames"), "{}", queued[0].body);
    membership::Entity::update_many()
        .col_expr(membership::Column::Role, Expr::value("retired"))
        .filter(membership::Column::PersonId.eq(person))
        .exec(&farm.app.raw)
        .await
        .unwrap();
    send_due(&farm.app).await;
    assert!(receiver.take().is_empty());
    let shown = channel(&farm.owner).await;
    assert_eq!(shown["state"], "enabled", "the channel itself is fine");
    assert_eq!(
        shown["lastError"],
        "The owner of the rule may no longer see the figures, or the message was deleted."
    );
    farm.app.parts.clock.advance(TimeDelta::days(1));
    send_due(&farm.app).await;
    assert!(receiver.take().is_empty(), "not tried again");
}

#[tokio::test]
async fn admins_add_channels_and_members_choose_them_in_their_organization() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let admin = app.add_member(&owner, "admin").await;
    let secret = "https://hooks.slack.com/services/T0/B0/very-secret-token";
    let body = json!({"name": "Sales", "kind": "slack", "url": secret});
    let added = admin.post(CHANNELS, body.clone()).await;
    let id = added.data()["id"].as_str().unwrap().to_owned();
    assert_eq!(added.data()["urlHint"], "hooks.slack.com/…oken");
    let audit = owner.get("/api/audit-log").await;
    let list = owner.get(CHANNELS).await;
    for text in [&added.text, &audit.text, &list.text] {
        assert!(!text.contains("very-secret"), "{text}");
    }
    let [stored] = webhook_endpoint::Entity::find()
        .all(&app.raw)
        .await
        .unwrap()
        .try_into()
        .unwrap();
    assert!(!format!("{stored:?}").contains("very-secret"), "{stored:?}");

    let mut insecure = body.clone();
    insecure["url"] = json!("http://hooks.slack.com/services/T0/B0/very-secret-token");
    let refused = owner.post(CHANNELS, insecure).await;
    assert_eq!(refused.expect_failure(422), "invalid_values");
    assert_eq!(refused.json["details"][0]["path"], "url");

    let path = format!("{CHANNELS}/{id}");
    let member = app.add_member(&owner, "member").await;
    let chosen = member.post(RULES, rule_for(&[&id])).await;
    assert_eq!(chosen.data()["channels"], json!([id]));
    assert_eq!(
        channel(&member).await["createdBy"],
        channel(&owner).await["createdBy"]
    );
    member
        .post(CHANNELS, body.clone())
        .await
        .expect_failure(403);
    test_channel(&member, &id).await.expect_failure(403);
    member
        .send(Method::DELETE, &path, None)
        .await
        .expect_failure(403);
    let viewer = app.add_member(&owner, "viewer").await;
    viewer.get(CHANNELS).await.expect_failure(403);

    let stranger = app.create_separate_organization("Other").await;
    assert_eq!(stranger.get(CHANNELS).await.data()["items"], json!([]));
    test_channel(&stranger, &id).await.expect_failure(404);
    stranger
        .send(Method::DELETE, &path, None)
        .await
        .expect_failure(404);
    let foreign = stranger.post(RULES, rule_for(&[&id])).await;
    assert_eq!(foreign.expect_failure(422), "invalid_values");
    assert_eq!(foreign.json["details"][0]["path"], "channels");

    // Channels are no webhooks, and the other way round.
    assert_eq!(owner.get("/api/webhooks").await.data()["items"], json!([]));
    owner
        .get(&format!("/api/webhooks/{id}"))
        .await
        .expect_failure(404);
    let webhook =
        json!({"name": "ERP", "url": "https://erp.example/", "eventTypes": ["sync.finished"]});
    let webhook = owner.post("/api/webhooks", webhook).await;
    let webhook = webhook.data()["webhook"]["id"].as_str().unwrap().to_owned();
    test_channel(&owner, &webhook).await.expect_failure(404);
    let refused = member.post(RULES, rule_for(&[&webhook])).await;
    assert_eq!(refused.expect_failure(422), "invalid_values");

    owner.send(Method::DELETE, &path, None).await.data();
    let chosen = alert_rule_channel::Entity::find().all(&app.raw).await;
    assert!(chosen.unwrap().is_empty());
    let rules = member.get(RULES).await;
    assert_eq!(rules.data()["items"][0]["channels"], json!([]));
}

#[tokio::test]
async fn an_organization_has_up_to_twenty_channels() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    for number in 0..20 {
        let url = format!("https://chat.example/{number}");
        add_channel(&owner, "teams", &url).await;
    }
    let body = json!({"name": "x", "kind": "teams", "url": "https://chat.example/x"});
    let refused = owner.post(CHANNELS, body).await;
    assert_eq!(refused.expect_failure(409), "too_many_message_channels");
    let first = owner.get(&format!("{CHANNELS}?limit=15")).await;
    let cursor = first.data()["nextCursor"].as_str().unwrap();
    let rest = owner
        .get(&format!("{CHANNELS}?limit=15&cursor={cursor}"))
        .await;
    assert_eq!(rest.data()["items"].as_array().unwrap().len(), 5);
    // Webhooks have their own maximum.
    let body = json!({"name": "x", "url": "https://x.example/", "eventTypes": ["order.drafted"]});
    owner.post("/api/webhooks", body).await.data();
}

#[tokio::test]
async fn failures_show_and_a_test_message_enables_the_channel_again() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let account = owner.get("/api/account").await;
    let email = account.data()["email"].as_str().unwrap().to_owned();
    let receiver = Receiver::start().await;
    let id = add_channel(&owner, "slack", &receiver.url()).await;

    receiver.respond(&["503 Service Unavailable"]);
    test_channel(&owner, &id).await.data();
    send_due(&app).await;
    let shown = channel(&owner).await;
    assert_eq!(
        shown["lastError"],
        "The endpoint responded with status 503."
    );
    let said = (&shown["lastErrorCode"], &shown["lastErrorValue"]);
    assert_eq!(said, (&json!("error_status"), &json!("503")));
    assert_eq!(
        (&shown["state"], &shown["isPending"]),
        (&json!("enabled"), &json!(true))
    );
    let row = webhook_delivery::Entity::find()
        .one(&app.raw)
        .await
        .unwrap()
        .unwrap();
    app.parts.clock.advance(row.due_at - app.parts.clock.now());
    send_due(&app).await;
    let shown = channel(&owner).await;
    assert!(shown.get("lastError").is_none(), "{shown}");
    let [failed, arrived] = receiver.take().try_into().unwrap();
    assert_eq!(failed.json(), arrived.json());
    assert!(
        arrived.json()["text"]
            .as_str()
            .unwrap()
            .starts_with("Test message")
    );

    // Slack's response to a revoked URL.
    receiver.respond(&["404 Not Found"]);
    test_channel(&owner, &id).await.data();
    send_due(&app).await;
    assert_eq!(channel(&owner).await["state"], "disabled");
    let notifications = owner.get("/api/notifications").await;
    let open = &notifications.data()["openAlerts"][0];
    assert_eq!(open["title"], "Channel slack alerts");
    assert!(
        open["message"].as_str().unwrap().contains("status 404"),
        "{open}"
    );
    let owner = app.sign_in(&email, PASSWORD).await;
    test_channel(&owner, &id).await.data();
    send_due(&app).await;
    let shown = channel(&owner).await;
    assert_eq!(shown["state"], "enabled");
    assert!(shown.get("lastError").is_none(), "{shown}");
    let notifications = owner.get("/api/notifications").await;
    assert_eq!(notifications.data()["openAlerts"], json!([]));
}

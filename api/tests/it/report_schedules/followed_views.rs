//! Reports that follow a saved view.

use super::{ReportFixture, SCHEDULES, person_id, sales_report};
use crate::Client;
use poem::http::Method;
use serde_json::{Value, json};

const VIEWS: &str = "/api/views";

fn view(dimension: &str, shared: bool) -> Value {
    json!({"page": "explore", "name": "Revenue", "address": format!("by={dimension}"), "shared": shared,
        "default": false, "query": {"dataset": "sales", "measures": ["revenue"], "dimensions": [dimension],
            "period": {"preset": "last_30_days"}}})
}

async fn save_view(client: &Client, body: Value) -> String {
    let saved = client.post(VIEWS, body).await;
    saved.data()["id"].as_str().unwrap().to_owned()
}

fn following(view: &str, recipient: &str) -> Value {
    let mut body = sales_report(&json!({"cadence": "daily"}), &[recipient]);
    body.as_object_mut().unwrap().remove("query");
    body["viewId"] = json!(view);
    body
}

/// What the first schedule shows: its dimension, and the view that it follows.
async fn first_schedule(client: &Client) -> (Value, Value) {
    let listed = client.get(SCHEDULES).await;
    let schedule = &listed.data()["items"][0];
    (
        schedule["query"]["dimensions"][0].clone(),
        schedule["viewId"].clone(),
    )
}

#[tokio::test]
async fn a_report_follows_the_changes_of_its_view() {
    let mut farm = ReportFixture::start().await;
    farm.sync_sales(2).await;
    let own = person_id(&farm.owner).await;
    let id = save_view(&farm.owner, view("item", false)).await;
    farm.create(following(&id, &own)).await;
    assert_eq!(
        first_schedule(&farm.owner).await,
        (json!("item"), json!(id))
    );
    let path = format!("{VIEWS}/{id}");
    farm.owner.put(&path, view("location", false)).await.data();
    farm.advance_to("2026-06-17T07:30:00Z").await;
    farm.send_due().await;
    let received = farm.received();
    assert_eq!(received.len(), 1);
    let parsed = super::parse_email(&received[0]);
    let text = parsed.body_text(0).unwrap();
    assert!(text.contains("Ames") && !text.contains("item0"), "{text}");

    // Without the view, it keeps what the view showed.
    farm.owner.send(Method::DELETE, &path, None).await.data();
    assert_eq!(
        first_schedule(&farm.owner).await,
        (json!("location"), Value::Null)
    );
    farm.advance_to("2026-06-18T07:30:00Z").await;
    farm.send_due().await;
    assert_eq!(farm.received().len(), 2);
}

#[tokio::test]
async fn a_report_does_not_follow_a_view_that_its_owner_no_longer_sees() {
    let farm = ReportFixture::start().await;
    let buyer = farm.app.add_member(&farm.owner, "admin").await;
    let id = save_view(&farm.owner, view("item", true)).await;
    let theirs = person_id(&buyer).await;
    buyer.post(SCHEDULES, following(&id, &theirs)).await.data();
    let path = format!("{VIEWS}/{id}");
    farm.owner.put(&path, view("customer", true)).await.data();
    assert_eq!(first_schedule(&buyer).await, (json!("customer"), json!(id)));
    farm.owner.put(&path, view("location", false)).await.data();
    assert_eq!(
        first_schedule(&buyer).await,
        (json!("customer"), Value::Null)
    );
    let refused = buyer.post(SCHEDULES, following(&id, &theirs)).await;
    assert_eq!(refused.expect_failure(422), "invalid_values");
    assert_eq!(refused.json["details"][0]["path"], "viewId");
}

#[tokio::test]
async fn the_kind_of_a_report_is_that_of_its_view() {
    let farm = ReportFixture::start().await;
    let own = person_id(&farm.owner).await;
    let stock = json!({"page": "stock", "name": "Short", "address": "lines=short", "shared": false,
        "default": false, "query": {"onlyShort": true, "groupBy": "item"}});
    let id = save_view(&farm.owner, stock).await;
    let mut body = following(&id, &own);
    let refused = farm.owner.post(SCHEDULES, body.clone()).await;
    assert_eq!(refused.expect_failure(422), "invalid_values");
    assert_eq!(refused.json["details"][0]["path"], "kind");
    body["kind"] = json!("stock_position");
    let created = farm.owner.post(SCHEDULES, body.clone()).await;
    assert_eq!(created.data()["query"]["onlyShort"], true);
    body["query"] = json!({"onlyShort": true});
    let refused = farm.owner.post(SCHEDULES, body).await;
    assert_eq!(refused.json["details"][0]["path"], "query");
    let unknown = json!({"page": "explore", "name": "Wrong", "address": "", "shared": false,
        "default": false, "query": {"measures": ["revenu"]}});
    let refused = farm.owner.post(VIEWS, unknown).await;
    assert_eq!(refused.expect_failure(422), "invalid_values");
    assert_eq!(refused.json["details"][0]["path"], "query.measures[0]");
}

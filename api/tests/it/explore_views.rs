//! Saved views: private ones, shared ones, and the default of a person.

use crate::TestApp;
use serde_json::{Value, json};

const VIEWS: &str = "/api/views";

fn view(name: &str, shared: bool, default: bool) -> Value {
    json!({"name": name, "address": "data=sales&measures=revenue", "shared": shared,
        "default": default})
}

fn names(list: &Value) -> Vec<&str> {
    let items = list["items"].as_array().unwrap().iter();
    items.map(|one| one["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn views_are_private_unless_shared_and_belong_to_their_person() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let member = app.add_member(&owner, "viewer").await;
    let stranger = app.create_organization("Elsewhere").await;
    owner.post(VIEWS, view("Private", false, true)).await.data();
    app.parts.clock.advance(chrono::TimeDelta::seconds(1));
    let shared = owner.post(VIEWS, view("Shared", true, true)).await;
    let id = shared.data()["id"].as_str().unwrap().to_owned();
    let listed = owner.get(VIEWS).await;
    assert_eq!(names(listed.data()), ["Shared", "Private"]);
    let defaults: Vec<&Value> = listed.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["default"])
        .collect();
    assert_eq!(defaults, [true, false], "a person has one default");
    let seen = member.get(VIEWS).await;
    assert_eq!(names(seen.data()), ["Shared"]);
    assert_eq!(seen.data()["items"][0]["own"], false);
    assert_eq!(seen.data()["items"][0]["default"], false);
    assert!(names(stranger.get(VIEWS).await.data()).is_empty());
    let path = format!("{VIEWS}/{id}");
    for other in [&member, &stranger] {
        let renamed = other.put(&path, view("Mine", false, false)).await;
        assert_eq!(renamed.expect_failure(404), "not_found");
        let deleted = other.send(poem::http::Method::DELETE, &path, None).await;
        assert_eq!(deleted.expect_failure(404), "not_found");
    }
    let renamed = owner.put(&path, view("Renamed", false, false)).await;
    assert_eq!(renamed.data()["name"], "Renamed");
    assert!(names(member.get(VIEWS).await.data()).is_empty());
    owner
        .send(poem::http::Method::DELETE, &path, None)
        .await
        .data();
    assert_eq!(names(owner.get(VIEWS).await.data()), ["Private"]);
}

#[tokio::test]
async fn invalid_views_are_refused_by_field() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let long = "x".repeat(4_001);
    let wrong = json!({"name": " ", "address": long, "shared": false, "default": false});
    let refused = owner.post(VIEWS, wrong).await;
    assert_eq!(refused.expect_failure(422), "invalid_values");
    assert_eq!(refused.json["details"][0]["path"], "name");
    assert_eq!(refused.json["details"][1]["path"], "address");
}

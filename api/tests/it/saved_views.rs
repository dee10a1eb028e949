//! Saved views: private ones, shared ones, and the default of a person.

use crate::TestApp;
use serde_json::{Value, json};

const VIEWS: &str = "/api/views";

fn view(name: &str, shared: bool, default: bool) -> Value {
    json!({"page": "explore", "name": name, "address": "data=sales&measures=revenue",
        "query": {"measures": ["revenue"]}, "shared": shared,
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
async fn pins_belong_to_a_person_and_follow_the_visibility_of_the_view() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let member = app.add_member(&owner, "viewer").await;
    let stranger = app.create_organization("Elsewhere").await;
    let pinned = format!("{VIEWS}?pinned=true");
    let private = owner.post(VIEWS, view("Private", false, false)).await;
    let shared = owner.post(VIEWS, view("Shared", true, false)).await;
    assert_eq!(shared.data()["pinned"], false);
    let path_of = |view: &Value| format!("{VIEWS}/{}/pin", view["id"].as_str().unwrap());
    let (private, shared) = (path_of(private.data()), path_of(shared.data()));

    let pin = member.put(&shared, json!({})).await;
    assert_eq!(pin.data()["pinned"], true);
    member.put(&shared, json!({})).await.data();
    assert_eq!(names(member.get(&pinned).await.data()), ["Shared"]);
    assert!(names(owner.get(&pinned).await.data()).is_empty());
    for (other, path) in [(&member, &private), (&stranger, &shared)] {
        let refused = other.put(path, json!({})).await;
        assert_eq!(refused.expect_failure(404), "not_found");
    }

    let address = shared.trim_end_matches("/pin");
    owner
        .put(address, view("Shared", false, false))
        .await
        .data();
    assert!(names(member.get(&pinned).await.data()).is_empty());
    owner.put(address, view("Shared", true, false)).await.data();
    assert_eq!(names(member.get(&pinned).await.data()), ["Shared"]);
    let unpin = || member.send(poem::http::Method::DELETE, &shared, None);
    unpin().await.data();
    assert_eq!(unpin().await.expect_failure(404), "not_found");
    assert!(names(member.get(&pinned).await.data()).is_empty());

    owner.put(&shared, json!({})).await.data();
    for index in 0..7 {
        let more = owner
            .post(VIEWS, view(&index.to_string(), false, false))
            .await;
        owner.put(&path_of(more.data()), json!({})).await.data();
    }
    let refused = owner.put(&private, json!({})).await;
    assert_eq!(refused.expect_failure(409), "too_many_pins");
    owner
        .send(poem::http::Method::DELETE, address, None)
        .await
        .data();
    owner.put(&private, json!({})).await.data();
    assert_eq!(names(owner.get(&pinned).await.data()).len(), 8);
}

#[tokio::test]
async fn each_page_has_its_views_and_its_default() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let stock = json!({"page": "stock", "name": "Late spring", "address": "seasonWeeks=2", "query": {"groupBy": "item"},
        "shared": false, "default": true});
    let saved = owner.post(VIEWS, stock).await;
    assert_eq!(saved.data()["page"], "stock");
    owner.post(VIEWS, view("Figures", false, true)).await.data();
    for (page, name) in [("stock", "Late spring"), ("explore", "Figures")] {
        let listed = owner.get(&format!("{VIEWS}?page={page}")).await;
        assert_eq!(names(listed.data()), [name]);
        assert_eq!(listed.data()["items"][0]["default"], true);
    }
    // A scenario has no figures of its own for the dashboard, or for people outside.
    let id = saved.data()["id"].clone();
    let pin = format!("{VIEWS}/{}/pin", id.as_str().unwrap());
    let refused = owner.put(&pin, json!({})).await;
    assert_eq!(refused.expect_failure(404), "not_found");
    let link = json!({"viewId": id, "query": {"measures": ["revenue"]}});
    let refused = owner.post("/api/shared-views", link).await;
    assert_eq!(refused.expect_failure(404), "not_found");
}

#[tokio::test]
async fn invalid_views_are_refused_by_field() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let long = "x".repeat(4_001);
    let wrong =
        json!({"page": "explore", "name": " ", "address": long, "shared": false, "default": false});
    let refused = owner.post(VIEWS, wrong).await;
    assert_eq!(refused.expect_failure(422), "invalid_values");
    assert_eq!(refused.json["details"][0]["path"], "name");
    assert_eq!(refused.json["details"][1]["path"], "address");
}

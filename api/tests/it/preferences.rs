//! Preferences of an account.

use crate::{Client, TestApp};
use poem::http::Method;
use serde_json::{Value, json};

const PREFERENCES: &str = "/api/account/preferences";

async fn get_preferences(client: &Client) -> Value {
    client.get("/api/account").await.data()["preferences"].clone()
}

#[tokio::test]
async fn defaults_without_stored_preferences() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    assert_eq!(
        get_preferences(&owner).await,
        json!({"language": "auto", "formats": "auto", "units": "us", "currencyStyle": "symbol"})
    );
}

#[tokio::test]
async fn updates_only_given_preferences() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let first = json!({"formats": "de-DE", "timeZone": "America/Denver", "units": "metric"});
    let chosen = json!({"language": "auto", "formats": "de-DE", "timeZone": "America/Denver",
        "units": "metric", "currencyStyle": "symbol"});
    assert_eq!(owner.patch(PREFERENCES, first).await.data(), &chosen);
    assert_eq!(get_preferences(&owner).await, chosen);
    let code = owner
        .patch(
            PREFERENCES,
            json!({"currencyStyle": "code", "timeZone": ""}),
        )
        .await;
    assert_eq!(
        code.data(),
        &json!({"language": "auto", "formats": "de-DE", "units": "metric", "currencyStyle": "code"}),
        "an empty zone is that of the browser"
    );
    assert_eq!(
        owner.patch(PREFERENCES, json!({})).await.data(),
        code.data()
    );
}

#[tokio::test]
async fn preferences_follow_the_person_across_organizations() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let viewer = app.add_member(&owner, "viewer").await;
    viewer
        .patch(PREFERENCES, json!({"units": "metric"}))
        .await
        .data();
    assert_eq!(get_preferences(&owner).await["units"], "us");
    assert_eq!(get_preferences(&viewer).await["units"], "metric");
    let made = owner
        .post("/api/organizations", json!({"name": "Prairie West"}))
        .await;
    owner
        .patch(PREFERENCES, json!({"formats": "en-GB"}))
        .await
        .data();
    let id = made.data()["id"].as_str().map_or_else(
        || {
            made.data()["organization"]["id"]
                .as_str()
                .unwrap()
                .to_owned()
        },
        str::to_owned,
    );
    let moved = owner
        .send(
            Method::POST,
            &format!("/api/organizations/{id}/switch"),
            None,
        )
        .await;
    let there = app
        .anonymous_client()
        .with_token(moved.data()["token"].as_str().unwrap());
    assert_eq!(get_preferences(&there).await["formats"], "en-GB");
}

#[tokio::test]
async fn every_language_can_be_chosen() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    for language in ["de", "es", "fr", "pt", "en", "auto"] {
        let chosen = owner
            .patch(PREFERENCES, json!({"language": language}))
            .await;
        assert_eq!(chosen.data()["language"], language);
        assert_eq!(get_preferences(&owner).await["language"], language);
        assert_eq!(chosen.data()["formats"], "auto", "formats follow");
    }
}

#[tokio::test]
async fn rejects_unknown_preference_values() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let zone = owner
        .patch(
            PREFERENCES,
            json!({"timeZone": "Mars/Olympus", "units": "metric"}),
        )
        .await;
    assert_eq!(
        (zone.expect_failure(422), &zone.json["details"][0]["path"]),
        ("invalid_values", &json!("timeZone"))
    );
    for body in [
        json!({"formats": "xx-XX"}),
        json!({"units": "furlongs"}),
        json!({"language": "tlh"}),
        json!({"color": "green"}),
    ] {
        let refused = owner.patch(PREFERENCES, body).await;
        assert!(refused.status.is_client_error(), "{}", refused.text);
    }
    assert_eq!(get_preferences(&owner).await["units"], "us");
}

#[tokio::test]
async fn demo_preferences_cannot_be_changed() {
    let app = TestApp::start_with_demo().await;
    let demo = app.sign_in("demo@sprout.example", "sprout-demo").await;
    assert_eq!(
        demo.patch(PREFERENCES, json!({"units": "metric"}))
            .await
            .expect_failure(409),
        "demo_read_only"
    );
}

#[tokio::test]
async fn preferences_do_not_change_api_figures() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let before = owner.get("/api/analytics/crop-yield-forecast").await;
    owner
        .patch(PREFERENCES, json!({"units": "metric", "formats": "de-DE"}))
        .await
        .data();
    assert_eq!(
        owner.get("/api/analytics/crop-yield-forecast").await.json["data"],
        before.json["data"]
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_preferences_can_be_saved_by_several_tabs_at_once() {
    let app = TestApp::start().await;
    for _ in 0..5 {
        let owner = app.create_organization("Prairie").await;
        let mut tabs = tokio::task::JoinSet::new();
        for units in ["metric", "us", "metric", "us"] {
            let tab = owner.clone();
            tabs.spawn(async move { tab.patch(PREFERENCES, json!({"units": units})).await });
        }
        while let Some(saved) = tabs.join_next().await {
            saved.unwrap().data();
        }
    }
}

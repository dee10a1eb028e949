//! How figures and times are written for a person: what is usual, what they choose, and that it is
//! theirs alone.

use crate::TestApp;
use poem::http::Method;
use serde_json::json;

const PREFERENCES: &str = "/api/account/preferences";

#[tokio::test]
async fn nothing_chosen_is_the_usual() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    assert_eq!(
        owner.get(PREFERENCES).await.data(),
        &json!({"formats": "en-US", "units": "us", "currencyStyle": "symbol"})
    );
}

#[tokio::test]
async fn what_is_chosen_stays_and_what_is_left_out_stays_as_it_was() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let first = json!({"formats": "de-DE", "timeZone": "America/Denver", "units": "metric"});
    let chosen = json!({"formats": "de-DE", "timeZone": "America/Denver", "units": "metric", "currencyStyle": "symbol"});
    assert_eq!(owner.patch(PREFERENCES, first).await.data(), &chosen);
    assert_eq!(owner.get(PREFERENCES).await.data(), &chosen);
    let code = owner
        .patch(
            PREFERENCES,
            json!({"currencyStyle": "code", "timeZone": ""}),
        )
        .await;
    assert_eq!(
        code.data(),
        &json!({"formats": "de-DE", "units": "metric", "currencyStyle": "code"}),
        "an empty zone is that of the browser"
    );
    assert_eq!(
        owner.patch(PREFERENCES, json!({})).await.data(),
        code.data()
    );
}

#[tokio::test]
async fn each_person_has_their_own_wherever_they_work() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let viewer = app.add_member(&owner, "viewer").await;
    viewer
        .patch(PREFERENCES, json!({"units": "metric"}))
        .await
        .data();
    assert_eq!(owner.get(PREFERENCES).await.data()["units"], "us");
    assert_eq!(viewer.get(PREFERENCES).await.data()["units"], "metric");
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
    assert_eq!(there.get(PREFERENCES).await.data()["formats"], "en-GB");
}

#[tokio::test]
async fn what_is_not_known_is_refused_and_changes_nothing() {
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
        json!({"colour": "green"}),
    ] {
        let refused = owner.patch(PREFERENCES, body).await;
        assert!(refused.status.is_client_error(), "{}", refused.text);
    }
    assert_eq!(owner.get(PREFERENCES).await.data()["units"], "us");
}

#[tokio::test]
async fn the_demo_stays_as_it_is() {
    let app = TestApp::start_with_demo().await;
    let demo = app.sign_in("demo@sprout.example", "sprout-demo").await;
    assert_eq!(
        demo.patch(PREFERENCES, json!({"units": "metric"}))
            .await
            .expect_failure(409),
        "demo_account"
    );
}

#[tokio::test]
async fn figures_of_the_api_stay_as_they_are() {
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

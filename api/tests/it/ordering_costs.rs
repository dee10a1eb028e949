//! Ordering costs: set by people with the permission, and effective immediately.

use crate::{Client, TestApp};
use serde_json::{Value, json};
use std::fmt::Write;

const SETTINGS: &str = "/api/purchasing/settings";
const RECOMMENDATIONS: &str = "/api/purchasing/recommendations";

#[tokio::test]
async fn unset_costs_fall_back_to_defaults_and_overrides_can_be_removed() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let defaults = json!({"holdingCostPercent": 20.0, "shortageCostMultiple": 1.5, "orderCost": 75.0, "defaultLeadTimeDays": 14, "substituteAcceptancePercent": 50.0});
    assert_eq!(
        owner.get(SETTINGS).await.data(),
        &json!({"costs": defaults, "defaults": defaults, "overrides": {}})
    );
    let set = owner
        .put(
            SETTINGS,
            json!({"holdingCostPercent": 12.5, "defaultLeadTimeDays": 30}),
        )
        .await;
    assert_eq!(
        set.data()["costs"],
        json!({"holdingCostPercent": 12.5, "shortageCostMultiple": 1.5, "orderCost": 75.0, "defaultLeadTimeDays": 30, "substituteAcceptancePercent": 50.0})
    );
    assert_eq!(
        set.data()["overrides"],
        json!({"holdingCostPercent": 12.5, "defaultLeadTimeDays": 30})
    );
    assert_eq!(
        (
            set.data()["updatedBy"].clone(),
            set.data()["updatedAt"].clone()
        ),
        (json!("Prairie Owner"), json!("2026-06-16T15:00:00+00:00"))
    );
    assert_eq!(owner.get(SETTINGS).await.data(), set.data());
    assert_eq!(
        owner.put(SETTINGS, json!({})).await.data()["costs"],
        defaults
    );
    assert_eq!(
        app.create_organization("Other")
            .await
            .get(SETTINGS)
            .await
            .data()["overrides"],
        json!({})
    );
}

#[tokio::test]
async fn the_next_recommendations_are_made_with_what_was_set() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("stock");
    // No lead time is known, and one unit is sold a day.
    warehouse.write_inventory(
        "urea,Urea,fertilizer,ton,Ames,10,0,0,15,,,,400,USD,,2026-06-01T00:00:00Z\n",
    );
    warehouse.write_transactions(
        "1,o1,sale,2026-01-10,c1,,urea,365,ton,500,USD,,,Ames,2026-06-01T00:00:00Z\n",
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    let before = owner.get(RECOMMENDATIONS).await;
    let terms = &before.data()["items"][0]["terms"];
    assert_eq!(
        (
            terms["leadTimeDays"].clone(),
            terms["leadTimeAssumed"].clone(),
            terms["expectedSales"].clone()
        ),
        (json!(14.0), json!(true), json!(21.0))
    );
    let etag = before.header("etag").to_owned();
    // Another person changes the settings, which invalidates the cached response and the browser's
    // copy.
    app.add_member(&owner, "admin")
        .await
        .put(SETTINGS, json!({"defaultLeadTimeDays": 30}))
        .await
        .data();
    let after = owner
        .with_header("if-none-match", &etag)
        .get(RECOMMENDATIONS)
        .await;
    let terms = &after.data()["items"][0]["terms"];
    assert_eq!(
        (
            terms["leadTimeDays"].clone(),
            terms["expectedSales"].clone()
        ),
        (json!(30.0), json!(37.0))
    );
}

#[tokio::test]
async fn costs_that_cannot_be_meant_are_refused_and_change_nothing() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    owner.put(SETTINGS, json!({"orderCost": 60})).await.data();
    for (body, path) in [
        (json!({"holdingCostPercent": 100.5}), "holdingCostPercent"),
        (json!({"holdingCostPercent": -1}), "holdingCostPercent"),
        (json!({"shortageCostMultiple": 101}), "shortageCostMultiple"),
        (json!({"orderCost": 100_000.01}), "orderCost"),
        (json!({"orderCost": 0.00001}), "orderCost"),
        (
            json!({"substituteAcceptancePercent": 100.5}),
            "substituteAcceptancePercent",
        ),
    ] {
        let refused = owner.put(SETTINGS, body.clone()).await;
        assert_eq!(
            (
                refused.expect_failure(422),
                refused.json["details"][0]["path"].as_str()
            ),
            ("invalid_values", Some(path)),
            "{body}"
        );
    }
    for body in [
        json!({"defaultLeadTimeDays": 0}),
        json!({"defaultLeadTimeDays": 366}),
        json!({"orderCosts": 1}),
    ] {
        assert_eq!(
            owner.put(SETTINGS, body).await.expect_failure(400),
            "invalid_body"
        );
    }
    assert_eq!(
        owner.get(SETTINGS).await.data()["overrides"],
        json!({"orderCost": 60.0})
    );
    for role in ["member", "viewer"] {
        let colleague = app.add_member(&owner, role).await;
        assert_eq!(
            colleague.put(SETTINGS, json!({})).await.expect_failure(403),
            "forbidden",
            "{role}"
        );
        assert_eq!(
            colleague.get(SETTINGS).await.data()["costs"]["orderCost"],
            60.0,
            "{role}"
        );
    }
}

const LOCATIONS: &str = "/api/purchasing/locations";

/// Stock at HQ and in Ames; sales in states, in another spelling and at both.
async fn sync_states(app: &TestApp, owner: &Client) {
    let warehouse = app.create_warehouse("states");
    warehouse.write_inventory(
        "urea,Urea,fertilizer,ton,HQ,10,0,0,15,,,,400,USD,,2026-06-01T00:00:00Z\n\
         urea,Urea,fertilizer,ton,Ames,10,0,0,15,,,,400,USD,,2026-06-01T00:00:00Z\n",
    );
    let mut lines = String::new();
    for (id, location) in ["HQ", "Texas", "Texas", "HQ ", "Ohio", "Ames"]
        .iter()
        .enumerate()
    {
        writeln!(
            lines,
            "{id},{id},sale,2026-05-10,c1,,urea,73,ton,500,USD,,,{location},2026-06-01T00:00:00Z"
        )
        .unwrap();
    }
    warehouse.write_transactions(&lines.replace("HQ ", "hq"));
    app.sync_warehouse(owner, &warehouse).await.data();
}

async fn sold_at(owner: &Client, location: &str) -> Value {
    let answer = owner.get(RECOMMENDATIONS).await;
    let rows = answer.data()["items"].as_array().unwrap();
    let row = rows.iter().find(|row| row["location"] == location).unwrap();
    row["terms"]["soldLastYear"].clone()
}

#[tokio::test]
async fn sales_of_mapped_locations_count_at_the_stock_location() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_states(&app, &owner).await;
    let unmatched = json!([
        {"location": "Texas", "lines": 2},
        {"location": "Ohio", "lines": 1},
        {"location": "hq", "lines": 1},
    ]);
    assert_eq!(
        owner.get(LOCATIONS).await.data(),
        &json!({"items": [], "stockLocations": ["Ames", "HQ"], "unmatched": unmatched})
    );
    assert_eq!(sold_at(&owner, "HQ").await, 73.0);

    let items = json!([
        {"location": "Ames", "stockLocation": "HQ"},
        {"location": "Texas", "stockLocation": "HQ"},
        {"location": "hq", "stockLocation": "HQ"},
    ]);
    let admin = app.add_member(&owner, "admin").await;
    let set = admin.put(LOCATIONS, json!({"items": items})).await;
    assert_eq!(
        (
            &set.data()["items"],
            &set.data()["unmatched"],
            &set.data()["updatedAt"]
        ),
        (
            &items,
            &json!([{"location": "Ohio", "lines": 1}]),
            &json!("2026-06-16T15:00:00+00:00")
        )
    );
    assert_eq!(owner.get(LOCATIONS).await.data(), set.data());
    // Ames has stock of its own, so its sales stay there.
    assert_eq!(
        (sold_at(&owner, "HQ").await, sold_at(&owner, "Ames").await),
        (json!(292.0), json!(73.0))
    );
    assert_eq!(
        owner.get(RECOMMENDATIONS).await.json["meta"]["exclusions"],
        json!([{"reason": "location_without_stock", "count": 1}])
    );
    owner.put(LOCATIONS, json!({"items": []})).await.data();
    assert_eq!(sold_at(&owner, "HQ").await, 73.0);
}

#[tokio::test]
async fn locations_are_mapped_once_to_stock_by_people_with_the_permission() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_states(&app, &owner).await;
    let map = |pairs: &[(&str, &str)]| {
        let items: Vec<Value> = pairs
            .iter()
            .map(|(location, stock)| json!({"location": location, "stockLocation": stock}))
            .collect();
        json!({ "items": items })
    };
    for wrong in [
        map(&[("Texas", "Boone")]),
        map(&[("Texas", "Texas")]),
        map(&[("Texas", "HQ"), ("Texas", "Ames")]),
    ] {
        assert_eq!(
            owner.put(LOCATIONS, wrong).await.expect_failure(422),
            "invalid_values"
        );
    }
    let member = app.add_member(&owner, "member").await;
    assert_eq!(
        member
            .put(LOCATIONS, map(&[("Texas", "HQ")]))
            .await
            .expect_failure(403),
        "forbidden"
    );
    assert_eq!(member.get(LOCATIONS).await.data()["items"], json!([]));
    // Another organization has its own mapping.
    owner.put(LOCATIONS, map(&[("Texas", "HQ")])).await.data();
    let other = app.create_organization("Plains").await;
    assert_eq!(
        other.get(LOCATIONS).await.data(),
        &json!({"items": [], "stockLocations": [], "unmatched": []})
    );
}

//! Several organizations of one person: creation, update and switching.

use crate::source_warehouse::PurchaseLine;
use crate::{Answer, Client, TestApp};
use chrono::{DateTime, TimeDelta, Utc};
use poem::http::{Method, StatusCode};
use serde_json::{Value, json};
use std::time::Duration;

async fn list_organizations(client: &Client) -> Vec<Value> {
    client.get("/api/organizations").await.data()["items"]
        .as_array()
        .unwrap()
        .clone()
}

/// Creates another organization of the same person, a moment later.
async fn create_organization(app: &TestApp, client: &Client, name: &str) -> String {
    app.parts.clock.advance(TimeDelta::seconds(1));
    client
        .post("/api/organizations", json!({"name": name}))
        .await
        .data()["id"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn switch_organization(client: &Client, id: &str) -> Answer {
    client
        .send(
            Method::POST,
            &format!("/api/organizations/{id}/switch"),
            None,
        )
        .await
}

fn client_after_switch(client: &Client, switched: &Answer) -> Client {
    client.with_token(switched.data()["token"].as_str().unwrap())
}

/// Syncs rows with `mark` into the organization.
async fn sync_rows(app: &TestApp, owner: &Client, mark: &str) {
    let warehouse = app.create_warehouse(mark);
    let (item, supplier) = (format!("item-{mark}"), format!("supplier-{mark}"));
    let ids: Vec<String> = (0..3).map(|line| format!("line-{mark}-{line}")).collect();
    let lines: Vec<_> = ids
        .iter()
        .map(|id| PurchaseLine {
            id,
            supplier: &supplier,
            item: &item,
            ..PurchaseLine::default()
        })
        .collect();
    warehouse.write_purchases(&lines);
    warehouse.write_suppliers(&format!(
        "{supplier},{mark} Chemicals,fertilizer,10,true,2026-06-01T00:00:00Z\n"
    ));
    warehouse.write_inventory(&format!(
        "{item},{mark} Urea,fertilizer,ton,{mark} \
        Yard,1,0,0,50,1,1,7,400,USD,{supplier},2026-06-01T00:00:00Z\n"
    ));
    warehouse.write_customers(&format!(
        "c-{mark},{mark} Farms,Iowa,Story,1000,corn,{mark} \
        Rep,a@{mark}.example,2020-01-01,2026-06-01T00:00:00Z\n"
    ));
    app.sync_warehouse(owner, &warehouse).await;
}

#[tokio::test]
async fn creator_owns_the_new_organization() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    app.parts.clock.advance(TimeDelta::seconds(1));
    let made = owner
        .post(
            "/api/organizations",
            json!({"name": " Prairie ", "timeZone": "America/Denver", "currency": "CAD"}),
        )
        .await;
    let made = made.data();
    assert_eq!(
        (&made["name"], &made["role"], &made["current"]),
        (&json!("Prairie"), &json!("owner"), &json!(false))
    );
    assert_eq!(
        (&made["timeZone"], &made["currency"], &made["sample"]),
        (&json!("America/Denver"), &json!("CAD"), &json!(false))
    );
    assert_ne!(made["slug"], "prairie", "two organizations share no slug");
    let listed = list_organizations(&owner).await;
    assert_eq!(
        listed
            .iter()
            .map(|each| each["current"].clone())
            .collect::<Vec<_>>(),
        [true, false]
    );
    assert_eq!(listed[0].get("currency"), None);
    let stranger = app.create_organization("Elsewhere").await;
    assert_eq!(list_organizations(&stranger).await.len(), 1);
}

#[tokio::test]
async fn reports_invalid_values_by_field() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let id = list_organizations(&owner).await[0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let wrong = json!({"name": " ", "timeZone": "Mars/Olympus", "currency": "dollars"});
    for answer in [
        owner.post("/api/organizations", wrong.clone()).await,
        owner
            .patch(&format!("/api/organizations/{id}"), wrong)
            .await,
    ] {
        assert_eq!(answer.expect_failure(422), "invalid_values");
        let mut paths: Vec<_> = answer.json["details"]
            .as_array()
            .unwrap()
            .iter()
            .map(|detail| detail["path"].as_str().unwrap())
            .collect();
        paths.sort_unstable();
        assert_eq!(paths, ["currency", "name", "timeZone"]);
    }
    assert_eq!(list_organizations(&owner).await.len(), 1);
}

#[tokio::test]
async fn limits_organizations_per_person_under_concurrency() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    for number in 2..50 {
        create_organization(&app, &owner, &format!("Branch {number}")).await;
    }
    let (one, other) = tokio::join!(
        owner.post("/api/organizations", json!({"name": "One"})),
        owner.post("/api/organizations", json!({"name": "Other"}))
    );
    let (made, refused) = if one.status == StatusCode::OK {
        (one, other)
    } else {
        (other, one)
    };
    made.data();
    assert_eq!(refused.expect_failure(409), "too_many_organizations");
    assert_eq!(list_organizations(&owner).await.len(), 50);
}

#[tokio::test]
async fn switching_invalidates_the_previous_token() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let west = create_organization(&app, &owner, "Prairie West").await;
    let replica = app.replica_client().await;
    let (here, there) = (owner.clone(), replica.with_token(owner.token()));
    there.get("/api/account").await.data();
    let switched = switch_organization(&owner, &west).await;
    assert_eq!(switched.data()["organization"]["id"], json!(west));
    assert_eq!(
        here.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
    // Another server may serve its cached lookup for a moment, which is the previous organization.
    let late = there.get("/api/account").await;
    if late.status == StatusCode::OK {
        assert_eq!(late.data()["farmName"], "Prairie");
    }
    tokio::time::sleep(Duration::from_millis(1_200)).await;
    assert_eq!(
        there.get("/api/account").await.expect_failure(401),
        "unauthorized"
    );
    for client in [
        client_after_switch(&owner, &switched),
        client_after_switch(&replica, &switched),
    ] {
        let account = client.get("/api/account").await;
        assert_eq!(
            (
                &account.data()["farmName"],
                &account.data()["organization"]["role"]
            ),
            (&json!("Prairie West"), &json!("owner"))
        );
        assert_eq!(
            list_organizations(&client)
                .await
                .iter()
                .map(|each| each["current"].clone())
                .collect::<Vec<_>>(),
            [false, true]
        );
    }
    let sessions = client_after_switch(&owner, &switched)
        .get("/api/account/sessions")
        .await;
    assert_eq!(
        sessions.data()["items"].as_array().unwrap().len(),
        1,
        "it is the same session"
    );
}

#[tokio::test]
async fn refresh_stays_in_the_switched_organization() {
    let app = TestApp::start().await;
    let body = json!({"organization": "Prairie", "name": "Ada", "email": "ada@prairie.example", "password": crate::test_app::PASSWORD});
    let registered = app
        .anonymous_client()
        .post("/api/auth/register", body)
        .await;
    let cookie = registered
        .header("set-cookie")
        .split(';')
        .next()
        .unwrap()
        .to_owned();
    let owner = client_after_switch(&app.anonymous_client(), &registered);
    let west = create_organization(&app, &owner, "Prairie West").await;
    switch_organization(&owner, &west).await.data();
    let refreshed = app
        .anonymous_client()
        .with_header("cookie", &cookie)
        .with_header("x-sprout", "1")
        .post("/api/auth/refresh", Value::Null)
        .await;
    assert_eq!(refreshed.data()["organization"]["name"], "Prairie West");
    assert_eq!(
        client_after_switch(&app.anonymous_client(), &refreshed)
            .get("/api/account")
            .await
            .data()["farmName"],
        "Prairie West"
    );
}

#[tokio::test]
async fn rejects_switch_and_update_of_foreign_organization() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let stranger = app.create_organization("Elsewhere").await;
    let id = list_organizations(&owner).await[0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let unknown = "0197a000-0000-7000-8000-000000000000";
    for id in [id.as_str(), unknown] {
        assert_eq!(
            switch_organization(&stranger, id).await.expect_failure(404),
            "not_found"
        );
        assert_eq!(
            stranger
                .patch(&format!("/api/organizations/{id}"), json!({"name": "Mine"}))
                .await
                .expect_failure(404),
            "not_found"
        );
    }
    assert_eq!(
        owner.get("/api/account").await.data()["farmName"],
        "Prairie"
    );
    let west = create_organization(&app, &owner, "Prairie West").await;
    let elsewhere = owner
        .patch(
            &format!("/api/organizations/{west}"),
            json!({"name": "East"}),
        )
        .await;
    assert_eq!(elsewhere.expect_failure(409), "wrong_organization");
}

#[tokio::test]
async fn update_applies_to_members_and_schedules() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let viewer = app.add_member(&owner, "viewer").await;
    let id = list_organizations(&owner).await[0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let schedule = json!({"enabled": true, "cron": "0 2 * * *", "mode": "full"});
    let set = owner.put("/api/data-sync/schedule", schedule).await;
    assert_eq!(set.data()["nextRunAt"], "2026-06-17T02:00:00+00:00");
    let path = format!("/api/organizations/{id}");
    assert_eq!(
        viewer
            .patch(&path, json!({"name": "Mine"}))
            .await
            .expect_failure(403),
        "forbidden"
    );
    let changed = owner
        .patch(
            &path,
            json!({"name": "Prairie Inputs", "timeZone": "America/Chicago", "currency": "EUR"}),
        )
        .await;
    assert_eq!(
        (&changed.data()["name"], &changed.data()["currency"]),
        (&json!("Prairie Inputs"), &json!("EUR"))
    );
    let account = viewer.get("/api/account").await;
    assert_eq!(
        (&account.data()["farmName"], &account.data()["timeZone"]),
        (&json!("Prairie Inputs"), &json!("America/Chicago"))
    );
    let next: DateTime<Utc> = owner.get("/api/data-sync/schedule").await.data()["nextRunAt"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(next.to_rfc3339(), "2026-06-17T07:00:00+00:00");
    // Omitted fields stay, and an empty currency restores the default: the currency of most lines.
    let cleared = owner.patch(&path, json!({"currency": ""})).await;
    assert_eq!(
        (&cleared.data()["name"], cleared.data().get("currency")),
        (&json!("Prairie Inputs"), None)
    );
}

#[tokio::test]
async fn demo_cannot_create_or_update_organizations() {
    let app = TestApp::start_with_demo().await;
    let demo = app.sign_in("demo@sprout.example", "sprout-demo").await;
    let id = list_organizations(&demo).await[0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(
        demo.post("/api/organizations", json!({"name": "Mine"}))
            .await
            .expect_failure(409),
        "demo_read_only"
    );
    assert_eq!(
        demo.patch(&format!("/api/organizations/{id}"), json!({"name": "Mine"}))
            .await
            .expect_failure(409),
        "demo_read_only"
    );
    assert_eq!(demo.get("/api/account").await.data()["farmName"], "Demo");
}

/// The same person requests data in both organizations in turn, partly from the cache: no response
/// shows the other organization's rows.
#[tokio::test]
async fn concurrent_switches_never_mix_organizations() {
    const ASKED: [&str; 6] = [
        "/api/purchasing/summary",
        "/api/purchasing/recommendations",
        "/api/customer-segmentation",
        "/api/analytics/supply-price-index",
        "/api/data-sync/source",
        "/api/account",
    ];
    let app = TestApp::start().await;
    let mut client = app.create_organization("Robin").await;
    let east = list_organizations(&client).await[0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    client
        .patch(
            &format!("/api/organizations/{east}"),
            json!({"name": "CANARY-EAST"}),
        )
        .await
        .data();
    sync_rows(&app, &client, "CANARY-EAST").await;
    let west = create_organization(&app, &client, "CANARY-WEST").await;
    client = client_after_switch(&client, &switch_organization(&client, &west).await);
    sync_rows(&app, &client, "CANARY-WEST").await;
    let mut left: Option<Client> = None;
    let mut shown = 0;
    for round in 0..10 {
        let (to, own, other) = if round % 2 == 0 {
            (&east, "CANARY-EAST", "CANARY-WEST")
        } else {
            (&west, "CANARY-WEST", "CANARY-EAST")
        };
        let before = client.clone();
        client = client_after_switch(&client, &switch_organization(&client, to).await);
        for path in ASKED {
            // The previous token, used at the same time, is refused even if a response is cached.
            let (now, then) = tokio::join!(client.get(path), before.get(path));
            assert_eq!(now.status, StatusCode::OK, "{path}: {}", now.text);
            assert!(
                !now.text.contains(other),
                "{path} shows {other} in {own}: {}",
                now.text
            );
            shown += usize::from(now.text.contains(own));
            assert_eq!(then.expect_failure(401), "unauthorized", "{path}");
        }
        // A token of two switches ago names this organization, to which its session belongs again.
        if let Some(earlier) = left.replace(before) {
            let answer = earlier.get("/api/account").await;
            assert!(!answer.text.contains(other), "{}", answer.text);
        }
    }
    assert!(
        shown >= 30,
        "the canaries were shown {shown} times only: the test would prove little"
    );
}

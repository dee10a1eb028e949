//! The call list: who sees which growers, outcomes, and the control group.

use crate::{Client, TestApp};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write;

const LIST: &str = "/api/call-list?limit=200";
pub(crate) const SETTINGS: &str = "/api/call-list/settings";

async fn email_of(client: &Client) -> String {
    let account = client.get("/api/account").await;
    account.data()["email"].as_str().unwrap().to_owned()
}

/// 40 growers for each salesperson, who buy pesticide every June 20 to 27.
pub(crate) async fn sync_growers(app: &TestApp, owner: &Client, salespeople: &[&str]) {
    let warehouse = app.create_warehouse("calls");
    let (mut customers, mut lines) = (String::new(), String::new());
    for (salesperson, rep) in salespeople.iter().zip(1..) {
        for grower in 0..40 {
            let id = format!("{rep}-{grower:02}");
            writeln!(
                customers,
                "{id},Grower {id},IA,Story,{},corn,{salesperson},,2021-01-01,2026-06-01T00:00:00Z",
                500 + grower * 10
            )
            .unwrap();
            for year in 2022..2026 {
                writeln!(
                    lines,
                    "{id}-{year},{id}-{year},sale,{year}-06-{},{id},,weed,{},gal,50,USD,,,Ames,2026-06-01T00:00:00Z",
                    20 + grower % 8,
                    250 + grower * 5
                )
                .unwrap();
            }
        }
    }
    warehouse
        .write_customers(&customers)
        .write_transactions(&lines);
    warehouse.write_inventory(
        "weed,Corn weed killer,pesticide,gal,Ames,10,0,0,,,,,40,USD,,2026-06-01T00:00:00Z\n",
    );
    app.sync_warehouse(owner, &warehouse).await.data();
}

fn ids(list: &Value) -> BTreeSet<String> {
    let items = list["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| item["customerId"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn a_salesperson_sees_own_growers_and_managers_see_all() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let (first, second) = (
        app.add_member(&owner, "member").await,
        app.add_member(&owner, "member").await,
    );
    let (one, two) = (email_of(&first).await, email_of(&second).await);
    sync_growers(&app, &owner, &[&one.to_uppercase(), &two]).await;
    owner
        .put(SETTINGS, json!({"heldBackPercent": 0}))
        .await
        .data();

    let own = first.get(LIST).await;
    let data = own.data();
    assert_eq!(
        (data["total"].clone(), data["seesTeam"].clone()),
        (json!(40), json!(false))
    );
    assert!(ids(data).iter().all(|id| id.starts_with("1-")), "{data}");
    assert_eq!(data["salespeople"], json!([one.to_uppercase()]));
    assert!(data.get("effect").is_none());
    // The parameter narrows, it does not widen.
    let other = first.get(&format!("{LIST}&salesperson={two}")).await;
    assert_eq!(other.data()["items"], json!([]));
    let refused = first
        .put("/api/call-list/2-00/outcome", json!({"outcome": "reached"}))
        .await;
    assert_eq!(refused.expect_failure(404), "not_found");

    let team = owner.get(LIST).await;
    assert_eq!(
        (
            team.data()["total"].clone(),
            team.data()["seesTeam"].clone()
        ),
        (json!(80), json!(true))
    );
    assert_eq!(team.data()["effect"]["tooEarly"], true);
    let narrowed = owner.get(&format!("{LIST}&salesperson={two}")).await;
    assert!(ids(narrowed.data()).iter().all(|id| id.starts_with("2-")));
    assert_eq!(narrowed.data()["total"], 40);
    // Neither linked nor a manager; another organization.
    let viewer = app.add_member(&owner, "viewer").await;
    assert_eq!(viewer.get(LIST).await.data()["items"], json!([]));
    let stranger = app.create_separate_organization("Other").await;
    assert_eq!(stranger.get(LIST).await.data()["items"], json!([]));
    let refused = stranger
        .put("/api/call-list/2-00/outcome", json!({"outcome": "reached"}))
        .await;
    assert_eq!(refused.expect_failure(404), "not_found");
}

#[tokio::test]
async fn calls_say_what_is_due_and_pages_follow_each_other() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_growers(&app, &owner, &["rep@prairie.example"]).await;
    owner
        .put(SETTINGS, json!({"heldBackPercent": 0}))
        .await
        .data();
    let page = owner.get("/api/call-list?limit=15").await;
    let first = &page.data()["items"][0];
    assert_eq!(first["rank"], 1);
    assert_eq!(first["offers"][0]["product"], "corn pesticide");
    assert_eq!(first["reason"], "due");
    assert_eq!(first["expectedMargin"], 0.0);
    // At most a week after the usual day: no grower has bought yet, so the season may be late.
    let usual = first["lastOrders"][0]["day"].as_str().unwrap();
    let usual = &usual.replace("2025", "2026");
    let due = first["offers"][0]["dueOn"].as_str().unwrap();
    assert!(due >= usual.as_str() && due <= "2026-07-04", "{first}");
    let explanation = first["explanation"].as_str().unwrap();
    assert!(
        explanation.contains("corn pesticide is due around J"),
        "{explanation}"
    );
    assert!(
        first["shareOfWallet"]["percent"].as_f64().unwrap() > 50.0,
        "{first}"
    );
    assert!(first["orderChance"].as_f64().unwrap() > 50.0, "{first}");
    assert_eq!(first["lastOrders"].as_array().unwrap().len(), 4);
    // (50 - 40) per gallon of the quantity.
    assert_eq!(
        first["lastOrders"][0]["margin"],
        first["offers"][0]["margin"]
    );
    let mut seen = ids(page.data());
    let mut cursor = page.data()["nextCursor"].clone();
    while let Some(next) = cursor.as_str() {
        let page = owner
            .get(&format!("/api/call-list?limit=15&cursor={next}"))
            .await;
        assert!(ids(page.data()).is_disjoint(&seen));
        seen.extend(ids(page.data()));
        cursor = page.data()["nextCursor"].clone();
    }
    assert_eq!(seen.len(), 40);
    owner
        .get("/api/call-list?cursor=x")
        .await
        .expect_failure(400);
}

#[tokio::test]
async fn an_outcome_is_kept_and_takes_the_grower_off_the_list() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let member = app.add_member(&owner, "member").await;
    let email = email_of(&member).await;
    sync_growers(&app, &owner, &[&email]).await;
    owner
        .put(SETTINGS, json!({"heldBackPercent": 0}))
        .await
        .data();
    let path = "/api/call-list/1-07/outcome";
    let recorded = member
        .put(
            path,
            json!({"outcome": "lost", "note": "Buys from a competitor"}),
        )
        .await;
    assert_eq!(recorded.data()["calledOn"], "2026-06-16");
    let replaced = member.put(path, json!({"outcome": "later"})).await;
    assert_eq!(replaced.data()["outcome"], "later");
    assert!(replaced.data().get("note").is_none());
    assert!(!ids(member.get(LIST).await.data()).contains("1-07"));
    assert_eq!(owner.get(LIST).await.data()["total"], 39);
    member
        .put(path, json!({"outcome": "maybe"}))
        .await
        .expect_failure(400);
    let viewer = app.add_member(&owner, "viewer").await;
    viewer
        .put(path, json!({"outcome": "reached"}))
        .await
        .expect_failure(403);
}

#[tokio::test]
async fn a_random_share_is_held_back_unless_the_owner_sets_none() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let member = app.add_member(&owner, "member").await;
    let email = email_of(&member).await;
    sync_growers(
        &app,
        &owner,
        &[&email, "b@x.example", "c@x.example", "d@x.example"],
    )
    .await;
    let list = owner.get(LIST).await;
    assert_eq!(list.data()["heldBackPercent"], 10);
    let listed = list.data()["total"].as_u64().unwrap();
    assert!((125..160).contains(&listed), "{listed}");
    // The same growers each time.
    assert_eq!(ids(list.data()), ids(owner.get(LIST).await.data()));
    let half = owner.put(SETTINGS, json!({"heldBackPercent": 50})).await;
    assert_eq!(half.data()["updatedBy"], "Prairie Owner");
    let fewer = owner.get(LIST).await.data()["total"].as_u64().unwrap();
    assert!((55..105).contains(&fewer), "{fewer}");
    owner
        .put(SETTINGS, json!({"heldBackPercent": 0}))
        .await
        .data();
    assert_eq!(owner.get(LIST).await.data()["total"], 160);
    member
        .put(SETTINGS, json!({"heldBackPercent": 0}))
        .await
        .expect_failure(403);
    owner
        .put(SETTINGS, json!({"heldBackPercent": 51}))
        .await
        .expect_failure(400);
}

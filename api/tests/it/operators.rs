//! Operators of the installation: rights, the tenant list, and how fast changes take effect.

mod emails;
mod limits;
mod suspension;

use crate::{Client, TestApp};
use api::db::{Actor, GrantOutcome};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};
use std::time::Duration;

const TENANTS: &str = "/api/admin/tenants";
/// Lookups are cached for one second; revocations must take effect within two.
const MAX_CACHE_AGE: Duration = Duration::from_millis(1_100);

async fn email_of(client: &Client) -> String {
    client.get("/api/account").await.data()["email"]
        .as_str()
        .unwrap()
        .to_owned()
}

async fn id_of(client: &Client) -> String {
    client.get("/api/account").await.data()["organization"]["id"]
        .as_str()
        .unwrap()
        .to_owned()
}

/// The owner of a new organization who is also an operator of the installation.
async fn create_operator(app: &TestApp) -> Client {
    let operator = app.create_organization("Sprout Inc").await;
    app.make_operator(&operator).await;
    operator
}

async fn get_tenant(operator: &Client, id: &str) -> Value {
    operator.get(&format!("{TENANTS}/{id}")).await.data()["tenant"].clone()
}

async fn suspend_tenant(operator: &Client, id: &str, reason: &str) -> crate::Answer {
    operator
        .post(
            &format!("{TENANTS}/{id}/suspend"),
            json!({"reason": reason}),
        )
        .await
}

async fn set_limits(operator: &Client, id: &str, limits: Value) -> crate::Answer {
    let mut body = limits;
    body["reason"] = json!("Plan \"Starter\".");
    operator.put(&format!("{TENANTS}/{id}/limits"), body).await
}

#[tokio::test]
async fn operator_changes_take_effect_in_two_seconds() {
    let app = TestApp::start().await;
    let here = app.create_organization("Prairie").await;
    let there = app.replica_client().await.with_token(here.token());
    for server in [&here, &there] {
        assert_eq!(
            server.get(TENANTS).await.expect_failure(403),
            "operator_required"
        );
        assert!(
            server
                .get("/api/account")
                .await
                .data()
                .get("operator")
                .is_none()
        );
    }
    let platform = app.parts.database.platform();
    let act = || app.parts.entropy.uuid_v7(app.parts.clock.now()).unwrap();
    let now = app.parts.clock.now();
    let email = email_of(&here).await;
    assert!(matches!(
        platform
            .grant_operator(&email, &Actor::system(), act(), now)
            .await
            .unwrap(),
        GrantOutcome::Granted(_)
    ));
    assert_eq!(
        platform
            .grant_operator(&email, &Actor::system(), act(), now)
            .await
            .unwrap(),
        GrantOutcome::AlreadyOperator
    );
    tokio::time::sleep(MAX_CACHE_AGE).await;
    for server in [&here, &there] {
        server.get(TENANTS).await.data();
        assert_eq!(server.get("/api/account").await.data()["operator"], true);
    }
    assert_eq!(platform.list_operators().await.unwrap().len(), 1);
    app.parts.clock.advance(chrono::TimeDelta::seconds(1));
    assert!(
        platform
            .revoke_operator(&email, &Actor::system(), act(), now)
            .await
            .unwrap()
    );
    assert!(
        !platform
            .revoke_operator(&email, &Actor::system(), act(), now)
            .await
            .unwrap()
    );
    tokio::time::sleep(MAX_CACHE_AGE).await;
    for server in [&here, &there] {
        assert_eq!(
            server.get(TENANTS).await.expect_failure(403),
            "operator_required"
        );
    }
    // Both changes are in the audit log.
    app.parts.clock.advance(chrono::TimeDelta::seconds(1));
    app.make_operator(&here).await;
    let acts = here.get("/api/admin/audit-log").await;
    let entries: Vec<_> = acts.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|act| {
            (
                act["action"].as_str().unwrap(),
                act["targetName"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        entries,
        [
            ("operator.granted", email.as_str()),
            ("operator.revoked", email.as_str()),
            ("operator.granted", email.as_str())
        ]
    );
    assert_eq!(acts.data()["items"][0]["operatorName"], "Sprout");
}

#[tokio::test]
async fn rejects_other_users_api_keys_and_the_demo() {
    let app = TestApp::start_with_demo().await;
    let operator = create_operator(&app).await;
    for role in ["owner", "admin", "member", "viewer"] {
        let owner = app.create_organization("Prairie").await;
        let caller = if role == "owner" {
            owner
        } else {
            app.add_member(&owner, role).await
        };
        assert_eq!(
            caller.get(TENANTS).await.expect_failure(403),
            "operator_required",
            "{role}"
        );
    }
    // An operator's API key has no operator rights.
    let made = operator
        .post(
            "/api/api-keys",
            json!({"name": "Export", "permissions": ["sales.read"]}),
        )
        .await;
    let key = app
        .anonymous_client()
        .with_token(made.data()["token"].as_str().unwrap());
    assert_eq!(
        key.get(TENANTS).await.expect_failure(403),
        "operator_required"
    );
    assert_eq!(
        app.anonymous_client()
            .get(TENANTS)
            .await
            .expect_failure(401),
        "unauthorized"
    );
    let (platform, now) = (app.parts.database.platform(), app.parts.clock.now());
    let act = || app.parts.entropy.uuid_v7(now).unwrap();
    let demo = platform
        .grant_operator("demo@sprout.example", &Actor::system(), act(), now)
        .await
        .unwrap();
    assert_eq!(demo, GrantOutcome::DemoAccount);
    assert_eq!(
        platform
            .grant_operator("nobody@sprout.example", &Actor::system(), act(), now)
            .await
            .unwrap(),
        GrantOutcome::PersonNotFound
    );
    // Not even if the row is inserted directly.
    let insert = r"
        insert into operator (person_id, granted_at, granted_by)
        select id, created_at, 'by hand'
        from person
        where email = 'demo@sprout.example'
    ";
    app.raw.execute_unprepared(insert).await.unwrap();
    let visitor = app.sign_in("demo@sprout.example", "sprout-demo").await;
    assert_eq!(
        visitor.get(TENANTS).await.expect_failure(403),
        "operator_required"
    );
    assert!(
        visitor
            .get("/api/account")
            .await
            .data()
            .get("operator")
            .is_none()
    );
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one scenario from start to end")]
async fn tenants_are_listed_with_usage_but_without_rows() {
    let app = TestApp::start().await;
    let operator = create_operator(&app).await;
    app.parts.clock.advance(chrono::TimeDelta::seconds(1));
    let prairie = app.create_organization("Prairie").await;
    let id = id_of(&prairie).await;
    prairie
        .patch(
            &format!("/api/organizations/{id}"),
            json!({"name": "Prairie 100% Seed"}),
        )
        .await
        .data();
    app.add_member(&prairie, "viewer").await;
    app.parts.clock.advance(chrono::TimeDelta::seconds(1));
    app.create_organization("Empty").await;
    let warehouse = app.create_warehouse("prairie");
    warehouse.write_inventory(
        "urea,Urea,fertilizer,ton,Ames,3,0,0,15,,,16,700,USD,,2026-06-01T00:00:00Z\n",
    );
    warehouse.write_suppliers("s1,Plains,fertilizer,10,true,2026-06-01T00:00:00Z\ns2,Hills,fertilizer,10,true,2026-06-01T00:00:00Z\n");
    app.sync_warehouse(&prairie, &warehouse).await.data();
    prairie
        .post(
            "/api/ai-bot/query",
            json!({"query": "How does the delivery rate get calculated?"}),
        )
        .await
        .data();

    let all = operator.get(TENANTS).await;
    let names: Vec<_> = all.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|tenant| tenant["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Empty", "Prairie 100% Seed", "Sprout Inc"]);
    let items = &all.data()["items"];
    assert_eq!(
        items[1]["usage"],
        json!({"people": 2, "rows": 3, "questions": 1})
    );
    assert_eq!(
        (
            &items[1]["health"],
            &items[1]["lastSync"]["state"],
            &items[1]["limits"]
        ),
        (&json!("ok"), &json!("succeeded"), &json!({}))
    );
    assert_eq!(
        (&items[0]["health"], &items[0]["usage"]["rows"]),
        (&json!("never_synced"), &json!(0))
    );
    assert!(items[0].get("lastSync").is_none() && items[0].get("suspension").is_none());
    // Page by page, each organization once.
    let first = operator.get(&format!("{TENANTS}?limit=2")).await;
    let next = first.data()["nextCursor"].as_str().unwrap();
    let second = operator
        .get(&format!("{TENANTS}?limit=2&cursor={next}"))
        .await;
    assert_eq!(
        (
            second.data()["items"][0]["name"].as_str(),
            second.data().get("nextCursor")
        ),
        (Some("Sprout Inc"), None)
    );
    // Search is literal and ignores case.
    for (q, found) in [
        ("pRaIrIe", 1),
        ("100%25", 1),
        ("%25", 1),
        ("_", 0),
        ("e", 2),
        ("nowhere", 0),
    ] {
        let answer = operator.get(&format!("{TENANTS}?q={q}")).await;
        assert_eq!(
            answer.data()["items"].as_array().unwrap().len(),
            found,
            "{q}: {}",
            answer.text
        );
    }
    let shown = operator.get(&format!("{TENANTS}/{id}")).await;
    assert_eq!(
        (
            &shown.data()["source"]["kind"],
            shown.data()["runs"].as_array().unwrap().len()
        ),
        (&json!("files"), 1)
    );
    // The path of its source and the content of its rows stay private.
    let folder = warehouse.path().to_str().unwrap().to_owned();
    for words in [folder.as_str(), "Plains", "urea"] {
        assert!(
            !shown.text.contains(words) && !all.text.contains(words),
            "{words}"
        );
    }
    warehouse.write_file(
        "supplier_data.csv",
        "supplier_id,supplier_name,categories,lead_time_days,active,updated_at\n\
        s1,Acme,seed,7,maybe,2026-06-01T00:00:00Z\n",
    );
    let member = app
        .sign_in("1@prairie.example", crate::test_app::PASSWORD)
        .await;
    app.sync_warehouse(&member, &warehouse).await;
    assert_eq!(get_tenant(&operator, &id).await["health"], "degraded");
    // The data becomes outdated.
    app.parts.clock.advance(chrono::TimeDelta::days(8));
    let operator = app
        .sign_in("0@sprout-inc.example", crate::test_app::PASSWORD)
        .await;
    assert_eq!(get_tenant(&operator, &id).await["health"], "stale");
    let failing = app
        .sign_in("1@prairie.example", crate::test_app::PASSWORD)
        .await;
    warehouse.write_file("supplier_data.csv", "nonsense\n");
    app.sync_warehouse(&failing, &warehouse)
        .await
        .expect_failure(422);
    assert_eq!(get_tenant(&operator, &id).await["health"], "failing");
    assert_eq!(
        operator
            .get(&format!("{TENANTS}/0197a000-0000-7000-8000-000000000000"))
            .await
            .expect_failure(404),
        "not_found"
    );
}

//! Suspended organizations.

use super::{MAX_CACHE_AGE, TENANTS, create_operator, get_tenant, id_of, suspend_tenant};
use crate::test_app::PASSWORD;
use crate::{Client, TestApp};
use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};
use std::fmt::Write;
use std::time::Duration;

const REASON: &str = "The invoice of May is not paid. Write to billing@sprout.example.";

fn assert_suspended(answer: &crate::Answer) {
    assert_eq!(answer.expect_failure(403), "organization_suspended");
    let message = answer.json["message"].as_str().unwrap();
    assert!(
        message.starts_with(&format!("Prairie is suspended. {REASON} Its data is kept")),
        "{message}"
    );
}

async fn list_runs(client: &Client) -> Vec<Value> {
    client.get("/api/data-sync/runs").await.data()["items"]
        .as_array()
        .unwrap()
        .clone()
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one scenario from start to end")]
async fn suspension_blocks_users_and_keys_in_two_seconds() {
    let app = TestApp::start().await;
    let operator = create_operator(&app).await;
    let owner = app.create_organization("Prairie").await;
    let viewer = app.add_member(&owner, "viewer").await;
    let other = app.create_organization("Other").await;
    let id = id_of(&owner).await;
    let made = owner
        .post(
            "/api/api-keys",
            json!({"name": "Export", "permissions": ["purchasing.read"]}),
        )
        .await;
    let key = app
        .anonymous_client()
        .with_token(made.data()["token"].as_str().unwrap());
    let replica = app.replica_client().await;
    let elsewhere = [
        replica.with_token(owner.token()),
        replica.with_token(viewer.token()),
        replica.with_token(key.token()),
    ];
    let settings = "/api/purchasing/settings";
    for client in elsewhere.iter().chain([&owner, &viewer, &key]) {
        client.get(settings).await.data();
    }
    assert_eq!(
        suspend_tenant(&operator, &id, "  ")
            .await
            .expect_failure(422),
        "invalid_values"
    );
    let suspended = suspend_tenant(&operator, &id, REASON).await;
    assert_eq!(
        (
            &suspended.data()["health"],
            &suspended.data()["suspension"]["reason"]
        ),
        (&json!("suspended"), &json!(REASON))
    );
    // Effective immediately on the server that suspended it, and soon on others.
    for client in [&owner, &viewer, &key] {
        assert_suspended(&client.get(settings).await);
    }
    tokio::time::sleep(MAX_CACHE_AGE).await;
    for client in &elsewhere {
        assert_suspended(&client.get(settings).await);
        assert_suspended(
            &client
                .post(
                    "/api/data-sync/sync",
                    json!({"options": {"incrementalSync": false}}),
                )
                .await,
        );
        assert_suspended(&client.get("/api/data-sync/events").await);
    }
    for client in [&other, &operator] {
        client.get(settings).await.data();
    }
    // Signed-in people see the reason and can leave.
    let account = owner.get("/api/account").await;
    assert_eq!(
        account.data()["suspension"],
        json!({"since": "2026-06-16T15:00:00+00:00", "reason": REASON})
    );
    assert_eq!(
        owner.get("/api/organizations").await.data()["items"][0]["suspended"],
        true
    );
    assert_suspended(&key.get("/api/account").await);
    assert_eq!(
        owner
            .with_header("x-sprout", "1")
            .send(Method::POST, "/api/auth/logout", None)
            .await
            .status
            .as_u16(),
        200
    );
    // Signing in works, but data stays inaccessible.
    let again = app.sign_in("1@prairie.example", PASSWORD).await;
    assert_suspended(&again.get(settings).await);

    let resumed = operator
        .post(
            &format!("{TENANTS}/{id}/resume"),
            json!({"reason": "Paid."}),
        )
        .await;
    assert_eq!(
        (&resumed.data()["health"], resumed.data().get("suspension")),
        (&json!("never_synced"), None)
    );
    for client in [&again, &viewer, &key] {
        client.get(settings).await.data();
    }
    let log = again.get("/api/audit-log").await;
    let entries: Vec<&Value> = log.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|entry| entry["actor"]["kind"] == "operator")
        .collect();
    assert_eq!(
        entries
            .iter()
            .map(|entry| entry["action"].as_str().unwrap())
            .collect::<Vec<_>>(),
        ["organization.resumed", "organization.suspended"]
    );
    assert_eq!(
        (
            &entries[1]["after"]["reason"],
            &entries[1]["actor"]["name"],
            &entries[0]["after"]["reason"]
        ),
        (&json!(REASON), &json!("Sprout Inc Owner"), &json!("Paid."))
    );
    let verified = app
        .parts
        .database
        .begin_read(&app.open_access(&again).await)
        .await
        .unwrap()
        .verify_audit_log(None)
        .await
        .unwrap();
    assert!(verified.is_ok(), "{verified:?}");
}

#[tokio::test]
async fn suspended_members_can_use_other_organizations() {
    let app = TestApp::start().await;
    let operator = create_operator(&app).await;
    let owner = app.create_organization("Prairie").await;
    let prairie = id_of(&owner).await;
    let made = owner
        .post("/api/organizations", json!({"name": "Prairie West"}))
        .await;
    let west = made.data()["id"].as_str().unwrap().to_owned();
    suspend_tenant(&operator, &prairie, REASON).await.data();
    // Switching from the suspended organization to the other one works, and back does not.
    let moved = owner
        .send(
            Method::POST,
            &format!("/api/organizations/{west}/switch"),
            None,
        )
        .await;
    let there = app
        .anonymous_client()
        .with_token(moved.data()["token"].as_str().unwrap());
    there.get("/api/purchasing/settings").await.data();
    assert_suspended(
        &there
            .send(
                Method::POST,
                &format!("/api/organizations/{prairie}/switch"),
                None,
            )
            .await,
    );
    // Signing in selects the organization that is not suspended.
    let signed_in = app.sign_in("1@prairie.example", PASSWORD).await;
    assert_eq!(id_of(&signed_in).await, west);
    // Earlier invitations to it cannot be accepted.
    operator
        .post(
            &format!("{TENANTS}/{prairie}/resume"),
            json!({"reason": "Paid."}),
        )
        .await
        .data();
    let back = there
        .send(
            Method::POST,
            &format!("/api/organizations/{prairie}/switch"),
            None,
        )
        .await;
    let back = app
        .anonymous_client()
        .with_token(back.data()["token"].as_str().unwrap());
    let bo = app.create_organization("Bo").await;
    let email = super::email_of(&bo).await;
    back.post(
        "/api/invitations",
        json!({"email": email, "role": "viewer"}),
    )
    .await
    .data();
    suspend_tenant(&operator, &prairie, REASON).await.data();
    assert_suspended(
        &bo.post(
            "/api/invitations/accept",
            json!({"token": app.emailed_token(&email).await}),
        )
        .await,
    );
}

#[tokio::test]
async fn demo_cannot_be_suspended_or_limited() {
    let app = TestApp::start_with_demo().await;
    let operator = create_operator(&app).await;
    let demo = app
        .parts
        .database
        .platform()
        .find_demo_organization()
        .await
        .unwrap()
        .unwrap()
        .tenant()
        .to_string();
    assert_eq!(
        suspend_tenant(&operator, &demo, REASON)
            .await
            .expect_failure(409),
        "demo_read_only"
    );
    assert_eq!(
        super::set_limits(&operator, &demo, json!({"people": 1}))
            .await
            .expect_failure(409),
        "demo_read_only"
    );
    assert!(
        get_tenant(&operator, &demo)
            .await
            .get("suspension")
            .is_none()
    );
    let unknown = "0197a000-0000-7000-8000-000000000000";
    assert_eq!(
        suspend_tenant(&operator, unknown, REASON)
            .await
            .expect_failure(404),
        "not_found"
    );
}

#[tokio::test]
async fn suspension_stops_only_its_own_schedule() {
    let app = TestApp::start().await;
    let operator = create_operator(&app).await;
    let mut owners = Vec::new();
    for name in ["Prairie", "Other"] {
        let owner = app.create_organization(name).await;
        let warehouse = app.create_warehouse(name);
        warehouse.write_suppliers("s1,Plains,fertilizer,10,true,2026-06-01T00:00:00Z\n");
        app.sync_warehouse(&owner, &warehouse).await.data();
        owner
            .put(
                "/api/data-sync/schedule",
                json!({"enabled": true, "cron": "*/5 * * * *", "mode": "full"}),
            )
            .await
            .data();
        owners.push(owner);
    }
    let id = id_of(&owners[0]).await;
    suspend_tenant(&operator, &id, REASON).await.data();
    app.parts.clock.advance(TimeDelta::minutes(6));
    assert_eq!(
        app.parts.sync.start_due_runs().await.unwrap(),
        1,
        "the other one's"
    );
    assert_eq!(app.parts.sync.start_due_runs().await.unwrap(), 0);
    // Commands with cached lookups are refused as well.
    let access = app
        .parts
        .database
        .platform()
        .find_organization_for_command(&id)
        .await
        .unwrap()
        .unwrap();
    assert!(access.organization().suspension.is_some());
    let operator = app.sign_in("0@sprout-inc.example", PASSWORD).await;
    operator
        .post(
            &format!("{TENANTS}/{id}/resume"),
            json!({"reason": "Paid."}),
        )
        .await
        .data();
    assert_eq!(
        app.parts.sync.start_due_runs().await.unwrap(),
        1,
        "what was due meanwhile is made up for once"
    );
    let owner = app.sign_in("1@prairie.example", PASSWORD).await;
    assert_eq!(list_runs(&owner).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn suspension_cancels_a_running_sync() {
    let app = TestApp::start().await;
    let operator = create_operator(&app).await;
    let owner = app.create_organization("Prairie").await;
    let id = id_of(&owner).await;
    let warehouse = app.create_warehouse("prairie");
    let mut text = "transaction_id,order_id,direction,transaction_date,customer_id,supplier_id,item_id,quantity,unit,unit_price,currency,promised_date,delivered_date,location,updated_at\n"
        .to_owned();
    for row in 0..400_000 {
        writeln!(
            text,
            "t{row},o{row},sale,2026-05-01,c1,,urea,1,ton,10,USD,,,Ames,2026-05-01T00:00:00Z"
        )
        .unwrap();
    }
    warehouse.write_file("sales_transactions.csv", text);
    owner
        .put(
            "/api/data-sync/source",
            json!({"kind": "files", "path": warehouse.path()}),
        )
        .await
        .data();
    let started = owner
        .with_header("prefer", "respond-async")
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": false}}),
        )
        .await;
    assert_eq!(started.status.as_u16(), 202, "{}", started.text);
    for _ in 0..400 {
        let status = owner
            .get(&format!(
                "/api/data-sync/runs/{}",
                started.json["data"]["runId"].as_str().unwrap()
            ))
            .await;
        if status.data()["tables"]
            .as_array()
            .unwrap()
            .iter()
            .any(|table| table["state"] == "running" && table["read"].as_u64().unwrap() > 0)
        {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    suspend_tenant(&operator, &id, REASON).await.data();
    let mut state = Value::Null;
    for _ in 0..200 {
        state = operator.get(&format!("{TENANTS}/{id}")).await.data()["runs"][0]["state"].clone();
        if state != "running" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(state, "cancelled");
    assert_eq!(get_tenant(&operator, &id).await["usage"]["rows"], 0);
}

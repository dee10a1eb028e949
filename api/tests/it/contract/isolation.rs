//! No response contains data of another organization, whatever the operation and the caller.

use super::list_operations;
use crate::source_warehouse::PurchaseLine;
use crate::{Client, TestApp};
use serde_json::Value;

/// Stands in every text of the other organization's rows.
const CANARY: &str = "CANARY7";

async fn start_with_canaries(app: &TestApp) -> (Client, String) {
    let owner = app
        .create_organization(&format!("{CANARY} Farm Supply"))
        .await;
    let warehouse = app.create_warehouse(CANARY);
    let id = |prefix: &str| format!("{prefix}-{CANARY}");
    let (item, supplier, order) = (id("item"), id("supplier"), id("order"));
    let lines: Vec<(String, String)> = (1..=14)
        .map(|month| {
            (
                format!("line-{CANARY}-{month}"),
                format!("2025-{:02}-10", (month - 1) % 12 + 1),
            )
        })
        .collect();
    let purchases: Vec<_> = lines
        .iter()
        .map(|(id, date)| PurchaseLine {
            id,
            order: &order,
            supplier: &supplier,
            item: &item,
            date,
            promised: date,
            delivered: date,
            ..PurchaseLine::default()
        })
        .collect();
    warehouse.write_purchases(&purchases);
    warehouse.write_inventory(&format!(
        "{item},{CANARY} Urea,fertilizer,ton,{CANARY} \
        Yard,1,0,0,50,1,1,7,400,USD,{supplier},2026-06-01T00:00:00Z\n"
    ));
    warehouse.write_customers(&format!(
        "c-{CANARY},{CANARY} Farms,Iowa,Story,1000,corn,{CANARY} \
        Rep,a@{CANARY}.example,2020-01-01,2026-06-01T00:00:00Z\n"
    ));
    warehouse.write_suppliers(&format!("{supplier},{CANARY} \
        Chemicals,fertilizer,10,true,2026-06-01T00:00:00Z\nbad-{CANARY},{CANARY},fertilizer,{CANARY},true,x\n"));
    let synced = app.sync_warehouse(&owner, &warehouse).await;
    let run = synced.data()["runId"]
        .as_str()
        .unwrap_or_default()
        .to_owned();
    let run = if run.is_empty() {
        owner.get("/api/data-sync/runs").await.data()["items"][0]["id"]
            .as_str()
            .unwrap()
            .to_owned()
    } else {
        run
    };
    (owner, run)
}

#[tokio::test]
async fn no_answer_carries_another_organizations_canary() {
    let app = TestApp::start_with_demo().await;
    let (owner, run) = start_with_canaries(&app).await;
    let other = app.create_separate_organization("Prairie").await;
    let viewer = app.add_member(&other, "viewer").await;
    let mut seen_by_owner = 0;
    for operation in list_operations()
        .into_iter()
        .filter(|operation| operation.security.is_some())
    {
        // Asked first, so that a cache without a tenant in its key would answer the others with it.
        let own = owner
            .send(
                operation.method.clone(),
                &operation.path_for(&run),
                operation.example_body(),
            )
            .await;
        seen_by_owner += usize::from(own.text.contains(CANARY));
        for (who, client) in [
            ("another owner", &other),
            ("a viewer elsewhere", &viewer),
            ("a visitor", &app.anonymous_client()),
        ] {
            let answer = client
                .send(
                    operation.method.clone(),
                    &operation.path_for(&run),
                    operation.example_body(),
                )
                .await;
            assert!(
                !answer.text.contains(CANARY),
                "{} shows {who} the canary: {}",
                operation.id,
                answer.text
            );
            assert!(
                !answer.status.is_server_error() || answer.status.as_u16() == 503,
                "{} for {who}: {}",
                operation.id,
                answer.text
            );
        }
    }
    assert!(
        seen_by_owner >= 6,
        "the canaries are seen by their owner in {seen_by_owner} operations only: the test would \
            prove little"
    );
}

#[tokio::test]
async fn another_organizations_id_is_answered_like_one_that_does_not_exist() {
    let app = TestApp::start().await;
    let (_, run) = start_with_canaries(&app).await;
    let other = app.create_separate_organization("Prairie").await;
    // So that operations for operators are asked too.
    app.make_operator(&other).await;
    let without_request_id = |mut body: Value| {
        body["requestId"] = Value::Null;
        body
    };
    // Where no token is asked for, the placeholder is no id: it is the secret of a link.
    for operation in list_operations()
        .into_iter()
        .filter(|operation| operation.template.contains('{') && operation.security.is_some())
    {
        let foreign = other
            .send(
                operation.method.clone(),
                &operation.path_for(&run),
                operation.example_body(),
            )
            .await;
        let unknown = other
            .send(
                operation.method.clone(),
                &operation.path_for("0197a000-0000-7000-8000-000000000000"),
                operation.example_body(),
            )
            .await;
        assert_eq!(foreign.expect_failure(404), "not_found", "{}", operation.id);
        assert_eq!(
            without_request_id(foreign.json),
            without_request_id(unknown.json),
            "{}",
            operation.id
        );
    }
}

#[tokio::test]
async fn a_tenant_named_in_the_request_changes_nothing() {
    let app = TestApp::start().await;
    let (owner, _) = start_with_canaries(&app).await;
    let tenant = app.open_access(&owner).await.tenant().to_string();
    let other = app.create_separate_organization("Prairie").await;
    let own = app.open_access(&other).await.tenant().to_string();
    let other = other
        .with_header("x-tenant-id", &own)
        .with_header("x-tenant-id", &tenant)
        .with_header("x-organization-id", &tenant);
    let other = other.with_header("cookie", &format!("tenant_id={tenant}; org={tenant}"));
    for operation in list_operations().into_iter().filter(|operation| {
        operation.security.is_some() && operation.method == poem::http::Method::GET
    }) {
        // Once, twice, as a list, and beside one's own.
        for query in [
            format!("tenant_id={tenant}&tenantId={tenant}"),
            format!("tenant_id={own}&tenant_id={tenant}&organization={own}&organization={tenant}"),
            format!(
                "tenant_id[]={tenant}&organizationId={tenant}&org={tenant}&x-tenant-id={tenant}"
            ),
        ] {
            let answer = other
                .get(&format!("{}?{query}", operation.path_for(&tenant)))
                .await;
            assert!(
                !answer.text.contains(CANARY),
                "{}: {}",
                operation.id,
                answer.text
            );
        }
    }
}

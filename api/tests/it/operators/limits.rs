//! Tenant limits. Existing data is never deleted.

use super::{create_operator, email_of, get_tenant, id_of, set_limits};
use crate::{Client, TestApp};
use serde_json::{Value, json};

fn error_message(answer: &crate::Answer) -> &str {
    assert_eq!(answer.expect_failure(403), "plan_limit_reached");
    answer.json["message"].as_str().unwrap()
}

async fn accept_invitation(client: &Client, token: &str) -> crate::Answer {
    client
        .post("/api/invitations/accept", json!({"token": token}))
        .await
}

#[tokio::test]
async fn limits_are_off_by_default_and_changes_are_audited() {
    let app = TestApp::start().await;
    let operator = create_operator(&app).await;
    let owner = app.create_organization("Prairie").await;
    let id = id_of(&owner).await;
    assert_eq!(get_tenant(&operator, &id).await["limits"], json!({}));
    let set = set_limits(&operator, &id, json!({"people": 3, "rows": 500})).await;
    assert_eq!(set.data()["limits"], json!({"people": 3, "rows": 500}));
    // Omitted limits are removed.
    let set = set_limits(&operator, &id, json!({"questions": 0})).await;
    assert_eq!(set.data()["limits"], json!({"questions": 0}));
    let log = owner
        .get("/api/audit-log?action=organization.limits_updated")
        .await;
    let entry = &log.data()["items"][0];
    assert_eq!(
        entry["before"],
        json!({"people": 3, "rows": 500, "questions": null})
    );
    assert_eq!(
        entry["after"],
        json!({"people": null, "rows": null, "questions": 0, "reason": "Plan \"Starter\"."})
    );
    assert_eq!(entry["actor"]["kind"], "operator");
    assert_eq!(
        operator
            .put(
                &format!("{}/{id}/limits", super::TENANTS),
                json!({"people": 0, "reason": "none"})
            )
            .await
            .expect_failure(400),
        "invalid_body"
    );
}

#[tokio::test]
async fn pending_invitations_count_toward_the_member_limit() {
    let app = TestApp::start().await;
    let operator = create_operator(&app).await;
    let owner = app.create_organization("Prairie").await;
    set_limits(&operator, &id_of(&owner).await, json!({"people": 2}))
        .await
        .data();
    let invite = async |email: &str| {
        owner
            .post(
                "/api/invitations",
                json!({"email": email, "role": "viewer"}),
            )
            .await
    };
    invite("bo@field.example").await.data();
    let refused = invite("cy@field.example").await;
    assert!(
        error_message(&refused)
            .contains("allows 2 people. It has 1 members and 1 pending invitations"),
        "{}",
        refused.text
    );
    assert!(
        app.newest_email_to("cy@field.example").await.is_none(),
        "no email was queued"
    );
    // Inviting the same address again replaces its invitation.
    invite("bo@field.example").await.data();
    assert_eq!(
        get_tenant(&operator, &id_of(&owner).await).await["usage"]["people"],
        1
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_of_two_concurrent_accepts_gets_the_last_seat() {
    let app = TestApp::start().await;
    let operator = create_operator(&app).await;
    let owner = app.create_organization("Prairie").await;
    let mut people = Vec::new();
    for name in ["Bo", "Cy", "Di"] {
        let person = app.create_organization(name).await;
        let email = email_of(&person).await;
        owner
            .post(
                "/api/invitations",
                json!({"email": email, "role": "viewer"}),
            )
            .await
            .data();
        people.push((person, app.emailed_token(&email).await));
    }
    // They were invited before the limit was lowered.
    set_limits(&operator, &id_of(&owner).await, json!({"people": 2}))
        .await
        .data();
    let answers = futures_util::future::join_all(
        people
            .iter()
            .map(|(person, token)| accept_invitation(person, token)),
    )
    .await;
    let joined = answers
        .iter()
        .filter(|answer| answer.status.as_u16() == 200)
        .count();
    assert_eq!(joined, 1, "{answers:?}");
    for answer in answers
        .iter()
        .filter(|answer| answer.status.as_u16() != 200)
    {
        assert!(
            error_message(answer)
                .contains("The organization has reached the limit of its plan: 2 people."),
            "{}",
            answer.text
        );
    }
    assert_eq!(
        get_tenant(&operator, &id_of(&owner).await).await["usage"]["people"],
        2
    );
}

#[tokio::test]
async fn table_above_the_row_limit_fails_and_keeps_old_rows() {
    let app = TestApp::start().await;
    let operator = create_operator(&app).await;
    let owner = app.create_organization("Prairie").await;
    let id = id_of(&owner).await;
    let suppliers = |count: usize| {
        (0..count)
            .map(|n| format!("s{n},Plains {n},fertilizer,10,true,2026-06-01T00:00:00Z\n"))
            .collect::<Vec<_>>()
            .concat()
    };
    let warehouse = app.create_warehouse("prairie");
    warehouse.write_inventory(
        "urea,Urea,fertilizer,ton,Ames,3,0,0,15,,,16,700,USD,,2026-06-01T00:00:00Z\n",
    );
    warehouse.write_suppliers(&suppliers(3));
    app.sync_warehouse(&owner, &warehouse).await.data();
    set_limits(&operator, &id, json!({"rows": 5})).await.data();
    warehouse.write_suppliers(&suppliers(4));
    app.sync_warehouse(&owner, &warehouse).await.data();
    warehouse.write_suppliers(&suppliers(5));
    let refused = app.sync_warehouse(&owner, &warehouse).await;
    assert!(
        error_message(&refused)
            .contains("allows 5 rows, and with this table there would be 6. No rows were changed"),
        "{}",
        refused.text
    );
    assert_eq!(get_tenant(&operator, &id).await["usage"]["rows"], 5);
    let status = owner.get("/api/data-sync/status").await;
    let table = |id: &str| {
        status.data()["tables"]
            .as_array()
            .unwrap()
            .iter()
            .find(|table| table["sourceTable"] == id)
            .unwrap()
            .clone()
    };
    assert_eq!(
        (
            &table("supplier_data")["rows"],
            &table("supplier_data")["state"]
        ),
        (&json!(4), &json!("failed"))
    );
    assert_eq!(table("inventory_data")["state"], "succeeded");
    // Lowering a limit deletes nothing, and a table that does not grow can still be synced.
    set_limits(&operator, &id, json!({"rows": 2})).await.data();
    warehouse.write_suppliers(&suppliers(4).replace("Plains 0", "Hills 0"));
    app.sync_warehouse(&owner, &warehouse).await.data();
    set_limits(&operator, &id, json!({})).await.data();
    warehouse.write_suppliers(&suppliers(5));
    app.sync_warehouse(&owner, &warehouse).await.data();
    assert_eq!(get_tenant(&operator, &id).await["usage"]["rows"], 6);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn questions_are_limited_per_month() {
    let app = TestApp::start().await;
    let operator = create_operator(&app).await;
    let owner = app.create_organization("Prairie").await;
    let id = id_of(&owner).await;
    let ask = || {
        owner.post(
            "/api/ai-bot/query",
            json!({"query": "How does the delivery rate get calculated?"}),
        )
    };
    ask().await.data();
    set_limits(&operator, &id, json!({"questions": 3}))
        .await
        .data();
    // An invalid question does not count.
    assert_eq!(
        owner
            .post("/api/ai-bot/query", json!({"query": " "}))
            .await
            .expect_failure(422),
        "invalid_values"
    );
    let answers = futures_util::future::join_all((0..5).map(|_| ask())).await;
    assert_eq!(
        answers
            .iter()
            .filter(|answer| answer.status.as_u16() == 200)
            .count(),
        2
    );
    let refused = answers
        .iter()
        .find(|answer| answer.status.as_u16() != 200)
        .unwrap();
    assert!(
        error_message(refused).contains("has used all 3 Sprout AI questions"),
        "{}",
        refused.text
    );
    assert_eq!(get_tenant(&operator, &id).await["usage"]["questions"], 3);
    // Deleting conversations does not reset the count.
    let listed: Value = owner.get("/api/ai-bot/conversations").await.data()["items"].clone();
    for conversation in listed.as_array().unwrap() {
        let path = format!(
            "/api/ai-bot/conversations/{}",
            conversation["id"].as_str().unwrap()
        );
        owner
            .send(poem::http::Method::DELETE, &path, None)
            .await
            .data();
    }
    error_message(&ask().await);
    // The count restarts in the next month.
    app.parts.clock.advance(chrono::TimeDelta::days(15));
    let owner = app
        .sign_in("1@prairie.example", crate::test_app::PASSWORD)
        .await;
    owner
        .post(
            "/api/ai-bot/query",
            json!({"query": "How does the delivery rate get calculated?"}),
        )
        .await
        .data();
    let operator = app
        .sign_in("0@sprout-inc.example", crate::test_app::PASSWORD)
        .await;
    assert_eq!(get_tenant(&operator, &id).await["usage"]["questions"], 1);
}

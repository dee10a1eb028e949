//! Overdue tables are reported consistently on the Data Sync page and by Sprout AI.

use super::{advance_clock, set_schedule};
use crate::Client;
use crate::data_sync::{SyncFixture, supplier_rows};
use serde_json::{Value, json};

/// The overdue tables.
async fn overdue_tables(owner: &Client) -> Vec<String> {
    let status = owner.get("/api/data-sync/status").await;
    let tables = status.data()["tables"].as_array().unwrap().clone();
    assert_eq!(tables.len(), 9);
    tables
        .iter()
        .filter(|table| table["overdue"] == json!(true))
        .map(|table| table["sourceTable"].as_str().unwrap().to_owned())
        .collect()
}

async fn suggested_question(owner: &Client) -> Option<Value> {
    let suggestions = owner.get("/api/ai-bot/suggestions").await;
    suggestions.data()["suggestions"]
        .as_array()
        .unwrap()
        .iter()
        .find(|one| one["id"] == "sync-overdue")
        .cloned()
}

#[tokio::test]
async fn without_a_schedule_rows_of_more_than_two_days_are_overdue_until_they_are_synced() {
    let mut farm = SyncFixture::start().await;
    assert_eq!(
        overdue_tables(&farm.owner).await,
        [""; 0],
        "what never landed is not late"
    );
    farm.warehouse.write_suppliers(&supplier_rows(3));
    farm.run_sync().await.data();
    assert_eq!(overdue_tables(&farm.owner).await, [""; 0]);

    advance_clock(&mut farm, 2 * 24 * 60).await;
    assert_eq!(
        overdue_tables(&farm.owner).await,
        [""; 0],
        "two days are not more than two days"
    );
    assert_eq!(suggested_question(&farm.owner).await, None);
    advance_clock(&mut farm, 1).await;
    assert_eq!(
        overdue_tables(&farm.owner).await,
        ["supplier_data"],
        "the tables that the warehouse has not are not late"
    );
    let suggestion = suggested_question(&farm.owner).await.unwrap();
    assert_eq!(
        (&suggestion["priority"], &suggestion["items"]),
        (&json!("medium"), &json!(["supplier_data"]))
    );
    let answer = farm
        .owner
        .post(
            "/api/ai-bot/query",
            json!({"query": "How fresh is our data?"}),
        )
        .await;
    assert!(
        answer.data()["response"]
            .as_str()
            .unwrap()
            .contains("Newer rows are overdue."),
        "{}",
        answer.text
    );

    // A sync that finds no changes counts as an update.
    farm.run_sync().await.data();
    assert_eq!(overdue_tables(&farm.owner).await, [""; 0]);
    assert_eq!(suggested_question(&farm.owner).await, None);
}

#[tokio::test]
async fn one_time_of_a_schedule_may_be_missed_and_not_two() {
    let mut farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(3));
    farm.run_sync().await.data();
    assert_eq!(
        set_schedule(&farm.owner, "*/5 * * * *", "full")
            .await
            .data()["nextRunAt"],
        "2026-06-16T15:05:00+00:00"
    );
    advance_clock(&mut farm, 9).await;
    assert_eq!(overdue_tables(&farm.owner).await, [""; 0]);
    advance_clock(&mut farm, 1).await;
    assert_eq!(
        overdue_tables(&farm.owner).await,
        ["supplier_data"],
        "15:05 and 15:10 went by"
    );

    // Without a schedule, a table is overdue after two days.
    farm.owner
        .put(
            super::PATH,
            json!({"enabled": false, "cron": "*/5 * * * *", "mode": "full"}),
        )
        .await
        .data();
    assert_eq!(overdue_tables(&farm.owner).await, [""; 0]);
}

//! Runs: one at a time, recorded, and visible to their own organization only.

use super::{SyncFixture, supplier_row, supplier_rows};
use crate::source_warehouse::PurchaseLine;
use crate::test_app::PASSWORD;
use api::db::{
    CommitOutcome, DeletionLimit, MissingRowOutcome, RejectScope, TableCommit, TargetColumn,
    TargetTable, TargetType, TenantWriter,
};
use api::ids::RunId;
use chrono::TimeDelta;
use entities::{job, sync_lease, sync_run};
use poem::http::StatusCode;
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveModelTrait, ColumnTrait, EntityTrait, IntoActiveModel, QueryFilter, Set};
use serde_json::json;
use std::time::Duration;

#[tokio::test]
async fn of_two_concurrent_syncs_one_runs_and_one_is_refused() {
    let farm = SyncFixture::start().await;
    let ids: Vec<String> = (0..3_000).map(|id| format!("p{id}")).collect();
    farm.warehouse.write_purchases(
        &ids.iter()
            .map(|id| PurchaseLine {
                id,
                ..PurchaseLine::default()
            })
            .collect::<Vec<_>>(),
    );
    let (first, second) = tokio::join!(farm.run_sync(), farm.run_sync());
    let (done, refused) = if first.status == StatusCode::OK {
        (first, second)
    } else {
        (second, first)
    };
    assert_eq!(done.data()["stats"]["inserted"], 3_000);
    assert_eq!(refused.expect_failure(409), "sync_in_progress");
    assert_eq!(farm.load_transactions().await.len(), 3_000);
    let again = farm.run_sync().await;
    assert_eq!(
        again.data()["stats"]["unchanged"],
        3_000,
        "the lease was given back"
    );
}

#[tokio::test]
async fn a_heartbeat_that_comes_after_the_end_does_not_hold_the_lease() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(2));
    farm.run_sync().await;
    let job = job::Entity::find()
        .one(&farm.app.raw)
        .await
        .unwrap()
        .unwrap();
    // The write of a last heartbeat that was in flight when the run ended.
    let held = sync_lease::Entity::update_many()
        .filter(sync_lease::Column::RunId.eq(job.id))
        .filter(sync_lease::Column::Epoch.eq(job.epoch));
    let later = farm.app.parts.clock.now() + TimeDelta::seconds(45);
    held.col_expr(sync_lease::Column::ExpiresAt, Expr::value(later))
        .exec(&farm.app.raw)
        .await
        .unwrap();
    assert_eq!(farm.run_sync().await.data()["stats"]["unchanged"], 2);
}

#[tokio::test]
async fn a_run_goes_on_while_its_caller_does_something_else() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(5));
    let hasty = farm.owner.with_header("prefer", "respond-async");
    let answer = hasty
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": false}}),
        )
        .await;
    assert_eq!(answer.status, StatusCode::ACCEPTED, "{}", answer.text);
    let path = format!(
        "/api/data-sync/runs/{}",
        answer.json["data"]["runId"].as_str().unwrap()
    );
    for _ in 0..200 {
        let run = farm.owner.get(&path).await;
        if run.data()["state"] == "succeeded" {
            assert_eq!(run.data()["stats"]["inserted"], 5);
            return;
        }
        assert_eq!(run.data()["state"], "running", "{}", run.text);
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the run did not end");
}

#[tokio::test]
async fn a_run_goes_on_when_its_caller_hangs_up() {
    let farm = SyncFixture::start().await;
    let ids: Vec<String> = (0..3_000).map(|id| format!("p{id}")).collect();
    farm.warehouse.write_purchases(
        &ids.iter()
            .map(|id| PurchaseLine {
                id,
                ..PurchaseLine::default()
            })
            .collect::<Vec<_>>(),
    );
    let caller = farm.owner.clone();
    let call = tokio::spawn(async move {
        caller
            .post(
                "/api/data-sync/sync",
                json!({"options": {"incrementalSync": false}}),
            )
            .await
    });
    for _ in 0..400 {
        let status = farm.owner.get("/api/data-sync/status").await;
        if status.data().get("runId").is_some() {
            call.abort();
        }
        if status.data()["state"] == "succeeded" {
            assert_eq!(
                (
                    status.data()["stats"]["inserted"].as_u64(),
                    farm.load_transactions().await.len()
                ),
                (Some(3_000), 3_000)
            );
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the run did not end");
}

#[tokio::test]
async fn requests_that_make_no_sense_are_refused_in_words() {
    let farm = SyncFixture::start().await;
    let unknown = farm.sync_table("inventory", json!({})).await;
    assert_eq!(unknown.expect_failure(422), "unknown_table");
    assert!(unknown.json["message"].as_str().unwrap().contains(
        "inventory_data, sales_transactions, market_prices, customer_profiles, supplier_data"
    ));
    assert_eq!(
        farm.sync_table("supplier_data", json!({"surprise": 1}))
            .await
            .expect_failure(400),
        "invalid_body"
    );
    assert_eq!(
        farm.run_sync().await.expect_failure(422),
        "nothing_to_sync",
        "an empty folder is no source"
    );
    let skipped = farm.sync_table("supplier_data", json!({})).await;
    assert_eq!(
        farm.table_result(&skipped, "supplier_data").await["state"],
        "skipped"
    );
}

#[tokio::test]
async fn runs_are_listed_newest_first_in_pages() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(2));
    let mut made = Vec::new();
    for _ in 0..5 {
        made.push(
            farm.sync_table("supplier_data", json!({})).await.data()["runId"]
                .as_str()
                .unwrap()
                .to_owned(),
        );
    }
    made.reverse();
    let first = farm.owner.get("/api/data-sync/runs?limit=3").await;
    let second = farm
        .owner
        .get(&format!(
            "/api/data-sync/runs?limit=3&cursor={}",
            first.data()["nextCursor"].as_str().unwrap()
        ))
        .await;
    let listed = first.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .chain(second.data()["items"].as_array().unwrap());
    assert_eq!(
        listed
            .map(|run| run["id"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>(),
        made
    );
    assert_eq!(second.data().get("nextCursor"), None);
    assert_eq!(
        (
            &first.data()["items"][0]["kind"],
            &first.data()["items"][0]["state"]
        ),
        (&json!("table"), &json!("succeeded"))
    );
    assert_eq!(
        farm.owner.get("/api/data-sync/status").await.data()["runId"],
        json!(made[0])
    );
}

#[tokio::test]
async fn an_unfinished_run_is_shown_as_interrupted_and_the_next_one_takes_over() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(2));
    let run = farm.sync_table("supplier_data", json!({})).await.data()["runId"]
        .as_str()
        .unwrap()
        .to_owned();
    let tenant = farm.tenant_id().await;
    // As a killed process leaves them.
    let row = sync_run::Entity::find()
        .filter(sync_run::Column::TenantId.eq(tenant))
        .one(&farm.app.raw)
        .await
        .unwrap()
        .unwrap();
    let mut row = row.into_active_model();
    (row.state, row.finished_at) = (Set("running".to_owned()), Set(None));
    row.update(&farm.app.raw).await.unwrap();
    let lease = sync_lease::Entity::find()
        .filter(sync_lease::Column::TenantId.eq(tenant))
        .one(&farm.app.raw)
        .await
        .unwrap()
        .unwrap();
    let mut lease = lease.into_active_model();
    lease.expires_at = Set(farm.app.parts.clock.now() + TimeDelta::seconds(30));
    lease.update(&farm.app.raw).await.unwrap();
    assert_eq!(
        farm.owner.get("/api/data-sync/status").await.data()["isRunning"],
        true
    );
    assert_eq!(
        farm.run_sync().await.expect_failure(409),
        "sync_in_progress"
    );
    farm.app.parts.clock.advance(TimeDelta::seconds(46));
    let status = farm.owner.get("/api/data-sync/status").await;
    assert_eq!(
        (&status.data()["isRunning"], &status.data()["state"]),
        (&json!(false), &json!("failed"))
    );
    assert_eq!(farm.run_sync().await.data()["stats"]["unchanged"], 2);
    let ended = farm.owner.get(&format!("/api/data-sync/runs/{run}")).await;
    assert_eq!(ended.data()["state"], "failed");
    assert!(
        ended.data()["error"]
            .as_str()
            .unwrap()
            .contains("interrupted"),
        "{}",
        ended.text
    );
    assert_eq!(ended.data()["errorCode"], "sync_interrupted");
}

async fn open_supplier_writer(farm: &SyncFixture) -> TenantWriter {
    let columns = [
        ("supplier_id", TargetType::Text),
        ("supplier_name", TargetType::Text),
        ("updated_at", TargetType::Instant),
    ];
    let table = TargetTable {
        name: "suppliers",
        key: vec!["supplier_id"],
        columns: columns.map(|(name, ty)| TargetColumn { name, ty }).to_vec(),
    };
    let access = farm.app.open_access(&farm.owner).await;
    let database = &farm.app.parts.database;
    database.open_writer(&access, table).await.unwrap()
}

#[tokio::test]
async fn users_sign_in_and_work_while_a_sync_writes_rows() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(3));
    farm.run_sync().await.data();
    let mut writer = open_supplier_writer(&farm).await;
    writer.begin_merge().await.unwrap();
    let removal = writer
        .delete_missing(farm.app.parts.clock.now(), DeletionLimit::Unlimited)
        .await
        .unwrap();
    assert_eq!(removal, MissingRowOutcome::Deleted(3));
    // The writer holds its locks. On SQLite these would refuse every other writer after 10 s.
    let other = farm.app.create_organization("Valley").await;
    assert_eq!(
        other
            .patch("/api/account", json!({"name": "Bo Field"}))
            .await
            .status,
        StatusCode::OK
    );
    farm.owner
        .put("/api/purchasing/settings", json!({"orderCost": 45.0}))
        .await
        .data();
    drop(writer);
    assert!(
        farm.load_suppliers()
            .await
            .iter()
            .all(|row| row.deleted_at.is_none())
    );
}

/// On SQLite the lease is checked before the rows are committed, on PostgreSQL with them.
async fn commit(mut writer: TenantWriter, record: &TableCommit<'_>) -> CommitOutcome {
    match writer.finish_rows(record).await.unwrap() {
        CommitOutcome::Committed => writer.commit(record).await.unwrap(),
        refusal => refusal,
    }
}

#[tokio::test]
async fn a_run_that_has_lost_its_lease_changes_nothing() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(3));
    let run = farm.sync_table("supplier_data", json!({})).await.data()["runId"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    let (at, before) = (farm.app.parts.clock.now(), farm.data_version().await);
    let mut writer = open_supplier_writer(&farm).await;
    assert_eq!(writer.begin_merge().await.unwrap(), (0, 0));
    assert_eq!(
        writer
            .delete_missing(at, DeletionLimit::Unlimited)
            .await
            .unwrap(),
        MissingRowOutcome::Deleted(3)
    );
    let landing = TableCommit {
        bytes_read: 0,
        bytes_total: None,
        run: RunId(run),
        epoch: 99,
        source_table: "supplier_data",
        source_revision: run,
        state: "succeeded",
        read: 0,
        inserted: 0,
        updated: 0,
        unchanged: 0,
        deleted: 3,
        rejected: 0,
        withheld: 0,
        complete: false,
        reject_scope: RejectScope::Table,
        message: None,
        notes: None,
        read_ms: 0,
        merge_ms: 0,
        at,
    };
    assert_eq!(commit(writer, &landing).await, CommitOutcome::LeaseLost);
    assert!(
        farm.load_suppliers()
            .await
            .iter()
            .all(|row| row.deleted_at.is_none())
    );
    assert_eq!(
        (farm.data_version().await, farm.sync_supplier_counts().await),
        (before, [3, 0, 0, 3, 0, 0])
    );
}

#[tokio::test]
async fn organizations_sync_the_same_keys_without_touching_each_other() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(10));
    farm.sync_supplier_counts().await;
    let other = farm.app.create_organization("Meadow").await;
    let warehouse = farm.app.create_warehouse("meadow");
    warehouse.write_suppliers(&supplier_row("s1", "Theirs", "2026-06-09T00:00:00Z"));
    let answer = farm.app.sync_warehouse(&other, &warehouse).await;
    assert_eq!(answer.data()["stats"]["inserted"], 1);
    assert_eq!(
        farm.load_suppliers()
            .await
            .iter()
            .filter(|row| row.supplier_name == "Acme" && row.deleted_at.is_none())
            .count(),
        10
    );
    assert_eq!(farm.sync_supplier_counts().await, [10, 0, 0, 10, 0, 0]);
    let foreign = answer.data()["runId"].as_str().unwrap();
    assert_eq!(
        farm.owner
            .get(&format!("/api/data-sync/runs/{foreign}"))
            .await
            .expect_failure(404),
        "not_found"
    );
    assert_eq!(
        farm.owner
            .get(&format!("/api/data-sync/runs/{foreign}/rejects"))
            .await
            .expect_failure(404),
        "not_found"
    );
    assert_eq!(
        other.get("/api/data-sync/runs").await.data()["items"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

#[tokio::test]
async fn a_clock_that_jumps_does_not_block_the_next_run() {
    let mut farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(2));
    farm.sync_supplier_counts().await;
    for hours in [2, -2, -2] {
        farm.app.parts.clock.advance(TimeDelta::hours(hours));
        // Tokens have other times too.
        farm.owner = farm.app.sign_in("0@prairie.example", PASSWORD).await;
        assert_eq!(
            farm.sync_supplier_counts().await,
            [2, 0, 0, 2, 0, 0],
            "{hours}"
        );
    }
}

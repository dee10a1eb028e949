//! Incremental syncs: synced files are skipped, new and changed files are read, and no rows are
//! removed.

use super::{SyncFixture, supplier_row, supplier_rows, table_counts};
use crate::Answer;
use entities::source_file;
use sea_orm::EntityTrait;
use serde_json::{Value, json};
use std::fs::File;
use std::time::{Duration, SystemTime};

const HEADER: &str = "supplier_id,supplier_name,categories,lead_time_days,active,updated_at\n";

async fn sync_incrementally(farm: &SyncFixture) -> Answer {
    farm.owner
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": true}}),
        )
        .await
}

/// Runs an incremental sync and returns the result of the suppliers.
async fn sync_suppliers_incrementally(farm: &SyncFixture) -> Value {
    let answer = sync_incrementally(farm).await;
    farm.table_result(&answer, "supplier_data").await
}

/// A fixture with suppliers in several files; `rows` were synced from `a.csv`.
async fn start_with_files(rows: &str) -> SyncFixture {
    let farm = SyncFixture::start().await;
    std::fs::create_dir(farm.warehouse.path().join("supplier_data")).unwrap();
    farm.warehouse
        .write_file("supplier_data/a.csv", format!("{HEADER}{rows}"));
    farm.run_sync().await.data();
    farm
}

#[tokio::test]
async fn a_table_whose_files_are_the_same_is_skipped_and_counts_as_synced() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(3));
    assert_eq!(
        sync_suppliers_incrementally(&farm).await["inserted"],
        3,
        "a table that was never read is read"
    );
    let version = farm.data_version().await;
    farm.app.parts.clock.advance(chrono::TimeDelta::minutes(5));
    let answer = sync_incrementally(&farm).await;
    let stats = &answer.data()["stats"];
    assert_eq!(
        (
            &answer.data()["state"],
            &stats["totalRecords"],
            &stats["unchanged"]
        ),
        (&json!("succeeded"), &json!(0), &json!(0))
    );
    let table = farm.table_result(&answer, "supplier_data").await;
    assert_eq!(
        (&table["state"], &table["read"]),
        (&json!("skipped"), &json!(0))
    );
    assert_eq!(
        table["message"],
        "The table has not changed since the last read."
    );
    assert_eq!(farm.data_version().await, version);
    let shown = farm.owner.get("/api/data-sync/status").await;
    assert!(
        shown.data()["lastSyncTime"]
            .as_str()
            .unwrap()
            .starts_with("2026-06-16T15:05:00"),
        "{}",
        shown.text
    );
    let run = farm
        .owner
        .get(&format!(
            "/api/data-sync/runs/{}",
            answer.data()["runId"].as_str().unwrap()
        ))
        .await;
    assert_eq!(run.data()["kind"], "incremental");
    // A full sync reads every file.
    assert_eq!(farm.run_sync().await.data()["stats"]["unchanged"], 3);
}

#[tokio::test]
async fn bytes_time_and_size_each_make_a_file_be_read() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(2));
    let path = farm.warehouse.path().join("supplier_data.csv");
    let at = SystemTime::UNIX_EPOCH + Duration::from_hours(494_532);
    let stamp = |at| {
        File::options()
            .write(true)
            .open(&path)
            .unwrap()
            .set_modified(at)
            .unwrap();
    };
    stamp(at);
    sync_suppliers_incrementally(&farm).await;
    // Other bytes with the same size and time, as copied with preserved times.
    farm.warehouse
        .write_suppliers(&supplier_rows(2).replace("Acme", "Aqme"));
    stamp(at);
    assert_eq!(
        table_counts(&sync_suppliers_incrementally(&farm).await),
        [2, 0, 2, 0, 0, 0]
    );
    assert_eq!(
        sync_suppliers_incrementally(&farm).await["state"],
        "skipped"
    );
    stamp(at + Duration::from_secs(1));
    assert_eq!(
        table_counts(&sync_suppliers_incrementally(&farm).await),
        [2, 0, 0, 2, 0, 0]
    );
    farm.warehouse.write_suppliers(&supplier_rows(1));
    assert_eq!(
        table_counts(&sync_suppliers_incrementally(&farm).await),
        [1, 0, 1, 0, 0, 0]
    );
    assert_eq!(
        farm.load_suppliers()
            .await
            .iter()
            .filter(|row| row.deleted_at.is_none())
            .count(),
        2,
        "an incremental sync removes nothing"
    );
    assert_eq!(
        farm.sync_supplier_counts().await,
        [1, 0, 0, 1, 1, 0],
        "a complete read does"
    );
}

#[tokio::test]
async fn a_new_file_beside_old_ones_is_read_alone() {
    let farm = start_with_files(&supplier_rows(3)).await;
    farm.warehouse.write_file(
        "supplier_data/b.csv",
        format!(
            "{HEADER}{}",
            supplier_row("s9", "New", "2026-06-02T00:00:00Z")
        ),
    );
    let table = sync_suppliers_incrementally(&farm).await;
    let new = std::fs::metadata(farm.warehouse.path().join("supplier_data/b.csv"))
        .unwrap()
        .len();
    assert_eq!(
        (&table["bytesRead"], &table["bytesTotal"]),
        (&json!(new), &json!(new)),
        "the old file is none of it"
    );
    assert_eq!(
        (table_counts(&table), &table["message"]),
        (
            [1, 1, 0, 0, 0, 0],
            &json!("1 file has not changed since the last read and was skipped.")
        )
    );
    assert_eq!(farm.load_suppliers().await.len(), 4);
    assert_eq!(
        sync_suppliers_incrementally(&farm).await["state"],
        "skipped"
    );
    // Rows of a deleted file stay until the next full sync.
    std::fs::remove_file(farm.warehouse.path().join("supplier_data/b.csv")).unwrap();
    assert_eq!(
        sync_suppliers_incrementally(&farm).await["state"],
        "skipped"
    );
    assert_eq!(
        farm.load_suppliers()
            .await
            .iter()
            .filter(|row| row.deleted_at.is_none())
            .count(),
        4
    );
    let answer = farm
        .sync_table("supplier_data", json!({"confirmDeletions": true}))
        .await;
    assert_eq!(
        table_counts(&farm.table_result(&answer, "supplier_data").await),
        [3, 0, 0, 3, 1, 0]
    );
    // The file is read again when it is back.
    farm.warehouse.write_file(
        "supplier_data/b.csv",
        format!(
            "{HEADER}{}",
            supplier_row("s9", "New", "2026-06-02T00:00:00Z")
        ),
    );
    assert_eq!(
        table_counts(&sync_suppliers_incrementally(&farm).await),
        [1, 0, 1, 0, 0, 0]
    );
}

#[tokio::test]
async fn an_older_row_in_a_new_file_does_not_win_over_what_landed() {
    let farm = start_with_files(
        &(supplier_row("s1", "Newest", "2026-06-05T00:00:00Z")
            + &supplier_row("s2", "Old", "2026-06-01T00:00:00Z")),
    )
    .await;
    let rows = [
        ("s1", "Older", "2026-06-04T00:00:00Z"),
        ("s2", "Newer", "2026-06-02T00:00:00Z"),
        ("s1", "Oldest", "2026-06-03T00:00:00Z"),
    ];
    farm.warehouse.write_file(
        "supplier_data/b.csv",
        format!(
            "{HEADER}{}",
            rows.map(|(id, name, at)| supplier_row(id, name, at))
                .concat()
        ),
    );
    let answer = sync_incrementally(&farm).await;
    assert_eq!(
        table_counts(&farm.table_result(&answer, "supplier_data").await),
        [3, 0, 1, 0, 0, 2]
    );
    let names = |rows: Vec<entities::supplier::Model>| {
        rows.into_iter()
            .map(|row| row.supplier_name)
            .collect::<Vec<_>>()
    };
    assert_eq!(names(farm.load_suppliers().await), ["Newest", "Newer"]);
    let rejects = farm
        .owner
        .get(&format!(
            "/api/data-sync/runs/{}/rejects",
            answer.data()["runId"].as_str().unwrap()
        ))
        .await;
    let items = rejects.data()["items"].as_array().unwrap();
    assert_eq!(
        items
            .iter()
            .map(|item| (item["line"].as_u64(), item["key"].as_str()))
            .collect::<Vec<_>>(),
        [(Some(2), Some("s1")), (Some(4), Some("s1"))]
    );
    assert!(
        items[0]["reason"]
            .as_str()
            .unwrap()
            .starts_with("duplicate key: the row that is here already"),
        "{}",
        items[0]
    );
    // A full sync produces the same rows.
    assert_eq!(farm.sync_supplier_counts().await, [5, 0, 0, 2, 0, 3]);
    assert_eq!(names(farm.load_suppliers().await), ["Newest", "Newer"]);
}

#[tokio::test]
async fn what_did_not_land_is_not_remembered() {
    let farm = start_with_files(&supplier_rows(1)).await;
    farm.warehouse.write_file(
        "supplier_data/b.csv",
        format!(
            "{HEADER}{}",
            supplier_row("s5", "Five", "2026-06-02T00:00:00Z")
        ),
    );
    farm.warehouse
        .write_file("supplier_data/c.csv", "supplier_id\n");
    assert_eq!(
        sync_incrementally(&farm).await.expect_failure(422),
        "sync_failed"
    );
    let remembered: Vec<String> = source_file::Entity::find()
        .all(&farm.app.raw)
        .await
        .unwrap()
        .into_iter()
        .map(|row| row.file)
        .collect();
    assert_eq!(remembered, ["supplier_data/a.csv"]);
    std::fs::remove_file(farm.warehouse.path().join("supplier_data/c.csv")).unwrap();
    assert_eq!(
        table_counts(&sync_suppliers_incrementally(&farm).await),
        [1, 1, 0, 0, 0, 0]
    );
}

#[tokio::test]
async fn another_source_is_another_start() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(5));
    farm.run_sync().await.data();
    let other = farm.app.create_warehouse("other");
    std::fs::copy(
        farm.warehouse.path().join("supplier_data.csv"),
        other.path().join("supplier_data.csv"),
    )
    .unwrap();
    farm.set_source(&other).await;
    assert_eq!(
        table_counts(&sync_suppliers_incrementally(&farm).await),
        [5, 0, 0, 5, 0, 0],
        "the same file elsewhere is another one"
    );
    // The first full sync of another source may remove any rows, even after an incremental sync.
    other.write_suppliers(&supplier_rows(1));
    assert_eq!(farm.sync_supplier_counts().await, [1, 0, 0, 1, 4, 0]);
}

#[tokio::test]
async fn removals_cannot_be_asked_of_an_incremental_sync() {
    let farm = SyncFixture::start().await;
    let asked = farm
        .owner
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": true, "confirmDeletions": true}}),
        )
        .await;
    assert_eq!(asked.expect_failure(422), "deletions_require_full_sync");
    assert_eq!(
        sync_incrementally(&farm).await.expect_failure(422),
        "nothing_to_sync"
    );
}

#[tokio::test]
async fn organizations_remember_files_each_for_itself() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(2));
    farm.run_sync().await.data();
    let other = farm.app.create_organization("Meadow").await;
    other
        .put(
            "/api/data-sync/source",
            json!({"kind": "files", "path": farm.warehouse.path()}),
        )
        .await
        .data();
    let answer = other
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": true}}),
        )
        .await;
    assert_eq!(
        answer.data()["stats"]["inserted"],
        2,
        "what landed elsewhere did not land here"
    );
}

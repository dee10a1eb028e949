//! Runs of imports beside other runs: permissions, the lease, and expiry.

use super::{STOCK, UploadFixture, jug, load_stock};
use crate::TestApp;
use api::auth::Scope;
use api::features::imports::{ImportCommandOptions, UploadCleanup, import_files};
use chrono::TimeDelta;
use poem::http::Method;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder};
use serde_json::json;

#[tokio::test]
async fn an_import_keeps_the_rows_of_the_source() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prairie");
    warehouse.write_file(
        "inventory_data.csv",
        "item_id,item_name,category,unit,location,on_hand,on_order,booked,unit_cost,currency,\
            updated_at\nZ9,Kept,seed,bag,Ames,5,0,0,10,USD,2026-06-01T00:00:00Z\n",
    );
    app.sync_warehouse(&owner, &warehouse).await;
    let upload = UploadFixture::with_file(&owner, "stock.csv", STOCK.as_bytes()).await;
    upload.set_answers(jug(), json!([])).await;
    upload.inspect().await.data();
    upload.import().await.data();
    let items: Vec<String> = load_stock(&app)
        .await
        .into_iter()
        .map(|(id, _)| id)
        .collect();
    assert_eq!(items, ["A1", "A2", "Z9"]);
    // The source is not read again as if it had changed.
    let again = owner
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": true}}),
        )
        .await;
    let run = again.data()["runId"].as_str().unwrap();
    let run = owner.get(&format!("/api/data-sync/runs/{run}")).await;
    assert_eq!(run.data()["tables"][0]["state"], "skipped", "{}", run.text);
}

#[tokio::test]
async fn a_repeated_import_starts_no_second_run() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let upload = UploadFixture::with_file(&owner, "stock.csv", STOCK.as_bytes()).await;
    upload.inspect().await.data();
    let keyed = UploadFixture {
        owner: owner.with_header("idempotency-key", "once"),
        id: upload.id.clone(),
    };
    let first = keyed.import().await;
    let second = keyed.import().await;
    assert_eq!(first.data()["runId"], second.data()["runId"]);
    let runs = owner.get("/api/data-sync/runs").await;
    assert_eq!(runs.data()["items"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn an_upload_expires_with_its_files() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let upload = UploadFixture::with_file(&owner, "stock.csv", STOCK.as_bytes()).await;
    let cleanup = UploadCleanup {
        sync: app.parts.sync.clone(),
    };
    let now = app.parts.clock.now();
    assert_eq!(cleanup.remove_expired(now).await.unwrap(), 0);
    assert_eq!(
        cleanup
            .remove_expired(now + TimeDelta::days(8))
            .await
            .unwrap(),
        1
    );
    assert_eq!(
        upload.inspect().await.expect_failure(409),
        "upload_files_deleted"
    );
    app.parts.clock.advance(TimeDelta::minutes(1));
    let fresh = UploadFixture::create(&owner).await;
    assert_eq!(owner.get(&fresh.path("")).await.data()["files"], json!([]));
}

#[tokio::test]
async fn the_latest_import_can_be_undone() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let first = UploadFixture::with_file(&owner, "stock.csv", STOCK.as_bytes()).await;
    assert_eq!(first.undo().await.expect_failure(409), "undo_not_possible");
    first.set_answers(jug(), json!([])).await;
    first.inspect().await.data();
    first.import().await.data();
    let before = load_live_stock(&app).await;
    let next = STOCK.replace(",12,", ",99,").replace("A2,", "A7,");
    let next = UploadFixture::with_file(&owner, "next.csv", next.as_bytes()).await;
    next.inspect().await.data();
    next.import().await.data();
    assert_eq!(load_live_stock(&app).await.len(), 3);
    assert_eq!(first.undo().await.expect_failure(409), "undo_not_possible");
    let undone = next.undo().await;
    assert_eq!(
        (
            &undone.data()["stats"]["updated"],
            &undone.data()["stats"]["deleted"]
        ),
        (&json!(1), &json!(1))
    );
    assert_eq!(load_live_stock(&app).await, before);
    assert_eq!(next.undo().await.expect_failure(409), "undo_not_possible");
}

#[tokio::test]
async fn sample_data_is_loaded_and_removed() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let created = owner.send(Method::POST, "/api/uploads/sample", None).await;
    let upload = UploadFixture {
        owner: owner.clone(),
        id: created.data()["id"].as_str().unwrap().to_owned(),
    };
    let read = upload.inspect().await;
    assert_eq!(
        (&read.data()["openQuestions"], &read.data()["rejectedCells"]),
        (&json!(0), &json!(0))
    );
    assert_eq!(read.data()["tables"].as_array().unwrap().len(), 9);
    upload.import().await.data();
    let advice = owner.get("/api/purchasing/recommendations").await;
    assert!(!advice.data()["items"].as_array().unwrap().is_empty());
    upload.undo().await.data();
    assert_eq!(load_live_stock(&app).await, []);
}

#[tokio::test]
async fn the_command_loads_files_and_remembers_answers() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let access = app.open_access(&owner).await;
    let (clock, entropy) = (&app.parts.clock, &app.parts.entropy);
    let scope = Scope::for_operator(access, app.parts.database.clone(), clock.clone());
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("stock.csv");
    std::fs::write(&file, STOCK).unwrap();
    for (answers, rows) in [(json!([]), 1), (jug(), 2), (json!([]), 2)] {
        let options = ImportCommandOptions {
            files: vec![file.clone()],
            answers: serde_json::from_value(answers).unwrap(),
        };
        let result = import_files(&app.parts.sync, &scope, clock, entropy, options)
            .await
            .unwrap();
        assert_eq!(load_live_stock(&app).await.len(), rows);
        let text = result.to_text();
        assert!(text.contains("Rejected cells: 1."), "{text}");
        assert_eq!(text.contains("How much is a Jug?"), rows == 1, "{text}");
    }
    assert_eq!(std::fs::read(&file).unwrap(), STOCK.as_bytes());
}

/// The stock that is not deleted.
async fn load_live_stock(app: &TestApp) -> Vec<(String, i64)> {
    use entities::inventory::{Column, Entity};
    let rows = Entity::find()
        .filter(Column::DeletedAt.is_null())
        .order_by_asc(Column::ItemId)
        .all(&app.raw)
        .await
        .unwrap();
    rows.into_iter()
        .map(|row| (row.item_id, row.on_hand_e4))
        .collect()
}

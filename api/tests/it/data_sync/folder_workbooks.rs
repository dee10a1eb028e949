//! Workbooks of any layout in a folder.

use super::https_files::{assert_no_downloads, foreign_workbook, supplier_result, test_source};
use super::{SyncFixture, supplier_rows, table_counts};
use crate::data_sync::bigquery::SUPPLIERS;
use api::features::data_sync::SyncCommandOptions;
use serde_json::{Value, json};
use std::fs::remove_file;

/// What a test of the folder says about the suppliers.
async fn test_suppliers(farm: &SyncFixture) -> Value {
    let input = json!({"kind": "files", "path": farm.warehouse.path()});
    let tested = test_source(farm, &input).await;
    let tables = tested["tables"].as_array().expect("tables");
    let mut of_suppliers = tables.iter();
    of_suppliers
        .find(|table| table["sourceTable"] == "supplier_data")
        .unwrap()
        .clone()
}

#[tokio::test]
async fn a_workbook_with_the_name_of_a_table_is_read_like_an_upload() {
    let farm = SyncFixture::start().await;
    farm.warehouse
        .write_file("supplier_data.xlsx", foreign_workbook());
    let tested = test_suppliers(&farm).await;
    let found = tested["found"].as_str().unwrap_or_default();
    assert!(
        found.starts_with("supplier_data.xlsx: ") && found.contains("Vendor No → supplier_id"),
        "{tested}"
    );
    let synced = farm.run_sync().await;
    let counts = table_counts(&supplier_result(&farm, &synced).await);
    assert_eq!([counts[0], counts[5]], [2, 0], "{}", synced.text);
    let names: Vec<String> = farm
        .load_suppliers()
        .await
        .into_iter()
        .map(|row| row.supplier_name)
        .collect();
    assert_eq!(names, ["Acme Seed", "Prairie Ag"]);

    // A version that was synced is not read again.
    let body = json!({"options": {"incrementalSync": true}});
    let again = farm.owner.post("/api/data-sync/sync", body).await;
    let counts = table_counts(&supplier_result(&farm, &again).await);
    assert_eq!(counts[0], 0, "{}", again.text);
    assert_no_downloads(&farm);
}

#[tokio::test]
async fn a_table_in_two_forms_and_a_workbook_of_another_table_are_refused() {
    let farm = SyncFixture::start().await;
    farm.warehouse
        .write_file("supplier_data.xlsx", foreign_workbook())
        .write_file(
            "supplier_data.csv",
            format!("{SUPPLIERS}{}", supplier_rows(1)),
        );
    let tested = test_suppliers(&farm).await;
    assert_eq!(
        tested["problem"],
        "The folder has both supplier_data.xlsx and supplier_data.csv. Keep one of them."
    );
    let path = farm.warehouse.path();
    remove_file(path.join("supplier_data.csv")).unwrap();
    std::fs::rename(
        path.join("supplier_data.xlsx"),
        path.join("inventory_data.xlsx"),
    )
    .unwrap();
    let input = json!({"kind": "files", "path": path});
    let tested = test_source(&farm, &input).await;
    assert!(
        tested.to_string().contains("Name it like supplier_data."),
        "{tested}"
    );
    let failed = farm.sync_table("inventory_data", json!({})).await;
    assert!(
        failed.text.contains("has the columns of supplier_data"),
        "{}",
        failed.text
    );
    assert_no_downloads(&farm);
}

#[tokio::test]
async fn the_operator_s_command_reads_workbooks_too() {
    let farm = SyncFixture::start().await;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("supplier_data.xlsx");
    std::fs::write(file, foreign_workbook()).unwrap();
    let access = farm.app.open_access(&farm.owner).await;
    let options = SyncCommandOptions {
        table: Some("supplier_data"),
        ..SyncCommandOptions::default()
    };
    let sync = &farm.app.parts.sync;
    let run = sync.sync_now(&access, Some(folder.path()), options).await;
    let text = run.unwrap().to_text();
    assert!(text.contains("2 read, 2 inserted"), "{text}");
    assert_eq!(farm.load_suppliers().await.len(), 2);
    assert_no_downloads(&farm);
}

#[tokio::test]
async fn a_damaged_workbook_fails_its_table_only() {
    let farm = SyncFixture::start().await;
    farm.warehouse
        .write_file("supplier_data.xlsx", "not a workbook")
        .write_inventory("urea,Urea,fertilizer,ton,Ames,5,0,0,,,,,400,USD,,2026-06-01T00:00:00Z\n");
    let synced = farm.run_sync().await;
    assert_eq!(synced.expect_failure(422), "sync_failed");
    let reason = "supplier_data: supplier_data.xlsx contains no table that can be recognized.";
    assert!(synced.text.contains(reason), "{}", synced.text);
    let stock = farm.owner.get("/api/purchasing/position").await;
    assert_eq!(stock.data()["total"], 1, "the stock was synced");
}

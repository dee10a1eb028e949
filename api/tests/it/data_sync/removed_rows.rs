//! Rows missing in the source: deleted if that is plausible, otherwise withheld and reported.

use super::{SyncFixture, supplier_row, supplier_rows, table_counts};
use api::features::data_sync::SyncCommandOptions;
use serde_json::json;

async fn count_live(farm: &SyncFixture) -> usize {
    farm.load_suppliers()
        .await
        .iter()
        .filter(|row| row.deleted_at.is_none())
        .count()
}

#[tokio::test]
async fn rows_that_are_gone_are_marked_removed_and_come_back_when_they_do() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(10));
    farm.sync_supplier_counts().await;
    farm.warehouse.write_suppliers(&supplier_rows(8));
    let before = farm.data_version().await;
    assert_eq!(farm.sync_supplier_counts().await, [8, 0, 0, 8, 2, 0]);
    assert_eq!(
        (
            count_live(&farm).await,
            farm.load_suppliers().await.len(),
            farm.data_version().await
        ),
        (8, 10, before + 1)
    );
    // A row is deleted only once.
    assert_eq!(farm.sync_supplier_counts().await, [8, 0, 0, 8, 0, 0]);
    farm.warehouse.write_suppliers(&supplier_rows(10));
    assert_eq!(farm.sync_supplier_counts().await, [10, 0, 2, 8, 0, 0]);
    assert_eq!(count_live(&farm).await, 10);
}

#[tokio::test]
async fn more_than_a_fifth_is_kept_until_it_is_confirmed() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(10));
    farm.sync_supplier_counts().await;
    farm.warehouse
        .write_suppliers(&(supplier_rows(6) + &supplier_row("new", "New", "2026-06-01T00:00:00Z")));
    let answer = farm.sync_table("supplier_data", json!({})).await;
    let table = farm.table_result(&answer, "supplier_data").await;
    assert_eq!(
        (table_counts(&table), &table["withheld"], &table["state"]),
        ([7, 1, 0, 6, 0, 0], &json!(4), &json!("succeeded"))
    );
    assert!(
        table["message"]
            .as_str()
            .unwrap()
            .starts_with("4 of 10 rows are missing from the source."),
        "{table}"
    );
    assert_eq!(count_live(&farm).await, 11);
    let status = farm.owner.get("/api/data-sync/status").await;
    let shown = status.data()["tables"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["sourceTable"] == "supplier_data")
        .unwrap()
        .clone();
    assert_eq!(
        (shown["rows"].as_u64(), &shown["message"]),
        (Some(11), &table["message"])
    );
    // Syncing again does not confirm the deletion; `confirmDeletions` does.
    assert_eq!(farm.sync_supplier_counts().await, [7, 0, 0, 7, 0, 0]);
    let confirmed = farm
        .sync_table("supplier_data", json!({"confirmDeletions": true}))
        .await;
    assert_eq!(
        table_counts(&farm.table_result(&confirmed, "supplier_data").await),
        [7, 0, 0, 7, 4, 0]
    );
    assert_eq!(count_live(&farm).await, 7);
}

#[tokio::test]
async fn the_operator_s_command_can_confirm_it_too() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(10));
    farm.sync_supplier_counts().await;
    farm.warehouse.write_suppliers(&supplier_rows(6));
    let access = farm.app.open_access(&farm.owner).await;
    for (confirmed, left) in [(false, 10), (true, 6)] {
        farm.app
            .parts
            .sync
            .sync_now(
                &access,
                None,
                SyncCommandOptions {
                    confirm_deletions: confirmed,
                    ..SyncCommandOptions::default()
                },
            )
            .await
            .unwrap();
        assert_eq!(count_live(&farm).await, left);
    }
}

#[tokio::test]
async fn a_header_without_rows_takes_nothing_away_unasked() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(5));
    farm.sync_supplier_counts().await;
    farm.warehouse.write_suppliers("");
    assert_eq!(farm.sync_supplier_counts().await, [0, 0, 0, 0, 0, 0]);
    assert_eq!(count_live(&farm).await, 5);
    let all = farm
        .owner
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": false, "confirmDeletions": true}}),
        )
        .await;
    assert_eq!(all.data()["stats"]["deleted"], 5);
    assert_eq!(count_live(&farm).await, 0);
}

#[tokio::test]
async fn a_newly_set_source_may_replace_everything_once() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(10));
    farm.sync_supplier_counts().await;
    let other = farm.app.create_warehouse("other");
    other.write_suppliers(&supplier_row("only", "Only", "2026-06-01T00:00:00Z"));
    farm.set_source(&other).await;
    assert_eq!(farm.sync_supplier_counts().await, [1, 1, 0, 0, 10, 0]);
    other.write_suppliers(&supplier_row("another", "Another", "2026-06-01T00:00:00Z"));
    assert_eq!(
        farm.sync_supplier_counts().await,
        [1, 1, 0, 0, 0, 0],
        "once only"
    );
    // Saving the same folder again changes nothing.
    farm.set_source(&other).await;
    assert_eq!(farm.sync_supplier_counts().await, [1, 0, 0, 1, 0, 0]);
    assert_eq!(count_live(&farm).await, 2);
}

#[tokio::test]
async fn a_row_that_has_become_faulty_is_not_gone() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(10));
    farm.sync_supplier_counts().await;
    farm.warehouse.write_suppliers(
        &(supplier_rows(8)
            + "s8,Acme,fertilizer,soon,true,2026-06-01T00:00:00Z\ns9,Acme, \
            Inc.,fertilizer,10,true,2026-06-01T00:00:00Z\n"),
    );
    assert_eq!(farm.sync_supplier_counts().await, [10, 0, 0, 8, 0, 2]);
    assert_eq!(count_live(&farm).await, 10);
    let status = farm.owner.get("/api/data-sync/status").await;
    let suppliers = status.data()["tables"]
        .as_array()
        .unwrap()
        .iter()
        .find(|table| table["sourceTable"] == "supplier_data")
        .cloned()
        .unwrap();
    assert_eq!(suppliers["rows"], 10, "as the target itself counts them");
}

#[tokio::test]
async fn malformed_rows_withhold_deletions_until_they_are_confirmed() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(40));
    farm.sync_supplier_counts().await;
    // Row s39 lost a quote sign and became a line with other cells. s38 is really gone.
    let damaged = supplier_rows(38) + "an,odd,line\n";
    farm.warehouse.write_suppliers(&damaged);
    let answer = farm.sync_table("supplier_data", json!({})).await;
    let table = farm.table_result(&answer, "supplier_data").await;
    assert_eq!(
        (table_counts(&table), &table["withheld"]),
        ([39, 0, 0, 38, 0, 1], &json!(2))
    );
    let message = table["message"].as_str().unwrap();
    assert!(
        message.contains("1 malformed row may be one of them"),
        "{message}"
    );
    assert_eq!(count_live(&farm).await, 40);
    let confirmed = farm
        .sync_table(
            "supplier_data",
            json!({"confirmDeletions": true, "maxDeletions": 2}),
        )
        .await;
    assert_eq!(
        table_counts(&farm.table_result(&confirmed, "supplier_data").await),
        [39, 0, 0, 38, 2, 1]
    );
    // Once the file is complete again, nothing is withheld.
    farm.warehouse.write_suppliers(&supplier_rows(40));
    assert_eq!(farm.sync_supplier_counts().await, [40, 0, 2, 38, 0, 0]);
}

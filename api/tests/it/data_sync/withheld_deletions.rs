//! Withheld deletions: the rows are recorded and listed, and a confirmation deletes at most the
//! confirmed number.

use super::{SyncFixture, supplier_row, supplier_rows, table_counts};
use poem::http::StatusCode;
use serde_json::{Value, json};

const SUPPLIERS: &str = "supplier_data";

async fn list_withheld(farm: &SyncFixture) -> Value {
    farm.owner
        .get("/api/data-sync/withheld-deletions")
        .await
        .data()["tables"]
        .clone()
}

async fn count_live(farm: &SyncFixture) -> usize {
    farm.load_suppliers()
        .await
        .iter()
        .filter(|row| row.deleted_at.is_none())
        .count()
}

/// `[missing, live]` of each table with withheld deletions.
fn withheld_numbers(held: &Value) -> Vec<[u64; 2]> {
    held.as_array()
        .unwrap()
        .iter()
        .map(|table| ["missingRows", "liveRows"].map(|name| table[name].as_u64().unwrap()))
        .collect()
}

async fn confirm_deletions(farm: &SyncFixture, number: u64) -> Value {
    let answer = farm
        .sync_table(
            SUPPLIERS,
            json!({"confirmDeletions": true, "maxDeletions": number}),
        )
        .await;
    farm.table_result(&answer, SUPPLIERS).await
}

#[tokio::test]
async fn missing_rows_are_listed() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(10));
    farm.sync_supplier_counts().await;
    assert_eq!(list_withheld(&farm).await, json!([]));
    farm.warehouse.write_suppliers(&supplier_rows(7));
    let first = farm.sync_table(SUPPLIERS, json!({})).await.data()["runId"].clone();
    let found = list_withheld(&farm).await;
    assert_eq!(withheld_numbers(&found), [[3, 10]]);
    assert_eq!(
        (&found[0]["sourceTable"], &found[0]["targetTable"]),
        (&json!(SUPPLIERS), &json!("suppliers"))
    );
    assert_eq!(
        found[0]["sampleRows"],
        json!([{"key": "s7", "label": "Acme"}, {"key": "s8", "label": "Acme"}, {"key": "s9", "label": "Acme"}])
    );
    assert_eq!(
        (&found[0]["runId"], &found[0]["firstRunId"]),
        (&first, &first)
    );
    let status = farm.owner.get("/api/data-sync/status").await;
    let tables = status.data()["tables"].as_array().unwrap().clone();
    let waiting: Vec<(&str, u64)> = tables
        .iter()
        .filter_map(|table| Some((table["sourceTable"].as_str()?, table["withheld"].as_u64()?)))
        .collect();
    assert_eq!(waiting, [(SUPPLIERS, 3)]);
    // A later run updates the counts; the time of the first run stays.
    farm.warehouse.write_suppliers(&supplier_rows(6));
    let second = farm.sync_table(SUPPLIERS, json!({})).await.data()["runId"].clone();
    let again = list_withheld(&farm).await;
    assert_eq!(
        (
            withheld_numbers(&again),
            &again[0]["runId"],
            &again[0]["firstRunId"]
        ),
        (vec![[4, 10]], &second, &first)
    );
    assert_eq!(again[0]["sampleRows"].as_array().unwrap().len(), 4);
    // The rows are back, so nothing is withheld.
    farm.warehouse.write_suppliers(&supplier_rows(10));
    assert_eq!(farm.sync_supplier_counts().await, [10, 0, 0, 10, 0, 0]);
    assert_eq!(list_withheld(&farm).await, json!([]));
}

#[tokio::test]
async fn an_empty_source_lists_only_the_first_missing_rows() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(60));
    farm.sync_supplier_counts().await;
    farm.warehouse.write_suppliers("");
    assert_eq!(farm.sync_supplier_counts().await, [0, 0, 0, 0, 0, 0]);
    let found = list_withheld(&farm).await;
    assert_eq!(withheld_numbers(&found), [[60, 60]]);
    let sample = found[0]["sampleRows"].as_array().unwrap();
    assert_eq!((sample.len(), &sample[0]["key"]), (50, &json!("s0")));
    assert!(sample.iter().all(|row| row["label"] == "Acme"));
    assert_eq!(count_live(&farm).await, 60);
}

#[tokio::test]
async fn a_confirmed_number_lets_go_of_so_many_and_no_more() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(10));
    farm.sync_supplier_counts().await;
    farm.warehouse.write_suppliers(&supplier_rows(7));
    farm.sync_supplier_counts().await;
    // After the list was shown and before the confirmation, the source loses all rows but one.
    farm.warehouse.write_suppliers(&supplier_rows(1));
    let table = confirm_deletions(&farm, 3).await;
    assert_eq!(
        (table_counts(&table), &table["withheld"]),
        ([1, 0, 0, 1, 0, 0], &json!(9))
    );
    assert_eq!(
        table["message"],
        "9 of 10 rows are missing from the source. That is more than the confirmed 3, so no rows \
            were deleted. Check the source, then confirm this number."
    );
    assert_eq!(
        (
            count_live(&farm).await,
            withheld_numbers(&list_withheld(&farm).await)
        ),
        (10, vec![[9, 10]])
    );
    // Fewer rows than confirmed are deleted, because the others are back.
    farm.warehouse.write_suppliers(&supplier_rows(2));
    let table = confirm_deletions(&farm, 9).await;
    assert_eq!(
        (table_counts(&table), table.get("withheld")),
        ([2, 0, 0, 2, 8, 0], None)
    );
    assert_eq!(
        (count_live(&farm).await, list_withheld(&farm).await),
        (2, json!([]))
    );
}

#[tokio::test]
async fn a_confirmed_number_bounds_small_shares_and_other_sources_too() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(10));
    farm.sync_supplier_counts().await;
    farm.warehouse.write_suppliers(&supplier_rows(8));
    let table = confirm_deletions(&farm, 1).await;
    assert_eq!(
        (table_counts(&table), &table["withheld"]),
        ([8, 0, 0, 8, 0, 0], &json!(2))
    );
    // Withheld deletions of one source do not apply to another one.
    let other = farm.app.create_warehouse("other");
    other.write_suppliers(&supplier_row("only", "Only", "2026-06-01T00:00:00Z"));
    farm.set_source(&other).await;
    assert_eq!(list_withheld(&farm).await, json!([]));
    let table = confirm_deletions(&farm, 2).await;
    assert_eq!(
        (table_counts(&table), &table["withheld"]),
        ([1, 1, 0, 0, 0, 0], &json!(10))
    );
    assert_eq!(withheld_numbers(&list_withheld(&farm).await), [[10, 10]]);
    assert_eq!(
        farm.sync_supplier_counts().await,
        [1, 0, 0, 1, 0, 0],
        "the exemption of the first read was spent on the question"
    );
}

#[tokio::test]
async fn a_number_alone_confirms_nothing() {
    let farm = SyncFixture::start().await;
    for (options, status) in [
        (json!({"maxDeletions": 3}), StatusCode::UNPROCESSABLE_ENTITY),
        (
            json!({"confirmDeletions": false, "maxDeletions": 3}),
            StatusCode::UNPROCESSABLE_ENTITY,
        ),
        (
            json!({"confirmDeletions": true, "maxDeletions": 0}),
            StatusCode::BAD_REQUEST,
        ),
        (
            json!({"confirmDeletions": true, "maxDeletions": -3}),
            StatusCode::BAD_REQUEST,
        ),
    ] {
        let answer = farm.sync_table(SUPPLIERS, options.clone()).await;
        assert_eq!(answer.status, status, "{options} {}", answer.text);
    }
}

#[tokio::test]
async fn only_members_who_may_view_syncs_see_withheld_rows() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(10));
    farm.sync_supplier_counts().await;
    farm.warehouse.write_suppliers(&supplier_rows(2));
    farm.sync_supplier_counts().await;
    let stranger = farm.app.create_organization("Valley").await;
    let valley = farm.app.create_warehouse("valley");
    valley.write_suppliers(&supplier_row("v1", "Valley Seed", "2026-06-01T00:00:00Z"));
    farm.app.sync_warehouse(&stranger, &valley).await;
    assert_eq!(
        stranger
            .get("/api/data-sync/withheld-deletions")
            .await
            .data()["tables"],
        json!([])
    );
    let viewer = farm.app.add_member(&farm.owner, "viewer").await;
    assert_eq!(
        withheld_numbers(&viewer.get("/api/data-sync/withheld-deletions").await.data()["tables"]),
        [[8, 10]]
    );
    assert_eq!(
        farm.app
            .anonymous_client()
            .get("/api/data-sync/withheld-deletions")
            .await
            .status,
        StatusCode::UNAUTHORIZED
    );
}

#[tokio::test]
async fn an_incremental_run_neither_asks_nor_answers() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(10));
    farm.sync_supplier_counts().await;
    farm.warehouse.write_suppliers(&supplier_rows(2));
    farm.sync_supplier_counts().await;
    farm.warehouse.write_suppliers(&supplier_rows(1));
    farm.owner
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": true}}),
        )
        .await
        .data();
    assert_eq!(
        withheld_numbers(&list_withheld(&farm).await),
        [[8, 10]],
        "as the last complete read counted them"
    );
}

#[tokio::test]
async fn a_row_with_several_key_columns_is_named_by_all_of_them() {
    let farm = SyncFixture::start().await;
    let header = "item_id,item_name,category,unit,location,on_hand,on_order,booked,unit_cost,currency,updated_at";
    let row = |id: &str, name: &str| {
        format!("{id},{name},seed,bag,Main yard,1,0,0,2.50,USD,2026-06-01T00:00:00Z")
    };
    farm.warehouse.write_file(
        "inventory_data.csv",
        format!(
            "{header}\n{}\n{}\n",
            row("corn", "Corn seed 105"),
            row("soy", "Soybean seed")
        ),
    );
    farm.sync_table("inventory_data", json!({})).await.data();
    farm.warehouse.write_file(
        "inventory_data.csv",
        format!("{header}\n{}\n", row("soy", "Soybean seed")),
    );
    farm.sync_table("inventory_data", json!({})).await.data();
    let found = list_withheld(&farm).await;
    assert_eq!(
        (withheld_numbers(&found), &found[0]["sampleRows"]),
        (
            vec![[1, 2]],
            &json!([{"key": "corn / Main yard", "label": "Corn seed 105"}])
        )
    );
    let status = farm.owner.get("/api/data-sync/runs").await;
    assert_eq!(status.data()["items"][0]["tables"][0]["withheld"], 1);
}

//! Schema drift: columns of the source that have changed since the last read. Each policy is
//! tested, and no value is lost without confirmation.

use super::{SyncFixture, supplier_rows, table_counts};
use crate::SourceDatabase;
use ::parquet::arrow::ArrowWriter;
use arrow_array::{
    ArrayRef, BooleanArray, Int32Array, Int64Array, RecordBatch, StringArray,
    TimestampMicrosecondArray,
};
use serde_json::{Value, json};
use std::sync::Arc;

/// The suppliers of `supplier_rows(1)` without `categories` and in another column order.
const WITHOUT_CATEGORIES: &str = "supplier_name,supplier_id,lead_time_days,active,updated_at\nAcme,s0,10,true,2026-06-01T00:00:00Z\n";
const HELD_MESSAGE: &str = "The source columns changed: categories is no longer there. No rows were \
    changed.";

/// The suppliers in the drift response.
async fn get_drift(farm: &SyncFixture) -> Value {
    farm.owner.get("/api/data-sync/drift").await.data()["tables"][4].clone()
}

async fn preview_table(farm: &SyncFixture) -> Value {
    farm.owner.get("/api/data-sync/drift/preview").await.data()["tables"][4].clone()
}

async fn set_policy(farm: &SyncFixture, policy: &str) {
    farm.owner
        .put(
            "/api/data-sync/drift",
            json!({"tables": [{"sourceTable": "supplier_data", "policy": policy}]}),
        )
        .await
        .data();
}

/// The error message of a failed sync of the suppliers.
async fn expect_refusal(farm: &SyncFixture) -> String {
    let answer = farm.sync_table("supplier_data", json!({})).await;
    assert_eq!(answer.expect_failure(422), "sync_failed");
    answer.json["message"].as_str().unwrap().to_owned()
}

async fn sync_and_get_message(farm: &SyncFixture) -> Value {
    let answer = farm.sync_table("supplier_data", json!({})).await;
    farm.table_result(&answer, "supplier_data").await["message"].clone()
}

/// The `categories` of the only supplier.
async fn supplier_categories(farm: &SyncFixture) -> Option<String> {
    farm.load_suppliers().await[0].categories.clone()
}

async fn start_with_one_supplier() -> SyncFixture {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_suppliers(&supplier_rows(1));
    assert_eq!(farm.sync_supplier_counts().await, [1, 1, 0, 0, 0, 0]);
    farm
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one scenario from start to end")]
async fn a_lost_column_is_held_until_it_is_accepted() {
    let farm = start_with_one_supplier().await;
    let known = get_drift(&farm).await;
    assert_eq!(
        (&known["policy"], &known["columns"][2]),
        (
            &json!("ask"),
            &json!({"name": "categories", "targetColumn": "categories"})
        )
    );
    assert_eq!(
        (
            known["columns"].as_array().unwrap().len(),
            known.get("pending")
        ),
        (6, None)
    );
    assert_eq!(preview_table(&farm).await["outcome"], "unchanged");

    farm.warehouse
        .write_file("supplier_data.csv", WITHOUT_CATEGORIES);
    let version = farm.data_version().await;
    let seen = preview_table(&farm).await;
    assert_eq!(
        (&seen["outcome"], &seen["changes"][0]["column"]),
        (&json!("needs_approval"), &json!("categories"))
    );
    assert_eq!(
        get_drift(&farm).await.get("pending"),
        None,
        "looking asks nothing"
    );
    let answer = farm.sync_table("supplier_data", json!({})).await;
    assert!(
        answer.json["message"]
            .as_str()
            .unwrap()
            .starts_with(&format!("supplier_data: {HELD_MESSAGE}")),
        "{}",
        answer.text
    );
    assert_eq!(
        (
            farm.table_message("supplier_data")
                .await
                .starts_with(HELD_MESSAGE),
            supplier_categories(&farm).await.as_deref()
        ),
        (true, Some("fertilizer"))
    );
    assert_eq!(farm.data_version().await, version);
    let asked = get_drift(&farm).await["pending"].clone();
    let change = &asked["changes"][0];
    assert_eq!(
        (
            &change["kind"],
            &change["targetColumn"],
            &change["needsDecision"]
        ),
        (&json!("removed"), &json!("categories"), &json!(true))
    );
    assert!(
        change["effect"].as_str().unwrap().contains("in every row"),
        "{asked}"
    );

    // Further attempts keep the first question and its time.
    farm.app.parts.clock.advance(chrono::TimeDelta::minutes(5));
    let incremental = farm
        .owner
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": true}}),
        )
        .await;
    assert_eq!(incremental.expect_failure(422), "sync_failed");
    assert_eq!(get_drift(&farm).await["pending"], asked);

    let accept = |run: &Value| json!({"sourceTable": "supplier_data", "runId": run});
    let other = json!("00000000-0000-0000-0000-000000000001");
    assert_eq!(
        farm.owner
            .post("/api/data-sync/drift/accept", accept(&other))
            .await
            .expect_failure(409),
        "schema_drift_changed"
    );
    let accepted = farm
        .owner
        .post("/api/data-sync/drift/accept", accept(&asked["runId"]))
        .await;
    assert_eq!(
        (
            accepted.data()["tables"][4].get("pending"),
            accepted.data()["tables"][4]["columns"]
                .as_array()
                .unwrap()
                .len()
        ),
        (None, 5)
    );
    assert_eq!(
        supplier_categories(&farm).await.as_deref(),
        Some("fertilizer"),
        "accepting reads nothing"
    );
    assert_eq!(
        farm.owner
            .post("/api/data-sync/drift/accept", accept(&asked["runId"]))
            .await
            .expect_failure(409),
        "no_schema_drift_pending"
    );
    assert_eq!(farm.sync_supplier_counts().await, [1, 0, 1, 0, 0, 0]);
    assert_eq!(supplier_categories(&farm).await, None);
}

#[tokio::test]
async fn columns_that_come_back_need_no_answer() {
    let farm = start_with_one_supplier().await;
    farm.warehouse
        .write_file("supplier_data.csv", WITHOUT_CATEGORIES);
    expect_refusal(&farm).await;
    farm.warehouse.write_suppliers(&supplier_rows(1));
    assert_eq!(farm.sync_supplier_counts().await, [1, 0, 0, 1, 0, 0]);
    assert_eq!(get_drift(&farm).await.get("pending"), None);
}

#[tokio::test]
async fn a_new_name_for_a_lost_column_answers_too() {
    let farm = start_with_one_supplier().await;
    farm.warehouse.write_file(
        "supplier_data.csv",
        WITHOUT_CATEGORIES
            .replace("updated_at\n", "updated_at,kinds\n")
            .replace("00Z\n", "00Z,seed\n"),
    );
    assert!(
        expect_refusal(&farm)
            .await
            .contains("set its new name under Column names")
    );
    let names = json!([{"targetColumn": "categories", "sourceColumn": "kinds"}]);
    farm.owner
        .put(
            "/api/data-sync/mapping",
            json!({"tables": [{"sourceTable": "supplier_data", "columns": names}]}),
        )
        .await
        .data();
    assert_eq!(get_drift(&farm).await.get("pending"), None);
    assert_eq!(
        sync_and_get_message(&farm).await,
        "The source columns changed: categories is no longer there, kinds is new."
    );
    assert_eq!(supplier_categories(&farm).await.as_deref(), Some("seed"));
}

#[tokio::test]
async fn stop_waits_for_the_column_and_ignore_goes_on() {
    let farm = start_with_one_supplier().await;
    farm.warehouse
        .write_file("supplier_data.csv", WITHOUT_CATEGORIES);
    set_policy(&farm, "stop").await;
    assert!(
        expect_refusal(&farm)
            .await
            .contains("Restore the columns in the source")
    );
    let stopped = get_drift(&farm).await;
    assert_eq!(
        (
            &stopped["policy"],
            stopped.get("pending"),
            preview_table(&farm).await["outcome"].as_str()
        ),
        (&json!("stop"), None, Some("blocked"))
    );
    assert_eq!(
        supplier_categories(&farm).await.as_deref(),
        Some("fertilizer")
    );
    set_policy(&farm, "ignore").await;
    assert_eq!(preview_table(&farm).await["outcome"], "proceeds");
    assert_eq!(
        sync_and_get_message(&farm).await,
        "The source columns changed: categories is no longer there."
    );
    assert_eq!(supplier_categories(&farm).await, None);
    assert_eq!(sync_and_get_message(&farm).await, Value::Null, "said once");
}

#[tokio::test]
async fn columns_that_are_not_read_come_and_go() {
    let farm = start_with_one_supplier().await;
    let with_note = format!(
        "supplier_id,supplier_name,categories,lead_time_days,active,updated_at,note\n{}",
        supplier_rows(1).replace('\n', ",x\n")
    );
    farm.warehouse.write_file("supplier_data.csv", &with_note);
    assert_eq!(
        sync_and_get_message(&farm).await,
        "The column note is unknown and was ignored."
    );
    assert_eq!(
        get_drift(&farm).await["columns"][6],
        json!({"name": "note"})
    );
    farm.warehouse.write_suppliers(&supplier_rows(1));
    assert_eq!(
        sync_and_get_message(&farm).await,
        "The source columns changed: note is no longer there."
    );
}

#[tokio::test]
async fn a_column_that_only_a_new_file_lacks_is_held_too() {
    let farm = SyncFixture::start().await;
    std::fs::create_dir(farm.warehouse.path().join("supplier_data")).unwrap();
    let whole = format!(
        "supplier_id,supplier_name,categories,lead_time_days,active,updated_at\n{}",
        supplier_rows(1)
    );
    farm.warehouse.write_file("supplier_data/a.csv", whole);
    farm.sync_supplier_counts().await;
    farm.warehouse
        .write_file("supplier_data/b.csv", WITHOUT_CATEGORIES);
    let incremental = || {
        farm.owner.post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": true}}),
        )
    };
    let held = incremental().await;
    assert!(
        held.json["message"]
            .as_str()
            .unwrap()
            .contains("categories is missing in supplier_data/b.csv."),
        "{}",
        held.text
    );
    farm.owner
        .post(
            "/api/data-sync/drift/accept",
            json!({"sourceTable": "supplier_data"}),
        )
        .await
        .data();
    incremental().await.data();
    assert_eq!(
        get_drift(&farm).await["columns"][2],
        json!({"name": "categories", "targetColumn": "categories", "missingInFiles": "supplier_data/b.csv"})
    );
    // Another such file is no new change, and a synced file is not checked again.
    farm.warehouse.write_file(
        "supplier_data/c.csv",
        WITHOUT_CATEGORIES.replace("s0", "s1"),
    );
    incremental().await.data();
    assert_eq!(
        farm.table_result(&incremental().await, "supplier_data")
            .await["state"],
        "skipped"
    );
}

fn suppliers_parquet(ids: ArrayRef, lead: ArrayRef) -> Vec<u8> {
    let columns: [(&str, ArrayRef); 5] = [
        ("supplier_id", ids),
        ("supplier_name", Arc::new(StringArray::from(vec!["Acme"]))),
        ("lead_time_days", lead),
        ("active", Arc::new(BooleanArray::from(vec![true]))),
        (
            "updated_at",
            Arc::new(TimestampMicrosecondArray::from(vec![0]).with_timezone("UTC")),
        ),
    ];
    let rows = RecordBatch::try_from_iter(columns).unwrap();
    let mut writer = ArrowWriter::try_new(Vec::new(), rows.schema(), None).unwrap();
    writer.write(&rows).unwrap();
    writer.into_inner().unwrap()
}

#[tokio::test]
async fn a_parquet_column_of_another_type_is_held_and_a_wider_one_is_not() {
    let farm = SyncFixture::start().await;
    let texts = |id: &str| -> ArrayRef { Arc::new(StringArray::from(vec![id])) };
    farm.warehouse.write_file(
        "supplier_data.parquet",
        suppliers_parquet(texts("007"), Arc::new(Int32Array::from(vec![5]))),
    );
    farm.sync_supplier_counts().await;
    assert_eq!(
        get_drift(&farm).await["columns"][2],
        json!({"name": "lead_time_days", "dataType": "whole numbers", "targetColumn": "lead_time_days"})
    );
    farm.warehouse.write_file(
        "supplier_data.parquet",
        suppliers_parquet(texts("007"), Arc::new(Int64Array::from(vec![5]))),
    );
    assert_eq!(farm.sync_supplier_counts().await, [1, 0, 0, 1, 0, 0]);
    // Leading zeros are lost in numbers: 007 would become 7, another supplier.
    farm.warehouse.write_file(
        "supplier_data.parquet",
        suppliers_parquet(
            Arc::new(Int64Array::from(vec![7])),
            Arc::new(Int64Array::from(vec![5])),
        ),
    );
    assert!(
        expect_refusal(&farm)
            .await
            .contains("supplier_id changed from text to whole numbers")
    );
    let rows = farm.load_suppliers().await;
    assert_eq!(
        (rows.len(), rows[0].supplier_id.as_str(), rows[0].deleted_at),
        (1, "007", None)
    );
    let change = get_drift(&farm).await["pending"]["changes"][0].clone();
    assert_eq!(
        (&change["kind"], &change["before"], &change["after"]),
        (
            &json!("type_changed"),
            &json!("text"),
            &json!("whole numbers")
        )
    );
    // A type that cannot be read fails under every policy.
    farm.warehouse.write_file(
        "supplier_data.parquet",
        suppliers_parquet(
            Arc::new(BooleanArray::from(vec![true])),
            Arc::new(Int64Array::from(vec![5])),
        ),
    );
    let seen = preview_table(&farm).await;
    assert_eq!(seen["outcome"], "unreadable");
    assert_eq!(seen["problemCode"], "source_invalid");
    assert!(
        seen["problem"]
            .as_str()
            .unwrap()
            .contains("holds true and false, where text is expected"),
        "{seen}"
    );
}

#[tokio::test]
async fn a_column_that_a_database_dropped_is_held_and_the_tables_behind_it_go_on() {
    let database = SourceDatabase::create().await;
    let prices = "price_date date, commodity text, market text, price numeric(9, 2), unit text, \
        volume bigint, updated_at timestamptz";
    database
        .execute_sql(&format!("create table market_prices ({prices})"))
        .await;
    database
        .execute_sql(
            r"
        insert into market_prices
        values ('2026-06-01', 'corn', 'CBOT', 4.5, 'usd_per_bu', 900, '2026-06-01 00:00+00')
    ",
        )
        .await;
    database
        .execute_sql(
            "create table supplier_data (supplier_id text, supplier_name text, active \
        boolean, updated_at timestamptz)",
        )
        .await;
    let farm = SyncFixture::start().await;
    farm.owner
        .put(
            "/api/data-sync/source",
            json!({"kind": "postgres", "url": database.url()}),
        )
        .await
        .data();
    farm.run_sync().await.data();
    database
        .execute_sql(
            "alter table market_prices drop column volume; alter table market_prices alter \
        price type numeric(12, 4)",
        )
        .await;
    database
        .execute_sql("insert into supplier_data values ('s1', 'Acme', true, now())")
        .await;
    let seen = farm.owner.get("/api/data-sync/drift/preview").await.data()["tables"].clone();
    assert_eq!(
        (
            &seen[2]["outcome"],
            &seen[3]["outcome"],
            &seen[4]["outcome"]
        ),
        (
            &json!("needs_approval"),
            &json!("absent"),
            &json!("unchanged")
        )
    );
    let changes = json!([{"kind": "removed", "column": "volume", "targetColumn": "volume", "before": "whole numbers", "after": "no longer there", "needsDecision": true,
        "effectCode": "empty_in_every_row", "effect": "volume would be empty in every row, even if it has a value now."}]);
    assert_eq!(seen[2]["changes"], changes, "a wider price is no change");
    let answer = farm.run_sync().await;
    assert_eq!(
        answer.json["message"]
            .as_str()
            .unwrap()
            .matches("columns changed: volume is no longer there")
            .count(),
        1,
        "{}",
        answer.text
    );
    assert_eq!(
        (
            farm.load_prices().await[0].volume_e4,
            farm.load_suppliers().await.len()
        ),
        (Some(9_000_000), 1)
    );
    farm.owner
        .post(
            "/api/data-sync/drift/accept",
            json!({"sourceTable": "market_prices"}),
        )
        .await
        .data();
    assert_eq!(
        table_counts(
            &farm
                .table_result(&farm.run_sync().await, "market_prices")
                .await
        ),
        [1, 0, 1, 0, 0, 0]
    );
    assert_eq!(farm.load_prices().await[0].volume_e4, None);
}

#[tokio::test]
async fn another_source_has_nothing_to_compare_with() {
    let farm = start_with_one_supplier().await;
    farm.warehouse
        .write_file("supplier_data.csv", WITHOUT_CATEGORIES);
    expect_refusal(&farm).await;
    let other = farm.app.create_warehouse("other");
    other.write_file("supplier_data.csv", WITHOUT_CATEGORIES);
    farm.set_source(&other).await;
    let fresh = get_drift(&farm).await;
    assert_eq!(
        (
            fresh["columns"].as_array().unwrap().len(),
            fresh.get("pending"),
            preview_table(&farm).await["outcome"].as_str()
        ),
        (0, None, Some("new"))
    );
    assert_eq!(farm.sync_supplier_counts().await, [1, 0, 1, 0, 0, 0]);
    assert_eq!(
        get_drift(&farm).await["columns"].as_array().unwrap().len(),
        5
    );
}

#[tokio::test]
async fn who_may_look_may_not_decide_and_others_see_nothing() {
    let farm = start_with_one_supplier().await;
    let member = farm.app.add_member(&farm.owner, "member").await;
    assert_eq!(
        member.get("/api/data-sync/drift").await.data()["tables"][4]["columns"]
            .as_array()
            .unwrap()
            .len(),
        6
    );
    let policy = json!({"tables": [{"sourceTable": "supplier_data", "policy": "ignore"}]});
    assert_eq!(
        member
            .put("/api/data-sync/drift", policy.clone())
            .await
            .expect_failure(403),
        "forbidden"
    );
    assert_eq!(
        member
            .post(
                "/api/data-sync/drift/accept",
                json!({"sourceTable": "supplier_data"})
            )
            .await
            .expect_failure(403),
        "forbidden"
    );
    let other = farm.app.create_organization("Meadow").await;
    other.put("/api/data-sync/drift", policy).await.data();
    assert_eq!(
        other.get("/api/data-sync/drift").await.data()["tables"][4]["columns"],
        json!([])
    );
    assert_eq!(
        other
            .get("/api/data-sync/drift/preview")
            .await
            .expect_failure(422),
        "source_not_configured"
    );
    assert_eq!(get_drift(&farm).await["policy"], "ask");
    let unknown = farm
        .owner
        .put(
            "/api/data-sync/drift",
            json!({"tables": [{"sourceTable": "suppliers", "policy": "stop"}]}),
        )
        .await;
    assert_eq!(unknown.expect_failure(422), "unknown_table");
}

//! Column mappings, for every kind of source.

use super::{SyncFixture, supplier_rows, table_counts};
use crate::SourceDatabase;
use ::parquet::arrow::ArrowWriter;
use arrow_array::{ArrayRef, BooleanArray, RecordBatch, StringArray, TimestampMicrosecondArray};
use serde_json::{Value, json};
use std::sync::Arc;

fn mapping_body(columns: &[(&str, &str)]) -> Value {
    let columns: Vec<Value> = columns
        .iter()
        .map(|(column, source)| json!({"targetColumn": column, "sourceColumn": source}))
        .collect();
    json!({"tables": [{"sourceTable": "supplier_data", "columns": columns}]})
}

fn vendor_mapping() -> Value {
    mapping_body(&[
        ("supplier_id", "vendor_no"),
        ("supplier_name", "Vendor Name"),
    ])
}

#[tokio::test]
async fn a_csv_file_is_read_under_its_own_names() {
    let farm = SyncFixture::start().await;
    let text = "vendor_no,Vendor \
        Name,active,updated_at,supplier_name\ns1,Acme,true,2026-06-01T00:00:00Z,ignored\n,Nobody,true,2026-06-01T00:00:00Z,x\n";
    farm.warehouse.write_file("supplier_data.csv", text);
    assert!(
        farm.sync_table("supplier_data", json!({})).await.json["message"]
            .as_str()
            .unwrap()
            .contains("lacks the required column supplier_id")
    );
    let set = farm
        .owner
        .put("/api/data-sync/mapping", vendor_mapping())
        .await;
    assert_eq!(
        set.data()["tables"][4]["columns"][0],
        json!({
            "targetColumn": "supplier_id", "sourceColumn": "vendor_no", "valueWords": [], "required": true
        })
    );
    assert_eq!(
        farm.owner.get("/api/data-sync/mapping").await.data(),
        set.data()
    );
    let answer = farm.sync_table("supplier_data", json!({})).await;
    let table = farm.table_result(&answer, "supplier_data").await;
    assert_eq!(
        (table_counts(&table), &table["message"]),
        (
            [2, 1, 0, 0, 0, 1],
            &json!("The column supplier_name is unknown and was ignored.")
        )
    );
    assert_eq!(farm.load_suppliers().await[0].supplier_name, "Acme");
    let rejects = farm
        .owner
        .get(&format!(
            "/api/data-sync/runs/{}/rejects",
            answer.data()["runId"].as_str().unwrap()
        ))
        .await;
    assert_eq!(rejects.data()["items"][0]["column"], "supplier_id");
    farm.warehouse.write_suppliers(&supplier_rows(1));
    let failed = farm.sync_table("supplier_data", json!({})).await;
    let message = failed.json["message"].as_str().unwrap();
    assert!(
        message.contains(
            "lacks the required columns vendor_no (for supplier_id), Vendor Name \
        (for supplier_name)"
        ),
        "{message}"
    );
}

#[tokio::test]
async fn other_names_make_an_incremental_sync_read_anew() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_file(
        "supplier_data.csv",
        "supplier_id,supplier_name,legal_name,active,updated_at\ns1,Acme,Acme \
        Inc,true,2026-06-01T00:00:00Z\n",
    );
    let incremental = json!({"options": {"incrementalSync": true}});
    farm.owner
        .post("/api/data-sync/sync", incremental.clone())
        .await
        .data();
    farm.owner
        .put(
            "/api/data-sync/mapping",
            mapping_body(&[("supplier_name", "legal_name")]),
        )
        .await
        .data();
    let answer = farm.owner.post("/api/data-sync/sync", incremental).await;
    assert_eq!(
        table_counts(&farm.table_result(&answer, "supplier_data").await),
        [1, 0, 1, 0, 0, 0]
    );
    assert_eq!(farm.load_suppliers().await[0].supplier_name, "Acme Inc");
    // Without a mapping, a column has its own name again.
    farm.owner
        .put("/api/data-sync/mapping", mapping_body(&[]))
        .await
        .data();
    assert_eq!(farm.sync_supplier_counts().await, [1, 0, 1, 0, 0, 0]);
}

#[tokio::test]
async fn a_parquet_file_is_read_under_its_own_names() {
    let farm = SyncFixture::start().await;
    farm.owner
        .put("/api/data-sync/mapping", vendor_mapping())
        .await
        .data();
    let columns: [(&str, ArrayRef); 5] = [
        ("Vendor Name", Arc::new(StringArray::from(vec!["Acme"]))),
        (
            "supplier_name",
            Arc::new(StringArray::from(vec!["not this"])),
        ),
        ("vendor_no", Arc::new(StringArray::from(vec!["s1"]))),
        ("active", Arc::new(BooleanArray::from(vec![true]))),
        (
            "updated_at",
            Arc::new(TimestampMicrosecondArray::from(vec![0]).with_timezone("UTC")),
        ),
    ];
    let rows = RecordBatch::try_from_iter(columns).unwrap();
    let mut writer = ArrowWriter::try_new(Vec::new(), rows.schema(), None).unwrap();
    writer.write(&rows).unwrap();
    farm.warehouse
        .write_file("supplier_data.parquet", writer.into_inner().unwrap());
    assert_eq!(farm.sync_supplier_counts().await, [1, 1, 0, 0, 0, 0]);
    assert_eq!(
        (
            farm.load_suppliers().await[0].supplier_id.as_str(),
            farm.load_suppliers().await[0].supplier_name.as_str()
        ),
        ("s1", "Acme")
    );
}

#[tokio::test]
async fn a_database_is_read_under_its_own_names() {
    let database = SourceDatabase::create().await;
    database
        .execute_sql(
            "create table supplier_data (vendor_no int, \"Vendor Name\" text, active \
        boolean, updated_at timestamptz)",
        )
        .await;
    database
        .execute_sql("insert into supplier_data values (17, 'Acme', true, now())")
        .await;
    let farm = SyncFixture::start().await;
    let source = json!({"kind": "postgres", "url": database.url()});
    let tested = farm
        .owner
        .post("/api/data-sync/source/test", source.clone())
        .await;
    assert_eq!(
        tested.data()["tables"][4]["problem"],
        "The table public.supplier_data lacks the required columns supplier_id, supplier_name."
    );
    let code = &tested.data()["tables"][4]["problemCode"];
    assert_eq!(code, "source_invalid");
    farm.owner
        .put("/api/data-sync/mapping", vendor_mapping())
        .await
        .data();
    let tested = farm
        .owner
        .post("/api/data-sync/source/test", source.clone())
        .await;
    assert_eq!(
        tested.data()["tables"][4],
        json!({"sourceTable": "supplier_data", "present": true, "files": 1})
    );
    farm.owner.put("/api/data-sync/source", source).await.data();
    assert_eq!(farm.sync_supplier_counts().await, [1, 1, 0, 0, 0, 0]);
    assert_eq!(farm.load_suppliers().await[0].supplier_id, "17");
}

#[tokio::test]
async fn a_test_names_tables_that_may_be_the_missing_ones() {
    let database = SourceDatabase::create().await;
    database
        .execute_sql("create table vendors (id int); create view stock as select 1 as id")
        .await
        .execute_sql("create table supplier_data (supplier_id text); create schema other")
        .await
        .execute_sql("create table other.hidden (id int)")
        .await;
    let farm = SyncFixture::start().await;
    let source = json!({"kind": "postgres", "url": database.url()});
    let test = "/api/data-sync/source/test";
    let tested = farm.owner.post(test, source.clone()).await;
    assert_eq!(tested.data()["otherTables"], json!(["stock", "vendors"]));

    let folder = farm.warehouse.path();
    let files = json!({"kind": "files", "path": farm.warehouse.path()});
    for name in ["vendors.csv", "supplier_data.csv", "notes.txt", "b.parquet"] {
        std::fs::write(folder.join(name), "id\n").unwrap();
    }
    std::fs::create_dir(folder.join("orders")).unwrap();
    let tested = farm.owner.post(test, files.clone()).await;
    assert_eq!(
        tested.data()["otherTables"],
        json!(["b", "orders", "vendors"])
    );
    // Nothing is missing.
    for table in [
        "inventory_data",
        "sales_transactions",
        "market_prices",
        "customer_profiles",
    ] {
        std::fs::write(folder.join(format!("{table}.csv")), "id\n").unwrap();
    }
    let tested = farm.owner.post(test, files.clone()).await;
    assert_eq!(tested.data()["otherTables"], json!([]));
}

#[tokio::test]
async fn names_that_make_no_sense_are_refused_and_change_nothing() {
    let farm = SyncFixture::start().await;
    farm.owner
        .put("/api/data-sync/mapping", vendor_mapping())
        .await
        .data();
    for (body, code, expected) in [
        (
            json!({"tables": [{"sourceTable": "suppliers", "columns": []}]}),
            "unknown_table",
            "sourceTable must be one of inventory_data",
        ),
        (
            mapping_body(&[("vendor", "x")]),
            "mapping_invalid",
            "supplier_data has no column \"vendor\"",
        ),
        (
            mapping_body(&[("supplier_id", "updated_at")]),
            "mapping_invalid",
            "cannot both be the source's column updated_at",
        ),
        (
            mapping_body(&[("active", "x"), ("active", "y")]),
            "mapping_invalid",
            "contains the column active twice",
        ),
    ] {
        let refused = farm.owner.put("/api/data-sync/mapping", body).await;
        assert_eq!(refused.expect_failure(422), code, "{}", refused.text);
        assert!(
            refused.json["message"].as_str().unwrap().contains(expected),
            "{}",
            refused.text
        );
    }
    let kept = farm.owner.get("/api/data-sync/mapping").await;
    assert_eq!(
        kept.data()["tables"][4]["columns"][0]["sourceColumn"],
        "vendor_no"
    );
    let other = farm.app.create_organization("Meadow").await;
    assert_eq!(
        other.get("/api/data-sync/mapping").await.data()["tables"][4]["columns"][0]["sourceColumn"],
        "supplier_id"
    );
    let member = farm.app.add_member(&farm.owner, "member").await;
    member.get("/api/data-sync/mapping").await.data();
    assert_eq!(
        member
            .put("/api/data-sync/mapping", vendor_mapping())
            .await
            .expect_failure(403),
        "forbidden"
    );
}

/// A mapping with another table name, a constant and words.
fn foreign_mapping() -> Value {
    json!({"tables": [{
        "sourceTable": "supplier_data",
        "sourceName": "Lieferanten",
        "columns": [
            {"targetColumn": "supplier_id", "sourceColumn": "nr"},
            {"targetColumn": "supplier_name", "sourceColumn": "name"},
            {"targetColumn": "categories", "sourceColumn": "", "constant": "seed"},
            {"targetColumn": "active", "sourceColumn": "aktiv", "valueWords": [
                {"word": "J", "value": "true"}, {"word": "N", "value": "false"},
            ]},
        ],
    }]})
}

async fn assert_foreign_suppliers(farm: &SyncFixture) {
    let suppliers = farm.load_suppliers().await;
    let read: Vec<(&str, &str, bool, Option<&str>)> = suppliers
        .iter()
        .map(|row| {
            (
                row.supplier_id.as_str(),
                row.supplier_name.as_str(),
                row.active,
                row.categories.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        read,
        [
            ("1", "Acme", true, Some("seed")),
            ("2", "Beta", false, Some("seed"))
        ]
    );
}

#[tokio::test]
async fn a_folder_may_have_other_tables_constants_and_words() {
    let farm = SyncFixture::start().await;
    let set = farm
        .owner
        .put("/api/data-sync/mapping", foreign_mapping())
        .await;
    assert_eq!(set.data()["tables"][4]["sourceName"], "Lieferanten");
    assert_eq!(
        farm.owner.get("/api/data-sync/mapping").await.data(),
        set.data()
    );
    farm.warehouse.write_file(
        "Lieferanten.csv",
        "nr,name,aktiv,categories\n1,Acme,j,pesticide\n2,Beta,N,\n3,Gamma,vielleicht,\n",
    );
    let answer = farm.sync_table("supplier_data", json!({})).await;
    let table = farm.table_result(&answer, "supplier_data").await;
    assert_eq!(table_counts(&table), [3, 2, 0, 0, 0, 1]);
    assert_foreign_suppliers(&farm).await;
    // A cell without a word keeps its value, which the check explains.
    let rejects = farm
        .owner
        .get(&format!(
            "/api/data-sync/runs/{}/rejects",
            answer.data()["runId"].as_str().unwrap()
        ))
        .await;
    assert_eq!(rejects.data()["items"][0]["column"], "active");
    assert_eq!(rejects.data()["items"][0]["value"], "vielleicht");
}

#[tokio::test]
async fn a_database_may_have_other_tables_constants_and_words() {
    let database = SourceDatabase::create().await;
    database
        .execute_sql(
            "create table \"Lieferanten\" (nr int, name text, aktiv char(1), \
             updated_at timestamptz)",
        )
        .await;
    database
        .execute_sql(
            "insert into \"Lieferanten\" values (1, 'Acme', 'J', '2026-01-01'), \
             (2, 'Beta', 'N', '2026-01-01')",
        )
        .await;
    let farm = SyncFixture::start().await;
    farm.owner
        .put("/api/data-sync/mapping", foreign_mapping())
        .await
        .data();
    let source = json!({"kind": "postgres", "url": database.url()});
    let tested = farm
        .owner
        .post("/api/data-sync/source/test", source.clone())
        .await;
    assert_eq!(
        tested.data()["tables"][4],
        json!({"sourceTable": "supplier_data", "present": true, "files": 1})
    );
    farm.owner.put("/api/data-sync/source", source).await.data();
    assert_eq!(farm.sync_supplier_counts().await, [2, 2, 0, 0, 0, 0]);
    assert_foreign_suppliers(&farm).await;

    // Other words apply to rows that did not change, also in an incremental run.
    let mut mapping = foreign_mapping();
    mapping["tables"][0]["columns"][3]["valueWords"][1]["value"] = json!("true");
    farm.owner
        .put("/api/data-sync/mapping", mapping)
        .await
        .data();
    let incremental = json!({"options": {"incrementalSync": true}});
    farm.owner
        .post("/api/data-sync/sync", incremental)
        .await
        .data();
    let suppliers = farm.load_suppliers().await;
    assert!(suppliers.iter().all(|row| row.active));
}

#[tokio::test]
async fn values_that_the_check_would_reject_are_refused() {
    let farm = SyncFixture::start().await;
    let mut mapping = foreign_mapping();
    mapping["tables"][0]["columns"][3]["valueWords"][0]["value"] = json!("perhaps");
    let refused = farm.owner.put("/api/data-sync/mapping", mapping).await;
    assert_eq!(refused.expect_failure(422), "mapping_invalid");
    let mut mapping = foreign_mapping();
    mapping["tables"][0]["sourceName"] = json!("../other");
    let refused = farm.owner.put("/api/data-sync/mapping", mapping).await;
    assert_eq!(refused.expect_failure(422), "mapping_invalid");
    let kept = farm.owner.get("/api/data-sync/mapping").await;
    assert_eq!(kept.data()["tables"][4]["sourceName"], "supplier_data");
}

//! BigQuery datasets as sources: rows, query costs, error messages, and storage of the key.

use super::{SyncFixture, supplier_rows, table_counts};
use crate::FakeBigQuery;
use crate::fake_bigquery::{Endpoint, RecordedRequest};
use demo_data::DemoWarehouse;
use entities::data_source;
use sea_orm::EntityTrait;
use serde_json::{Value, json};
use sources::SourceTable;

pub(super) const SUPPLIERS: &str =
    "supplier_id,supplier_name,categories,lead_time_days,active,updated_at\n";

/// A fixture whose source is an empty dataset.
pub(super) async fn start_fixture() -> (SyncFixture, FakeBigQuery) {
    let farm = SyncFixture::start().await;
    let fake = FakeBigQuery::start(farm.app.parts.clock.clone(), 0).await;
    farm.owner
        .put("/api/data-sync/source", fake.source_input())
        .await
        .data();
    fake.take_requests();
    (farm, fake)
}

/// Columns as `name TYPE`.
pub(super) fn parse_columns(list: &str) -> Vec<(String, String)> {
    list.split(", ")
        .map(|column| column.rsplit_once(' ').unwrap())
        .map(|(name, ty)| (name.to_owned(), ty.to_owned()))
        .collect()
}

/// A row of values as text; `-` is null.
fn parse_row(values: &str) -> Vec<Value> {
    values
        .split('|')
        .map(|value| {
            if value == "-" {
                Value::Null
            } else {
                json!(value)
            }
        })
        .collect()
}

async fn sync_incrementally(farm: &SyncFixture) -> crate::Answer {
    farm.owner
        .post(
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": true}}),
        )
        .await
}

/// The error message of testing the source.
async fn expect_refusal(farm: &SyncFixture, input: Value) -> String {
    let tested = farm
        .owner
        .post("/api/data-sync/source/test", input.clone())
        .await;
    assert_eq!(tested.data()["ok"], false, "{}", tested.text);
    let reason = tested.data()["reason"].as_str().unwrap().to_owned();
    let set = farm.owner.put("/api/data-sync/source", input).await;
    assert_eq!(set.json["message"], reason.as_str(), "{}", set.text);
    assert!(!tested.text.contains("PRIVATE") && !set.text.contains("PRIVATE"));
    reason
}

fn with_field(mut input: Value, name: &str, value: Value) -> Value {
    input[name] = value;
    input
}

#[tokio::test]
async fn a_whole_warehouse_lands_as_it_does_from_files() {
    let (farm, fake) = start_fixture().await;
    fake.limit_page_rows(1000);
    let of_files = SyncFixture::start().await;
    DemoWarehouse {
        transactions: 4000,
        ..DemoWarehouse::new("2026-06-16".parse().unwrap())
    }
    .write_files(of_files.warehouse.path())
    .unwrap();
    for table in SourceTable::ALL.map(SourceTable::id) {
        let file = of_files.warehouse.path().join(format!("{table}.csv"));
        fake.put_csv(table, &std::fs::read_to_string(file).unwrap());
    }
    let (expected, answer) = (of_files.run_sync().await, farm.run_sync().await);
    assert_eq!(
        answer.data()["stats"],
        expected.data()["stats"],
        "{}",
        answer.text
    );
    assert!(answer.data()["stats"]["inserted"].as_u64().unwrap() > 4000);
    macro_rules! same {
        ($rows:ident) => {{
            let (mut left, mut right) = (farm.$rows().await, of_files.$rows().await);
            left.iter_mut()
                .chain(&mut right)
                .for_each(|row| row.tenant_id = sea_orm::prelude::Uuid::nil());
            assert!(!left.is_empty());
            assert!(left.iter().all(|row| right.contains(row)) && left.len() == right.len());
        }};
    }
    same!(load_suppliers);
    same!(load_customers);
    same!(load_inventory);
    same!(load_prices);
    let (left, right) = (
        farm.load_transactions().await,
        of_files.load_transactions().await,
    );
    assert_eq!(left.len(), right.len());
    for (left, mut right) in left.into_iter().zip(right) {
        right.tenant_id = left.tenant_id;
        assert_eq!(left, right);
    }
    let again = farm.run_sync().await;
    assert_eq!(
        (
            &again.data()["stats"]["inserted"],
            &again.data()["stats"]["updated"]
        ),
        (&json!(0), &json!(0))
    );
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one scenario from start to end")]
async fn every_type_lands_exactly_and_what_cannot_is_named_by_its_key() {
    let (farm, fake) = start_fixture().await;
    fake.put_table(
        "sales_transactions",
        parse_columns(
            "transaction_id INTEGER, order_id STRING, direction STRING, transaction_date DATE, \
                customer_id STRING, supplier_id NUMERIC(9), item_id STRING, quantity FLOAT, unit \
                STRING, unit_price BIGNUMERIC, currency STRING, promised_date DATETIME, \
                delivered_date DATE, location STRING, updated_at TIMESTAMP, margin JSON",
        ),
        vec![
            parse_row("7|o1|purchase|2026-06-01|-|17|urea|0.5|ton|999999999999.9999|USD|2026-06-05T00:00:00|-|Ames|1780268400123456|{}"),
            parse_row("8|o1|sale|2026-06-02|c1|-|urea|-2.5E0|ton|10.01|USD|-|2026-06-03|-|1780272000000000|{}"),
            parse_row("9|o2|sale|2026-06-02|c1|-|urea|-|ton|10.01|USD|2026-06-05T07:00:00|-|-|1780272000000000|{}"),
        ],
    );
    fake.put_table(
        "customer_profiles",
        parse_columns(
            "customer_id STRING, customer_name STRING, acres NUMERIC, crops STRING[], \
            updated_at TIMESTAMP",
        ),
        vec![
            vec![
                json!("c1"),
                json!("Oak"),
                json!("640"),
                json!(["corn", "wheat"]),
                json!("1780272000000000"),
            ],
            vec![
                json!("c2"),
                json!("x".repeat(70_000)),
                json!("1"),
                json!([]),
                json!("1780272000000000"),
            ],
        ],
    );
    let answer = farm.run_sync().await;
    assert_eq!(
        table_counts(&farm.table_result(&answer, "sales_transactions").await),
        [3, 2, 0, 0, 0, 1],
        "{}",
        answer.text
    );
    assert_eq!(
        farm.table_result(&answer, "sales_transactions").await["message"],
        "The column margin is unknown and was ignored."
    );
    assert_eq!(
        farm.table_result(&answer, "supplier_data").await["state"],
        "skipped"
    );
    let rows = farm.load_transactions().await;
    assert_eq!(
        (
            rows[0].transaction_id.as_str(),
            rows[0].unit_price_e4,
            rows[0].amount_e4
        ),
        ("7", 9_999_999_999_999_999, 5_000_000_000_000_000)
    );
    assert_eq!(
        (
            rows[0].supplier_id.as_deref(),
            rows[0].promised_date.unwrap().to_string().as_str()
        ),
        (Some("17"), "2026-06-05")
    );
    assert_eq!(
        rows[0].updated_at.to_rfc3339(),
        "2026-05-31T23:00:00.123456+00:00"
    );
    assert_eq!(
        (rows[1].quantity_e4, rows[1].location.as_deref()),
        (-25_000, None)
    );
    assert_eq!(
        farm.load_customers().await[0].crops.as_deref(),
        Some("corn;wheat")
    );
    let rejects = farm
        .owner
        .get(&format!(
            "/api/data-sync/runs/{}/rejects",
            answer.data()["runId"].as_str().unwrap()
        ))
        .await;
    let items = rejects.data()["items"].as_array().unwrap();
    let reported: Vec<(&str, &str)> = items
        .iter()
        .map(|item| {
            (
                item["key"].as_str().unwrap(),
                item["reason"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!((reported[0].0, reported[1].0, items.len()), ("c2", "9", 2));
    assert!(
        reported[1]
            .1
            .starts_with("quantity is empty, but it is required"),
        "{}",
        reported[1].1
    );
    assert!(
        reported[0]
            .1
            .starts_with("customer_name is longer than 64 KiB"),
        "{}",
        reported[0].1
    );
    assert!(
        items.iter().all(|item| item.get("line").is_none()),
        "{}",
        rejects.text
    );
}

#[tokio::test]
async fn a_query_is_asked_for_once_with_its_bounds_and_its_price_is_recorded() {
    let (farm, fake) = start_fixture().await;
    fake.put_csv(
        "supplier_data",
        &format!("{SUPPLIERS}{}", supplier_rows(25)),
    )
    .limit_page_rows(10);
    fake.set_billed_bytes(10_485_760);
    let answer = farm.sync_table("supplier_data", json!({})).await;
    let table = farm.table_result(&answer, "supplier_data").await;
    assert_eq!(
        (table_counts(&table), &table["bytesBilled"]),
        ([25, 25, 0, 0, 0, 0], &json!(10_485_760))
    );
    let seen = fake.take_requests();
    let count = |place| FakeBigQuery::count_requests(&seen, place);
    assert_eq!(
        [
            Endpoint::Dataset,
            Endpoint::Table,
            Endpoint::DryRun,
            Endpoint::Query,
            Endpoint::Page,
            Endpoint::Job
        ]
        .map(count),
        [1, 1, 1, 1, 2, 1]
    );
    let asked = &seen
        .iter()
        .find(|seen| seen.endpoint == Endpoint::Query)
        .unwrap()
        .body;
    assert_eq!(
        (
            &asked["maximumBytesBilled"],
            &asked["useLegacySql"],
            &asked["location"]
        ),
        (&json!("10737418240"), &json!(false), &json!("US"))
    );
    assert_eq!(
        (
            &asked["formatOptions"],
            asked["requestId"].as_str().unwrap().len()
        ),
        (&json!({"useInt64Timestamp": true}), 36)
    );
    let sql = asked["query"].as_str().unwrap();
    assert!(
        sql.starts_with("SELECT LEFT(`supplier_id`, 65537) AS `supplier_id`, ")
            && !sql.contains('*'),
        "{sql}"
    );
    assert!(
        sql.ends_with(
            "FROM `prairie-1`.`erp`.`supplier_data` FOR SYSTEM_TIME AS OF TIMESTAMP \
        '2026-06-16T15:00:02.000000Z'"
        ),
        "{sql}"
    );
}

#[tokio::test]
async fn a_test_of_the_source_asks_for_nothing_that_costs() {
    let (farm, fake) = start_fixture().await;
    fake.put_csv("supplier_data", &format!("{SUPPLIERS}{}", supplier_rows(2)));
    fake.put_table(
        "stock",
        vec![("id".to_owned(), "STRING".to_owned())],
        Vec::new(),
    );
    let tested = farm
        .owner
        .post("/api/data-sync/source/test", fake.source_input())
        .await;
    assert_eq!(tested.data()["otherTables"], json!(["stock"]));
    assert_eq!(
        (&tested.data()["ok"], &tested.data()["tables"][4]),
        (
            &json!(true),
            &json!({"sourceTable": "supplier_data", "present": true, "files": 1})
        )
    );
    assert_eq!(
        tested.data()["tables"][0],
        json!({"sourceTable": "inventory_data", "present": false, "files": 0})
    );
    let seen = fake.take_requests();
    assert!(
        seen.iter().all(|RecordedRequest { endpoint, .. }| matches!(
            endpoint,
            Endpoint::Token | Endpoint::Dataset | Endpoint::Table
        )),
        "{seen:?}"
    );
    assert_eq!(
        (
            FakeBigQuery::count_requests(&seen, Endpoint::Token),
            seen.len()
        ),
        // The columns of the other table are metadata too.
        (1, 13)
    );
}

#[tokio::test]
async fn all_tables_of_a_run_are_read_as_of_one_moment() {
    let (farm, fake) = start_fixture().await;
    fake.put_csv(
        "customer_profiles",
        "customer_id,customer_name,updated_at\nc1,Oak,2026-06-01T00:00:00Z\n",
    );
    fake.put_csv("supplier_data", &format!("{SUPPLIERS}{}", supplier_rows(1)));
    farm.run_sync().await.data();
    let moments: Vec<String> = (fake
        .take_requests()
        .iter()
        .filter(|seen| seen.endpoint == Endpoint::Query))
    .map(|seen| {
        seen.body["query"]
            .as_str()
            .unwrap()
            .rsplit_once(" AS OF ")
            .unwrap()
            .1
            .to_owned()
    })
    .collect();
    assert_eq!(moments, ["TIMESTAMP '2026-06-16T15:00:04.000000Z'"; 2]);
    // A row that arrives at exactly that time is not read. The next run reads it, because no state
    // is stored for a table that changed during a run.
    let (columns, mut rows) = (
        parse_columns("customer_id STRING, customer_name STRING, updated_at TIMESTAMP"),
        vec![parse_row("c1|Oak|1780272000000000")],
    );
    rows.push(parse_row("c2|Elm|1780272000000000"));
    fake.put_table("customer_profiles", columns, rows);
    let answer = sync_incrementally(&farm).await;
    assert_eq!(
        table_counts(&farm.table_result(&answer, "customer_profiles").await),
        [2, 1, 0, 1, 0, 0]
    );
}

#[tokio::test]
async fn a_table_that_has_not_changed_is_not_read_again_and_costs_nothing() {
    let (farm, fake) = start_fixture().await;
    fake.put_csv("supplier_data", &format!("{SUPPLIERS}{}", supplier_rows(3)));
    assert_eq!(
        table_counts(
            &farm
                .table_result(&sync_incrementally(&farm).await, "supplier_data")
                .await
        ),
        [3, 3, 0, 0, 0, 0]
    );
    fake.take_requests();
    let skipped = farm
        .table_result(&sync_incrementally(&farm).await, "supplier_data")
        .await;
    assert_eq!(
        (&skipped["state"], skipped.get("bytesBilled")),
        (&json!("skipped"), None)
    );
    assert_eq!(
        skipped["message"],
        "The table has not changed since the last read."
    );
    assert_eq!(
        fake.take_requests()
            .iter()
            .filter(|seen| matches!(seen.endpoint, Endpoint::DryRun | Endpoint::Query))
            .count(),
        0
    );
    // The table's metadata does not show rows in the streaming buffer.
    fake.set_streaming("supplier_data", true);
    assert_eq!(
        table_counts(
            &farm
                .table_result(&sync_incrementally(&farm).await, "supplier_data")
                .await
        ),
        [3, 0, 0, 3, 0, 0]
    );
    assert_eq!(
        table_counts(
            &farm
                .table_result(&sync_incrementally(&farm).await, "supplier_data")
                .await
        ),
        [3, 0, 0, 3, 0, 0]
    );
    fake.set_streaming("supplier_data", false);
    fake.put_csv("supplier_data", &format!("{SUPPLIERS}{}", supplier_rows(4)));
    assert_eq!(
        table_counts(
            &farm
                .table_result(&sync_incrementally(&farm).await, "supplier_data")
                .await
        ),
        [4, 1, 0, 3, 0, 0]
    );
    assert_eq!(
        farm.table_result(&sync_incrementally(&farm).await, "supplier_data")
            .await["state"],
        "skipped"
    );
    // A full run reads the table anyway, and the tables behind a view may change unnoticed.
    assert_eq!(farm.sync_supplier_counts().await, [4, 0, 0, 4, 0, 0]);
    fake.set_table_kind("supplier_data", "VIEW");
    assert_eq!(
        table_counts(
            &farm
                .table_result(&sync_incrementally(&farm).await, "supplier_data")
                .await
        ),
        [4, 0, 0, 4, 0, 0]
    );
    assert_eq!(
        table_counts(
            &farm
                .table_result(&sync_incrementally(&farm).await, "supplier_data")
                .await
        ),
        [4, 0, 0, 4, 0, 0]
    );
}

#[tokio::test]
async fn columns_may_have_other_names() {
    let (farm, fake) = start_fixture().await;
    fake.put_table(
        "supplier_data",
        parse_columns(
            "Vendor` No INTEGER, supplier_name STRING, active BOOLEAN, updated_at TIMESTAMP",
        ),
        vec![parse_row("17|Acme|true|1780272000000000")],
    );
    let mapping = json!({"tables": [{"sourceTable": "supplier_data", "columns": [{"targetColumn": "supplier_id", "sourceColumn": "Vendor` No"}]}]});
    farm.owner
        .put("/api/data-sync/mapping", mapping)
        .await
        .data();
    assert_eq!(farm.sync_supplier_counts().await, [1, 1, 0, 0, 0, 0]);
    assert_eq!(farm.load_suppliers().await[0].supplier_id, "17");
}

#[tokio::test]
async fn what_is_wrong_with_a_dataset_is_said_in_words() {
    let farm = SyncFixture::start().await;
    let fake = FakeBigQuery::start(farm.app.parts.clock.clone(), 0).await;
    let source = fake.source_input();
    for (name, value, expected_text) in [
        (
            "dataset",
            json!("nowhere"),
            "The project prairie-1 has no dataset nowhere that \
                sync@prairie-1.iam.gserviceaccount.com can access",
        ),
        (
            "projectId",
            json!("prairie-2"),
            "The project prairie-2 has no dataset erp",
        ),
        ("dataset", json!(""), "Enter the dataset"),
        (
            "location",
            json!("EU"),
            "The dataset erp is in US, not in EU",
        ),
        (
            "serviceAccountKey",
            json!("{}"),
            "is not of the type service_account",
        ),
        (
            "serviceAccountKey",
            Value::Null,
            "The service account key is missing",
        ),
        (
            "apiEndpoint",
            json!("http://proxy.example/"),
            "The apiEndpoint has a URL without https://",
        ),
    ] {
        let refusal = expect_refusal(&farm, with_field(source.clone(), name, value)).await;
        assert!(refusal.contains(expected_text), "{name}: {refusal}");
    }
    let mut key = fake.key();
    key["client_email"] = json!("other@prairie-1.iam.gserviceaccount.com");
    let refusal = expect_refusal(
        &farm,
        with_field(source.clone(), "serviceAccountKey", json!(key.to_string())),
    )
    .await;
    assert!(
        refusal.starts_with(
            "Google does not accept the key of other@prairie-1.iam.gserviceaccount.com"
        ),
        "{refusal}"
    );
    let mixed = farm
        .owner
        .put(
            "/api/data-sync/source",
            with_field(source.clone(), "path", json!("x")),
        )
        .await;
    assert_eq!(
        (mixed.expect_failure(400), mixed.json["message"].as_str()),
        (
            "invalid_body",
            Some(
                "The body is invalid: failed to parse \"BigQuerySourceInput\": unknown field \
                    `path`. (occurred while parsing \"SourceInput\")."
            )
        )
    );
    // The location may be omitted, and its case does not matter.
    farm.owner
        .put(
            "/api/data-sync/source",
            with_field(source, "location", json!("us")),
        )
        .await
        .data();
}

#[tokio::test]
async fn what_is_wrong_with_a_table_is_said_in_words() {
    let (farm, fake) = start_fixture().await;
    fake.put_table(
        "market_prices",
        parse_columns("price_date DATE, commodity STRING, market STRING, price FLOAT"),
        Vec::new(),
    );
    fake.put_table(
        "customer_profiles",
        parse_columns("customer_id STRING, customer_name STRING, updated_at DATE"),
        Vec::new(),
    );
    fake.put_table(
        "supplier_data",
        parse_columns(
            "supplier_id STRING, supplier_name STRING, active INTEGER, updated_at TIMESTAMP",
        ),
        Vec::new(),
    );
    let tested = farm
        .owner
        .post("/api/data-sync/source/test", fake.source_input())
        .await;
    let problem = |at: usize| {
        tested.data()["tables"][at]["problem"]
            .as_str()
            .unwrap_or_default()
            .to_owned()
    };
    assert_eq!(problem(0), "", "a table that is not there is no problem");
    assert_eq!(
        problem(2),
        "The table erp.market_prices lacks the required column unit."
    );
    assert!(
        problem(3).contains("updated_at is DATE, where a timestamp is expected"),
        "{}",
        problem(3)
    );
    assert!(
        problem(4).contains("active is INTEGER, where true or false is expected"),
        "{}",
        problem(4)
    );
    let failed = farm.sync_table("supplier_data", json!({})).await;
    assert_eq!(failed.expect_failure(422), "sync_failed");
    assert!(
        failed.json["message"]
            .as_str()
            .unwrap()
            .contains("active is INTEGER"),
        "{}",
        failed.text
    );
}

#[tokio::test]
async fn a_table_that_is_too_dear_is_not_read() {
    let (farm, fake) = start_fixture().await;
    fake.put_csv("supplier_data", &format!("{SUPPLIERS}{}", supplier_rows(3)));
    farm.owner
        .put(
            "/api/data-sync/source",
            with_field(fake.source_input(), "maximumBytesBilled", json!(20_000_000)),
        )
        .await
        .data();
    assert_eq!(farm.sync_supplier_counts().await, [3, 3, 0, 0, 0, 0]);
    fake.take_requests();
    fake.set_billed_bytes(20_971_520);
    let failed = farm.sync_table("supplier_data", json!({})).await;
    assert_eq!(failed.expect_failure(422), "sync_failed");
    let message = failed.json["message"].as_str().unwrap();
    assert!(
        message.contains(
            "would bill 20971520 bytes, more than the 20000000 bytes that maximumBytesBilled allows"
        ),
        "{message}"
    );
    assert_eq!(
        (
            FakeBigQuery::count_requests(&fake.take_requests(), Endpoint::Query),
            farm.load_suppliers().await.len()
        ),
        (0, 3)
    );
}

#[tokio::test]
async fn the_key_is_sealed_and_never_shown() {
    let (farm, fake) = start_fixture().await;
    fake.put_csv("supplier_data", &format!("{SUPPLIERS}{}", supplier_rows(2)));
    let kept = farm.owner.get("/api/data-sync/source").await;
    let mut expected = json!({"kind": "bigquery", "projectId": "prairie-1", "dataset": "erp", "clientEmail": "sync@prairie-1.iam.gserviceaccount.com",
        "apiEndpoint": fake.endpoint(), "maximumBytesBilled": 10_737_418_240_u64});
    expected["updatedAt"] = kept.data()["updatedAt"].clone();
    assert_eq!(kept.data(), &expected);
    let row = data_source::Entity::find()
        .one(&farm.app.raw)
        .await
        .unwrap()
        .unwrap();
    assert!(!format!("{row:?}").contains("PRIVATE"));
    assert!(
        row.sealed_password
            .as_ref()
            .is_some_and(|sealed| sealed.starts_with("v1."))
    );
    // The same key is sealed again, but the source is the same: the 20 % rule still applies.
    farm.sync_supplier_counts().await;
    farm.owner
        .put(
            "/api/data-sync/source",
            with_field(fake.source_input(), "maximumBytesBilled", json!(1_000_000)),
        )
        .await
        .data();
    let again = data_source::Entity::find()
        .one(&farm.app.raw)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(again.revision, row.revision);
    assert_ne!(again.sealed_password, row.sealed_password);
    fake.put_csv("supplier_data", &format!("{SUPPLIERS}{}", supplier_rows(1)));
    assert_eq!(farm.sync_supplier_counts().await[4], 0);
    assert_eq!(
        farm.owner.get("/api/data-sync/health").await.data()["overall"],
        true
    );
}

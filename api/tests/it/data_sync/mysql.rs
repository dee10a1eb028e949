//! MariaDB databases as sources, which speak the protocol of MySQL: rows, TLS and error messages.

use super::{SyncFixture, table_counts};
use crate::MariadbDatabase;
use api::outbound::NetworkPolicy;
use serde_json::{Value, json};
use sources::{
    Layout, MysqlAddress, MysqlWarehouse, ReadOutcome, ReadRequest, SourceTable, Warehouse,
};

const AUTHORITY: &str = include_str!("../../data/tls/authority.pem");
const STRANGER: &str = include_str!("../../data/tls/stranger.pem");
const SUPPLIERS: &str = "create table supplier_data (supplier_id varchar(20) primary key, \
    supplier_name varchar(80), categories set('seed', 'fertilizer'), lead_time_days int, \
    active boolean, updated_at timestamp(6) null)";

fn source_input(url: &str) -> Value {
    json!({"kind": "mysql", "url": url})
}

async fn start_with(database: &MariadbDatabase) -> SyncFixture {
    let farm = SyncFixture::start().await;
    let input = source_input(&database.url("127.0.0.1", ""));
    farm.owner.put("/api/data-sync/source", input).await.data();
    farm
}

/// The error message of testing the source, and of setting it.
async fn expect_refusal(farm: &SyncFixture, input: Value) -> String {
    let test = "/api/data-sync/source/test";
    let tested = farm.owner.post(test, input.clone()).await;
    assert_eq!(tested.data()["ok"], false, "{}", tested.text);
    let reason = tested.data()["reason"].as_str().unwrap().to_owned();
    let set = farm.owner.put("/api/data-sync/source", input).await;
    assert_eq!(set.json["message"], reason.as_str(), "{}", set.text);
    assert!(!tested.text.contains("hunter2") && !set.text.contains("hunter2"));
    reason
}

#[tokio::test]
async fn rows_are_synced_exactly_and_unchanged_rows_are_not_written() {
    let database = MariadbDatabase::create();
    database.execute_sql(
        r"
            create table sales_transactions (
                transaction_id bigint unsigned primary key, order_id varchar(20),
                direction enum('sale', 'purchase'), transaction_date datetime, customer_id text,
                supplier_id uuid, item_id char(6), quantity double, unit varchar(10),
                unit_price decimal(16, 4), currency char(3), promised_date date,
                delivered_date datetime, location varchar(20) character set latin1,
                updated_at timestamp(6) null, margin json
            );
            set time_zone = '-05:00';
            insert into sales_transactions values
              (18446744073709551615, 'o1', 'purchase', '2026-06-01 00:00', null,
               '00000000-0000-0000-0000-00000000000a', 'urea', 0.5, 'ton', 999999999999.9999,
               'USD', '2026-06-05', null, 'Añasco', '2026-05-31 19:00:00.123456', '{}'),
              (8, 'o1', 'sale', '2026-06-02', 'c1', null, 'urea', -2.5, 'ton', 10.01, 'USD', null,
               '2026-06-03', null, '2026-05-31 19:00:00', null)
        ",
    );
    let farm = start_with(&database).await;
    let answer = farm.run_sync().await;
    assert_eq!(
        (&answer.data()["stats"]["inserted"], &answer.data()["state"]),
        (&json!(2), &json!("succeeded")),
        "{}",
        answer.text
    );
    let table = farm.table_result(&answer, "sales_transactions").await;
    assert_eq!(
        table["message"],
        "The column margin is unknown and was ignored."
    );
    assert_eq!(
        farm.table_result(&answer, "supplier_data").await["state"],
        "skipped"
    );
    let rows = farm.load_transactions().await;
    let (bought, sold) = (&rows[0], &rows[1]);
    assert_eq!(
        (
            bought.transaction_id.as_str(),
            bought.unit_price_e4,
            bought.amount_e4,
            bought.location.as_deref(),
            bought.promised_date.unwrap().to_string().as_str(),
            bought.updated_at.to_rfc3339().as_str(),
        ),
        (
            "18446744073709551615",
            9_999_999_999_999_999,
            5_000_000_000_000_000,
            Some("Añasco"),
            "2026-06-05",
            "2026-06-01T00:00:00.123456+00:00"
        )
    );
    assert_eq!(
        (
            sold.quantity_e4,
            sold.amount_e4,
            sold.location.as_deref(),
            sold.delivered_date.unwrap().to_string().as_str()
        ),
        (-25_000, -250_250, None, "2026-06-03")
    );
    let again = farm.run_sync().await;
    let stats = &again.data()["stats"];
    assert_eq!(
        (&stats["unchanged"], &stats["updated"]),
        (&json!(2), &json!(0))
    );
    // The next read begins an hour before the newest change.
    database.execute_sql(
        r"
            set time_zone = '+00:00';
            insert into sales_transactions
            select 9, order_id, direction, transaction_date, customer_id, supplier_id, item_id,
              quantity, unit, unit_price, currency, promised_date, delivered_date, location,
              '2026-06-01 03:00:00', null
            from sales_transactions
            where transaction_id = 8
        ",
    );
    let options = json!({"options": {"incrementalSync": true}});
    let incremental = farm.owner.post("/api/data-sync/sync", options).await;
    assert_eq!(
        table_counts(&farm.table_result(&incremental, "sales_transactions").await),
        [3, 1, 0, 2, 0, 0]
    );
    let next = json!({"options": {"incrementalSync": true}});
    let next = farm.owner.post("/api/data-sync/sync", next).await;
    assert_eq!(
        table_counts(&farm.table_result(&next, "sales_transactions").await),
        [1, 0, 0, 1, 0, 0]
    );
}

#[tokio::test]
async fn values_that_are_not_valid_are_rejected_by_key() {
    let database = MariadbDatabase::create();
    database.execute_sql(
        r"
            set sql_mode = '';
            create table customer_profiles (
                customer_id varchar(20), customer_name mediumtext, acres decimal(12, 5),
                crops set('corn', 'wheat', 'rye'), customer_since date, updated_at timestamp null
            );
            insert into customer_profiles values
              ('c1', 'Oak', 640, 'corn,wheat', '2020-02-29', '2026-06-01 00:00:00'),
              ('c2', 'Elm', -1, '', null, '2026-06-01 00:00:00'),
              ('c3', 'Ash', 1, 'rye', '0000-00-00', '2026-06-01 00:00:00'),
              ('c5', repeat('x', 70000), null, null, null, '2026-06-01 00:00:00'),
              ('c6', 'Yew', null, null, null, null)
        ",
    );
    let farm = start_with(&database).await;
    let answer = farm.sync_table("customer_profiles", json!({})).await;
    let customers = farm.load_customers().await;
    assert_eq!(customers[0].crops.as_deref(), Some("corn;wheat"));
    // MySQL's date of no day is none.
    assert_eq!(customers[1].customer_since, None);
    let run = answer.data()["runId"].as_str().unwrap().to_owned();
    let path = format!("/api/data-sync/runs/{run}/rejects");
    let rejects = farm.owner.get(&path).await;
    let reported: Vec<_> = rejects.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| {
            (
                item["key"].as_str().unwrap(),
                item["column"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        reported,
        [
            ("c2", "acres"),
            ("c5", "customer_name"),
            ("c6", "updated_at")
        ]
    );
    assert_eq!(
        table_counts(&farm.table_result(&answer, "customer_profiles").await),
        [5, 2, 0, 0, 0, 3],
        "{}",
        answer.text
    );
}

#[tokio::test]
async fn large_tables_come_in_batches() {
    let database = MariadbDatabase::create();
    database.execute_sql(SUPPLIERS).execute_sql(
        "insert into supplier_data \
         select concat('s', seq), repeat('é', 40), null, 5, true, '2026-06-01' \
           from seq_1_to_20000",
    );
    let farm = start_with(&database).await;
    assert_eq!(
        farm.sync_supplier_counts().await,
        [20_000, 20_000, 0, 0, 0, 0]
    );
    database.execute_sql(
        "delete from supplier_data where supplier_id = 's17'; \
         update supplier_data set supplier_name = 'New' where supplier_id = 's18'",
    );
    assert_eq!(
        farm.sync_supplier_counts().await,
        [19_999, 0, 1, 19_998, 1, 0]
    );
}

#[tokio::test]
async fn all_tables_of_a_run_are_read_in_one_snapshot() {
    let database = MariadbDatabase::create();
    database.execute_sql(SUPPLIERS).execute_sql(
        "insert into supplier_data values ('s1', 'Acme', 'seed', 7, true, now()); \
         create table customer_profiles \
           (customer_id varchar(20), customer_name varchar(20), updated_at timestamp null)",
    );
    let url = database.url("127.0.0.1", "");
    let (address, password) = MysqlAddress::parse(&url, NetworkPolicy::WITH_PRIVATE).unwrap();
    let warehouse = MysqlWarehouse::new(address, password, NetworkPolicy::WITH_PRIVATE);
    assert_eq!(count_rows(&warehouse, SourceTable::SupplierData).await, 1);
    database.execute_sql("insert into customer_profiles values ('c1', 'Oak', now())");
    assert_eq!(
        count_rows(&warehouse, SourceTable::CustomerProfiles).await,
        0,
        "it came after the first table was read"
    );
    // A reader that stops in the middle does not disturb the next one.
    let request = ReadRequest {
        table: SourceTable::SupplierData,
        layout: Layout::with_own_names(SourceTable::SupplierData.schema()),
        checkpoint: None,
    };
    drop(warehouse.read_table(request).await.unwrap());
    assert_eq!(count_rows(&warehouse, SourceTable::SupplierData).await, 1);
}

async fn count_rows(warehouse: &MysqlWarehouse, table: SourceTable) -> usize {
    let wanted = ReadRequest {
        table,
        layout: Layout::with_own_names(table.schema()),
        checkpoint: None,
    };
    let ReadOutcome::Rows(mut read) = warehouse.read_table(wanted).await.unwrap() else {
        panic!("{} is there", table.id())
    };
    let count = move || {
        let mut count = 0;
        while let Some(batch) = read.batches.blocking_next().unwrap() {
            count += batch.rows.num_rows();
        }
        count
    };
    tokio::task::spawn_blocking(count).await.unwrap()
}

#[tokio::test]
async fn connections_are_encrypted_and_certificates_checked() {
    let database = MariadbDatabase::create();
    database
        .execute_sql(SUPPLIERS)
        .execute_sql(&format!("alter user {}@'%' require ssl", database.name));
    let farm = SyncFixture::start().await;
    let input = |host: &str, mode: &str, authority: Option<&str>| {
        let mut input = source_input(&database.url(host, &format!("?ssl-mode={mode}")));
        if let Some(authority) = authority {
            input["caCertificate"] = authority.into();
        }
        input
    };
    for (mode, authority) in [
        ("PREFERRED", None),
        ("REQUIRED", None),
        ("VERIFY_CA", Some(AUTHORITY)),
        ("VERIFY_IDENTITY", Some(AUTHORITY)),
    ] {
        let input = input("127.0.0.1", mode, authority);
        let tested = farm.owner.post("/api/data-sync/source/test", input).await;
        assert_eq!(tested.data()["ok"], true, "{mode}: {}", tested.text);
    }
    for (host, mode, authority, words) in [
        ("127.0.0.1", "DISABLED", None, "does not let"),
        (
            "127.0.0.1",
            "VERIFY_CA",
            Some(STRANGER),
            "With ssl-mode=VERIFY_CA, the server needs a certificate that is signed",
        ),
        (
            "127.0.0.1",
            "VERIFY_IDENTITY",
            None,
            "set ssl-mode=REQUIRED to encrypt without checking",
        ),
        (
            "localhost",
            "VERIFY_IDENTITY",
            Some(AUTHORITY),
            "needs a certificate for this name",
        ),
    ] {
        let error = expect_refusal(&farm, input(host, mode, authority)).await;
        assert!(error.contains(words), "{mode}: {error}");
    }
}

#[tokio::test]
async fn errors_say_what_to_do() {
    let database = MariadbDatabase::create();
    database.execute_sql(SUPPLIERS).execute_sql(
        "create table customer_profiles \
           (customer_id varchar(20), customer_name double, updated_at timestamp null)",
    );
    let farm = SyncFixture::start().await;
    let url = database.url("127.0.0.1", "");
    for (url, words) in [
        (url.replace("hunter2", "wrong"), "with this password"),
        (
            format!("{}/nowhere", url.rsplit_once('/').unwrap().0),
            "has no permission for the database nowhere",
        ),
        (
            url.replace(MariadbDatabase::port(), "1"),
            "refuses connections",
        ),
    ] {
        let error = expect_refusal(&farm, source_input(&url)).await;
        assert!(error.contains(words), "{words}: {error}");
    }
    let tested = farm
        .owner
        .post("/api/data-sync/source/test", source_input(&url))
        .await;
    let tables = tested.data()["tables"].as_array().unwrap();
    let problem = |id: &str| {
        let table = tables.iter().find(|table| table["sourceTable"] == id);
        table.unwrap()["problem"].as_str().unwrap_or_default()
    };
    assert_eq!(problem("supplier_data"), "");
    let expected = "the column customer_name is double, where text is expected";
    assert!(
        problem("customer_profiles").contains(expected),
        "{}",
        tested.text
    );
}

#[tokio::test]
async fn tables_and_columns_may_have_other_names() {
    let database = MariadbDatabase::create();
    database.execute_sql(
        r"
            create table `Vendor List` (
                `Vendor No` varchar(20), `Name` varchar(40), `In Use` tinyint(1), `Days` smallint
            );
            insert into `Vendor List` values ('v1', 'Acme', 1, 7), ('v2', 'West', 0, null)
        ",
    );
    let farm = start_with(&database).await;
    let input = source_input(&database.url("127.0.0.1", ""));
    let tested = farm.owner.post("/api/data-sync/source/test", input).await;
    assert_eq!(tested.data()["otherTables"], json!(["Vendor List"]));
    let proposal = &tested.data()["proposals"][0];
    assert_eq!(
        (&proposal["sourceTable"], &proposal["sourceName"]),
        (&json!("supplier_data"), &json!("Vendor List")),
        "{}",
        tested.text
    );
    let mapping = json!({"tables": [{
        "sourceTable": "supplier_data",
        "sourceName": "vendor list",
        "columns": [
            {"targetColumn": "supplier_id", "sourceColumn": "Vendor No"},
            {"targetColumn": "supplier_name", "sourceColumn": "NAME"},
            {"targetColumn": "active", "sourceColumn": "In Use"},
            {"targetColumn": "lead_time_days", "sourceColumn": "Days"},
        ],
    }]});
    farm.owner
        .put("/api/data-sync/mapping", mapping)
        .await
        .data();
    assert_eq!(farm.sync_supplier_counts().await, [2, 2, 0, 0, 0, 0]);
}

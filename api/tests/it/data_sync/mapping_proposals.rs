//! What a source test proposes for tables and columns with other names, for every kind of source.

use super::bigquery::parse_columns;
use super::{SyncFixture, table_counts};
use crate::SourceDatabase;
use crate::fake_bigquery::FakeBigQuery;
use serde_json::{Value, json};

const TEST: &str = "/api/data-sync/source/test";

/// The proposal of a column.
fn column<'a>(proposal: &'a Value, target: &str) -> &'a Value {
    let columns = proposal["columns"].as_array().unwrap();
    columns
        .iter()
        .find(|column| column["targetColumn"] == target)
        .unwrap_or_else(|| panic!("{target} is not proposed: {proposal}"))
}

/// The mapping that a person saves who takes over a proposal and completes its words.
fn accept(proposal: &Value, meanings: &[(&str, &str)]) -> Value {
    let columns: Vec<Value> = proposal["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|column| {
            let words = column["unknownWords"].as_array().unwrap();
            let words: Vec<Value> = words
                .iter()
                .map(|word| {
                    let mut known = meanings.iter();
                    let meaning = known.find(|(known, _)| word == known).unwrap();
                    json!({"word": word, "value": meaning.1})
                })
                .collect();
            let mut input = json!({
                "targetColumn": column["targetColumn"],
                "sourceColumn": column["sourceColumn"],
                "valueWords": words,
            });
            for part in ["constant", "expression"] {
                if let Some(value) = column.get(part) {
                    input[part] = value.clone();
                }
            }
            input
        })
        .collect();
    json!({"tables": [{
        "sourceTable": proposal["sourceTable"],
        "sourceName": proposal["sourceName"],
        "columns": columns,
    }]})
}

const LINES: [&str; 9] = [
    "invoice_no",
    "line_no",
    "invoice_date",
    "customer_no",
    "item_no",
    "quantity",
    "uom",
    "extended_price",
    "doc_type",
];
const ROWS: [[&str; 9]; 3] = [
    [
        "I1",
        "1",
        "03/04/2026",
        "C1",
        "A1",
        "2",
        "Gal",
        "20.00",
        "Invoice",
    ],
    [
        "I1",
        "2",
        "03/25/2026",
        "C1",
        "A2",
        "4",
        "Jug",
        "10.00",
        "Invoice",
    ],
    [
        "I2",
        "1",
        "04/05/2026",
        "C2",
        "A1",
        "3",
        "kg",
        "10.00",
        "Invoice",
    ],
];

/// Takes over the proposal for the lines, and syncs them.
async fn assert_lines_are_loaded(farm: &SyncFixture, source: Value) {
    let tested = farm.owner.post(TEST, source.clone()).await;
    let proposals = tested.data()["proposals"].as_array().unwrap().clone();
    let [proposal] = proposals.as_slice() else {
        panic!("{}", tested.text);
    };
    assert_eq!(proposal["sourceTable"], "sales_transactions");
    assert_eq!(proposal["sourceName"], "invoice_lines");
    assert!(proposal["confidence"].as_f64().unwrap() > 0.7, "{proposal}");
    assert_eq!(proposal["questions"], json!([]));
    let price = &column(proposal, "unit_price")["expression"];
    assert_eq!(price["operation"], "divide");
    assert_eq!(price["columns"], json!(["extended_price", "quantity"]));
    let date = &column(proposal, "transaction_date")["expression"];
    assert_eq!(
        (&date["operation"], &date["text"]),
        (&json!("read_date"), &json!("mdy"))
    );
    assert_eq!(column(proposal, "unit")["unknownWords"], json!(["Jug"]));
    assert_eq!(column(proposal, "currency")["constant"], "USD");
    // A test maps nothing.
    let mapping = farm.owner.get("/api/data-sync/mapping").await;
    assert_eq!(
        mapping.data()["tables"][1]["sourceName"],
        "sales_transactions"
    );
    farm.owner
        .put(
            "/api/data-sync/mapping",
            accept(proposal, &[("Jug", "2.5 gal")]),
        )
        .await
        .data();
    farm.owner.put("/api/data-sync/source", source).await.data();
    let answer = farm.sync_table("sales_transactions", json!({})).await;
    let table = farm.table_result(&answer, "sales_transactions").await;
    assert_eq!(table_counts(&table), [3, 3, 0, 0, 0, 0], "{table}");
    let rows = farm.load_transactions().await;
    let loaded: Vec<String> = rows
        .iter()
        .map(|row| {
            format!(
                "{} {} {} {} {} {}",
                row.transaction_id,
                row.direction,
                row.transaction_date,
                row.quantity_e4,
                row.unit,
                row.unit_price_e4
            )
        })
        .collect();
    assert_eq!(
        loaded,
        [
            "I1-1 sale 2026-03-04 20000 gal 100000",
            "I1-2 sale 2026-03-25 100000 gal 10000",
            "I2-1 sale 2026-04-05 66139 lb 15120",
        ]
    );
}

#[tokio::test]
async fn a_database_is_proposed_by_names_and_rows() {
    let database = SourceDatabase::create().await;
    database
        .execute_sql(
            "create table invoice_lines (invoice_no text, line_no int, invoice_date text, \
             customer_no text, item_no text, quantity numeric, uom text, extended_price numeric, \
             doc_type text, picture bytea)",
        )
        .await
        .execute_sql("create table sessions (token text, expires timestamptz, ip inet)")
        .await;
    for row in ROWS {
        let insert = format!("insert into invoice_lines values ('{}')", row.join("', '"));
        database.execute_sql(&insert).await;
    }
    let farm = SyncFixture::start().await;
    let source = json!({"kind": "postgres", "url": database.url()});
    assert_lines_are_loaded(&farm, source).await;
}

#[tokio::test]
async fn a_folder_is_proposed_by_names_and_rows() {
    let farm = SyncFixture::start().await;
    let mut text = format!("{}\n", LINES.join(","));
    for row in ROWS {
        text.push_str(&format!("{}\n", row.join(",")));
    }
    farm.warehouse.write_file("invoice_lines.csv", text);
    farm.warehouse
        .write_file("sessions.csv", "token,expires,ip\na,b,c\n");
    let source = json!({"kind": "files", "path": farm.warehouse.path()});
    assert_lines_are_loaded(&farm, source).await;
}

#[tokio::test]
async fn a_dataset_is_proposed_by_names_without_a_query() {
    let farm = SyncFixture::start().await;
    let fake = FakeBigQuery::start(farm.app.parts.clock.clone(), 0).await;
    fake.put_table(
        "vendors",
        parse_columns("VENDOR_ID STRING, VENDOR_NAME STRING, LEAD_TIME_DAYS INTEGER"),
        vec![],
    );
    let tested = farm.owner.post(TEST, fake.source_input()).await;
    let proposals = tested.data()["proposals"].as_array().unwrap().clone();
    let proposal = proposals
        .iter()
        .find(|proposal| proposal["sourceName"] == "vendors")
        .unwrap_or_else(|| panic!("{}", tested.text));
    assert_eq!(proposal["sourceTable"], "supplier_data");
    assert_eq!(column(proposal, "supplier_id")["sourceColumn"], "VENDOR_ID");
    assert_eq!(column(proposal, "active")["constant"], "true");
}

#[tokio::test]
async fn two_readings_are_two_proposals_or_a_question() {
    let farm = SyncFixture::start().await;
    for name in ["vendors", "suppliers_2026"] {
        let text = "vendor_no,vendor_name,lead_time_days,active\n1,Acme,7,yes\n";
        farm.warehouse.write_file(&format!("{name}.csv"), text);
    }
    let text = "item_no,description,category,uom,on_hand,unit_cost\nA1,Urea,7100,ton,5,400\n";
    farm.warehouse.write_file("stock.csv", text);
    let source = json!({"kind": "files", "path": farm.warehouse.path()});
    let tested = farm.owner.post(TEST, source).await;
    let proposals = tested.data()["proposals"].as_array().unwrap().clone();
    let of_table = |table: &str| -> Vec<&Value> {
        proposals
            .iter()
            .filter(|proposal| proposal["sourceTable"] == table)
            .collect()
    };
    let suppliers: Vec<&Value> = of_table("supplier_data")
        .into_iter()
        .map(|proposal| &proposal["sourceName"])
        .collect();
    assert_eq!(suppliers, ["suppliers_2026", "vendors"], "{}", tested.text);
    let [stock] = of_table("inventory_data")[..] else {
        panic!("{}", tested.text);
    };
    assert_eq!(column(stock, "category")["unknownWords"], json!(["7100"]));
    assert_eq!(
        stock["questions"],
        json!([{
            "code": "missing_column",
            "name": "location",
            "options": [],
            "text": "Which column is location, or which value does it have in every row?",
        }])
    );
}

#[tokio::test]
async fn a_source_with_all_names_is_proposed_nothing() {
    let farm = SyncFixture::start().await;
    for table in [
        "inventory_data",
        "sales_transactions",
        "market_prices",
        "customer_profiles",
        "supplier_data",
    ] {
        farm.warehouse.write_file(&format!("{table}.csv"), "id\n");
    }
    farm.warehouse.write_file(
        "vendors.csv",
        "vendor_no,vendor_name,lead_time_days,active\n",
    );
    let source = json!({"kind": "files", "path": farm.warehouse.path()});
    let tested = farm.owner.post(TEST, source).await;
    assert_eq!(tested.data()["proposals"], json!([]));
}

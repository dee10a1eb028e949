//! Columns that are computed from others, and units by packs: the same for a folder, a PostgreSQL
//! schema and a BigQuery dataset.

use super::bigquery::parse_columns;
use super::{SyncFixture, table_counts};
use crate::SourceDatabase;
use crate::fake_bigquery::FakeBigQuery;
use serde_json::{Value, json};

/// The lines of an ERP: no id of a line, no price, dates in three columns, returns by document type.
const COLUMNS: [&str; 14] = [
    "ORDNO", "LINE", "DOCTYPE", "YR", "MO", "DY", "PARTY", "ITEM", "QTY", "UOM", "TOTAL", "SITE",
    "BRANCH", "NOTE",
];
const ROWS: [[&str; 14]; 7] = [
    [
        "SO-7", "1", "IV", "2026", "3", "31", "c1", "SKU-urea", "3", "ton", "100", "", "Ames", "a",
    ],
    [
        "SO-7", "2", "CM", "2026", "4", "1", "c1", "SKU-oil", "5", "Jug", "62.5", "Boone", "Ames",
        "b",
    ],
    [
        "PO-1", "1", "PO", "26", "4", "2", "s1", "SKU-seed", "2", "KG", "10", "Boone", "", "c",
    ],
    [
        "SO-8", "1", "IV", "2026", "4", "3", "c1", "SKU-urea", "0", "ton", "5", "Boone", "", "d",
    ],
    [
        "SO-8", "", "IV", "2026", "4", "3", "c1", "SKU-urea", "1", "ton", "5", "Boone", "", "e",
    ],
    [
        "SO-8", "3", "IV", "2026", "13", "3", "c1", "SKU-urea", "1", "ton", "5", "Boone", "", "f",
    ],
    [
        "SO-8", "4", "IV", "2026", "4", "3", "c1", "SKU-urea", "1", "pallet", "5", "Boone", "", "g",
    ],
];

fn computed(target: &str, operation: &str, columns: &[&str], more: Value) -> Value {
    let mut expression = json!({"operation": operation, "columns": columns});
    if let Value::Object(parts) = more {
        expression.as_object_mut().unwrap().extend(parts);
    }
    json!({"targetColumn": target, "sourceColumn": "", "expression": expression})
}

fn erp_mapping() -> Value {
    let columns = json!([
        computed("transaction_id", "concatenate", &["ordno", "line"], json!({"text": "-"})),
        {"targetColumn": "order_id", "sourceColumn": "ordno"},
        {"targetColumn": "direction", "sourceColumn": "doctype", "valueWords": [
            {"word": "IV", "value": "sale"},
            {"word": "CM", "value": "sale"},
            {"word": "PO", "value": "purchase"},
        ]},
        computed("transaction_date", "date_from_parts", &["yr", "mo", "dy"], json!({})),
        computed("customer_id", "keep_when", &["party", "doctype"], json!({"words": ["iv", "cm"]})),
        computed("supplier_id", "keep_when", &["party", "doctype"], json!({"words": ["po"]})),
        computed("item_id", "remove_prefix", &["item"], json!({"text": "SKU-"})),
        computed("quantity", "negative_when", &["qty", "doctype"], json!({"words": ["CM"]})),
        {"targetColumn": "unit", "sourceColumn": "uom", "valueWords": [
            {"word": "jug", "value": "2.5 gal"},
        ]},
        computed("unit_price", "divide", &["total", "qty"], json!({})),
        {"targetColumn": "currency", "sourceColumn": "", "constant": "USD"},
        computed("location", "first_filled", &["site", "branch"], json!({})),
    ]);
    json!({"tables": [{
        "sourceTable": "sales_transactions", "sourceName": "SOLINES", "columns": columns
    }]})
}

async fn start_with_mapping() -> SyncFixture {
    let farm = SyncFixture::start().await;
    let set = farm
        .owner
        .put("/api/data-sync/mapping", erp_mapping())
        .await;
    let columns = &set.data()["tables"][1]["columns"];
    assert_eq!(
        columns[9]["expression"],
        json!({"operation": "divide", "columns": ["total", "qty"], "text": "", "words": []})
    );
    farm
}

/// Syncs the table and checks every row that is loaded, and every reason.
async fn assert_computed_rows(farm: &SyncFixture) {
    let answer = farm.sync_table("sales_transactions", json!({})).await;
    let table = farm.table_result(&answer, "sales_transactions").await;
    assert_eq!(table_counts(&table), [7, 3, 0, 0, 0, 4], "{table}");
    assert!(
        table["message"].as_str().unwrap().contains("NOTE"),
        "only the column that nothing uses is ignored: {table}"
    );
    let rows = farm.load_transactions().await;
    let loaded: Vec<String> = rows
        .iter()
        .map(|row| {
            let party = row.customer_id.as_deref().or(row.supplier_id.as_deref());
            format!(
                "{} {} {} {} {} {} {} {} {} {} {}",
                row.transaction_id,
                row.order_id,
                row.direction,
                row.transaction_date,
                party.unwrap_or("-"),
                row.item_id,
                row.quantity_e4,
                row.unit,
                row.unit_price_e4,
                row.currency,
                row.location.as_deref().unwrap_or("-")
            )
        })
        .collect();
    assert_eq!(
        loaded,
        [
            "PO-1-1 PO-1 purchase 2026-04-02 s1 seed 44092 lb 22680 USD Boone",
            "SO-7-1 SO-7 sale 2026-03-31 c1 urea 30000 ton 333333 USD Ames",
            "SO-7-2 SO-7 sale 2026-04-01 c1 oil -125000 gal 50000 USD Boone",
        ]
    );
    assert!(rows[0].customer_id.is_none() && rows[1].supplier_id.is_none());
    let run = answer.data()["runId"].as_str().unwrap();
    let rejects = farm
        .owner
        .get(&format!("/api/data-sync/runs/{run}/rejects"))
        .await;
    let items = rejects.data()["items"].as_array().unwrap().clone();
    let mut reasons: Vec<String> = items
        .iter()
        .map(|item| {
            format!(
                "{} | {}",
                item["value"].as_str().unwrap(),
                item["reason"].as_str().unwrap()
            )
        })
        .collect();
    reasons.sort();
    assert_eq!(
        reasons,
        [
            "2026 | 13 | 3 | transaction_date cannot be computed: year, month and day are no date",
            "5 | 0 | unit_price cannot be computed: qty is zero",
            "SO-8 |  | transaction_id cannot be computed: line is empty",
            "pallet | unit must be one of bag, gal, ton, lb, unit",
        ]
    );
}

#[tokio::test]
async fn a_folder_has_columns_that_are_computed() {
    let farm = start_with_mapping().await;
    let mut text = format!("{}\n", COLUMNS.join(","));
    for row in ROWS {
        text.push_str(&format!("{}\n", row.join(",")));
    }
    farm.warehouse.write_file("SOLINES.csv", text);
    assert_computed_rows(&farm).await;
    // A missing input is named with what needs it.
    farm.warehouse.write_file(
        "SOLINES.csv",
        "ORDNO,LINE,DOCTYPE,YR,MO,PARTY,ITEM,QTY,UOM,SITE,BRANCH\n",
    );
    let failed = farm.sync_table("sales_transactions", json!({})).await;
    let message = failed.json["message"].as_str().unwrap();
    assert!(
        message.contains(
            "lacks the required columns dy (for transaction_date), total (for unit_price)"
        ),
        "{message}"
    );
}

#[tokio::test]
async fn a_database_has_columns_that_are_computed() {
    let database = SourceDatabase::create().await;
    database
        .execute_sql(
            r#"
                create table "SOLINES" (
                    "ORDNO" varchar(12), "LINE" smallint, "DOCTYPE" char(4), "YR" int, "MO" int,
                    "DY" numeric(2, 0), "PARTY" text, "ITEM" text, "QTY" numeric, "UOM" text,
                    "TOTAL" double precision, "SITE" text, "BRANCH" text, "NOTE" text
                  )
            "#,
        )
        .await;
    for row in ROWS {
        let cell = |cell: &str| match cell {
            "" => "null".to_owned(),
            cell => format!("'{cell}'"),
        };
        let cells: Vec<String> = row.into_iter().map(cell).collect();
        let insert = format!(r#"insert into "SOLINES" values ({})"#, cells.join(", "));
        database.execute_sql(&insert).await;
    }
    let farm = start_with_mapping().await;
    let source = json!({"kind": "postgres", "url": database.url()});
    let tested = farm
        .owner
        .post("/api/data-sync/source/test", source.clone())
        .await;
    assert_eq!(
        tested.data()["tables"][1],
        json!({"sourceTable": "sales_transactions", "present": true, "files": 1})
    );
    farm.owner.put("/api/data-sync/source", source).await.data();
    assert_computed_rows(&farm).await;
    // A run that changes nothing writes nothing.
    let again = farm.sync_table("sales_transactions", json!({})).await;
    let table = farm.table_result(&again, "sales_transactions").await;
    assert_eq!(table_counts(&table), [7, 0, 0, 3, 0, 4]);
}

#[tokio::test]
async fn a_dataset_has_columns_that_are_computed() {
    let farm = start_with_mapping().await;
    let fake = FakeBigQuery::start(farm.app.parts.clock.clone(), 0).await;
    let types = [
        "STRING", "INTEGER", "STRING", "INTEGER", "INTEGER", "INTEGER", "STRING", "STRING",
        "NUMERIC", "STRING", "FLOAT", "STRING", "STRING", "STRING",
    ];
    let columns: Vec<String> = COLUMNS
        .iter()
        .zip(types)
        .map(|(name, ty)| format!("{name} {ty}"))
        .collect();
    let rows = ROWS.map(|row| {
        let cell = |cell: &str| match cell {
            "" => Value::Null,
            cell => json!(cell),
        };
        row.into_iter().map(cell).collect::<Vec<Value>>()
    });
    fake.put_table("SOLINES", parse_columns(&columns.join(", ")), rows.to_vec());
    farm.owner
        .put("/api/data-sync/source", fake.source_input())
        .await
        .data();
    assert_computed_rows(&farm).await;
}

#[tokio::test]
async fn packs_of_the_catalog_measure_packages() {
    let database = SourceDatabase::create().await;
    database
        .execute_sql(
            r"
                create table item_catalogue (
                    item_id text, pack_size numeric, pack_unit text, density numeric,
                    updated_at timestamptz default '2026-01-01'
                  );
                insert into item_catalogue
                values ('oil', 2.5, 'gal', 10), ('seed', 50, 'lb', null), ('bulk', 275, 'gal', null);
                create table inventory_data (
                    item_id text, item_name text, category text, unit text, location text,
                    on_hand int, on_order int, booked int, unit_cost numeric, currency text,
                    updated_at timestamptz default '2026-01-01'
                  );
                insert into inventory_data
                values ('oil', 'Oil', 'other', 'gal', 'Main', 1, 0, 0, 1, 'USD'),
                  ('seed', 'Seed', 'seed', 'bag', 'Main', 1, 0, 0, 1, 'USD'),
                  ('bulk', 'Bulk', 'other', 'tote', 'Main', 2, 0, 0, 550, 'USD');
                create table sales_transactions (
                    transaction_id text, order_id text, direction text, transaction_date date,
                    customer_id text, item_id text, quantity numeric, unit text,
                    unit_price numeric, currency text,
                    updated_at timestamptz default '2026-01-01'
                  )
            ",
        )
        .await;
    for (id, item, quantity, unit, price) in [
        ("1", "oil", "4", "jug", "25"),
        ("2", "oil", "64", "oz", "0.1"),
        ("3", "oil", "50", "pound", "2"),
        ("4", "seed", "3", "cwt", "80"),
        ("5", "bulk", "1", "tote", "550"),
        // Nothing says how large the package of the item is.
        ("6", "seed", "1", "tote", "5"),
        ("7", "other", "1", "jug", "5"),
        ("8", "seed", "1", "bu", "5"),
    ] {
        let insert = format!(
            "insert into sales_transactions values ('{id}', 'o', 'sale', '2026-03-01', 'c1', \
             '{item}', {quantity}, '{unit}', {price}, 'USD')"
        );
        database.execute_sql(&insert).await;
    }
    let farm = SyncFixture::start().await;
    let source = json!({"kind": "postgres", "url": database.url()});
    farm.owner.put("/api/data-sync/source", source).await.data();
    // The first run of all reads the catalog before the tables that need it.
    let answer = farm.run_sync().await;
    let rows = farm.load_transactions().await;
    let loaded: Vec<String> = rows
        .iter()
        .map(|row| {
            format!(
                "{} {} {} {}",
                row.transaction_id, row.quantity_e4, row.unit, row.unit_price_e4
            )
        })
        .collect();
    assert_eq!(
        loaded,
        [
            "1 100000 gal 100000",
            "2 5000 gal 128000",
            "3 50000 gal 200000",
            "4 60000 bag 400000",
            "5 2750000 gal 20000",
        ],
        "{}",
        answer.text
    );
    let stock = farm.load_inventory().await;
    let bulk = stock.iter().find(|row| row.item_id == "bulk").unwrap();
    assert_eq!((bulk.on_hand_e4, bulk.unit_cost_e4), (5_500_000, 20_000));
    let table = farm.table_result(&answer, "sales_transactions").await;
    assert_eq!(table_counts(&table), [8, 5, 0, 0, 0, 3]);
    // A word of the mapping says what the source means by a bushel.
    let mapping = json!({"tables": [{"sourceTable": "sales_transactions", "columns": [
        {"targetColumn": "unit", "sourceColumn": "", "valueWords": [
            {"word": "bu", "value": "56 lb"}, {"word": "tote", "value": "2000 lb"},
        ]},
    ]}]});
    farm.owner
        .put("/api/data-sync/mapping", mapping)
        .await
        .data();
    let answer = farm.sync_table("sales_transactions", json!({})).await;
    let table = farm.table_result(&answer, "sales_transactions").await;
    assert_eq!(table_counts(&table)[5], 1, "{table}");
    let rows = farm.load_transactions().await;
    let bushel = rows.iter().find(|row| row.transaction_id == "8").unwrap();
    assert_eq!((bushel.quantity_e4, bushel.unit.as_str()), (11_200, "bag"));
}

#[tokio::test]
async fn expressions_that_cannot_work_are_refused() {
    let farm = SyncFixture::start().await;
    let both = {
        let mut column = computed("quantity", "absolute", &["q"], json!({}));
        column["constant"] = json!("1");
        column
    };
    let many: Vec<Value> = ["quantity", "unit_price", "item_id", "order_id", "location"]
        .iter()
        .map(|target| {
            let names: Vec<String> = (0..8).map(|number| format!("{target}{number}")).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            computed(target, "first_filled", &names, json!({}))
        })
        .collect();
    for (columns, expected) in [
        (vec![both], "Keep one of them"),
        (
            vec![computed("quantity", "divide", &["a"], json!({}))],
            "needs 2 columns",
        ),
        (
            vec![computed("quantity", "concatenate", &["a", "b"], json!({}))],
            "does not result in a value",
        ),
        (
            vec![computed(
                "transaction_date",
                "read_date",
                &["a"],
                json!({"text": "ymd"}),
            )],
            "must be mdy, dmy, yyyymmdd or cyymmdd",
        ),
        (
            vec![computed("quantity", "negate_when", &["a", "b"], json!({}))],
            "1 to 50 words",
        ),
        (
            vec![computed(
                "direction",
                "word_by_sign",
                &["a"],
                json!({"words": ["out", "in"]}),
            )],
            "\"out\" for direction",
        ),
        (
            vec![computed("quantity", "absolute", &[" "], json!({}))],
            "name each column",
        ),
        (many, "at most 32 columns"),
    ] {
        let body = json!({"tables": [{"sourceTable": "sales_transactions", "columns": columns}]});
        let refused = farm.owner.put("/api/data-sync/mapping", body).await;
        assert_eq!(
            refused.expect_failure(422),
            "mapping_invalid",
            "{}",
            refused.text
        );
        assert!(
            refused.json["message"].as_str().unwrap().contains(expected),
            "{}",
            refused.text
        );
    }
    let unknown = computed("quantity", "sql", &["a"], json!({}));
    let body = json!({"tables": [{"sourceTable": "sales_transactions", "columns": [unknown]}]});
    let refused = farm.owner.put("/api/data-sync/mapping", body).await;
    assert_eq!(refused.status, 400, "{}", refused.text);
    let kept = farm.owner.get("/api/data-sync/mapping").await;
    assert!(
        kept.data()["tables"][1]["columns"][7]
            .get("expression")
            .is_none()
    );
}

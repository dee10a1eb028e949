//! Sources in the words, units, numbers and dates of other systems: each row is loaded or rejected
//! with its reason.

use super::SyncFixture;
use crate::SourceDatabase;
use entities::market_price;
use sea_orm::{EntityTrait, QueryOrder};
use serde_json::json;
use std::collections::BTreeMap;

const COLUMNS: [&str; 10] = [
    "DIRECTION",
    "Transaction_Date",
    "Customer_ID",
    "Supplier_ID",
    "Item_ID",
    "Quantity",
    "Unit",
    "Unit_Price",
    "Currency",
    "Updated_At",
];
const USUAL: [&str; 10] = [
    "sale",
    "2026-03-25",
    "c1",
    "s1",
    "urea",
    "2",
    "ton",
    "10",
    "USD",
    "2026-06-01T00:00:00Z",
];

/// What the row with one cell changed becomes: the changed values as they are stored, or a part of
/// the reason why it is rejected.
type Outcome = Result<&'static str, &'static str>;

const VARIANTS: [(usize, &str, Outcome); 42] = [
    (0, "Sale", Ok("sale")),
    (0, "INVOICE", Ok("sale")),
    (0, "Rechnung", Ok("sale")),
    (0, "Purchase Order", Ok("purchase")),
    (0, "Credit Memo", Err("must be one of sale, purchase")),
    (0, "X9", Err("must be one of sale, purchase")),
    (1, "2026-03-26 10:15:00", Ok("2026-03-26")),
    (1, "2026-03-26T10:15:00", Ok("2026-03-26")),
    (1, "26.03.2026", Ok("2026-03-26")),
    (1, "03/26/2026", Ok("2026-03-26")),
    (1, "03/04/2026", Err("is not a date")),
    (1, "20260326", Err("is not a date")),
    (1, "yesterday", Err("is not a date")),
    (5, "\"1,234.50\"", Ok("1234.5 ton x 10")),
    (5, "\"1.234,50\"", Ok("1234.5 ton x 10")),
    (5, "1.123456", Ok("1.1235 ton x 10")),
    (5, "(3)", Ok("-3 ton x 10")),
    (5, "\"1,234\"", Err("plain notation")),
    (5, "1e3", Err("plain notation")),
    (5, "$5", Err("plain notation")),
    (5, "NULL", Err("plain notation")),
    (6, "TON", Ok("2 ton x 10")),
    (6, "Short Ton", Ok("2 ton x 10")),
    (6, "Bags", Ok("2 bag x 10")),
    (6, "Each", Ok("2 unit x 10")),
    (6, "kg", Ok("4.4092 lb x 4.5359")),
    (6, "cwt", Ok("200 lb x 0.1")),
    (6, "qt", Ok("0.5 gal x 40")),
    (6, "Litres", Ok("0.5283 gal x 37.8541")),
    (6, "2.5 gal jug", Ok("5 gal x 4")),
    (6, "metric ton", Ok("2.2046 ton x 9.0718")),
    (6, "jug", Err("must be one of bag, gal, ton, lb, unit")),
    (6, "bu", Err("must be one of bag, gal, ton, lb, unit")),
    (7, "10.00005", Ok("2 ton x 10")),
    (7, "€5", Err("plain notation")),
    (8, "usd", Ok("USD")),
    (8, "Euro", Ok("EUR")),
    (8, "$", Err("three uppercase letters")),
    (9, "2026-06-01 06:00:00", Ok("2026-06-01T11:00:00+00:00")),
    (9, "2026-06-01 06:00:00+00", Ok("2026-06-01T06:00:00+00:00")),
    (9, "2026-06-01", Ok("2026-06-01T05:00:00+00:00")),
    (9, "06/01/2026", Err("is not a timestamp")),
];

/// A source of an organization in Chicago.
async fn start_in_chicago() -> SyncFixture {
    let farm = SyncFixture::start().await;
    let path = format!("/api/organizations/{}", farm.tenant_id().await);
    let zone = json!({"timeZone": "America/Chicago"});
    farm.owner.patch(&path, zone).await.data();
    farm
}

fn plain(scaled: i64) -> String {
    rust_decimal::Decimal::new(scaled, 4)
        .normalize()
        .to_string()
}

#[tokio::test]
async fn every_form_with_one_meaning_is_loaded_and_the_others_are_rejected() {
    let farm = start_in_chicago().await;
    let mut text = format!("TRANSACTION_ID,Order_ID,{}\n", COLUMNS.join(","));
    for (index, (column, value, _)) in VARIANTS.iter().enumerate() {
        let mut cells = USUAL;
        cells[*column] = value;
        text.push_str(&format!("v{index:02},o,{}\n", cells.join(",")));
    }
    farm.warehouse.write_file("sales_transactions.csv", text);
    let answer = farm.sync_table("sales_transactions", json!({})).await;
    let result = farm.table_result(&answer, "sales_transactions").await;
    assert_eq!(
        result["message"],
        "2 numbers had more than 4 decimals and were rounded."
    );
    let run = answer.data()["runId"].as_str().unwrap();
    let rejects = farm
        .owner
        .get(&format!("/api/data-sync/runs/{run}/rejects?limit=100"))
        .await;
    let mut outcomes: BTreeMap<String, Result<String, String>> = BTreeMap::new();
    for item in rejects.data()["items"].as_array().unwrap() {
        let reason = item["reason"].as_str().unwrap().to_owned();
        outcomes.insert(item["key"].as_str().unwrap().to_owned(), Err(reason));
    }
    for row in farm.load_transactions().await {
        let index: usize = row.transaction_id[1..].parse().unwrap();
        let value = match VARIANTS[index].0 {
            0 => row.direction,
            1 => row.transaction_date.to_string(),
            8 => row.currency,
            9 => row.updated_at.to_rfc3339(),
            _ => format!(
                "{} {} x {}",
                plain(row.quantity_e4),
                row.unit,
                plain(row.unit_price_e4)
            ),
        };
        outcomes.insert(row.transaction_id, Ok(value));
    }
    let mut failures = Vec::new();
    for (index, (_, value, expected)) in VARIANTS.iter().enumerate() {
        let outcome = outcomes.get(&format!("v{index:02}"));
        let is_right = match (outcome, expected) {
            (Some(Ok(found)), Ok(wanted)) => found == wanted,
            (Some(Err(reason)), Err(part)) => reason.contains(part),
            _ => false,
        };
        if !is_right {
            failures.push(format!("{value}: {outcome:?}, not {expected:?}"));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[tokio::test]
async fn a_source_without_change_times_is_compared_as_a_whole() {
    let farm = SyncFixture::start().await;
    let header = "supplier_id,supplier_name,active\n";
    farm.warehouse.write_file(
        "supplier_data.csv",
        format!("{header}s1,Acme,Y\ns2,Elm,Inactive\n"),
    );
    assert_eq!(farm.sync_supplier_counts().await, [2, 2, 0, 0, 0, 0]);
    assert_eq!(farm.sync_supplier_counts().await, [2, 0, 0, 2, 0, 0]);
    farm.warehouse.write_file(
        "supplier_data.csv",
        format!("{header}s1,Acme Seed,1\ns2,Elm,0\n"),
    );
    assert_eq!(farm.sync_supplier_counts().await, [2, 0, 1, 1, 0, 0]);
    let active: Vec<bool> = farm
        .load_suppliers()
        .await
        .iter()
        .map(|supplier| supplier.active)
        .collect();
    assert_eq!(active, [true, false]);
}

#[tokio::test]
async fn quotes_of_any_product_and_any_crop_are_kept() {
    let farm = SyncFixture::start().await;
    farm.warehouse.write_file(
        "market_prices.csv",
        "price_date,commodity,market,price,unit\n2026-06-01,Maize,CBOT,450,cents/bu\n\
         2026-06-01,Oats,CBOT,350,EUR/t\n2026-06-01,Corn,Matif,210,EUR/t\n",
    );
    farm.warehouse.write_file(
        "customer_profiles.csv",
        "customer_id,customer_name,state,crops\nc1,Oak,Alberta,\"Canola, Mais\"\n",
    );
    let answer = farm.run_sync().await;
    let rows = market_price::Entity::find()
        .order_by_asc(market_price::Column::Commodity)
        .all(&farm.app.raw)
        .await
        .unwrap();
    let quotes: Vec<_> = rows
        .iter()
        .map(|row| (row.commodity.as_str(), row.price_e4, row.unit.as_str()))
        .collect();
    assert_eq!(
        quotes,
        [
            ("corn", 45_000, "usd_per_bu"),
            ("oats", 3_500_000, "eur_per_t")
        ]
    );
    let run = answer.data()["runId"].as_str().unwrap();
    let rejects = farm
        .owner
        .get(&format!("/api/data-sync/runs/{run}/rejects"))
        .await;
    assert_eq!(
        rejects.data()["items"][0]["reason"],
        "unit must be usd_per_bu or usd_per_ton for corn"
    );
    let customers = farm.load_customers().await;
    assert_eq!(customers[0].crops.as_deref(), Some("canola;corn"));
    // Pages that have no reference data for them still answer.
    for path in [
        "/api/market/overview",
        "/api/analytics/crop-yield-forecast",
        "/api/customer-segmentation",
    ] {
        farm.owner.get(path).await.data();
    }
}

#[tokio::test]
async fn a_database_may_have_other_names_types_and_words() {
    let database = SourceDatabase::create().await;
    database
        .execute_sql(
            r#"
                create table sales_transactions (
                    "TRANSACTION_ID" int, "Order_Id" int, direction text,
                    transaction_date timestamp, customer_id int, item_id text, quantity float8,
                    unit varchar(10), unit_price numeric(18,6), currency char(3),
                    updated_at timestamp
                );
                insert into sales_transactions
                values
                  (1, 7, 'Invoice', '2026-03-25 10:15:00', 17, 'urea', 0.1, 'KG', 2.123456, 'usd',
                    '2026-03-25 10:15:00')
            "#,
        )
        .await;
    let farm = start_in_chicago().await;
    farm.owner
        .put(
            "/api/data-sync/source",
            json!({"kind": "postgres", "url": database.url()}),
        )
        .await
        .data();
    let answer = farm.sync_table("sales_transactions", json!({})).await;
    assert_eq!(answer.data()["stats"]["inserted"], 1, "{}", answer.text);
    let row = &farm.load_transactions().await[0];
    assert_eq!(
        (
            row.transaction_id.as_str(),
            row.direction.as_str(),
            row.transaction_date.to_string().as_str(),
            row.customer_id.as_deref(),
            plain(row.quantity_e4).as_str(),
            row.unit.as_str(),
            plain(row.unit_price_e4).as_str(),
            row.currency.as_str(),
            row.updated_at.to_rfc3339().as_str(),
        ),
        (
            "1",
            "sale",
            "2026-03-25",
            Some("17"),
            "0.2205",
            "lb",
            "0.9632",
            "USD",
            "2026-03-25T15:15:00+00:00"
        )
    );
}

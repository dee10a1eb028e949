//! Parquet files as tables: column types, rejects, and unusable files.

use super::{SyncFixture, table_counts};
use ::parquet::arrow::ArrowWriter;
use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::{
    ArrayRef, BooleanArray, Date32Array, Decimal128Array, Float64Array, Int64Array, RecordBatch,
    StringArray, TimestampMicrosecondArray,
};
use serde_json::json;
use std::sync::Arc;

/// 2026-06-01T00:00:00Z in microseconds.
const UPDATED_AT_MICROS: i64 = 1_780_272_000_000_000;

fn updated_at_column(count: usize) -> ArrayRef {
    Arc::new(TimestampMicrosecondArray::from(vec![UPDATED_AT_MICROS; count]).with_timezone("UTC"))
}

fn text_column<const N: usize>(texts: [&str; N]) -> ArrayRef {
    Arc::new(StringArray::from(texts.to_vec()))
}

fn write_parquet(columns: Vec<(&str, ArrayRef)>) -> Vec<u8> {
    let rows = RecordBatch::try_from_iter(columns).unwrap();
    let mut writer = ArrowWriter::try_new(Vec::new(), rows.schema(), None).unwrap();
    writer.write(&rows).unwrap();
    writer.into_inner().unwrap()
}

fn suppliers_parquet(ids: &[&str]) -> Vec<u8> {
    let ids: StringArray = ids.iter().copied().map(Some).collect();
    let count = arrow_array::Array::len(&ids);
    write_parquet(vec![
        ("supplier_id", Arc::new(ids)),
        (
            "supplier_name",
            Arc::new(StringArray::from(vec!["Acme"; count])),
        ),
        ("active", Arc::new(BooleanArray::from(vec![true; count]))),
        ("updated_at", updated_at_column(count)),
    ])
}

#[tokio::test]
async fn typed_columns_land_exactly() {
    let farm = SyncFixture::start().await;
    let prices = Decimal128Array::from(vec![999_999_999_999_999_900_000_i128, 10_010_000_000])
        .with_precision_and_scale(38, 9)
        .unwrap();
    farm.warehouse.write_file(
        "sales_transactions.parquet",
        write_parquet(vec![
            ("transaction_id", Arc::new(Int64Array::from(vec![7, 8]))),
            ("order_id", text_column(["o1", "o1"])),
            ("direction", text_column(["purchase", "purchase"])),
            (
                "transaction_date",
                Arc::new(Date32Array::from(vec![20_605, 20_606])),
            ),
            ("supplier_id", text_column(["s1", "s1"])),
            ("item_id", text_column(["urea", "urea"])),
            ("quantity", Arc::new(Float64Array::from(vec![0.5, -2.5]))),
            ("unit", text_column(["ton", "ton"])),
            ("unit_price", Arc::new(prices)),
            ("currency", text_column(["USD", "USD"])),
            (
                "promised_date",
                Arc::new(Date32Array::from(vec![None, Some(20_610)])),
            ),
            ("updated_at", updated_at_column(2)),
        ]),
    );
    let answer = farm.sync_table("sales_transactions", json!({})).await;
    assert_eq!(
        table_counts(&farm.table_result(&answer, "sales_transactions").await),
        [2, 2, 0, 0, 0, 0]
    );
    let rows = farm.load_transactions().await;
    // 0.5 x 999999999999.9999 and -2.5 x 10.01, rounded half-even to four decimals.
    assert_eq!(
        (rows[0].unit_price_e4, rows[0].amount_e4),
        (9_999_999_999_999_999, 5_000_000_000_000_000)
    );
    assert_eq!(
        (rows[1].quantity_e4, rows[1].amount_e4),
        (-25_000, -250_250)
    );
    assert_eq!(
        (
            rows[0].transaction_id.as_str(),
            rows[0].transaction_date.to_string(),
            rows[0].promised_date
        ),
        ("7", "2026-06-01".to_owned(), None)
    );
    assert_eq!(rows[1].updated_at.to_rfc3339(), "2026-06-01T00:00:00+00:00");
    // The same rows in a CSV file are unchanged.
    std::fs::remove_file(farm.warehouse.path().join("sales_transactions.parquet")).unwrap();
    farm.warehouse.write_transactions(
        "7,o1,purchase,2026-06-01,,s1,urea,0.5,ton,999999999999.9999,USD,,,,2026-06-01T00:00:00Z\n\
         8,o1,purchase,2026-06-02,,s1,urea,-2.5,ton,10.01,USD,2026-06-06,,,2026-06-01T00:00:00Z\n",
    );
    let answer = farm.sync_table("sales_transactions", json!({})).await;
    assert_eq!(
        table_counts(&farm.table_result(&answer, "sales_transactions").await),
        [2, 0, 0, 2, 0, 0]
    );
}

#[tokio::test]
async fn rows_that_cannot_land_are_named_by_their_number() {
    let farm = SyncFixture::start().await;
    let mut crops = ListBuilder::new(StringBuilder::new());
    crops.append_value([Some("corn"), Some("wheat")]);
    crops.append_value([Some("rye")]);
    crops.append_null();
    farm.warehouse.write_file(
        "customer_profiles.parquet",
        write_parquet(vec![
            ("customer_id", text_column(["c1", "c2", "c3"])),
            ("customer_name", text_column(["Oak", "Elm", "Ash"])),
            (
                "acres",
                Arc::new(Float64Array::from(vec![
                    Some(640.0),
                    Some(f64::NAN),
                    Some(-0.1 - 0.2),
                ])),
            ),
            ("crops", Arc::new(crops.finish())),
            ("updated_at", updated_at_column(3)),
        ]),
    );
    let answer = farm.sync_table("customer_profiles", json!({})).await;
    assert_eq!(
        table_counts(&farm.table_result(&answer, "customer_profiles").await),
        [3, 1, 0, 0, 0, 2]
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
    let reported: Vec<_> = items
        .iter()
        .map(|item| {
            (
                item["line"].as_u64(),
                item["key"].as_str(),
                item["column"].as_str(),
                item["value"].as_str(),
            )
        })
        .collect();
    assert_eq!(
        reported,
        [
            (Some(2), Some("c2"), Some("acres"), Some("NaN")),
            // Not -0.3: values are shown without rounding.
            (
                Some(3),
                Some("c3"),
                Some("acres"),
                Some("-0.30000000000000004")
            ),
        ]
    );
    assert!(
        items[1]["reason"]
            .as_str()
            .unwrap()
            .contains("has more than 4 decimals"),
        "{}",
        items[1]
    );
    assert_eq!(items[0]["file"], "customer_profiles.parquet");
    let status = farm.owner.get("/api/data-sync/status").await;
    let first = status.data()["recentErrors"][0]["error"].as_str().unwrap();
    assert!(
        first.starts_with("customer_profiles.parquet, row 2: acres is not a number"),
        "{first}"
    );
}

#[tokio::test]
async fn a_damaged_file_fails_its_table_and_the_others_go_on() {
    let farm = SyncFixture::start().await;
    farm.warehouse
        .write_file("supplier_data.parquet", suppliers_parquet(&["s1", "s2"]));
    farm.sync_supplier_counts().await;
    let good = suppliers_parquet(&["s1"]);
    for (bytes, message) in [
        (good[..good.len() - 9].to_vec(), "is incomplete"),
        (b"supplier_id\ns1\n".to_vec(), "is not a Parquet file"),
        (
            [b"PARE".as_slice(), &good[4..good.len() - 4], b"PARE"].concat(),
            "is encrypted",
        ),
    ] {
        farm.warehouse.write_file("supplier_data.parquet", bytes);
        farm.warehouse.write_inventory(
            "urea,Urea,fertilizer,ton,Ames,1,0,0,,,,,400,USD,,2026-06-01T00:00:00Z\n",
        );
        let answer = farm.run_sync().await;
        assert_eq!(answer.expect_failure(422), "sync_failed");
        assert!(
            answer.json["message"]
                .as_str()
                .unwrap()
                .contains(&format!("supplier_data: supplier_data.parquet {message}")),
            "{}",
            answer.text
        );
        assert_eq!(
            (
                farm.load_suppliers()
                    .await
                    .iter()
                    .filter(|row| row.deleted_at.is_none())
                    .count(),
                farm.load_inventory().await.len()
            ),
            (2, 1)
        );
    }
}

#[tokio::test]
async fn a_table_may_come_in_both_forms_side_by_side() {
    let farm = SyncFixture::start().await;
    std::fs::create_dir(farm.warehouse.path().join("supplier_data")).unwrap();
    farm.warehouse
        .write_file("supplier_data/1.parquet", suppliers_parquet(&["s1", "s2"]));
    farm.warehouse.write_file(
        "supplier_data/2.csv",
        "supplier_id,supplier_name,active,updated_at\ns2,Later,true,2026-06-02T00:00:00Z\n",
    );
    assert_eq!(farm.sync_supplier_counts().await, [3, 2, 0, 0, 0, 1]);
    assert_eq!(farm.load_suppliers().await[1].supplier_name, "Later");
}

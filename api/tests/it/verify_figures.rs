//! Tests `sprout verify-figures`: product and reference agree on demo and hostile data, and
//! manipulated figures are reported.

mod drafts;
mod exit_codes;
pub(crate) mod hostile;
mod locations;

use crate::rollups::random_lines::SeededRng;
use crate::{Client, TestApp, Warehouse};
use ::parquet::arrow::ArrowWriter;
use api::commands::verify_figures::{VerificationReport, verify_organization};
use arrow_array::{
    ArrayRef, Date32Array, Decimal128Array, Float64Array, Int64Array, RecordBatch, StringArray,
    TimestampMicrosecondArray,
};
use demo_data::DemoWarehouse;
use entities::{customer, inventory, market_price, purchase_transaction, rollup_line_day};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use std::sync::Arc;

const TODAY: &str = "2026-06-16";

pub(crate) async fn run_verification(
    app: &TestApp,
    owner: &Client,
    warehouse: &Warehouse,
) -> VerificationReport {
    let access = app.open_access(owner).await;
    verify_organization(
        &access,
        &app.parts.database,
        app.parts.clock.clone(),
        warehouse.path(),
    )
    .await
    .unwrap()
}

/// An organization with demo data of this number of transactions.
async fn start_with_demo(app: &TestApp, transactions: u64) -> (Client, Warehouse) {
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("demo");
    DemoWarehouse {
        seed: 5,
        as_of: TODAY.parse().unwrap(),
        transactions,
        order_tables: true,
    }
    .write_files(warehouse.path())
    .unwrap();
    app.sync_warehouse(&owner, &warehouse).await.data();
    (owner, warehouse)
}

#[tokio::test]
async fn demo_figures_match_reference() {
    let app = TestApp::start().await;
    let (owner, warehouse) = start_with_demo(&app, 12_000).await;
    let verified = run_verification(&app, &owner, &warehouse).await;
    assert_eq!(
        verified.count_differences(),
        0,
        "{}",
        verified.format_table(true)
    );
    let names: Vec<&str> = verified
        .figures
        .iter()
        .map(|figure| figure.name.as_str())
        .collect();
    for expected in [
        "Cards: Total Spend",
        "Recommendations: rows",
        "Price index: Current Index",
        "Price index of fertilizer: trend",
        "Crop yields: Forecast Accuracy",
        "Segment Champions: customers",
        "Segment Loyal: potential savings",
        "Predicted needs: 2026-W26",
        "Purchase windows: January",
        "Headline: predicted needs, change in points",
        "Market: corn, forecast price",
        "Market 3M: fertilizer, change in %",
    ] {
        assert!(
            names.contains(&expected),
            "{expected} is not among {} figures",
            names.len()
        );
    }
    assert!(
        names
            .iter()
            .filter(|name| name.starts_with("Customer "))
            .count()
            > 500
    );
    assert!(
        verified.format_table(true).lines().count() < 4,
        "differences:\n{}",
        verified.format_table(true)
    );
}

#[tokio::test]
async fn hostile_figures_match_reference() {
    let app = TestApp::start().await;
    for seed in 1..=5 {
        let mut dice = SeededRng::new(seed);
        for lines in [1, 3, 40, 400] {
            // A new organization, because an unusable row leaves the older version from another
            // folder.
            let owner = app.create_organization("Prairie").await;
            let warehouse = app.create_warehouse(&format!("hostile-{seed}-{lines}"));
            hostile::write_files(&warehouse, lines, &mut dice);
            app.sync_warehouse(&owner, &warehouse).await.data();
            let verified = run_verification(&app, &owner, &warehouse).await;
            assert_eq!(
                verified.count_differences(),
                0,
                "seed {seed}, {lines} lines:\n{}",
                verified.format_table(true)
            );
        }
    }
}

#[tokio::test]
async fn no_rows_give_no_differences() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("nothing");
    warehouse.write_transactions("");
    let verified = run_verification(&app, &owner, &warehouse).await;
    assert_eq!(
        verified.count_differences(),
        0,
        "{}",
        verified.format_table(true)
    );
}

#[tokio::test]
async fn counts_unusable_rows() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("unread");
    warehouse.write_transactions(
        "t1,o1,purchase,2026-06-01,,s1,urea,2,ton,100,USD,,,Ames,2026-06-01T00:00:00Z\n\
         t2,o2,purchase,2026-06-01,,s1,urea,1e3,ton,100,USD,,,Ames,2026-06-01T00:00:00Z\n\
         t1,o1,purchase,2026-06-01,,s1,urea,9,ton,100,USD,,,Ames,2026-05-01T00:00:00Z\n\
         t3,o3,sale,2026-06-01,,s1,urea,1,ton,100,USD,,,Ames,2026-06-01T00:00:00Z\n",
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    let verified = run_verification(&app, &owner, &warehouse).await;
    assert_eq!(
        (
            verified.count_differences(),
            verified.unusable_rows.as_slice()
        ),
        (0, [("sales_transactions".to_owned(), 2)].as_slice()),
        "{}",
        verified.format_table(true)
    );
    let spend = verified
        .figures
        .iter()
        .find(|figure| figure.name == "Cards: Total Spend")
        .unwrap();
    assert_eq!(spend.reference, Some(reference::FigureValue::Number(200.0)));
}

#[tokio::test]
async fn reads_typed_parquet_columns() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("parquet");
    let texts = |texts: &[&str]| -> ArrayRef { Arc::new(StringArray::from(texts.to_vec())) };
    // 2026-06-01T00:00:00Z in microseconds; 2026-06-01 and the next day in days.
    let stamps: ArrayRef = Arc::new(
        TimestampMicrosecondArray::from(vec![1_780_272_000_000_000; 3]).with_timezone("UTC"),
    );
    let days: ArrayRef = Arc::new(Date32Array::from(vec![20_605, 20_606, 20_606]));
    let columns: Vec<(&str, ArrayRef)> = vec![
        ("transaction_id", Arc::new(Int64Array::from(vec![7, 8, 9]))),
        ("order_id", texts(&["o1", "o1", "o2"])),
        ("direction", texts(&["purchase", "purchase", "purchase"])),
        ("transaction_date", Arc::clone(&days)),
        ("supplier_id", texts(&["s1", "s1", "s2"])),
        ("item_id", texts(&["urea", "urea", "dap"])),
        (
            "quantity",
            Arc::new(Float64Array::from(vec![0.5, -0.25, 1234.0])),
        ),
        ("unit", texts(&["ton", "ton", "ton"])),
        (
            "unit_price",
            Arc::new(
                Decimal128Array::from(vec![1_999_999_999_i128, 10_010_000_000, 1_000_000_000])
                    .with_precision_and_scale(38, 9)
                    .unwrap(),
            ),
        ),
        ("currency", texts(&["USD", "USD", "USD"])),
        (
            "promised_date",
            Arc::new(Date32Array::from(vec![None, Some(20_606), Some(20_600)])),
        ),
        ("delivered_date", days),
        ("updated_at", stamps),
    ];
    let rows = RecordBatch::try_from_iter(columns).unwrap();
    let mut writer = ArrowWriter::try_new(Vec::new(), rows.schema(), None).unwrap();
    writer.write(&rows).unwrap();
    warehouse.write_file("sales_transactions.parquet", writer.into_inner().unwrap());
    app.sync_warehouse(&owner, &warehouse).await.data();
    let verified = run_verification(&app, &owner, &warehouse).await;
    assert_eq!(
        verified.count_differences(),
        0,
        "{}",
        verified.format_table(true)
    );
    // The first price has more than four decimals and counts as 2: 0.5 x 2 + 1234 - 0.25 x 10.01,
    // rounded half-even: 1232.4975.
    let figure_text = |name: &str| {
        verified
            .figures
            .iter()
            .find(|figure| figure.name == name)
            .unwrap()
            .reference
            .clone()
    };
    assert_eq!(
        figure_text("Cards: Total Spend"),
        Some(reference::FigureValue::Number(1232.5))
    );
    assert_eq!(
        figure_text("Cards: Delivery Rate"),
        Some(reference::FigureValue::Number(50.0))
    );
    assert_eq!(verified.unusable_rows, []);
}

/// The figures that differ after the manipulation.
async fn different_figures(app: &TestApp, owner: &Client, warehouse: &Warehouse) -> Vec<String> {
    let verified = run_verification(app, owner, warehouse).await;
    let text = verified.format_table(true);
    assert!(
        text.ends_with(&format!(
            "{} figures, {} differ\n",
            verified.figures.len(),
            verified.count_differences()
        )),
        "{text}"
    );
    verified
        .figures
        .into_iter()
        .filter(|figure| !figure.is_equal)
        .map(|figure| figure.name)
        .collect()
}

#[tokio::test]
async fn reports_manipulated_figures() {
    let app = TestApp::start().await;
    let (owner, warehouse) = start_with_demo(&app, 6_000).await;
    assert_eq!(
        different_figures(&app, &owner, &warehouse).await,
        Vec::<String>::new()
    );

    // One cent more on a day of purchases, in the rollup of the cards.
    let purchases =
        rollup_line_day::Entity::find().filter(rollup_line_day::Column::Direction.eq("purchase"));
    let days = purchases
        .filter(rollup_line_day::Column::Day.lte(TODAY.parse::<chrono::NaiveDate>().unwrap()))
        .all(&app.raw)
        .await
        .unwrap();
    let newest = days.iter().max_by_key(|row| row.day).unwrap();
    let of_the_day = rollup_line_day::Entity::update_many()
        .filter(rollup_line_day::Column::Day.eq(newest.day))
        .filter(rollup_line_day::Column::Direction.eq("purchase"))
        .filter(rollup_line_day::Column::Currency.eq(newest.currency.as_str()));
    of_the_day
        .col_expr(
            rollup_line_day::Column::AmountLow,
            Expr::value(newest.amount_low + 10_000),
        )
        .exec(&app.raw)
        .await
        .unwrap();
    let differing = different_figures(&app, &owner, &warehouse).await;
    assert!(
        differing.contains(&"Cards: Total Spend".to_owned()),
        "{differing:?}"
    );
    assert!(
        differing.iter().all(|name| name.starts_with("Cards: ")),
        "{differing:?}"
    );

    // A deleted stock row, a renamed customer, a quote with another price.
    let stock = inventory::Entity::find()
        .filter(inventory::Column::ReorderPointE4.is_not_null())
        .all(&app.raw)
        .await
        .unwrap();
    let low = stock
        .iter()
        .find(|row| {
            row.on_hand_e4 + row.on_order_e4 - row.booked_e4 <= row.reorder_point_e4.unwrap()
        })
        .unwrap();
    let row =
        inventory::Entity::update_many().filter(inventory::Column::ItemId.eq(low.item_id.as_str()));
    let row = row.filter(inventory::Column::Location.eq(low.location.as_str()));
    row.col_expr(
        inventory::Column::OnHandE4,
        Expr::value(low.on_hand_e4 - 10_000),
    )
    .exec(&app.raw)
    .await
    .unwrap();
    market_price::Entity::update_many()
        .filter(market_price::Column::PriceDate.eq(TODAY.parse::<chrono::NaiveDate>().unwrap()))
        .filter(market_price::Column::Commodity.eq("corn"))
        .col_expr(market_price::Column::PriceE4, Expr::value(123_456_i64))
        .exec(&app.raw)
        .await
        .unwrap();
    customer::Entity::update_many()
        .col_expr(customer::Column::AcresE4, Expr::value(10_000_i64))
        .exec(&app.raw)
        .await
        .unwrap();
    let differing = different_figures(&app, &owner, &warehouse).await;
    let expected = [
        format!(
            "Recommendations: {} at {}, Current Stock",
            low.item_id, low.location
        ),
        "Market: corn, current price".to_owned(),
        "Crop yields: corn, Iowa, acres".to_owned(),
    ];
    for name in expected {
        assert!(differing.contains(&name), "{name}: {differing:?}");
    }

    // A line that is missing in the product.
    let line = purchase_transaction::Entity::find()
        .filter(purchase_transaction::Column::Direction.eq("sale"))
        .all(&app.raw)
        .await
        .unwrap()
        .remove(0);
    purchase_transaction::Entity::delete_many()
        .filter(purchase_transaction::Column::TransactionId.eq(line.transaction_id))
        .exec(&app.raw)
        .await
        .unwrap();
    let differing = different_figures(&app, &owner, &warehouse).await;
    assert!(
        differing.contains(&"Rows: sales_transactions".to_owned()),
        "{differing:?}"
    );
}

#[tokio::test]
async fn reads_renamed_columns() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("renamed");
    warehouse.write_file("supplier_data.csv", "vendor_no,supplier_name,categories,lead_time_days,active,updated_at\ns1,Acme,,9,true,2026-06-01T00:00:00Z\n");
    let columns = serde_json::json!([{"targetColumn": "supplier_id", "sourceColumn": "vendor_no"}]);
    owner
        .put(
            "/api/data-sync/mapping",
            serde_json::json!({"tables": [{"sourceTable": "supplier_data", "columns": columns}]}),
        )
        .await
        .data();
    app.sync_warehouse(&owner, &warehouse).await.data();
    let verified = run_verification(&app, &owner, &warehouse).await;
    assert_eq!(
        verified.count_differences(),
        0,
        "{}",
        verified.format_table(true)
    );
    let rows = verified
        .figures
        .iter()
        .find(|figure| figure.name == "Rows: supplier_data")
        .unwrap();
    assert_eq!(rows.reference, Some(reference::FigureValue::Number(1.0)));
}

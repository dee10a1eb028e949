//! The JSON names that the app and other clients were promised, spelled as they were promised, in
//! answers over HTTP.

use crate::contract::committed;
use crate::customers::with_orders;
use crate::{Client, TestApp};
use serde_json::{Value, json};

/// Every name is there, with a value.
#[track_caller]
fn has(object: &Value, names: &[&str]) {
    for name in names {
        assert!(!object[*name].is_null(), "{name} is not in {object}");
    }
}

/// An organization with three years of orders, purchases, stock, customers and quotes.
async fn farm(app: &TestApp) -> Client {
    let owner = app.organization("Prairie").await;
    with_orders(app, &owner).await;
    owner
}

#[tokio::test]
async fn crop_yields_are_named_as_promised() {
    let app = TestApp::start().await;
    let owner = farm(&app).await;
    let answer = owner.get("/api/analytics/crop-yield-forecast").await;
    has(&answer.json, &["success", "data"]);
    has(answer.data(), &["overview", "forecasts"]);
    has(&answer.data()["overview"], &["forecast_accuracy"]);
    has(
        &answer.data()["forecasts"][0],
        &[
            "crop_type",
            "confidence_level",
            "yield_change_percent",
            "forecasted_yield",
        ],
    );
    let overview = &committed()["components"]["schemas"]["YieldOverview"]["properties"];
    has(overview, &["forecast_accuracy", "status", "error"]);
}

#[tokio::test]
async fn supply_prices_are_named_as_promised() {
    let app = TestApp::start().await;
    let owner = farm(&app).await;
    let answer = owner.get("/api/analytics/supply-price-index").await;
    has(&answer.json, &["success", "data"]);
    has(answer.data(), &["overview", "categories"]);
    has(
        &answer.data()["overview"],
        &["current_index", "index_change"],
    );
    has(
        &answer.data()["categories"][0],
        &[
            "category",
            "trend",
            "current_price_index",
            "price_change_percent",
        ],
    );
    let overview = &committed()["components"]["schemas"]["PriceIndexOverview"]["properties"];
    has(
        overview,
        &["current_index", "index_change", "status", "error"],
    );
}

#[tokio::test]
async fn customers_are_named_as_promised() {
    let app = TestApp::start().await;
    let owner = farm(&app).await;
    let answer = owner.get("/api/customer-segmentation").await;
    has(&answer.json, &["success", "data"]);
    let data = answer.data();
    has(
        data,
        &[
            "segmentation",
            "customer_patterns",
            "prediction_trends",
            "purchase_windows",
        ],
    );
    has(
        &data["segmentation"][0],
        &[
            "segment",
            "description",
            "predicted_needs",
            "optimal_purchase_time",
        ],
    );
    let savings = &committed()["components"]["schemas"]["SegmentationRow"]["properties"];
    has(savings, &["potential_savings"]);
    has(
        &data["customer_patterns"][0],
        &[
            "customer",
            "last_purchase",
            "frequency",
            "average_spend",
            "predicted_next",
        ],
    );
    has(&data["prediction_trends"][0], &["week", "percentage"]);
    has(&data["purchase_windows"][0], &["month", "value"]);
}

#[tokio::test]
async fn a_sync_and_its_health_are_named_as_promised() {
    let app = TestApp::start().await;
    let owner = app.organization("Prairie").await;
    let warehouse = app.warehouse("faulty");
    warehouse.suppliers("s1,Acme,fertilizer,10,true,2026-06-01T00:00:00Z\ns2,Bad,fertilizer,soon,true,2026-06-01T00:00:00Z\n");
    let done = app.sync(&owner, &warehouse).await;
    has(
        &done.data()["stats"],
        &["totalRecords", "successfulUpserts", "errors"],
    );
    let status = owner.get("/api/data-sync/status").await;
    has(
        status.data(),
        &["isRunning", "lastSyncTime", "stats", "recentErrors"],
    );
    has(
        &status.data()["stats"],
        &["totalRecords", "successfulUpserts", "errors"],
    );
    has(
        &status.data()["recentErrors"][0],
        &["table", "error", "timestamp"],
    );
    let health = owner.get("/api/data-sync/health").await;
    assert_eq!(health.data()["bigQuery"], true);
    assert_eq!(health.data()["supabase"], true);
    assert_eq!(health.data()["overall"], true);
}

#[tokio::test]
async fn five_tables_can_be_synced_into_their_targets() {
    let app = TestApp::start().await;
    let owner = app.organization("Prairie").await;
    let status = owner.get("/api/data-sync/status").await;
    let tables: Vec<_> = status.data()["tables"]
        .as_array()
        .unwrap()
        .iter()
        .map(|table| json!([table["sourceTable"], table["targetTable"]]))
        .collect();
    let promised = [
        json!(["inventory_data", "inventory"]),
        json!(["sales_transactions", "purchase_transactions"]),
        json!(["market_prices", "market_data"]),
        json!(["customer_profiles", "customers"]),
        json!(["supplier_data", "suppliers"]),
    ];
    assert_eq!(tables, promised);
}

#[tokio::test]
async fn a_failed_sync_says_why_in_its_message() {
    let app = TestApp::start().await;
    let owner = app.organization("Prairie").await;
    for (path, body) in [
        (
            "/api/data-sync/sync",
            json!({"options": {"incrementalSync": false}}),
        ),
        (
            "/api/data-sync/table",
            json!({"tableName": "inventory_data", "options": {}}),
        ),
    ] {
        let refused = owner.post(path, body).await;
        assert!(refused.status.is_client_error(), "{}", refused.text);
        has(&refused.json, &["success", "message"]);
    }
}

#[tokio::test]
async fn a_market_day_and_the_account_are_named_as_promised() {
    let app = TestApp::start().await;
    let owner = app.organization("Prairie").await;
    let warehouse = app.warehouse("quotes");
    let quotes = ["corn", "soybeans", "wheat", "fertilizer"].map(|commodity| {
        let unit = if commodity == "fertilizer" {
            "usd_per_ton"
        } else {
            "usd_per_bu"
        };
        format!("2026-06-15,{commodity},CBOT,5,{unit},10,2026-06-15T00:00:00Z\n")
    });
    warehouse.write(
        "market_prices.csv",
        format!(
            "price_date,commodity,market,price,unit,volume,updated_at\n{}",
            quotes.concat()
        ),
    );
    app.sync(&owner, &warehouse).await.data();
    let market = owner.get("/api/market/overview").await;
    has(
        &market.data()["prices"][0],
        &["date", "corn", "soybeans", "wheat", "fertilizer"],
    );
    let account = owner.get("/api/account").await;
    has(account.data(), &["name", "email", "farmName"]);
    assert_eq!(account.data()["farmName"], "Prairie");
}

//! The JSON names that the app and other clients rely on, spelled exactly, in HTTP responses.

use crate::contract::committed_contract;
use crate::customers::sync_orders;
use crate::{Client, TestApp};
use serde_json::{Value, json};

/// Checks that every name is present and has a value.
#[track_caller]
fn assert_has_names(object: &Value, names: &[&str]) {
    for name in names {
        assert!(!object[*name].is_null(), "{name} is not in {object}");
    }
}

/// An organization with three years of orders, purchases, stock, customers and quotes.
async fn start_with_rows(app: &TestApp) -> Client {
    let owner = app.create_organization("Prairie").await;
    sync_orders(app, &owner).await;
    owner
}

#[tokio::test]
async fn crop_yields_are_named_as_promised() {
    let app = TestApp::start().await;
    let owner = start_with_rows(&app).await;
    let answer = owner.get("/api/analytics/crop-yield-forecast").await;
    assert_has_names(&answer.json, &["success", "data"]);
    assert_has_names(answer.data(), &["overview", "forecasts"]);
    assert_has_names(&answer.data()["overview"], &["forecast_accuracy"]);
    assert_has_names(
        &answer.data()["forecasts"][0],
        &[
            "crop_type",
            "confidence_level",
            "yield_change_percent",
            "forecasted_yield",
        ],
    );
    let overview = &committed_contract()["components"]["schemas"]["YieldOverview"]["properties"];
    assert_has_names(overview, &["forecast_accuracy", "status", "error"]);
}

#[tokio::test]
async fn supply_prices_are_named_as_promised() {
    let app = TestApp::start().await;
    let owner = start_with_rows(&app).await;
    let answer = owner.get("/api/analytics/supply-price-index").await;
    assert_has_names(&answer.json, &["success", "data"]);
    assert_has_names(answer.data(), &["overview", "categories"]);
    assert_has_names(
        &answer.data()["overview"],
        &["current_index", "index_change"],
    );
    assert_has_names(
        &answer.data()["categories"][0],
        &[
            "category",
            "trend",
            "current_price_index",
            "price_change_percent",
        ],
    );
    let overview =
        &committed_contract()["components"]["schemas"]["PriceIndexOverview"]["properties"];
    assert_has_names(
        overview,
        &["current_index", "index_change", "status", "error"],
    );
}

#[tokio::test]
async fn customers_are_named_as_promised() {
    let app = TestApp::start().await;
    let owner = start_with_rows(&app).await;
    let answer = owner.get("/api/customer-segmentation").await;
    assert_has_names(&answer.json, &["success", "data"]);
    let data = answer.data();
    assert_has_names(
        data,
        &[
            "segmentation",
            "customer_patterns",
            "prediction_trends",
            "purchase_windows",
        ],
    );
    assert_has_names(
        &data["segmentation"][0],
        &[
            "segment",
            "description",
            "predicted_needs",
            "optimal_purchase_time",
        ],
    );
    let savings = &committed_contract()["components"]["schemas"]["SegmentationRow"]["properties"];
    assert_has_names(savings, &["potential_savings"]);
    assert_has_names(
        &data["customer_patterns"][0],
        &[
            "customer",
            "last_purchase",
            "frequency",
            "average_spend",
            "predicted_next",
        ],
    );
    assert_has_names(&data["prediction_trends"][0], &["week", "percentage"]);
    assert_has_names(&data["purchase_windows"][0], &["month", "value"]);
}

#[tokio::test]
async fn a_sync_and_its_health_are_named_as_promised() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("faulty");
    warehouse.write_suppliers("s1,Acme,fertilizer,10,true,2026-06-01T00:00:00Z\ns2,Bad,fertilizer,soon,true,2026-06-01T00:00:00Z\n");
    let done = app.sync_warehouse(&owner, &warehouse).await;
    assert_has_names(
        &done.data()["stats"],
        &["totalRecords", "successfulUpserts", "errors"],
    );
    let status = owner.get("/api/data-sync/status").await;
    assert_has_names(
        status.data(),
        &["isRunning", "lastSyncTime", "stats", "recentErrors"],
    );
    assert_has_names(
        &status.data()["stats"],
        &["totalRecords", "successfulUpserts", "errors"],
    );
    assert_has_names(
        &status.data()["recentErrors"][0],
        &["table", "error", "timestamp"],
    );
    let health = owner.get("/api/data-sync/health").await;
    assert_eq!(health.data()["bigQuery"], true);
    assert_eq!(health.data()["supabase"], true);
    assert_eq!(health.data()["overall"], true);
}

#[tokio::test]
async fn the_tables_of_a_source_are_synced_into_their_targets() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
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
        json!(["customer_bookings", "customer_bookings"]),
        json!(["purchase_orders", "purchase_orders"]),
        json!(["item_catalogue", "item_catalogue"]),
        json!(["price_lists", "price_lists"]),
    ];
    assert_eq!(tables, promised);
}

#[tokio::test]
async fn a_failed_sync_says_why_in_its_message() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
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
        assert_has_names(&refused.json, &["success", "message"]);
    }
}

#[tokio::test]
async fn a_market_day_and_the_account_are_named_as_promised() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("quotes");
    let quotes = ["corn", "soybeans", "wheat", "fertilizer"].map(|commodity| {
        let unit = if commodity == "fertilizer" {
            "usd_per_ton"
        } else {
            "usd_per_bu"
        };
        format!("2026-06-15,{commodity},CBOT,5,{unit},10,2026-06-15T00:00:00Z\n")
    });
    warehouse.write_file(
        "market_prices.csv",
        format!(
            "price_date,commodity,market,price,unit,volume,updated_at\n{}",
            quotes.concat()
        ),
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    let market = owner.get("/api/market/overview").await;
    assert_has_names(
        &market.data()["prices"][0],
        &["date", "corn", "soybeans", "wheat", "fertilizer"],
    );
    let account = owner.get("/api/account").await;
    assert_has_names(account.data(), &["name", "email", "farmName"]);
    assert_eq!(account.data()["farmName"], "Prairie");
}

//! Tests figures of an organization whose order lines end weeks before today.

use crate::verify_figures::run_verification;
use crate::{Client, TestApp};
use demo_data::DemoWarehouse;
use serde_json::{Value, json};

/// Today is 2026-06-16.
const LAST_DAY: &str = "2026-05-01";

async fn ask(owner: &Client, query: &str) -> Value {
    let answer = owner
        .post("/api/ai-bot/query", json!({"query": query}))
        .await;
    answer.data().clone()
}

#[tokio::test]
async fn figures_are_for_the_day_of_the_newest_line_if_it_is_older_than_usual() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("ended");
    DemoWarehouse {
        seed: 5,
        as_of: LAST_DAY.parse().unwrap(),
        transactions: 6_000,
        order_tables: true,
    }
    .write_files(warehouse.path())
    .unwrap();
    app.sync_warehouse(&owner, &warehouse).await.data();

    let summary = owner.get("/api/purchasing/summary").await;
    let through = summary.json["meta"]["dataThrough"].clone();
    let newest = through.as_str().unwrap();
    assert!(("2026-04-24"..=LAST_DAY).contains(&newest), "{newest}");
    for path in [
        "/api/purchasing/summary",
        "/api/purchasing/recommendations",
        "/api/analytics/supply-price-index",
        "/api/supply-prices/outliers",
        "/api/customer-segmentation",
        "/api/analytics/methods",
        "/api/ai-bot/suggestions",
    ] {
        let meta = &owner.get(path).await.json["meta"];
        assert_eq!(
            (&meta["asOf"], &meta["dataThrough"], &meta["today"]),
            (&through, &through, &json!("2026-06-16")),
            "{path}"
        );
    }
    // The last 90 days before today have no purchases of the last six weeks; those before the
    // newest line do.
    assert!(summary.data()["activeSuppliers"]["value"].as_u64() > Some(0));

    // The reference chooses the day on its own.
    let verified = run_verification(&app, &owner, &warehouse).await;
    assert_eq!(
        verified.count_differences(),
        0,
        "{}",
        verified.format_table(true)
    );
}

#[tokio::test]
async fn answers_about_old_lines_name_their_days_and_are_never_certain() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("ended");
    // A sale of one ton for 500 every week up to 2026-04-24.
    let last = chrono::NaiveDate::from_ymd_opt(2026, 4, 24).unwrap();
    let rows: Vec<String> = (0..60_u64)
        .map(|week| {
            let day = last - chrono::Days::new(7 * week);
            format!("{week},{week},sale,{day},c1,,urea,1,ton,500,USD,,,Ames,2026-06-01T00:00:00Z\n")
        })
        .collect();
    warehouse.write_transactions(&rows.concat());
    app.sync_warehouse(&owner, &warehouse).await.data();

    // This year ends with the data: 17 sales, compared with the same days of the last one.
    let year = ask(
        &owner,
        "What are our sales this year compared to last year?",
    )
    .await;
    let text = year["response"].as_str().unwrap();
    assert!(text.contains("Apr 24, 2026"), "{text}");
    assert!(text.contains("8,500") || text.contains("8500"), "{text}");
    assert!(text.contains("Apr 24, 2025"), "{text}");
    assert_eq!(year["asOf"], "2026-04-24");
    assert_ne!(year["confidence"], "high");

    let rolling = ask(&owner, "What were our sales in the last 30 days?").await;
    let text = rolling["response"].as_str().unwrap();
    assert!(text.contains("Mar 26, 2026 to Apr 24, 2026"), "{text}");
    assert_ne!(rolling["confidence"], "high");

    // A calendar month without lines has none, and the answer says how far the lines reach.
    let month = ask(&owner, "What were our sales last month?").await;
    let text = month["response"].as_str().unwrap();
    assert!(text.contains("May 2026"), "{text}");
    assert!(text.contains("Apr 24, 2026"), "{text}");
}

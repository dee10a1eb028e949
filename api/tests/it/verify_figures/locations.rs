//! Tests that product and reference both apply the location mapping, which the files do not contain.

use super::run_verification;
use crate::TestApp;
use reference::FigureValue;
use serde_json::json;

#[tokio::test]
async fn mapped_sales_and_deliveries_count_in_both_implementations() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prairie");
    warehouse.write_inventory(
        "urea,Urea,fertilizer,ton,HQ,10,0,0,15,,,,400,USD,,2026-06-01T00:00:00Z\n\
         urea,Urea,fertilizer,ton,Ames,10,0,0,15,,,,400,USD,,2026-06-01T00:00:00Z\n\
         map,MAP,fertilizer,ton,HQ,10,0,0,15,,,,400,USD,,2026-06-01T00:00:00Z\n",
    );
    // Every second week for two years, so that the rows have levels by season.
    let mut lines = String::new();
    for week in 0..52_u32 {
        let day = chrono::NaiveDate::from_ymd_opt(2026, 6, 12).unwrap()
            - chrono::Days::new(u64::from(week) * 14);
        for (item, location) in [("urea", "Ames"), ("urea", "Texas"), ("map", "Ames")] {
            lines += &format!(
                "{item}{location}{week},{location}{week},sale,{day},c1,,{item},3,ton,500,USD,,,{location},2026-06-01T00:00:00Z\n"
            );
        }
    }
    warehouse.write_transactions(&lines);
    app.sync_warehouse(&owner, &warehouse).await.data();
    owner
        .put(
            "/api/purchasing/locations",
            json!({"items": [
                {"location": "Texas", "stockLocation": "HQ"},
                {"location": "Ames", "stockLocation": "HQ"},
            ]}),
        )
        .await
        .data();
    let verified = run_verification(&app, &owner, &warehouse).await;
    assert_eq!(
        verified.count_differences(),
        0,
        "{}",
        verified.format_table(true)
    );
    let sold = |stock: &str| {
        let name = format!("Recommendations: {stock}, sold last year");
        let mut figures = verified.figures.iter();
        match figures.find(|figure| figure.name == name)?.reference {
            Some(FigureValue::Number(number)) => Some(number),
            _ => None,
        }
    };
    // 26 lines of 3 tons in the last 365 days, at each location.
    assert_eq!(
        (sold("urea at HQ"), sold("urea at Ames"), sold("map at HQ")),
        (Some(78.0), Some(78.0), Some(78.0))
    );
}

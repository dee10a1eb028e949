//! Tests yield forecasts from customer files to HTTP responses.

use crate::TestApp;
use serde_json::json;

#[tokio::test]
async fn no_crops_give_status_without_forecasts() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let expected = json!({"overview": {"status": "No forecast data available"}, "forecasts": []});
    assert_eq!(
        owner.get("/api/analytics/crop-yield-forecast").await.data(),
        &expected
    );
}

#[tokio::test]
async fn sorts_forecasts_by_acres() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("growers");
    warehouse.write_customers(
        "c1,North Farm,Iowa,Story,1000,corn;soybeans,R,,2020-01-01,2026-06-01T00:00:00Z\n\
         c2,West Farm,NE,Hall,3000,corn,R,,2020-01-01,2026-06-01T00:00:00Z\n\
         c3,South Farm,Kansas,Reno,200,wheat,R,,2020-01-01,2026-06-01T00:00:00Z\n\
         c4,Quiet Farm,Iowa,Polk,9000,,R,,2020-01-01,2026-06-01T00:00:00Z\n",
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get("/api/analytics/crop-yield-forecast").await;
    let data = answer.data();
    let forecasts = data["forecasts"].as_array().unwrap();
    assert_eq!(forecasts[0]["crop_type"], "Corn, Nebraska");
    assert_eq!(forecasts[0]["acres"], 3000.0);
    assert_eq!(answer.json["meta"]["n"], 3);
    for forecast in forecasts {
        let bushels = forecast["forecasted_yield"].as_f64().unwrap();
        assert!(
            forecast["low80"].as_f64().unwrap() < bushels
                && bushels < forecast["high80"].as_f64().unwrap(),
            "{forecast}"
        );
        assert!(
            (0.0..=100.0).contains(&forecast["confidence_level"].as_f64().unwrap()),
            "{forecast}"
        );
        let change = (bushels / forecast["lastYield"].as_f64().unwrap() - 1.0) * 100.0;
        assert!(
            (change - forecast["yield_change_percent"].as_f64().unwrap()).abs() < 0.01,
            "{forecast}"
        );
        assert_eq!(
            forecast["year"].as_i64().unwrap(),
            forecast["lastYear"].as_i64().unwrap() + 1
        );
    }
    let accuracy = data["overview"]["forecast_accuracy"].as_f64().unwrap();
    assert!((60.0..100.0).contains(&accuracy), "{accuracy}");
    assert!(data["overview"]["backtestForecasts"].as_u64().unwrap() >= 5);
}

//! Tests market figures from quote files to HTTP responses.

use crate::{Client, TestApp};
use poem::http::StatusCode;
use serde_json::{Value, json};

const HEADER: &str = "price_date,commodity,market,price,unit,volume,updated_at\n";

async fn sync_quotes(app: &TestApp, owner: &Client, rows: &str) {
    let warehouse = app.create_warehouse("quotes");
    warehouse.write_file("market_prices.csv", format!("{HEADER}{rows}"));
    app.sync_warehouse(owner, &warehouse).await.data();
}

fn quote_row(date: &str, commodity: &str, price: &str) -> String {
    let unit = if commodity == "fertilizer" {
        "usd_per_ton"
    } else {
        "usd_per_bu"
    };
    format!("{date},{commodity},CBOT,{price},{unit},1000,2026-06-15T00:00:00Z\n")
}

#[tokio::test]
async fn no_quotes_list_all_commodities_without_figures() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let answer = owner.get("/api/market/overview").await;
    let data = answer.data();
    assert_eq!(data["cards"], json!([]));
    assert_eq!(
        data["withoutQuotes"],
        json!(["Corn", "Soybeans", "Wheat", "Fertilizer"])
    );
    assert_eq!(
        (&data["timeframe"], &data["commodity"]),
        (&json!("3M"), &json!("All"))
    );
    assert_eq!(data["weather"]["regions"], json!([]));
    assert!(
        data["weather"]["status"]
            .as_str()
            .unwrap()
            .starts_with("No weather provider is set.")
    );
    assert!(
        data["news"]["status"]
            .as_str()
            .unwrap()
            .contains("not set up on this server")
    );
}

#[tokio::test]
async fn filters_by_timeframe_and_commodity() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let rows = [
        quote_row("2026-01-15", "corn", "4.00"),
        quote_row("2026-04-01", "corn", "4.40"),
        quote_row("2026-06-01", "corn", "4.50"),
        quote_row("2026-06-15", "corn", "4.95"),
        quote_row("2026-06-15", "fertilizer", "600"),
        quote_row("2026-06-17", "corn", "9.99"),
    ]
    .concat();
    sync_quotes(&app, &owner, &rows).await;
    let month = owner
        .get("/api/market/overview?timeframe=1M&commodity=Corn")
        .await;
    let card = &month.data()["cards"][0];
    assert_eq!(month.data()["cards"].as_array().unwrap().len(), 1);
    assert_eq!(card["currentPrice"], 4.95, "tomorrow's quote is ignored");
    assert_eq!(card["change"], 0.45);
    assert_eq!(card["changePercent"], 10.0);
    assert_eq!(card["forecast"], "Neutral");
    assert_eq!(card["forecastNote"], "Too little history");
    let dates: Vec<&Value> = month.data()["prices"]
        .as_array()
        .unwrap()
        .iter()
        .map(|point| &point["date"])
        .collect();
    assert_eq!(dates, ["2026-06-01", "2026-06-15"]);
    let half = owner.get("/api/market/overview?timeframe=6M").await;
    assert_eq!(half.data()["cards"].as_array().unwrap().len(), 2);
    assert_eq!(half.data()["prices"].as_array().unwrap().len(), 4);
    assert_eq!(half.data()["changes"][3]["corn"], 23.75);
    assert_eq!(half.data()["withoutQuotes"], json!(["Soybeans", "Wheat"]));
}

#[tokio::test]
async fn rejects_unknown_filter_values() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    for query in ["timeframe=2M", "commodity=Gold", "timeframe="] {
        assert_eq!(
            owner
                .get(&format!("/api/market/overview?{query}"))
                .await
                .expect_failure(400),
            "invalid_parameter",
            "{query}"
        );
    }
}

#[tokio::test]
async fn demo_marks_weather_and_news_as_sample() {
    let app = TestApp::start_with_demo().await;
    let answer = app.anonymous_client().get("/api/market/overview").await;
    let data = answer.data();
    assert_eq!(answer.json["meta"]["sample"], true);
    let regions: Vec<&Value> = data["weather"]["regions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|region| &region["region"])
        .collect();
    assert_eq!(regions, ["Midwest", "Plains", "Southeast", "Northeast"]);
    assert_eq!(data["weather"]["sample"], true);
    assert_eq!(data["news"]["sample"], true);
    assert!(!data["news"]["items"].as_array().unwrap().is_empty());
}

#[tokio::test]
async fn forecasts_name_the_price_that_they_start_from() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    // One quote a month up to May 2026: the month's mean is that quote. Today's is far from it.
    let months = (0..65).map(|month| (2021 + month / 12, 1 + month % 12));
    let mut rows: String = months
        .enumerate()
        .map(|(place, (year, month))| {
            let price = format!("4.{:02}", (place * 37) % 90);
            quote_row(&format!("{year}-{month:02}-10"), "corn", &price)
        })
        .collect();
    rows += &quote_row("2026-06-12", "corn", "9.99");
    sync_quotes(&app, &owner, &rows).await;
    let answer = owner.get("/api/market/overview").await;
    let card = answer.data()["cards"][0].clone();
    // The 65th quote: 4 dollars and 64 x 37 mod 90 cents.
    assert_eq!(card["forecastBaseMonth"], "2026-05", "{card}");
    assert_eq!(card["forecastBasePrice"], 4.28);
    assert_eq!(card["forecastMonth"], "2026-08");
    // The stated probability is about this price, not about today's quote of 9.99.
    let median_is_higher = card["forecastPrice"].as_f64() > card["forecastBasePrice"].as_f64();
    let probability = card["probabilityUp"].as_f64().unwrap();
    assert_eq!(median_is_higher, probability > 50.0, "{card}");
}

#[tokio::test]
async fn caches_each_filter_with_own_etag() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let all = owner.get("/api/market/overview").await;
    let again = owner
        .with_header("if-none-match", all.header("etag"))
        .get("/api/market/overview?timeframe=3M&commodity=All")
        .await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    let other = owner
        .with_header("if-none-match", all.header("etag"))
        .get("/api/market/overview?timeframe=1Y")
        .await;
    assert_eq!(other.status, StatusCode::OK);
}

//! Reports with the rows of pages: the season position, customers, and commodity prices.

use super::SCHEDULES;
use crate::season_position::start_with_season;
use crate::{Client, TestApp};
use serde_json::{Value, json};

const UPDATED_AT: &str = "2026-06-01T00:00:00Z";

/// The labels and rows of the table that an email of the report would have now.
async fn preview_table(client: &Client, report: Value) -> (Vec<String>, Vec<Vec<String>>) {
    let mut body = json!({"name": "Monday", "attachment": "xlsx"});
    for (name, value) in report.as_object().unwrap() {
        body[name] = value.clone();
    }
    let previewed = client.post(&format!("{SCHEDULES}/preview"), body).await;
    let parts = previewed.data()["parts"].as_array().unwrap().clone();
    let table = parts.into_iter().find(|part| part["kind"] == "table");
    let table = table.expect("a table");
    let labels = table["columns"].as_array().unwrap().iter();
    let labels = labels.map(|column| column["label"].as_str().unwrap().to_owned());
    let rows = serde_json::from_value(table["rows"].clone()).unwrap();
    (labels.collect(), rows)
}

#[tokio::test]
async fn the_season_position_is_that_of_the_page() {
    let app = TestApp::start().await;
    let owner = start_with_season(&app).await;
    let report = json!({"kind": "stock_position", "query": {"groupBy": "item_location", "weeks": 4, "location": "Ames"}});
    let (labels, rows) = preview_table(&owner, report).await;
    assert_eq!(
        labels,
        [
            "Item",
            "Location",
            "Cost of shortage (USD)",
            "Runs short",
            "Current stock",
            "Arrivals",
            "Bookings",
            "Expected sales not booked yet",
            "Balance at the end",
            "Unit"
        ]
    );
    let shown = owner
        .get("/api/purchasing/position?weeks=4&location=Ames")
        .await;
    let lines = shown.data()["items"].as_array().unwrap();
    assert_eq!(lines.len(), 2);
    assert_eq!(rows.len(), lines.len());
    for (row, line) in rows.iter().zip(lines) {
        let weeks = line["weeks"].as_array().unwrap();
        let total =
            |part: &str| -> f64 { weeks.iter().map(|week| week[part].as_f64().unwrap()).sum() };
        let number = |text: &String| text.replace(',', "").parse::<f64>().unwrap();
        assert_eq!(
            (&row[0], &row[1]),
            (
                &line["item"].as_str().unwrap().to_owned(),
                &"Ames".to_owned()
            )
        );
        assert_eq!(row[3], line["firstShortWeek"].as_str().unwrap_or_default());
        for (cell, figure) in [
            (&row[4], weeks[0]["onHand"].as_f64().unwrap()),
            (&row[5], total("arrivals")),
            (&row[6], total("bookings")),
            (&row[7], total("unbookedForecast")),
            (&row[8], weeks[3]["balance"].as_f64().unwrap()),
        ] {
            assert!(
                (number(cell) - figure).abs() < 0.006,
                "{cell} is {figure}: {line}"
            );
        }
        assert_eq!(row[9], line["unit"].as_str().unwrap());
    }
    let urea = rows.iter().find(|row| row[0] == "Urea 46-0-0").unwrap();
    assert_eq!((urea[4].as_str(), urea[5].as_str()), ("20", "5"));

    let (labels, rows) = preview_table(
        &owner,
        json!({"kind": "stock_position", "query": {"groupBy": "category"}}),
    )
    .await;
    assert_eq!(labels[0], "Category");
    assert_eq!(rows.len(), 2, "{rows:?}");
    let (_, all) = preview_table(&owner, json!({"kind": "stock_position"})).await;
    assert_eq!(all.len(), 3, "without a query, everything");
}

#[tokio::test]
async fn customers_and_prices_are_those_of_the_pages() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prairie");
    warehouse.write_transactions(&format!(
        "s1,o1,sale,2026-05-10,c1,,urea,1,ton,500,USD,,,Ames,{UPDATED_AT}\n\
         s2,o2,sale,2026-05-20,c1,,urea,3,ton,500,USD,,,Ames,{UPDATED_AT}\n\
         s3,o3,sale,2026-05-20,c2,,urea,1,ton,400,USD,,,Ames,{UPDATED_AT}\n"
    ));
    warehouse.write_file(
        "market_prices.csv",
        format!(
            "price_date,commodity,market,price,unit,volume,updated_at\n\
             2026-04-01,corn,Chicago,4,usd_per_bu,,{UPDATED_AT}\n\
             2026-06-12,corn,Chicago,4.2,usd_per_bu,,{UPDATED_AT}\n"
        ),
    );
    app.sync_warehouse(&owner, &warehouse).await.data();

    let (labels, rows) = preview_table(&owner, json!({"kind": "customer_patterns"})).await;
    assert_eq!(labels[0], "Customer");
    assert_eq!(labels[1], "Average Spend (USD)");
    let shown = owner.get("/api/customer-segmentation").await;
    let patterns = shown.data()["customer_patterns"].as_array().unwrap();
    assert_eq!((rows.len(), patterns.len()), (2, 2));
    for (row, pattern) in rows.iter().zip(patterns) {
        assert_eq!(row[0], pattern["customer"].as_str().unwrap());
        assert_eq!(row[3], pattern["last_purchase"].as_str().unwrap());
        let spend: f64 = row[1].replace(',', "").parse().unwrap();
        assert!(
            (spend - pattern["average_spend"].as_f64().unwrap()).abs() < 0.006,
            "{row:?}"
        );
        assert_eq!(row[4], pattern["predicted_next"].as_str().unwrap());
    }

    let (labels, rows) = preview_table(&owner, json!({"kind": "commodity_prices"})).await;
    assert_eq!(labels[1], "Change over the period (%)");
    assert_eq!(
        rows,
        [["Corn", "5", "4.2", "USD/bu", "2026-06-12", "", "", ""]]
    );
}

#[tokio::test]
async fn reports_need_the_permissions_of_their_page_and_a_known_selection() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let path = format!("{SCHEDULES}/preview");
    let invalid = json!({"name": "Stock", "kind": "stock_position", "attachment": "xlsx",
        "query": {"groupBy": "shelf"}});
    let refused = owner.post(&path, invalid).await;
    assert_eq!(refused.expect_failure(422), "invalid_values");
    assert_eq!(refused.json["details"][0]["path"], "query");
    let many = json!({"name": "Stock", "kind": "stock_position", "attachment": "xlsx",
        "query": {"weeks": 27}});
    let refused = owner.post(&path, many).await;
    assert_eq!(refused.expect_failure(422), "invalid_values");
    let other = json!({"name": "Prices", "kind": "commodity_prices", "attachment": "xlsx",
        "query": {"weeks": 4}});
    let refused = owner.post(&path, other).await;
    assert_eq!(refused.expect_failure(422), "invalid_values");
}

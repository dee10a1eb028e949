//! Reports with the rows of pages: the season position, customers, Supply Analysis, the dashboard, and
//! records.

use super::SCHEDULES;
use crate::season_position::start_with_season;
use crate::{Client, TestApp};
use serde_json::{Value, json};
use std::fmt::Write as _;

const UPDATED_AT: &str = "2026-06-01T00:00:00Z";

/// The parts of the email of a report.
async fn preview_parts(client: &Client, report: Value) -> Vec<Value> {
    let mut body = json!({"name": "Monday", "attachment": "both"});
    for (name, value) in report.as_object().unwrap() {
        body[name] = value.clone();
    }
    let previewed = client.post(&format!("{SCHEDULES}/preview"), body).await;
    previewed.data()["parts"].as_array().unwrap().clone()
}

/// The labels and rows of a table.
fn read_table(table: &Value) -> (Vec<String>, Vec<Vec<String>>) {
    let labels = table["columns"].as_array().unwrap().iter();
    let labels = labels.map(|column| column["label"].as_str().unwrap().to_owned());
    let rows = serde_json::from_value(table["rows"].clone()).unwrap();
    (labels.collect(), rows)
}

/// The labels and rows of the table that an email of the report would have now.
async fn preview_table(client: &Client, report: Value) -> (Vec<String>, Vec<Vec<String>>) {
    let parts = preview_parts(client, report).await;
    let table = parts.iter().find(|part| part["kind"] == "table");
    read_table(table.expect("a table"))
}

/// The headings of the parts of a report, with the rows of each.
async fn preview_sections(client: &Client, report: Value) -> Vec<(String, Vec<Vec<String>>)> {
    let mut sections: Vec<(String, Vec<Vec<String>>)> = Vec::new();
    for part in preview_parts(client, report).await {
        if part["kind"] == "subheading" {
            sections.push((part["text"].as_str().unwrap().to_owned(), Vec::new()));
        } else if part["kind"] == "table" {
            sections.last_mut().expect("a heading").1 = read_table(&part).1;
        }
    }
    sections
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

    let report = json!({"kind": "supply_analysis"});
    let (labels, _) = preview_table(&owner, report.clone()).await;
    assert_eq!(labels[1], "Change over the period (%)");
    assert_eq!(
        preview_sections(&owner, report).await,
        [
            (
                "Commodity prices".to_owned(),
                vec![strings([
                    "Corn",
                    "5",
                    "4.2",
                    "USD/bu",
                    "2026-06-12",
                    "",
                    "",
                    ""
                ])]
            ),
            ("Trading volume".to_owned(), vec![]),
            (
                "Price trend".to_owned(),
                vec![strings(["2026-06-12", "4.2"]), strings(["2026-04-01", "4"])]
            ),
        ]
    );
}

fn strings<const N: usize>(cells: [&str; N]) -> Vec<String> {
    cells.map(str::to_owned).to_vec()
}

#[tokio::test]
async fn the_dashboard_has_the_figures_of_its_panels() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Meadow").await;
    let report = json!({"kind": "dashboard"});
    let empty = preview_sections(&owner, report.clone()).await;
    let titles: Vec<&str> = empty.iter().map(|(title, _)| title.as_str()).collect();
    let expected = [
        "Key figures",
        "Price index",
        "Crop yield forecast",
        "Purchase recommendations",
    ];
    assert_eq!(titles, expected);
    assert_eq!(empty[1].1.len(), 0);

    let warehouse = app.create_warehouse("meadow");
    let mut lines = String::new();
    for (month, price) in [(3, 400), (4, 404), (5, 412)] {
        writeln!(
            lines,
            "p{month},o{month},purchase,2026-0{month}-10,,s1,urea,2,ton,{price},USD,2026-0{month}-12,2026-0{month}-11,Ames,{UPDATED_AT}"
        )
        .unwrap();
    }
    warehouse.write_transactions(&lines);
    app.sync_warehouse(&owner, &warehouse).await.data();
    let shown = owner.get("/api/purchasing/summary").await;
    let sections = preview_sections(&owner, report.clone()).await;
    let number = |text: &str| text.replace(',', "").parse::<f64>().unwrap();
    let cards = &sections[0].1;
    assert_eq!(cards[0], strings(["Total Spend", "2,432", "USD", ""]));
    assert_eq!(cards[2], strings(["Delivery Rate", "100", "%", ""]));
    assert_eq!(cards[3], strings(["Active Suppliers", "1", "", "0"]));
    let average = shown.data()["avgOrderValue"]["value"].as_f64().unwrap();
    assert!((number(&cards[1][1]) - average).abs() < 0.006, "{cards:?}");
    let index = owner.get("/api/analytics/supply-price-index").await;
    let current = index.data()["overview"]["current_index"].as_f64().unwrap();
    let indexes = &sections[1].1;
    assert_eq!(indexes[0][0], "All categories");
    assert!(
        (number(&indexes[0][1]) - current).abs() < 0.006,
        "{indexes:?}"
    );
    assert_eq!(indexes[0][4], "2026-05");

    let owner = start_with_season(&app).await;
    let sections = preview_sections(&owner, report).await;
    let advice = owner.get("/api/purchasing/recommendations").await;
    let advice = advice.data()["items"].as_array().unwrap().clone();
    let recommended = &sections[3].1;
    assert!(!advice.is_empty());
    assert_eq!(recommended.len(), advice.len());
    for (row, line) in recommended.iter().zip(&advice) {
        assert_eq!(row[0], line["item"].as_str().unwrap());
    }
}

#[tokio::test]
async fn a_record_is_reported_as_its_page_has_it() {
    let app = TestApp::start().await;
    let owner = start_with_season(&app).await;
    let filters = json!([{"dimension": "item_id", "op": "=", "value": "urea"}]);
    let query = |measures: Value, dimensions: Value| {
        json!({"dataset": "sales", "measures": measures, "dimensions": dimensions,
            "filters": filters, "period": {"preset": "last_12_months"}})
    };
    let report = json!({"kind": "metric_sections", "query": {
        "record": {"kind": "item", "id": "urea"},
        "sections": [
            {"title": "Key figures", "query": query(json!(["revenue", "orders"]), json!([]))},
            {"title": "Revenue by month", "query": query(json!(["revenue"]), json!(["month"]))},
        ],
    }});
    let sections = preview_sections(&owner, report.clone()).await;
    assert_eq!(sections.len(), 2);
    assert_eq!(sections[1].0, "Revenue by month");
    let figures = query(json!(["revenue"]), json!(["month"]));
    let answer = owner.post("/api/metrics/query", figures).await;
    let answered = answer.data()["rows"].as_array().unwrap().len();
    assert_eq!(sections[1].1.len(), answered);
    let parts = preview_parts(&owner, report.clone()).await;
    let texts: Vec<&str> = parts
        .iter()
        .filter_map(|part| part["text"].as_str())
        .collect();
    assert!(
        texts.iter().any(|text| text.ends_with("/items/urea")),
        "{texts:?}"
    );
    assert!(
        texts.iter().any(|text| text.contains("item id = urea")),
        "{texts:?}"
    );

    let mut foreign = report.clone();
    foreign["query"]["sections"][0]["query"]["measures"] = json!(["profit"]);
    foreign["name"] = json!("Urea");
    foreign["attachment"] = json!("xlsx");
    let path = format!("{SCHEDULES}/preview");
    assert_eq!(owner.post(&path, foreign).await.status, 422);
    let mut empty = report;
    empty["query"]["sections"] = json!([]);
    empty["name"] = json!("Urea");
    empty["attachment"] = json!("xlsx");
    let refused = owner.post(&path, empty).await;
    assert_eq!(refused.expect_failure(422), "invalid_values");
    assert_eq!(refused.json["details"][0]["path"], "query");
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
    let other = json!({"name": "Prices", "kind": "supply_analysis", "attachment": "xlsx",
        "query": {"weeks": 4}});
    let refused = owner.post(&path, other).await;
    assert_eq!(refused.expect_failure(422), "invalid_values");
}

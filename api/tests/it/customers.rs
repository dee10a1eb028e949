//! Tests customer figures from order files to HTTP responses.

use crate::{Client, TestApp};
use chrono::{Days, NaiveDate};
use serde_json::{Value, json};
use std::fmt::Write;

/// Forty farms of different sizes that order every other month, for three years up to June 2026.
pub(crate) async fn sync_orders(app: &TestApp, owner: &Client) {
    let warehouse = app.create_warehouse("farms");
    let (mut lines, mut farms, mut number) = (String::new(), String::new(), 0);
    let end: NaiveDate = "2026-06-16".parse().unwrap();
    for farm in 0..40_u64 {
        writeln!(
            farms,
            "c{farm},Farm {farm},Iowa,Story,500,corn,R,,2020-01-01,2026-06-01T00:00:00Z"
        )
        .unwrap();
        // Farms 35 and up have not ordered for more than a year.
        let silent = if farm >= 35 { 430 } else { 0 };
        let mut day = end - Days::new(farm % 20 + silent);
        while day > end - Days::new(3 * 365) {
            number += 1;
            writeln!(lines, "s{number},o{number},sale,{day},c{farm},,urea,{},ton,500,USD,,,Ames,2026-06-01T00:00:00Z", farm + 1).unwrap();
            day = day - Days::new(61);
        }
    }
    // Purchased every month for three years, most expensive in spring.
    for month in 0..36_u32 {
        let (year, number) = (2023 + (month + 6) / 12, (month + 6) % 12 + 1);
        let price = if (3..=5).contains(&number) { 480 } else { 320 };
        writeln!(lines, "p{month},po{month},purchase,{year}-{number:02}-05,,s1,urea,100,ton,{price},USD,,,Ames,2026-06-01T00:00:00Z").unwrap();
    }
    warehouse.write_transactions(&lines).write_customers(&farms);
    warehouse.write_inventory(
        "urea,Urea,fertilizer,ton,Ames,1,0,0,,,,20,400,USD,s1,2026-06-01T00:00:00Z\n",
    );
    app.sync_warehouse(owner, &warehouse).await.data();
}

#[tokio::test]
async fn no_orders_give_status_for_every_part() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let answer = owner.get("/api/customer-segmentation").await;
    let data = answer.data();
    for part in [
        "segmentation",
        "customer_patterns",
        "prediction_trends",
        "purchase_windows",
    ] {
        assert_eq!(data[part], json!([]), "{part}");
    }
    assert_eq!(
        data["status"]["segmentation"],
        "No customer has ordered yet"
    );
    assert_eq!(
        data["status"]["purchase_windows"],
        "Needs 2 years of purchases"
    );
    assert!(data["headlines"]["predictedNeeds"].is_null());
    assert_eq!(
        data["headlines"]["predictedNeedsNote"],
        "Needs 1 year of orders"
    );
}

#[tokio::test]
async fn customers_have_segment_and_frequency() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_orders(&app, &owner).await;
    let answer = owner.get("/api/customer-segmentation").await;
    let data = answer.data();
    let members: u64 = data["segmentation"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["customers"].as_u64().unwrap())
        .sum();
    assert_eq!(members, 40);
    let patterns = data["customer_patterns"].as_array().unwrap();
    assert_eq!(patterns.len(), 40);
    let of = |name: &str| patterns.iter().find(|row| row["customer"] == name).unwrap();
    assert_eq!(of("Farm 4")["last_purchase"], "2026-06-12");
    assert!(
        (5.5..6.8).contains(&of("Farm 4")["frequency"].as_f64().unwrap()),
        "{}",
        of("Farm 4")
    );
    assert!(
        (2_000.0..3_500.0).contains(&of("Farm 4")["average_spend"].as_f64().unwrap()),
        "{}",
        of("Farm 4")
    );
    assert!(
        of("Farm 4")["predicted_next"]
            .as_str()
            .unwrap()
            .parse::<NaiveDate>()
            .unwrap()
            > "2026-06-16".parse().unwrap()
    );
    let gone = of("Farm 39")["stillCustomerPercent"].as_f64().unwrap();
    assert!(
        gone < of("Farm 4")["stillCustomerPercent"].as_f64().unwrap(),
        "{gone}"
    );
    assert_eq!(answer.json["meta"]["currency"], "USD");
}

#[tokio::test]
async fn forecasts_thirteen_weeks_and_twelve_months() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_orders(&app, &owner).await;
    let answer = owner.get("/api/customer-segmentation").await;
    let data = answer.data();
    let weeks: Vec<&Value> = data["prediction_trends"]
        .as_array()
        .unwrap()
        .iter()
        .map(|week| &week["week"])
        .collect();
    assert_eq!((weeks.len(), weeks[0]), (13, &json!("2026-W26")));
    let months = data["purchase_windows"].as_array().unwrap();
    let names: Vec<&Value> = months.iter().map(|month| &month["month"]).collect();
    assert_eq!(
        names,
        [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"
        ]
    );
    let value = |name: &str| {
        months.iter().find(|month| month["month"] == name).unwrap()["value"]
            .as_f64()
            .unwrap()
    };
    assert!(
        value("Feb") > value("Apr"),
        "buying before the expensive spring saves: {months:?}"
    );
    assert!(
        data["headlines"]["predictedNeeds"]["percent"]
            .as_f64()
            .unwrap()
            > 0.0
    );
    // The same rows give the same response to the last digit.
    let again = app.create_organization("Other").await;
    sync_orders(&app, &again).await;
    assert_eq!(again.get("/api/customer-segmentation").await.data(), data);
}

#[tokio::test]
async fn orders_at_zero_prices_make_no_customer_and_are_counted() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("samples");
    let sale = |id: &str, customer: &str, price: &str| {
        format!(
            "{id},{id},sale,2026-05-10,{customer},,urea,1,ton,{price},USD,,,Ames,2026-06-01T00:00:00Z\n"
        )
    };
    warehouse.write_transactions(
        &[
            sale("1", "paying", "500"),
            sale("2", "paying", "0"),
            sale("3", "sampling", "0"),
            sale("4", "sampling", "0"),
        ]
        .concat(),
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get("/api/customer-segmentation").await;
    assert_eq!(answer.data()["customersWithOrders"], 1);
    assert_eq!(
        answer.json["meta"]["exclusions"],
        json!([{"reason": "zero_price", "count": 2}])
    );
}

//! The season position from source rows to the response.

use crate::{Client, TestApp};
use chrono::{Days, NaiveDate};
use poem::http::StatusCode;
use serde_json::{Value, json};
use std::fmt::Write;

const POSITION: &str = "/api/purchasing/position";
const UPDATED_AT: &str = "2026-06-01T00:00:00Z";

/// 10 tons sold in each of the last 160 weeks at Ames, a booking of 12 tons in three weeks and an
/// overdue purchase order of 5 tons. Today is 2026-06-16.
async fn start_with_season(app: &TestApp) -> Client {
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("season");
    let today = NaiveDate::from_ymd_opt(2026, 6, 16).unwrap();
    let mut sales = String::new();
    for week in 1..160 {
        let day = today.checked_sub_days(Days::new(7 * week)).unwrap();
        writeln!(
            sales,
            "w{week},w{week},sale,{day},c1,,urea,10,ton,500,USD,,,Ames,{UPDATED_AT}"
        )
        .unwrap();
    }
    warehouse.write_inventory(&format!(
        "urea,Urea 46-0-0,fertilizer,ton,Ames,20,0,0,,,,,400,USD,s1,{UPDATED_AT}\n\
         urea,Urea 46-0-0,fertilizer,ton,Boone,7,0,0,,,,,400,USD,s1,{UPDATED_AT}\n\
         corn,Corn 110,seed,bag,Ames,3,0,0,,,,,250,USD,s1,{UPDATED_AT}\n"
    ));
    warehouse.write_transactions(&sales);
    warehouse.write_file(
        "customer_bookings.csv",
        format!(
            "booking_id,line,customer_id,item_id,location,quantity,unit,unit_price,currency,\
             booked_date,due_date,delivered_quantity,status,updated_at\n\
             b1,1,c1,urea,Ames,14.5,ton,500,USD,2026-05-01,2026-07-07,2.5,open,{UPDATED_AT}\n\
             b2,1,c1,urea,Ames,9,gal,500,USD,2026-05-01,2026-07-07,0,open,{UPDATED_AT}\n"
        ),
    );
    warehouse.write_file(
        "purchase_orders.csv",
        format!(
            "po_id,line,supplier_id,item_id,location,quantity,unit,unit_price,currency,order_date,\
             expected_date,received_quantity,status,updated_at\n\
             p1,1,s1,urea,Ames,8,ton,400,USD,2026-05-12,2026-06-10,3,open,{UPDATED_AT}\n"
        ),
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    owner
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap()
}

#[tokio::test]
async fn position_follows_stock_orders_bookings_and_forecast() {
    let app = TestApp::start().await;
    let owner = start_with_season(&app).await;
    let answer = owner.get(&format!("{POSITION}?weeks=6")).await;
    let data = answer.data();
    let names: Vec<_> = data["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| (line["itemId"].clone(), line["location"].clone()))
        .collect();
    assert_eq!(
        names,
        [
            (json!("corn"), json!("Ames")),
            (json!("urea"), json!("Ames")),
            (json!("urea"), json!("Boone"))
        ]
    );
    let weeks = data["items"][1]["weeks"].as_array().unwrap();
    assert_eq!(weeks.len(), 6);
    assert_eq!(
        (&weeks[0]["startsOn"], &weeks[3]["startsOn"]),
        (&json!("2026-06-16"), &json!("2026-07-07"))
    );
    let column =
        |name: &str| -> Vec<f64> { weeks.iter().map(|week| number(&week[name])).collect() };
    assert_eq!(column("arrivals"), [5.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(column("bookings"), [0.0, 0.0, 0.0, 12.0, 0.0, 0.0]);
    let (on_hand, forecast, balance) = (
        column("onHand"),
        column("unbookedForecast"),
        column("balance"),
    );
    assert!((on_hand[0] - 20.0).abs() < 1e-9);
    for week in 0..6 {
        let expected =
            on_hand[week] + column("arrivals")[week] - column("bookings")[week] - forecast[week];
        assert!((balance[week] - expected).abs() < 1e-3, "{week}");
        assert!(column("balanceLo80")[week] < balance[week]);
        assert!(column("balanceHi80")[week] > balance[week]);
    }
    assert!((5.0..13.0).contains(&forecast[0]), "{forecast:?}");
    assert!(data["items"][1]["firstShortWeek"].is_string());
    assert!(number(&data["items"][1]["shortageCost"]) > 0.0);
    assert_eq!(data["missing"], json!([]));
    assert_eq!(
        answer.json["meta"]["exclusions"],
        json!([{"reason": "other_unit", "count": 1}])
    );
    assert_eq!(answer.json["meta"]["currency"], "USD");
}

#[tokio::test]
async fn pages_groups_and_filters_limit_lines() {
    let app = TestApp::start().await;
    let owner = start_with_season(&app).await;
    let first = owner.get(&format!("{POSITION}?limit=2")).await;
    assert_eq!(first.data()["items"].as_array().unwrap().len(), 2);
    let cursor = first.data()["nextCursor"].as_str().unwrap();
    let second = owner
        .get(&format!("{POSITION}?limit=2&cursor={cursor}"))
        .await;
    assert_eq!(second.data()["items"][0]["location"], "Boone");
    assert!(second.data()["nextCursor"].is_null());

    let grouped = owner.get(&format!("{POSITION}?groupBy=category")).await;
    let groups: Vec<_> = grouped.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| (line["category"].clone(), line["unit"].clone()))
        .collect();
    assert_eq!(
        groups,
        [
            (json!("fertilizer"), json!("ton")),
            (json!("seed"), json!("bag"))
        ]
    );
    assert!((number(&grouped.data()["items"][0]["weeks"][0]["onHand"]) - 27.0).abs() < 1e-9);

    let later = owner
        .get(&format!(
            "{POSITION}?from=2026-06-30&weeks=1&location=Boone"
        ))
        .await;
    let lines = later.data()["items"].as_array().unwrap();
    assert_eq!(lines.len(), 1);
    assert_eq!(lines[0]["weeks"][0]["startsOn"], "2026-06-30");
    let past = owner.get(&format!("{POSITION}?from=2026-06-01")).await;
    assert_eq!(past.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn five_tables_suffice_and_missing_data_is_named() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("bare");
    warehouse.write_inventory(&format!(
        "urea,Urea 46-0-0,fertilizer,ton,Ames,20,0,0,,,,,400,USD,s1,{UPDATED_AT}\n"
    ));
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get(POSITION).await;
    assert_eq!(
        answer.data()["missing"],
        json!(["sales", "customer_bookings", "purchase_orders"])
    );
    let weeks = answer.data()["items"][0]["weeks"].as_array().unwrap();
    assert_eq!(weeks.len(), 13);
    assert!((number(&weeks[12]["balance"]) - 20.0).abs() < 1e-9);
}

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
pub(crate) async fn start_with_season(app: &TestApp) -> Client {
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
    // Only urea at Ames runs short, so it leads.
    assert_eq!(
        names,
        [
            (json!("urea"), json!("Ames")),
            (json!("corn"), json!("Ames")),
            (json!("urea"), json!("Boone"))
        ]
    );
    let line = &data["items"][0];
    let weeks = line["weeks"].as_array().unwrap();
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
    let first_short = weeks
        .iter()
        .find(|week| number(&week["balance"]) < 0.0)
        .unwrap();
    assert_eq!(line["firstShortWeek"], first_short["startsOn"]);
    let lowest = column("balance").into_iter().fold(0.0, f64::min);
    // The cost of a ton is 400, its price 500.
    assert!((number(&line["shortageCost"]) + 400.0 * lowest).abs() < 0.01);
    assert!((number(&line["unitCost"]) - 400.0).abs() < 1e-9);
    assert_eq!(
        (&line["category"], &line["supplierId"], &line["unit"]),
        (&json!("fertilizer"), &json!("s1"), &json!("ton"))
    );
    assert_eq!(
        (&data["total"], &data["shortLines"], &data["shortageCost"]),
        (&json!(3), &json!(1), &line["shortageCost"])
    );
    assert_eq!(data["categories"], json!(["fertilizer", "seed"]));
    assert_eq!(data["locations"], json!(["Ames", "Boone"]));
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

    let seed = owner.get(&format!("{POSITION}?q=CORN")).await;
    assert_eq!(seed.data()["total"], 1);
    assert_eq!(seed.data()["items"][0]["itemId"], "corn");
    let short = owner.get(&format!("{POSITION}?onlyShort=true")).await;
    assert_eq!(short.data()["total"], 1);
    let last = owner.get(&format!("{POSITION}?sort=-item&limit=1")).await;
    assert_eq!(last.data()["items"][0]["itemId"], "urea");

    let items = owner.get(&format!("{POSITION}?groupBy=item")).await;
    let urea = &items.data()["items"][0];
    assert_eq!(
        (&urea["itemId"], &urea["rows"], &urea["location"]),
        (&json!("urea"), &json!(2), &Value::Null)
    );
    assert!(number(&urea["weeks"][12]["shortRows"]) >= 1.0);

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
async fn a_week_names_the_orders_and_bookings_behind_its_balance() {
    let app = TestApp::start().await;
    let owner = start_with_season(&app).await;
    let week = |day: &str| format!("{POSITION}/week?itemId=urea&location=Ames&day={day}");
    let first = owner.get(&week("2026-06-16")).await;
    let terms = first.data();
    assert_eq!(terms["orders"].as_array().unwrap().len(), 1);
    assert_eq!(
        (&terms["orders"][0]["poId"], &terms["orders"][0]["quantity"]),
        (&json!("p1"), &json!(5.0))
    );
    assert_eq!(terms["orders"][0]["expectedDate"], "2026-06-10");
    assert_eq!(terms["openBookings"], json!([]));
    let later = owner.get(&week("2026-07-09")).await;
    let terms = later.data();
    assert_eq!(terms["startsOn"], "2026-07-07");
    assert_eq!(terms["orders"], json!([]));
    assert_eq!(
        terms["openBookings"],
        json!([{"bookingId": "b1", "line": "1", "customerId": "c1", "customer": "c1",
                "dueDate": "2026-07-07", "quantity": 12.0}])
    );
    let sum = number(&terms["onHand"]) + number(&terms["arrivals"])
        - number(&terms["bookings"])
        - number(&terms["unbookedForecast"]);
    assert!((sum - number(&terms["balance"])).abs() < 1e-6);
    let grid = owner
        .get(&format!("{POSITION}?q=urea&location=Ames&weeks=6"))
        .await;
    assert_eq!(
        grid.data()["items"][0]["weeks"][3]["balance"],
        terms["balance"]
    );
    let unknown = owner
        .get(&format!("{POSITION}/week?itemId=corn&location=Boone"))
        .await;
    assert_eq!(unknown.status, StatusCode::NOT_FOUND);
    let past = owner.get(&week("2026-06-15")).await;
    assert_eq!(past.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn balances_of_a_trillion_units_are_shown() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("large");
    // Each is below the largest quantity, and their sum is above it.
    let row = |location: &str| {
        format!(
            "urea,Urea 46-0-0,fertilizer,ton,{location},600000000000,0,0,,,,,400,USD,s1,\
             {UPDATED_AT}\n"
        )
    };
    warehouse.write_inventory(&(row("Ames") + &row("Boone")));
    warehouse.write_file(
        "purchase_orders.csv",
        format!(
            "po_id,line,supplier_id,item_id,location,quantity,unit,unit_price,currency,order_date,\
             expected_date,received_quantity,status,updated_at\n\
             p1,1,s1,urea,Ames,600000000000,ton,400,USD,2026-05-12,2026-06-10,0,open,{UPDATED_AT}\n"
        ),
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    let by_item = owner.get(&format!("{POSITION}?groupBy=item&weeks=1")).await;
    let week = &by_item.data()["items"][0]["weeks"][0];
    assert_eq!(number(&week["onHand"]).to_bits(), 1.2e12_f64.to_bits());
    assert_eq!(number(&week["balance"]).to_bits(), 1.8e12_f64.to_bits());
    let path = format!("{POSITION}/week?itemId=urea&location=Ames&day=2026-06-16");
    let terms = owner.get(&path).await;
    assert_eq!(
        number(&terms.data()["balance"]).to_bits(),
        1.2e12_f64.to_bits()
    );
}

#[tokio::test]
async fn costs_in_another_currency_are_in_no_sum() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("currencies");
    warehouse.write_inventory(&format!(
        "urea,Urea 46-0-0,fertilizer,ton,Ames,-2,0,0,,,,,400,USD,s1,{UPDATED_AT}\n\
         corn,Corn 110,seed,bag,Ames,-3,0,0,,,,,250,CAD,s1,{UPDATED_AT}\n"
    ));
    warehouse.write_transactions(&format!(
        "w1,w1,sale,2026-06-01,c1,,urea,1,ton,500,USD,,,Ames,{UPDATED_AT}\n"
    ));
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get(&format!("{POSITION}?weeks=1&sort=item")).await;
    let items = &answer.data()["items"];
    assert!(items[0]["shortageCost"].is_null() && items[0]["unitCost"].is_null());
    assert_eq!(answer.data()["shortageCost"], items[1]["shortageCost"]);
    assert!(number(&items[1]["shortageCost"]) >= 800.0);
    assert_eq!(
        answer.json["meta"]["exclusions"],
        json!([{"reason": "other_currency", "count": 1}])
    );
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

//! Figure methods and backtests, compared with the figures of the app.

use crate::source_warehouse::Warehouse;
use crate::{Answer, TestApp};
use chrono::{Days, NaiveDate};
use demo_data::DemoWarehouse;
use serde_json::{Value, json};
use std::fmt::Write;

fn find_figure<'a>(answer: &'a Answer, name: &str) -> &'a Value {
    answer.data()["figures"]
        .as_array()
        .unwrap()
        .iter()
        .find(|figure| figure["name"] == name)
        .unwrap()
}

fn find_result<'a>(figure: &'a Value, what: &str) -> &'a Value {
    figure["backtest"]
        .as_array()
        .unwrap()
        .iter()
        .find(|result| result["measure"].as_str().unwrap().starts_with(what))
        .unwrap()
}

#[tokio::test]
async fn figures_without_data_have_methods_and_no_backtest() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let answer = owner.get("/api/analytics/methods").await;
    let names: Vec<&Value> = answer.data()["figures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|figure| &figure["name"])
        .collect();
    let screens = [
        "Total Spend, Avg Order Value, Delivery Rate, Active Suppliers",
        "Purchase Recommendations",
        "Purchase Plan",
        "Crop Yield Forecast",
        "Supply Price Index",
        "Customer Segmentation",
        "Predicted Needs Over Time",
        "Optimal Purchase Windows",
        "Potential Savings",
        "Predicted next purchase",
        "Frequency and Average Spend",
        "Commodity outlook",
    ];
    assert_eq!(names, screens);
    for figure in answer.data()["figures"].as_array().unwrap() {
        assert_eq!(
            (&figure["backtest"], &figure["rows"]),
            (&json!([]), &json!(0)),
            "{figure}"
        );
        assert!(
            [
                "method",
                "formula",
                "rowKind",
                "note",
                "insufficientDataText"
            ]
            .iter()
            .all(|field| figure[field].as_str().unwrap().len() > 8),
            "{figure}"
        );
    }
    assert_eq!(
        find_figure(&answer, "Crop Yield Forecast")["note"],
        "No forecast data available"
    );
}

/// Six items that sell 10 tons every week, with 40 on hand at the end. 40 were ordered every four
/// weeks, and came 10 days later.
fn write_past_purchases(warehouse: &Warehouse, weeks: u64) {
    let today = NaiveDate::from_ymd_opt(2026, 6, 16).unwrap();
    let before = |days: u64| today.checked_sub_days(Days::new(days)).unwrap();
    let updated_at = "2026-06-16T00:00:00Z";
    let (mut stock, mut lines) = (String::new(), String::new());
    for item in 0..6 {
        writeln!(
            stock,
            "i{item},Item {item},fertilizer,ton,Ames,40,0,0,,,,10,400,USD,s1,{updated_at}"
        )
        .unwrap();
        for week in 1..=weeks {
            let day = before(7 * week);
            writeln!(
                lines,
                "w{item}-{week},w{week},sale,{day},c1,,i{item},10,ton,500,USD,,,Ames,{updated_at}"
            )
            .unwrap();
        }
        for order in 1..=8 {
            let (ordered, delivered) = (before(28 * order), before(28 * order - 10));
            writeln!(
                lines,
                "p{item}-{order},p{order},purchase,{ordered},,s1,i{item},40,ton,400,USD,,{delivered},\
                 Ames,{updated_at}"
            )
            .unwrap();
        }
    }
    warehouse.write_inventory(&stock);
    warehouse.write_transactions(&lines);
}

#[tokio::test]
async fn past_purchase_plans_are_replayed_with_what_was_sold() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("replay");
    write_past_purchases(&warehouse, 120);
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get("/api/analytics/methods").await;
    let plan = find_figure(&answer, "Purchase Plan");
    let shown = owner.get("/api/purchasing/plan").await;
    assert_eq!(
        (&plan["method"], &plan["rows"], &plan["note"]),
        (&shown.json["meta"]["method"], &json!(6), &Value::Null)
    );
    let cost = find_result(plan, "Cost of 26 weeks of 6 items");
    assert_eq!(
        (&cost["unit"], &cost["currency"], &cost["n"]),
        (&json!("money"), &json!("USD"), &json!(6 * 26))
    );
    assert_eq!(cost["madeOn"], "2025-12-16");
    let against_actual = find_result(plan, "Cost of the same 26 weeks");
    assert_eq!(against_actual["value"], cost["value"]);
    // 36 order lines of 75, and the carrying cost of 60 tons at first, 20 % of 400 a year.
    let actual = against_actual["baseline"].as_f64().unwrap();
    assert!(
        actual > 2700.0 && actual < 2700.0 + 6.0 * 60.0 * 80.0,
        "{actual}"
    );
    assert!(cost["value"].as_f64().unwrap() > 0.0 && cost["baseline"].as_f64().unwrap() > 0.0);
    let fill = find_result(plan, "Sold units in stock");
    let fill = fill["value"].as_f64().unwrap();
    assert!(fill > 90.0 && fill <= 100.0, "{fill}");
    let short = find_result(plan, "Weeks of an item")["value"]
        .as_f64()
        .unwrap();
    assert!((0.0..=10.0).contains(&short), "{short}");
    // What was ordered leads to the stock of today: 40 tons of 6 items at 400.
    let left = find_result(plan, "The same stock left");
    assert_eq!(left["baseline"], json!(96_000.0));
}

#[tokio::test]
async fn a_year_of_sales_is_too_little_to_replay_plans() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("short");
    write_past_purchases(&warehouse, 60);
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get("/api/analytics/methods").await;
    let plan = find_figure(&answer, "Purchase Plan");
    assert_eq!(plan["backtest"], json!([]));
    let note = plan["note"].as_str().unwrap();
    assert!(
        note.starts_with("No record yet. Needs 18 months of sales"),
        "{note}"
    );
}

/// A monthly quote for twelve years up to May 2026, with a slow and predictable cycle.
fn volatile_price_rows() -> String {
    let mut text = "price_date,commodity,market,price,unit,volume,updated_at\n".to_owned();
    for month in 0..144_u32 {
        let price = 5.0 + (f64::from(month) / 5.0).sin();
        let (year, number) = (2014 + (month + 5) / 12, (month + 5) % 12 + 1);
        writeln!(
            text,
            "{year}-{number:02}-15,corn,CBOT,{price:.4},usd_per_bu,,2026-06-15T00:00:00Z"
        )
        .unwrap();
    }
    text
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one scenario from start to end")]
async fn backtests_match_the_figures_of_the_app() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("whole");
    DemoWarehouse {
        transactions: 8000,
        ..DemoWarehouse::new("2026-06-16".parse().unwrap())
    }
    .write_files(warehouse.path())
    .unwrap();
    warehouse.write_file("market_prices.csv", volatile_price_rows());
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get("/api/analytics/methods").await;

    let (yields, shown) = (
        find_figure(&answer, "Crop Yield Forecast"),
        owner.get("/api/analytics/crop-yield-forecast").await,
    );
    let overview = &shown.data()["overview"];
    let accuracy = find_result(yields, "Accuracy");
    assert_eq!(
        (&accuracy["value"], &accuracy["n"], &accuracy["unit"]),
        (
            &overview["forecast_accuracy"],
            &overview["backtestForecasts"],
            &json!("percent")
        )
    );
    assert_eq!(
        (
            &find_result(yields, "Error")["value"],
            &find_result(yields, "Error")["baseline"]
        ),
        (&overview["mase"], &json!(1.0))
    );
    assert_eq!(
        (&yields["method"], &yields["rows"]),
        (&shown.json["meta"]["method"], &shown.json["meta"]["n"])
    );

    let (prices, shown) = (
        find_figure(&answer, "Supply Price Index"),
        owner.get("/api/analytics/supply-price-index").await,
    );
    assert_eq!(
        (&prices["method"], &prices["rows"]),
        (&shown.json["meta"]["method"], &shown.json["meta"]["n"])
    );

    let (next, shown) = (
        find_figure(&answer, "Predicted next purchase"),
        owner.get("/api/customer-segmentation").await,
    );
    assert_eq!(
        (&next["method"], &next["rows"]),
        (&shown.json["meta"]["method"], &shown.json["meta"]["n"])
    );
    let brier = find_result(next, "Error of each customer's chance");
    assert!(
        brier["value"].as_f64().unwrap() < brier["baseline"].as_f64().unwrap()
            && brier["n"].as_u64().unwrap() >= 30,
        "{brier}"
    );
    // The test clock is at 2026-06-16.
    assert_eq!(brier["madeOn"], "2025-06-16");

    let cards = owner.get("/api/purchasing/summary").await;
    let figure = find_figure(
        &answer,
        "Total Spend, Avg Order Value, Delivery Rate, Active Suppliers",
    );
    assert_eq!(
        (&figure["method"], &figure["rows"]),
        (&cards.json["meta"]["method"], &cards.json["meta"]["n"])
    );

    let covered = find_result(
        find_figure(&answer, "Purchase Recommendations"),
        "Reorder points by season",
    );
    assert!(
        covered["n"].as_u64().unwrap() >= 30
            && covered["value"].as_f64().unwrap() > 50.0
            && covered["baseline"].as_f64().unwrap() > 50.0,
        "{covered}"
    );

    let needs = find_figure(&answer, "Predicted Needs Over Time");
    let off = find_result(needs, "The orders of 13 weeks");
    assert_eq!(
        (&off["n"], &off["madeOn"]),
        (&json!(13), &json!("2025-06-16"))
    );
    assert!(
        off["value"].as_f64().unwrap() > 0.0
            && off["baseline"].as_f64().unwrap() > 0.0
            && find_result(needs, "Weeks within")["n"] == 13,
        "{needs}"
    );

    let champions = find_result(find_figure(&answer, "Customer Segmentation"), "Champions");
    assert!(
        champions["value"].as_f64().unwrap() >= champions["baseline"].as_f64().unwrap(),
        "{champions}"
    );
    let spend = find_result(
        find_figure(&answer, "Frequency and Average Spend"),
        "Customers' mean orders",
    );
    assert!(
        spend["n"].as_u64().unwrap() >= 30 && spend["value"].as_f64().unwrap() > 0.0,
        "{spend}"
    );

    // Every category with a best month on the page also has its past years.
    let windows = find_figure(&answer, "Optimal Purchase Windows");
    let best: Vec<&str> = shown.data()["segmentation"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|row| row["optimal_purchase_time"].as_str())
        .collect();
    for year in windows["backtest"].as_array().unwrap() {
        assert!(
            (0.0..=100.0).contains(&year["value"].as_f64().unwrap())
                && year["n"].as_u64().unwrap() >= 1,
            "{year}"
        );
    }
    assert!(
        !windows["backtest"].as_array().unwrap().is_empty()
            && best.iter().all(|best| !best.is_empty()),
        "{windows} {best:?}"
    );

    let (calls, shown) = (
        find_figure(&answer, "Commodity outlook"),
        owner.get("/api/market/overview?timeframe=1Y").await,
    );
    let cards = shown.data()["cards"].as_array().unwrap();
    let measured: Vec<&Value> = cards
        .iter()
        .map(|card| &card["hitRate"])
        .filter(|rate| !rate.is_null())
        .collect();
    let listed: Vec<&Value> = calls["backtest"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| &result["value"])
        .collect();
    assert!(!listed.is_empty());
    assert_eq!(listed, measured);
}

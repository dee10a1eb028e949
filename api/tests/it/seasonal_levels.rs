//! Seasonal reorder levels, the lead times behind them, and corrections by people.

use crate::source_warehouse::Warehouse;
use crate::{Answer, Client, TestApp};
use chrono::{Days, NaiveDate};
use serde_json::{Value, json};
use std::fmt::Write;

const RECOMMENDATIONS: &str = "/api/purchasing/recommendations";
const SETTINGS: &str = "/api/purchasing/settings";
const CORRECTIONS: &str = "/api/purchasing/corrections";

/// 10 tons sold for 500 in each of the last 160 weeks, bought for 400; the newest sale is today.
/// `more` contains further lines.
fn write_steady_sales(warehouse: &Warehouse, more: &str) {
    let today = NaiveDate::from_ymd_opt(2026, 6, 16).unwrap();
    let mut lines = String::new();
    for week in 0..160 {
        let day = today.checked_sub_days(Days::new(7 * week)).unwrap();
        writeln!(
            lines,
            "w{week},w{week},sale,{day},c1,,urea,10,ton,500,USD,,,Ames,2026-06-01T00:00:00Z"
        )
        .unwrap();
    }
    warehouse.write_inventory(
        "urea,Urea 46-0-0,fertilizer,ton,Ames,10,0,0,,,,,400,USD,s1,2026-06-01T00:00:00Z\n\
         map,MAP,fertilizer,ton,Ames,10,0,0,,5,,20,700,USD,s1,2026-06-01T00:00:00Z\n",
    );
    warehouse.write_transactions(&(lines + more));
}

/// Three deliveries of the item that took 9, 10 and 30 days.
const DELIVERIES: &str = "p1,p1,purchase,2026-03-01,,s1,urea,20,ton,400,USD,,2026-03-11,Ames,2026-06-01T00:00:00Z\np2,p2,purchase,2026-04-01,,s1,urea,20,ton,400,USD,,2026-05-01,Ames,2026-06-01T00:00:00Z\np3,p3,purchase,2026-05-01,,s1,urea,20,ton,400,USD,,2026-05-10,Ames,2026-06-01T00:00:00Z\n";

async fn start_with_sales(app: &TestApp, more: &str) -> (Client, Warehouse) {
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("steady");
    write_steady_sales(&warehouse, more);
    app.sync_warehouse(&owner, &warehouse).await.data();
    (owner, warehouse)
}

fn find_row<'a>(answer: &'a Answer, item: &str) -> Option<&'a Value> {
    answer.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["itemId"] == item)
}

#[tokio::test]
async fn an_item_that_sells_is_planned_without_a_reorder_point_on_record() {
    let app = TestApp::start().await;
    let (owner, _) = start_with_sales(&app, "").await;
    let answer = owner.get(RECOMMENDATIONS).await;
    let row = find_row(&answer, "urea").unwrap();
    let terms = &row["terms"];
    assert_eq!(
        (
            terms["rule"].clone(),
            terms["leadTimeSource"].clone(),
            terms["leadTimeDays"].clone()
        ),
        (json!("plan"), json!("default"), json!(14.0))
    );
    let number = |value: &Value| {
        api::decimal::Decimal4::parse(&value.to_string())
            .unwrap()
            .scaled()
    };
    // Nothing is on order or moved: 10 tons on hand are the position.
    assert_eq!(number(&terms["position"]), 100_000);
    // Two weeks of lead time and one week until the next order, 10 tons each, and at most a third
    // more: even sales leave the time of the season open.
    let expected = terms["expectedSales"].as_f64().unwrap();
    assert!((30.0..40.0).contains(&expected), "{terms}");
    // An order pays from above the position: at least expected sales are missing otherwise.
    assert!(number(&terms["reorderPoint"]) > number(&terms["expectedSales"]));
    assert_eq!(
        number(&terms["orderUpTo"]),
        number(&terms["position"]) + number(&row["recommended"])
    );
    // In whole tons.
    assert_eq!(number(&row["recommended"]) % 10_000, 0);
    assert_eq!(terms["plan"]["reason"], "demand_exceeds_stock");
    assert!(terms["plan"]["costOfWaiting"].as_f64().unwrap() > 0.0);
    // There is no data about the other item.
    assert_eq!(
        (
            answer.data()["withoutReorderPoint"].clone(),
            answer.data()["itemsWithoutReorderPoint"][0]["itemId"].clone()
        ),
        (json!(1), json!("map"))
    );
}

/// Without a margin nothing is lost with a sale, so the plan has nothing to weigh.
#[tokio::test]
async fn an_item_without_a_margin_has_seasonal_levels() {
    let app = TestApp::start().await;
    let (owner, warehouse) = start_with_sales(&app, "").await;
    warehouse.write_inventory(
        "urea,Urea 46-0-0,fertilizer,ton,Ames,10,0,0,,,,,500,USD,s1,2026-06-02T00:00:00Z\n",
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get(RECOMMENDATIONS).await;
    let terms = &find_row(&answer, "urea").unwrap()["terms"];
    // Two weeks of lead time and one week of review, 10 tons each.
    assert_eq!(
        (
            terms["rule"].clone(),
            terms["expectedSales"].clone(),
            terms["position"].clone()
        ),
        (json!("season"), json!(30.0), json!(10.0))
    );
    let season = &terms["season"];
    assert_eq!(
        (season["years"].clone(), season["saleWeeks"].clone()),
        (json!(3), json!(156))
    );
    // Holding ten tons for a week costs 19.23, so an order covers the root of 2 x 75 / 19.23 weeks.
    // The service level is the lowest.
    assert_eq!(
        (
            season["coverWeeks"].clone(),
            season["serviceLevelPercent"].clone()
        ),
        (json!(2.8), json!(50.0))
    );
    let number = |value: &Value| {
        api::decimal::Decimal4::parse(&value.to_string())
            .unwrap()
            .scaled()
    };
    assert_eq!(
        number(&terms["reorderPoint"]),
        300_000 + number(&season["safetyStock"])
    );
    assert_eq!(
        number(&terms["orderUpTo"]),
        number(&terms["reorderPoint"]) + number(&season["coverSales"])
    );
}

#[tokio::test]
async fn costs_move_the_next_recommendations() {
    let app = TestApp::start().await;
    let (owner, _) = start_with_sales(&app, "").await;
    let before = owner.get(RECOMMENDATIONS).await;
    owner
        .put(
            SETTINGS,
            json!({"shortageCostMultiple": 0.1, "orderCost": 500}),
        )
        .await
        .data();
    let after = owner.get(RECOMMENDATIONS).await;
    let row = |answer: &Answer| find_row(answer, "urea").unwrap().clone();
    let (before, after) = (row(&before), row(&after));
    // Shortages cost less and orders more: orders pay later, and waiting costs less.
    for figure in ["/terms/reorderPoint", "/terms/plan/costOfWaiting"] {
        let of_row = |row: &Value| row.pointer(figure).and_then(Value::as_f64);
        assert!(
            of_row(&after) < of_row(&before),
            "{figure}: {before} {after}"
        );
    }
}

#[tokio::test]
async fn lead_times_are_measured_where_there_are_deliveries() {
    let app = TestApp::start().await;
    let (owner, warehouse) = start_with_sales(&app, DELIVERIES).await;
    let answer = owner.get(RECOMMENDATIONS).await;
    let terms = &find_row(&answer, "urea").unwrap()["terms"];
    assert_eq!(
        (
            terms["leadTimeDays"].clone(),
            terms["leadTimeSource"].clone(),
            terms["leadTimeDeliveries"].clone()
        ),
        (json!(10.0), json!("deliveries"), json!(3))
    );
    assert_eq!(terms["leadTimeAssumed"], false);
    // 9, 10, 15 and 30 days.
    let four = format!(
        "{DELIVERIES}p4,p4,purchase,2026-05-02,,s1,urea,20,ton,400,USD,,2026-05-17,Ames,2026-06-01T00:00:00Z\n"
    );
    write_steady_sales(&warehouse, &four);
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get(RECOMMENDATIONS).await;
    assert_eq!(
        find_row(&answer, "urea").unwrap()["terms"]["leadTimeDays"],
        12.5
    );
    // Two deliveries are too few.
    write_steady_sales(&warehouse, DELIVERIES.rsplit_once("p3,p3").unwrap().0);
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get(RECOMMENDATIONS).await;
    assert_eq!(
        find_row(&answer, "urea").unwrap()["terms"]["leadTimeSource"],
        "default"
    );
}

#[tokio::test]
async fn an_item_that_is_not_sold_any_more_has_no_season() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("past");
    let mut lines = String::new();
    for week in 10..60 {
        let day = NaiveDate::from_ymd_opt(2025, 6, 16)
            .unwrap()
            .checked_sub_days(Days::new(7 * week))
            .unwrap();
        writeln!(
            lines,
            "w{week},w{week},sale,{day},c1,,urea,10,ton,500,USD,,,Ames,2026-06-01T00:00:00Z"
        )
        .unwrap();
    }
    warehouse
        .write_inventory(
            "urea,Urea,fertilizer,ton,Ames,0,0,0,,,,,400,USD,s1,2026-06-01T00:00:00Z\n",
        )
        .write_transactions(&lines);
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get(RECOMMENDATIONS).await;
    assert_eq!(
        (
            answer.data()["items"].clone(),
            answer.data()["withoutReorderPoint"].clone()
        ),
        (json!([]), json!(1))
    );
}

#[tokio::test]
async fn a_correction_holds_until_it_is_taken_back() {
    let app = TestApp::start().await;
    let (owner, warehouse) = start_with_sales(&app, "").await;
    let buyer = app.add_member(&owner, "member").await;
    let correct = |item: &str, more: Value| {
        let mut body = json!({"itemId": item, "location": "Ames"});
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        body
    };
    // A reorder point for the item without data: short at 10, and ordered in packs of 4 instead of
    // 5.
    buyer.put(CORRECTIONS, correct("map", json!({"reorderPoint": 12, "packSize": 4, "minOrderQuantity": 7, "leadTimeDays": 30}))).await.data();
    let answer = owner.get(RECOMMENDATIONS).await;
    let map = find_row(&answer, "map").unwrap();
    assert_eq!(
        (
            map["recommended"].clone(),
            map["terms"]["reorderPoint"].clone(),
            map["terms"]["rule"].clone()
        ),
        (json!(8.0), json!(12.0), json!("reorder_point"))
    );
    assert_eq!(
        (
            map["terms"]["leadTimeDays"].clone(),
            map["terms"]["leadTimeSource"].clone()
        ),
        (json!(30.0), json!("corrected"))
    );
    let expected = json!({"reorderPoint": 12.0, "packSize": 4.0, "minOrderQuantity": 7.0, "leadTimeDays": 30, "correctedBy": "A member", "correctedAt": "2026-06-16T15:00:00+00:00"});
    assert_eq!(map["correction"], expected);
    assert_eq!(answer.data()["withoutReorderPoint"], 0);
    // A corrected reorder point overrides the seasonal one.
    buyer
        .put(CORRECTIONS, correct("urea", json!({"reorderPoint": 10})))
        .await
        .data();
    let answer = owner.get(RECOMMENDATIONS).await;
    assert_eq!(
        find_row(&answer, "urea").unwrap()["terms"]["rule"],
        "reorder_point"
    );
    let listed = owner.get(CORRECTIONS).await;
    assert_eq!(listed.data()["items"].as_array().unwrap().len(), 2);
    // The warehouse now counts in bags: a correction in tons does not apply.
    warehouse.write_inventory(
        "map,MAP,fertilizer,bag,Ames,10,0,0,,5,,20,700,USD,s1,2026-06-02T00:00:00Z\n",
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    assert_eq!(find_row(&owner.get(RECOMMENDATIONS).await, "map"), None);
    // A correction can be removed, even if its row is gone.
    assert_eq!(
        owner
            .put(CORRECTIONS, correct("map", json!({})))
            .await
            .data()["items"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        owner.get(CORRECTIONS).await.data()["items"][0]["itemId"],
        "urea"
    );
}

#[tokio::test]
async fn corrections_are_for_ones_own_rows_and_for_those_who_order() {
    let app = TestApp::start().await;
    let (owner, _) = start_with_sales(&app, "").await;
    let body = json!({"itemId": "urea", "location": "Ames", "leadTimeDays": 40});
    owner.put(CORRECTIONS, body.clone()).await.data();
    let stranger = app.create_organization("Other").await;
    assert_eq!(
        stranger.get(CORRECTIONS).await.data(),
        &json!({"items": []})
    );
    assert_eq!(
        stranger
            .put(CORRECTIONS, body.clone())
            .await
            .expect_failure(404),
        "not_found"
    );
    assert_eq!(
        stranger
            .put(CORRECTIONS, json!({"itemId": "urea", "location": "Ames"}))
            .await
            .expect_failure(404),
        "not_found"
    );
    assert_eq!(
        app.add_member(&owner, "viewer")
            .await
            .put(CORRECTIONS, body)
            .await
            .expect_failure(403),
        "forbidden"
    );
    assert_eq!(
        find_row(&owner.get(RECOMMENDATIONS).await, "urea").unwrap()["terms"]["leadTimeDays"],
        40.0
    );
    for (field, value) in [
        ("reorderPoint", -1.0),
        ("packSize", 0.0),
        ("minOrderQuantity", 0.00001),
    ] {
        let refused = owner
            .put(
                CORRECTIONS,
                json!({"itemId": "urea", "location": "Ames", field: value}),
            )
            .await;
        assert_eq!(
            (
                refused.expect_failure(422),
                refused.json["details"][0]["path"].as_str()
            ),
            ("invalid_values", Some(field))
        );
    }
    assert_eq!(
        owner
            .put(
                CORRECTIONS,
                json!({"itemId": "urea", "location": "Ames", "leadTimeDays": 366})
            )
            .await
            .expect_failure(400),
        "invalid_body"
    );
    assert_eq!(
        find_row(&owner.get(RECOMMENDATIONS).await, "urea").unwrap()["terms"]["leadTimeDays"],
        40.0,
        "a refusal changes nothing"
    );
}

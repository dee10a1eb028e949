//! The purchase plan from source rows to the response, and drafts of its lines.

use crate::source_warehouse::Warehouse;
use crate::verify_figures::run_verification;
use crate::{Client, TestApp};
use chrono::{Days, NaiveDate};
use poem::http::StatusCode;
use serde_json::{Value, json};
use std::fmt::Write;

const PLAN: &str = "/api/purchasing/plan";
const WHAT_IF: &str = "/api/purchasing/plan/what-if";
const DRAFTS: &str = "/api/purchasing/drafts";
/// What a year costs.
const TERMS: [&str; 4] = ["shortage", "carrying", "ordering", "priceChanges"];
const UPDATED_AT: &str = "2026-06-01T00:00:00Z";
const REQUEST: &str = "0198c5a0-7d3e-7a44-9f10-000000000001";

/// 10 tons of urea sold in each of the last 160 weeks at Ames for 500, at a cost of 400; packs of 4
/// and at least 8. MAP has a reorder point but no sales, corn has neither. Today is 2026-06-16.
fn write_season(warehouse: &Warehouse, urea_on_hand: u32, urea_on_order: u32) {
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
        "urea,Urea 46-0-0,fertilizer,ton,Ames,{urea_on_hand},{urea_on_order},0,,4,8,14,400,USD,s1,\
         {UPDATED_AT}\n\
         map,MAP 11-52-0,fertilizer,ton,Ames,3,0,0,15,,,14,700,USD,s1,{UPDATED_AT}\n\
         corn,Corn 110,seed,bag,Ames,3,0,0,,,,,250,USD,s1,{UPDATED_AT}\n"
    ));
    warehouse.write_transactions(&sales);
}

async fn start_with_season(app: &TestApp, on_hand: u32, on_order: u32) -> (Client, Warehouse) {
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("plan");
    write_season(&warehouse, on_hand, on_order);
    app.sync_warehouse(&owner, &warehouse).await.data();
    (owner, warehouse)
}

fn cents(value: &Value) -> i64 {
    format!("{:.0}", value.as_f64().unwrap() * 100.0)
        .parse()
        .unwrap()
}

fn find_line<'a>(data: &'a Value, item: &str) -> &'a Value {
    let lines = data["items"].as_array().unwrap();
    lines.iter().find(|line| line["itemId"] == item).unwrap()
}

#[tokio::test]
async fn plan_orders_what_runs_short_and_its_terms_add_up() {
    let app = TestApp::start().await;
    let (owner, _) = start_with_season(&app, 20, 0).await;
    let answer = owner.get(PLAN).await;
    let data = answer.data();
    assert_eq!(
        (&data["total"], &data["orderNow"], &data["transfers"]),
        (&json!(2), &json!(2), &json!(0))
    );
    let urea = find_line(data, "urea");
    assert_eq!(
        (&urea["action"], &urea["reason"], &urea["supplierId"]),
        (
            &json!("order_now"),
            &json!("demand_exceeds_stock"),
            &json!("s1")
        )
    );
    let order = &urea["order"];
    let quantity = order["quantity"].as_f64().unwrap();
    assert!(quantity >= 8.0 && quantity % 4.0 == 0.0, "{quantity}");
    assert!((order["cost"].as_f64().unwrap() - 400.0 * quantity).abs() < 1e-9);
    assert!(order["arrivesOn"].as_str().unwrap() > "2026-06-20");
    assert_eq!(order["position"], json!(20.0));
    let waiting = &order["waiting"];
    assert!(cents(&waiting["cost"]) > 0, "{waiting}");
    for year in ["now", "wait", "difference"] {
        let terms = &waiting[year];
        let sum = TERMS.map(|term| cents(&terms[term]));
        assert_eq!(sum.iter().sum::<i64>(), cents(&terms["total"]), "{terms}");
    }
    for term in [&TERMS[..], &["total"]].concat() {
        let difference = cents(&waiting["wait"][term]) - cents(&waiting["now"][term]);
        assert_eq!(difference, cents(&waiting["difference"][term]), "{term}");
    }
    assert_eq!(waiting["difference"]["total"], waiting["cost"]);
    assert_eq!(data["costOfWaiting"], waiting["cost"]);

    let position = owner.get("/api/purchasing/position?q=urea&weeks=26").await;
    assert_eq!(
        position.data()["items"][0]["firstShortWeek"],
        urea["firstShortWeek"]
    );

    let map = find_line(data, "map");
    assert_eq!(map["reason"], "below_reorder_point");
    assert_eq!(
        (&map["order"]["reorderPoint"], &map["order"]["waiting"]),
        (&json!(15.0), &Value::Null)
    );
    // What waiting costs leads.
    assert_eq!(data["items"][0]["itemId"], "urea");
    assert_eq!(answer.json["meta"]["currency"], "USD");

    let rest = owner.get(&format!("{PLAN}?action=none")).await;
    let corn = find_line(rest.data(), "corn");
    assert_eq!(corn["reason"], "not_enough_data");
}

/// 120 tons last twelve weeks, and an order takes two. The price of a ton rises from 400 by `rise` on the
/// day after tomorrow.
async fn plan_before_increase(rise: u32) -> (TestApp, Client, Warehouse) {
    let app = TestApp::start().await;
    let (owner, warehouse) = start_with_season(&app, 120, 0).await;
    let price = 400 + rise;
    warehouse.write_file(
        "price_lists.csv",
        format!(
            "supplier_id,item_id,unit,unit_price,currency,min_quantity,valid_from,valid_to,updated_at\n\
             s1,urea,ton,400,USD,0,2026-01-01,2026-06-17,{UPDATED_AT}\n\
             s1,urea,ton,{price},USD,0,2026-06-18,,{UPDATED_AT}\n\
             s1,urea,ton,{price},EUR,0,2026-06-18,,{UPDATED_AT}\n"
        ),
    );
    app.sync_warehouse(&owner, &warehouse).await.data();
    (app, owner, warehouse)
}

#[tokio::test]
async fn plan_orders_before_an_announced_price_increase() {
    let (_app, owner, _warehouse) = plan_before_increase(0).await;
    let plan = owner.get(PLAN).await;
    let urea = find_line(plan.data(), "urea");
    assert_eq!(urea["action"], "order_later");

    let (app, owner, warehouse) = plan_before_increase(40).await;
    let plan = owner.get(PLAN).await;
    let urea = find_line(plan.data(), "urea");
    assert_eq!(
        (&urea["action"], &urea["reason"]),
        (&json!("order_now"), &json!("price_increase"))
    );
    let order = &urea["order"];
    let quantity = order["quantity"].as_f64().unwrap();
    assert!(quantity >= 40.0, "{quantity}");
    // The order is valued at the cost of the stock row.
    assert!((order["cost"].as_f64().unwrap() - 400.0 * quantity).abs() < 1e-9);
    let difference = &order["waiting"]["difference"];
    assert!(cents(&difference["priceChanges"]) > 50_000, "{difference}");
    let sum = TERMS.map(|term| cents(&difference[term]));
    assert_eq!(sum.iter().sum::<i64>(), cents(&order["waiting"]["cost"]));
    // Prices that are 10 % higher rise by 10 % more.
    let scenario = owner.get(&format!("{WHAT_IF}?pricePercent=10")).await;
    assert_eq!(scenario.data()["scenario"]["orderNow"], json!(2));
    run_verification(&app, &owner, &warehouse).await;
}

fn find_change<'a>(data: &'a Value, item: &str) -> Option<&'a Value> {
    let lines = data["changed"].as_array().unwrap();
    lines.iter().find(|line| line["itemId"] == item)
}

#[tokio::test]
async fn what_if_compares_the_plan_with_a_scenario() {
    let app = TestApp::start().await;
    let (owner, _) = start_with_season(&app, 60, 0).await;
    let plan = owner.get(PLAN).await;
    let same = owner.get(WHAT_IF).await;
    let data = same.data();
    for side in ["plan", "scenario"] {
        for total in ["orderNow", "orderCost", "transfers", "orderLater"] {
            assert_eq!(data[side][total], plan.data()[total], "{side} {total}");
        }
    }
    assert_eq!(
        (&data["changedTotal"], &data["byReorderPoint"]),
        (&json!(0), &json!(1))
    );
    assert_eq!(same.json["meta"]["currency"], "USD");

    // Dearer purchases: MAP follows its reorder point, so only its cost changes.
    let dearer = owner.get(&format!("{WHAT_IF}?pricePercent=10")).await;
    let map = find_change(dearer.data(), "map").unwrap();
    assert_eq!(map["plan"]["quantity"], map["scenario"]["quantity"]);
    assert_eq!(
        11 * cents(&map["plan"]["cost"]),
        10 * cents(&map["scenario"]["cost"])
    );

    // Slower suppliers: urea runs short before an order arrives.
    let slower = owner.get(&format!("{WHAT_IF}?leadWeeks=6")).await;
    let urea = find_change(slower.data(), "urea").unwrap();
    assert_eq!(urea["scenario"]["action"], "order_now");
    let units = |decision: &Value| decision["quantity"].as_f64().unwrap_or(0.0);
    assert!(units(&urea["scenario"]) > units(&urea["plan"]), "{urea}");

    // Nothing is stored.
    assert_eq!(owner.get(PLAN).await.json["data"], plan.json["data"]);
    let stranger = app.create_organization("Other").await;
    let other = stranger.get(&format!("{WHAT_IF}?leadWeeks=6")).await;
    assert_eq!(other.data()["changedTotal"], json!(0));
    for invalid in [
        "seasonWeeks=9",
        "pricePercent=101",
        "leadWeeks=-1",
        "budget=-1",
        "budget=1e13",
    ] {
        let refused = owner.get(&format!("{WHAT_IF}?{invalid}")).await;
        assert!(refused.status.is_client_error(), "{invalid}");
    }
}

#[tokio::test]
async fn budget_goes_to_the_orders_that_cost_most_to_leave() {
    let app = TestApp::start().await;
    let (owner, _) = start_with_season(&app, 20, 0).await;
    let plan = owner.get(PLAN).await;
    let nothing = owner.get(&format!("{WHAT_IF}?budget=0")).await;
    let data = nothing.data();
    assert_eq!(data["deferred"]["lines"], plan.data()["orderNow"]);
    assert_eq!(data["deferred"]["cost"], plan.data()["orderCost"]);
    assert_eq!(
        data["deferred"]["costOfWaiting"],
        plan.data()["costOfWaiting"]
    );
    assert_eq!(
        (
            &data["scenario"]["orderNow"],
            &data["scenario"]["orderCost"]
        ),
        (&json!(0), &json!(0.0))
    );
    // Enough for urea, whose waiting costs; not for MAP too.
    let cost = find_line(plan.data(), "urea")["order"]["cost"]
        .as_f64()
        .unwrap();
    let enough = owner.get(&format!("{WHAT_IF}?budget={cost}")).await;
    let data = enough.data();
    assert_eq!(data["scenario"]["orderCost"].as_f64(), Some(cost));
    let map = find_change(data, "map").unwrap();
    assert_eq!(
        (&map["deferred"], &map["scenario"]["action"]),
        (&json!(true), &json!("none"))
    );
    assert!(find_change(data, "urea").is_none());
}

/// The lines of the dashboard are the orders of the plan, whatever shows them.
#[tokio::test]
async fn recommendations_assistant_drafts_and_plan_agree() {
    let app = TestApp::start().await;
    let (owner, _) = start_with_season(&app, 20, 0).await;
    let plan = owner.get(PLAN).await;
    let listed = owner.get("/api/purchasing/recommendations").await;
    assert_eq!(listed.data()["total"], plan.data()["orderNow"]);
    assert_eq!(listed.data()["totalCost"], plan.data()["orderCost"]);
    assert_eq!(listed.json["meta"]["asOf"], plan.json["meta"]["asOf"]);
    assert_eq!(listed.json["meta"]["method"], plan.json["meta"]["method"]);
    let answer = owner
        .post(
            "/api/ai-bot/query",
            json!({"query": "What should I reorder?"}),
        )
        .await;
    let facts = answer.data()["facts"].as_array().unwrap();
    let find_fact = |label: String| {
        let fact = facts.iter().find(|fact| fact["label"] == label);
        fact.unwrap_or_else(|| panic!("no fact {label}"))["value"].clone()
    };
    let mut lines = Vec::new();
    for row in listed.data()["items"].as_array().unwrap() {
        let line = find_line(plan.data(), row["itemId"].as_str().unwrap());
        let (order, name) = (&line["order"], row["item"].as_str().unwrap());
        assert_eq!(
            (&row["recommended"], &row["cost"], &row["supplierId"]),
            (&order["quantity"], &order["cost"], &line["supplierId"])
        );
        assert_eq!(row["terms"]["position"], order["position"]);
        if let Some(terms) = row["terms"].get("plan") {
            assert_eq!(
                (
                    &terms["arrivesOn"],
                    &terms["costOfWaiting"],
                    &terms["reason"]
                ),
                (
                    &order["arrivesOn"],
                    &order["waiting"]["cost"],
                    &line["reason"]
                )
            );
        }
        for (what, value) in [
            ("To order", &row["recommended"]),
            ("Position", &row["terms"]["position"]),
            ("Advised reorder point", &row["terms"]["reorderPoint"]),
        ] {
            assert_eq!(&find_fact(format!("{what} of {name} at Ames")), value);
        }
        lines.push(json!({
            "itemId": row["itemId"], "location": row["location"], "quantity": row["recommended"],
        }));
    }
    let body = json!({"requestId": REQUEST, "lines": lines});
    let drafted = owner.post(DRAFTS, body).await;
    let drafts = drafted.data()["items"].as_array().unwrap();
    let lines = drafts
        .iter()
        .flat_map(|draft| draft["lines"].as_array().unwrap());
    for line in lines {
        let planned = find_line(plan.data(), line["itemId"].as_str().unwrap());
        assert_eq!(line["recommended"], planned["order"]["quantity"]);
    }
}

/// A booking is part of the demand: the position of the plan does not leave it out again.
#[tokio::test]
async fn bookings_are_demand_and_not_less_position() {
    let app = TestApp::start().await;
    let (owner, warehouse) = start_with_season(&app, 20, 0).await;
    let before = owner.get("/api/purchasing/recommendations").await;
    warehouse.write_inventory(&format!(
        "urea,Urea 46-0-0,fertilizer,ton,Ames,20,0,15,,4,8,14,400,USD,s1,{UPDATED_AT}\n"
    ));
    app.sync_warehouse(&owner, &warehouse).await.data();
    let after = owner.get("/api/purchasing/recommendations").await;
    let urea = find_line(after.data(), "urea");
    assert_eq!(
        (&urea["terms"]["booked"], &urea["terms"]["position"]),
        (&json!(15.0), &json!(20.0))
    );
    assert_eq!(
        urea["recommended"],
        find_line(before.data(), "urea")["recommended"]
    );
}

/// The grid and the plan count what is on order without a purchase order alike.
#[tokio::test]
async fn undated_units_on_order_arrive_after_the_lead_time_in_the_grid() {
    let app = TestApp::start().await;
    let (owner, _) = start_with_season(&app, 20, 40).await;
    let grid = owner
        .get("/api/purchasing/position?q=urea&weeks=26")
        .await
        .data()
        .clone();
    let weeks = grid["items"][0]["weeks"].as_array().unwrap();
    let arrivals: Vec<f64> = weeks
        .iter()
        .map(|week| week["arrivals"].as_f64().unwrap())
        .collect();
    let week = arrivals.iter().position(|units| *units > 0.0).unwrap();
    assert!((arrivals.iter().sum::<f64>() - 40.0).abs() < 1e-9);
    // 14 days on record, and no deliveries that say otherwise.
    assert_eq!(week, 2);
    let day = weeks[week]["startsOn"].as_str().unwrap();
    let terms = owner
        .get(&format!(
            "/api/purchasing/position/week?itemId=urea&location=Ames&day={day}"
        ))
        .await;
    assert_eq!(
        (
            &terms.data()["estimatedArrivals"],
            &terms.data()["estimatedArrivalDate"]
        ),
        (&json!(40.0), &json!("2026-06-30"))
    );
    let line = owner.get(&format!("{PLAN}?q=urea")).await;
    let line = line.data()["items"][0].clone();
    assert_eq!(line["firstShortWeek"], grid["items"][0]["firstShortWeek"]);
}

#[tokio::test]
async fn pages_filters_and_orders_limit_lines() {
    let app = TestApp::start().await;
    let (owner, _) = start_with_season(&app, 20, 0).await;
    let first = owner.get(&format!("{PLAN}?limit=1&sort=item")).await;
    assert_eq!(first.data()["items"][0]["itemId"], "map");
    let cursor = first.data()["nextCursor"].as_str().unwrap();
    let second = owner
        .get(&format!("{PLAN}?limit=1&sort=item&cursor={cursor}"))
        .await;
    assert_eq!(second.data()["items"][0]["itemId"], "urea");
    assert!(second.data()["nextCursor"].is_null());
    for (query, total) in [
        ("q=UREA", 1),
        ("location=Boone", 0),
        ("category=fertilizer", 2),
        ("action=transfer", 0),
        ("sort=-cost", 2),
        ("itemId=urea&itemId=corn", 1),
        ("itemId=urea&itemId=map", 2),
    ] {
        let answer = owner.get(&format!("{PLAN}?{query}")).await;
        assert_eq!(answer.data()["total"], total, "{query}");
    }
    let wrong = owner.get(&format!("{PLAN}?sort=price")).await;
    assert_eq!(wrong.status, StatusCode::BAD_REQUEST);
    let much = owner.get(&format!("{PLAN}?limit=500")).await;
    assert_eq!(much.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn units_on_order_without_a_purchase_order_count() {
    let app = TestApp::start().await;
    let (owner, _) = start_with_season(&app, 20, 400).await;
    let data = owner.get(&format!("{PLAN}?q=urea")).await.data().clone();
    assert_eq!(data["orderNow"], 0);
    let ask = owner.get(&format!("{PLAN}?q=urea&action=none")).await;
    let lines = [data["total"].as_u64(), ask.data()["total"].as_u64()];
    assert_eq!(lines.into_iter().flatten().sum::<u64>(), 1);
}

#[tokio::test]
async fn costs_of_the_settings_decide() {
    let app = TestApp::start().await;
    let (owner, _) = start_with_season(&app, 20, 0).await;
    let before = owner.get(&format!("{PLAN}?q=urea")).await;
    let quantity = |data: &Value| data["items"][0]["order"]["quantity"].as_f64().unwrap();
    let set = owner
        .put(
            "/api/purchasing/settings",
            json!({"orderCost": 4000, "holdingCostPercent": 5}),
        )
        .await;
    assert_eq!(set.status, StatusCode::OK, "{}", set.json);
    let after = owner.get(&format!("{PLAN}?q=urea")).await;
    assert_eq!(after.data()["costs"]["orderCost"], 4000.0);
    assert!(
        quantity(after.data()) > quantity(before.data()),
        "expensive orders are larger"
    );
}

#[tokio::test]
async fn accepted_line_becomes_one_draft_and_is_not_planned_again() {
    let app = TestApp::start().await;
    let (owner, _) = start_with_season(&app, 20, 0).await;
    let quantity = find_line(owner.get(PLAN).await.data(), "urea")["order"]["quantity"].clone();
    let body = json!({
        "requestId": REQUEST,
        "lines": [{"itemId": "urea", "location": "Ames", "quantity": quantity}],
    });
    let first = owner.post(DRAFTS, body.clone()).await;
    let again = owner.post(DRAFTS, body.clone()).await;
    assert_eq!(first.data(), again.data());
    let draft = &first.data()["items"][0];
    assert_eq!(
        (&draft["supplierId"], &draft["lines"][0]["recommended"]),
        (&json!("s1"), &quantity)
    );
    let listed = owner.get(DRAFTS).await;
    assert_eq!(listed.data()["items"].as_array().unwrap().len(), 1);

    let rest = owner.get(&format!("{PLAN}?q=urea&action=none")).await;
    assert_eq!(rest.data()["items"][0]["reason"], "in_draft");
    let mut other = body;
    other["requestId"] = json!("0198c5a0-7d3e-7a44-9f10-000000000002");
    let refused = owner.post(DRAFTS, other).await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert_eq!(refused.json["code"], "already_drafted");

    let id = draft["id"].as_str().unwrap();
    owner
        .post(&format!("{DRAFTS}/{id}/order"), json!({}))
        .await
        .data();
    let ordered = owner.get(&format!("{PLAN}?q=urea")).await;
    assert_eq!(ordered.data()["orderNow"], 0, "{}", ordered.data());
}

#[tokio::test]
async fn plans_are_their_organizations_own() {
    let app = TestApp::start().await;
    start_with_season(&app, 20, 0).await;
    let other = app.create_organization("Valley").await;
    assert_eq!(other.get(PLAN).await.data()["total"], 0);
}

/// 10 gallons of each of two brands sold in each of the last 160 weeks at Ames.
/// None of `glyA` is left, and much of `glyB`.
fn write_brands(warehouse: &Warehouse, ingredient_of_b: &str) {
    let today = NaiveDate::from_ymd_opt(2026, 6, 16).unwrap();
    let mut sales = String::new();
    for week in 1..160 {
        let day = today.checked_sub_days(Days::new(7 * week)).unwrap();
        for (item, price) in [("glyA", 50), ("glyB", 45)] {
            writeln!(
                sales,
                "{item}{week},{item}{week},sale,{day},c1,,{item},10,gal,{price},USD,,,Ames,{UPDATED_AT}"
            )
            .unwrap();
        }
    }
    warehouse.write_inventory(&format!(
        "glyA,Glyphosate A,pesticide,gal,Ames,0,0,0,,5,,14,30,USD,s1,{UPDATED_AT}\n\
         glyB,Glyphosate B,pesticide,gal,Ames,300,0,0,,5,,14,30,USD,s1,{UPDATED_AT}\n"
    ));
    warehouse.write_transactions(&sales);
    warehouse.write_file(
        "item_catalogue.csv",
        format!(
            "item_id,active_ingredient,updated_at\n\
             glyA,Glyphosate + dicamba,{UPDATED_AT}\n\
             glyB,\"{ingredient_of_b}\",{UPDATED_AT}\n"
        ),
    );
}

#[tokio::test]
async fn a_row_that_runs_short_names_a_substitute_whose_terms_add_up() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("substitutes");
    write_brands(&warehouse, "DICAMBA, glyphosate");
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get(PLAN).await;
    let data = answer.data();
    assert_eq!(
        (
            &data["substitutes"],
            &data["costs"]["substituteAcceptancePercent"]
        ),
        (&json!(1), &json!(50.0))
    );
    let line = find_line(data, "glyA");
    // It is ordered all the same.
    assert_eq!(line["action"], "order_now");
    let substitute = &line["substitute"];
    assert_eq!(
        (
            &substitute["itemId"],
            &substitute["item"],
            &substitute["arrivesOn"]
        ),
        (&json!("glyB"), &json!("Glyphosate B"), &json!("2026-06-30"))
    );
    let units = |name: &str| substitute[name].as_f64().unwrap();
    // Two thirds of the three weeks until an order of next week arrives; customers replace half.
    let until_next = line["order"]["expectedDemand"].as_f64().unwrap();
    let missing_share = units("missing") / until_next;
    assert!((0.6..=0.75).contains(&missing_share), "{line}");
    assert!(units("taken") <= units("missing") / 2.0 + 1e-4);
    assert!(units("taken") <= units("quantity") && units("quantity") <= 300.0);
    let term = |name: &str| cents(&substitute[name]);
    // A margin of 20, 1.5 times, counted twice; the other earns 5 less.
    let per_unit = |name: &str| substitute[name].as_f64().unwrap() / units("taken");
    assert!((per_unit("savedHere") - 60.0).abs() < 0.01, "{substitute}");
    assert!((per_unit("lowerMargin") - 10.0).abs() < 0.01);
    assert_eq!(
        term("saving"),
        term("savedHere") - term("lowerMargin") - term("lostAtSubstitute")
    );
    assert!(term("saving") > 7_500);
    let verified = run_verification(&app, &owner, &warehouse).await;
    let differences = verified.count_differences();
    assert_eq!(differences, 0, "{}", verified.format_table(true));
    let mut figures = verified.figures.iter().map(|figure| &*figure.name);
    assert!(figures.any(|name| name == "Substitute: glyA at Ames, saving"));

    // Nobody accepts substitutes: the rest of the plan is the same.
    let settings = json!({"substituteAcceptancePercent": 0});
    let set = owner.put("/api/purchasing/settings", settings).await;
    assert_eq!(set.status, StatusCode::OK, "{}", set.text);
    let none = owner.get(PLAN).await;
    assert_eq!(none.data()["substitutes"], 0);
    let same = find_line(none.data(), "glyA");
    assert_eq!(
        (&same["substitute"], &same["order"]),
        (&Value::Null, &line["order"])
    );
}

#[tokio::test]
async fn another_active_ingredient_is_no_substitute() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("substitutes");
    write_brands(&warehouse, "Glyphosate");
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = owner.get(PLAN).await;
    assert_eq!(answer.data()["substitutes"], 0);
    assert_eq!(find_line(answer.data(), "glyA")["substitute"], Value::Null);
}

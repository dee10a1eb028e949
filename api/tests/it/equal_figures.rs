//! A figure that is shown in two places has one value.

use crate::{Client, TestApp};
use chrono::{Days, NaiveDate};
use serde_json::{Value, json};
use std::fmt::Write;

/// Urea sells 10 tons a week and is short; potash sells nothing and has a recorded reorder point;
/// UAN has more on hand than its recorded reorder point, but bookings take it. Today is 2026-06-16.
async fn start_with_stock(app: &TestApp) -> Client {
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prairie");
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
    writeln!(
        lines,
        "p1,p1,purchase,2026-05-01,,s1,urea,20,ton,400,USD,2026-05-10,2026-05-09,Ames,2026-06-01T00:00:00Z"
    )
    .unwrap();
    warehouse
        .write_inventory(
            "urea,Urea 46-0-0,fertilizer,ton,Ames,5,0,0,3,,,,400,USD,s1,2026-06-01T00:00:00Z\n\
             potash,Potash 0-0-60,fertilizer,ton,Ames,30,0,0,50,,,5,300,USD,s1,2026-06-01T00:00:00Z\n\
             uan,UAN 32,fertilizer,ton,Ames,60,0,40,50,,,5,250,USD,s1,2026-06-01T00:00:00Z\n",
        )
        .write_suppliers("s1,Northfield,fertilizer,10,true,2026-06-01T00:00:00Z\n")
        .write_transactions(&lines);
    app.sync_warehouse(&owner, &warehouse).await.data();
    owner
}

async fn ask(client: &Client, question: &str) -> Value {
    let answer = client
        .post("/api/ai-bot/query", json!({"query": question}))
        .await;
    assert_eq!(
        answer.data()["disposition"],
        "answer",
        "{question}: {}",
        answer.text
    );
    answer.data().clone()
}

#[track_caller]
fn find_fact(answer: &Value, label: &str) -> Value {
    let facts = answer["facts"].as_array().unwrap();
    facts
        .iter()
        .find(|fact| fact["label"] == label)
        .unwrap_or_else(|| panic!("no fact \"{label}\": {answer:#}"))["value"]
        .clone()
}

#[tokio::test]
async fn the_advised_reorder_point_is_the_same_everywhere() {
    let app = TestApp::start().await;
    let owner = start_with_stock(&app).await;
    let page = owner.get("/api/purchasing/recommendations").await;
    let lines = page.data()["items"].as_array().unwrap();
    assert_eq!(lines.len(), 3, "{}", page.text);
    let reorder = ask(&owner, "What should I reorder?").await;
    let low = ask(&owner, "Low Stock Items").await;
    for line in lines {
        let (item, terms) = (line["item"].as_str().unwrap(), &line["terms"]);
        let level = ask(&owner, &format!("how are we set on {item}")).await;
        let advised = format!("Advised reorder point of {item}");
        assert_eq!(find_fact(&level, &advised), terms["reorderPoint"], "{item}");
        assert_eq!(
            find_fact(&reorder, &format!("{advised} at Ames")),
            terms["reorderPoint"]
        );
        for (name, label) in [("onHand", "On hand"), ("position", "Position")] {
            let fact = find_fact(&reorder, &format!("{label} of {item} at Ames"));
            assert_eq!(fact, terms[name], "{item} {name}");
        }
        if item != "UAN 32" {
            let fact = find_fact(&low, &format!("{advised} at Ames"));
            assert_eq!(fact, terms["reorderPoint"], "{item}");
        }
    }
    // The seasonal level of urea is not the recorded one.
    let urea = lines.iter().find(|line| line["itemId"] == "urea").unwrap();
    assert!(
        urea["terms"]["reorderPoint"].as_f64().unwrap() > 25.0,
        "{urea}"
    );

    // Low places to order for and other ones add up to the lines of the dashboard.
    let (places, others) = (
        find_fact(&low, "Low places to order for"),
        find_fact(&low, "Other places to order for"),
    );
    assert_eq!((places, others), (json!(2), json!(1)));
    let suggestions = owner.get("/api/ai-bot/suggestions").await;
    let message = suggestions.data()["suggestions"][0]["message"].clone();
    assert!(
        message.as_str().unwrap().contains(": 3 lines."),
        "{message}"
    );
}

#[tokio::test]
async fn days_of_cover_are_on_hand_by_average_daily_sales_everywhere() {
    let app = TestApp::start().await;
    let owner = start_with_stock(&app).await;
    let level = ask(&owner, "how are we set on Urea 46-0-0").await;
    let cover = find_fact(
        &level,
        "Days of cover: on hand / average daily sales of the past year",
    );
    // 5 tons at 530 tons in 365 days.
    assert_eq!(cover, 3);
    let reorder = ask(&owner, "What should I reorder?").await;
    assert_eq!(
        find_fact(&reorder, "Days of cover of Urea 46-0-0 at Ames"),
        cover
    );
}

//! Questions about stock, orders, prices and suppliers: answers match the figures of the pages.

use crate::{Client, TestApp};
use serde_json::{Value, json};
use std::fmt::Write;

/// Today is 2026-06-16. One item is low at Ames only, one is out of stock but on order, one has no
/// reorder point.
const INVENTORY: &str = "urea,Urea \
    46-0-0,fertilizer,ton,Ames,12,5,2,15,10,,16,410.5,USD,s1,2026-06-01T00:00:00Z\nurea,Urea \
    46-0-0,fertilizer,ton,Boone,40,0,0,15,10,,,410.5,USD,s1,2026-06-01T00:00:00Z\npotash,Potash \
    0-0-60,fertilizer,ton,Ames,0,60,0,50,1,,5,300,USD,s1,2026-06-01T00:00:00Z\ncorn,Corn Seed \
    HX-108,seed,bag,Ames,100,0,0,99,1,1,5,250,USD,s2,2026-06-01T00:00:00Z\natrazine,Atrazine \
    4L,pesticide,gal,Ames,1,0,0,,1,1,5,20,USD,s1,2026-06-01T00:00:00Z\n";

const SUPPLIERS: &str = "s1,Northfield Nutrients,fertilizer,10,true,2026-06-01T00:00:00Z\n\
    s2,Heartland Seed Co,seed,,true,2026-06-01T00:00:00Z\n\
    s3,Delta Ag Supply,,,true,2026-06-01T00:00:00Z\n";

/// One sale, five purchases in the last 365 days (one return, one in another currency) and one in
/// the year before.
const TRANSACTIONS: &str = "1,o1,sale,2026-01-10,c1,,urea,365,ton,500,USD,,,Ames,2026-06-01T00:00:00Z\n2,o2,purchase,2026-03-01,,s1,urea,10,ton,400,USD,2026-03-10,2026-03-09,Ames,2026-06-01T00:00:00Z\n3,o3,purchase,2026-04-01,,s1,urea,10,ton,440,USD,2026-04-10,2026-04-15,Ames,2026-06-01T00:00:00Z\n4,o4,purchase,2026-05-01,,s2,corn,20,bag,100,USD,2026-05-05,2026-05-05,Ames,2026-06-01T00:00:00Z\n5,o5,purchase,2026-05-02,,s1,urea,-1,ton,400,USD,,,Ames,2026-06-01T00:00:00Z\n6,o6,purchase,2026-05-03,,s3,mystery,5,gal,10,CAD,2026-05-20,,Ames,2026-06-01T00:00:00Z\n7,o7,purchase,2025-05-01,,s2,corn,10,bag,90,USD,2025-05-10,2025-05-10,Ames,2026-06-01T00:00:00Z\n";

/// Creates another organization with rows of the same ids, then the organization that asks.
async fn start_prairie(app: &TestApp) -> Client {
    let other = app.create_organization("Valley").await;
    let warehouse = app.create_warehouse("valley");
    warehouse.write_inventory(
        "urea,Maple Ridge \
        Urea,fertilizer,ton,Maple,1,0,0,900,10,,16,7777,USD,s1,2026-06-01T00:00:00Z\n",
    );
    warehouse.write_suppliers("s1,Maple Ridge Supply,fertilizer,99,true,2026-06-01T00:00:00Z\n");
    warehouse.write_transactions("1,o1,purchase,2026-05-01,,s1,urea,1000,ton,7777,USD,2026-05-02,2026-06-02,Maple,2026-06-01T00:00:00Z\n");
    app.sync_warehouse(&other, &warehouse).await.data();
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prairie");
    warehouse
        .write_inventory(INVENTORY)
        .write_suppliers(SUPPLIERS)
        .write_transactions(TRANSACTIONS);
    app.sync_warehouse(&owner, &warehouse).await.data();
    owner
}

/// Returns the answer. Checks that no sentence was left out and that no data of the other
/// organization is in it.
pub(crate) async fn ask_question(client: &Client, question: &str) -> Value {
    let answer = client
        .post("/api/ai-bot/query", json!({"query": question}))
        .await;
    let data = answer.data().clone();
    assert_eq!(data["disposition"], "answer", "{question}: {}", answer.text);
    assert!(
        !answer.text.contains("Maple"),
        "{question}: {}",
        answer.text
    );
    assert!(!answer.text.contains("[["), "{question}: {}", answer.text);
    assert_ne!(
        data["response"], "I couldn't write an answer for this result. See the rows below.",
        "{question}"
    );
    data
}

/// Value of the first fact with this label.
#[track_caller]
pub(crate) fn find_fact<'a>(answer: &'a Value, label: &str) -> &'a Value {
    let facts = answer["facts"].as_array().unwrap();
    &facts
        .iter()
        .find(|fact| fact["label"] == label)
        .unwrap_or_else(|| panic!("no fact \"{label}\": {answer:#}"))["value"]
}

#[track_caller]
fn assert_response_contains(answer: &Value, text: &str) {
    assert!(
        answer["response"].as_str().unwrap().contains(text),
        "\"{text}\" is not in {}",
        answer["response"]
    );
}

fn part_texts(answer: &Value, part: &str) -> String {
    answer[part]
        .as_array()
        .unwrap()
        .iter()
        .map(|text| text.as_str().unwrap())
        .collect::<Vec<_>>()
        .join("\n")
}

fn table_cells(answer: &Value) -> Vec<Vec<&str>> {
    let rows = answer["tables"][0]["rows"].as_array().unwrap();
    rows.iter()
        .map(|row| {
            row["cells"]
                .as_array()
                .unwrap()
                .iter()
                .map(|cell| cell.as_str().unwrap())
                .collect()
        })
        .collect()
}

#[tokio::test]
async fn low_stock_lists_items_at_or_below_reorder_point() {
    let app = TestApp::start().await;
    let owner = start_prairie(&app).await;
    let answer = ask_question(&owner, "Low Stock Items").await;
    assert_eq!(answer["confidence"], "High");
    // Potash 0 of 50, urea at Ames 12 of 15; urea at Boone 40 of 15 and corn 100 of 99 are not low;
    // atrazine has no reorder point.
    assert_eq!(
        find_fact(&answer, "Items at or below their advised reorder point"),
        2
    );
    assert_response_contains(
        &answer,
        "2 items are at or below their advised reorder point. Potash 0-0-60 at Ames is lowest: 0 \
            tons on hand compared with an advised reorder point of 50 tons. 1 place needs an order \
            now; for the other one, open orders or drafts are enough.",
    );
    assert_response_contains(
        &answer,
        "Not checked, because the reorder point is missing: 1 stock row.",
    );
    assert_eq!(
        table_cells(&answer),
        [
            ["Potash 0-0-60", "Ames", "0 tons", "50 tons", "60 tons"],
            ["Urea 46-0-0", "Ames", "12 tons", "15 tons", "5 tons"]
        ]
    );
    assert_eq!(
        part_texts(&answer, "insights"),
        "Potash 0-0-60 is out of stock at Ames."
    );
    assert_eq!(answer["calls"][0]["n"], 5);
    // No seed is low: the answer says so with high confidence.
    let answer = ask_question(&owner, "Which seed items are low on stock?").await;
    assert_eq!(
        find_fact(&answer, "Items at or below their advised reorder point"),
        0
    );
    assert_response_contains(
        &answer,
        "0 seed items are at or below their advised reorder point, of 1 stock row checked.",
    );
    assert_eq!(answer["confidence"], "High");
}

#[tokio::test]
async fn low_stock_in_another_currency_is_compared_with_its_recorded_reorder_point() {
    let app = TestApp::start().await;
    let owner = start_prairie(&app).await;
    let warehouse = app.create_warehouse("prairie-later");
    let in_canada = "dap,DAP \
        18-46-0,fertilizer,ton,Regina,3,0,0,4,1,,5,700,CAD,s1,2026-06-02T00:00:00Z\nmap,MAP \
        11-52-0,seed,ton,Regina,9,0,0,4,1,,5,700,CAD,s1,2026-06-02T00:00:00Z\n";
    warehouse
        .write_inventory(&format!("{INVENTORY}{in_canada}"))
        .write_suppliers(SUPPLIERS)
        .write_transactions(TRANSACTIONS);
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = ask_question(&owner, "Low Stock Items").await;
    assert_eq!(answer["calls"][0]["n"], 7);
    let mut rows = table_cells(&answer);
    rows.sort_unstable();
    assert_eq!(rows.len(), 3);
    assert_eq!(
        rows[0],
        ["DAP 18-46-0", "Regina", "3 tons", "4 tons", "0 tons"]
    );
    assert_response_contains(
        &answer,
        "Compared with the recorded reorder point, because none can be advised: 2 stock rows.",
    );
    let seed = ask_question(&owner, "Which seed items are low on stock?").await;
    assert_eq!(seed["calls"][0]["n"], 2);
}

#[tokio::test]
async fn a_question_asked_again_is_answered_from_the_rows_of_now() {
    let app = TestApp::start().await;
    let owner = start_prairie(&app).await;
    let question = "Total spend this year";
    let first = ask_question(&owner, question).await;
    assert_eq!(
        ask_question(&owner, question).await["facts"],
        first["facts"]
    );
    let warehouse = app.create_warehouse("prairie-later");
    let more = "8,o8,purchase,2026-05-04,,s1,urea,1,ton,1000,USD,,,Ames,2026-06-02T00:00:00Z\n";
    warehouse
        .write_inventory(INVENTORY)
        .write_suppliers(SUPPLIERS)
        .write_transactions(&format!("{TRANSACTIONS}{more}"));
    app.sync_warehouse(&owner, &warehouse).await.data();
    let second = ask_question(&owner, question).await;
    let total = |answer: &Value| {
        find_fact(answer, "Spend of Northfield Nutrients")
            .as_f64()
            .unwrap()
    };
    assert!(
        (total(&second) - total(&first) - 1_000.0).abs() < 1e-6,
        "{second:#}"
    );
}

#[tokio::test]
async fn stock_level_adds_up_locations() {
    let app = TestApp::start().await;
    let owner = start_prairie(&app).await;
    let answer = ask_question(&owner, "how are we set on Urea 46-0-0").await;
    // 12 + 40 on hand, 5 on order, 2 booked.
    assert_eq!(find_fact(&answer, "On hand of Urea 46-0-0"), 52.0);
    assert_eq!(find_fact(&answer, "Position of Urea 46-0-0"), 55.0);
    assert_response_contains(&answer, "Urea 46-0-0: 52 tons on hand in 2 locations.");
    assert_response_contains(
        &answer,
        "1 location is at or below the advised reorder point.",
    );
    // 365 tons sold in 365 days: 52 days, longer than the lead time of 16 days.
    assert_response_contains(&answer, "lasts 52 days.");
    assert_eq!(
        table_cells(&answer)[0],
        [
            "Ames", "12 tons", "5 tons", "2 tons", "15 tons", "15 tons", "15 tons"
        ]
    );
    let answer = ask_question(&owner, "how are we set on Corn Seed HX-108").await;
    assert_response_contains(
        &answer,
        "Corn Seed HX-108: 100 bags on hand at Ames. What is on hand is above the advised reorder \
            point of 99 bags.",
    );
}

#[tokio::test]
async fn reorder_recommendations_match_the_dashboard() {
    let app = TestApp::start().await;
    let owner = start_prairie(&app).await;
    let page = owner.get("/api/purchasing/recommendations").await;
    let lines = page.data()["items"].as_array().unwrap();
    assert_eq!(lines.len(), 1, "{}", page.text);
    let answer = ask_question(&owner, "What should I reorder?").await;
    // Position 12 + 5 - 2 = 15, the reorder point. 1 a day over 16 + 7 days is 23 short: 3 packs of
    // 10 at 410.50.
    assert_eq!(
        find_fact(&answer, "Cost of all recommended orders"),
        12_315.0
    );
    assert_eq!(
        find_fact(&answer, "Cost of all recommended orders"),
        &lines[0]["cost"]
    );
    assert_eq!(
        find_fact(&answer, "To order of Urea 46-0-0 at Ames"),
        &lines[0]["recommended"]
    );
    assert_response_contains(
        &answer,
        "The most expensive is Urea 46-0-0 at Ames: 30 tons for $12,315.00.",
    );
    assert!(
        part_texts(&answer, "insights").contains(
            "lasts 12 days, and an order takes 16 days: without open orders it runs out first."
        ),
        "{answer:#}"
    );
    assert_eq!(answer["links"][0]["path"], "/");
    let answer = ask_question(&owner, "What seed should I reorder?").await;
    assert_response_contains(
        &answer,
        "0 seed lines need reordering, of 1 stock row checked.",
    );
}

#[tokio::test]
async fn supplier_spend_matches_the_dashboard() {
    let app = TestApp::start().await;
    let owner = start_prairie(&app).await;
    let page = owner.get("/api/purchasing/summary").await;
    let answer = ask_question(&owner, "Who supplies the most to us?").await;
    // 4000 + 4400 - 400 with s1, 2000 with s2. The line in CAD is counted but not added.
    assert_eq!(find_fact(&answer, "Spend of all"), 10_000.0);
    assert_eq!(
        find_fact(&answer, "Spend of all"),
        &page.data()["totalSpend"]["value"]
    );
    assert_response_contains(
        &answer,
        "Highest spend by supplier, last 12 months: Northfield Nutrients with $8,000.00, 80% of \
            $10,000.00. Next: Heartland Seed Co with $2,000.00.",
    );
    assert_response_contains(&answer, "Left out: 1 line in other currencies.");
    assert_eq!(
        table_cells(&answer),
        [
            ["Northfield Nutrients", "$8,000.00", "3", "80%"],
            ["Heartland Seed Co", "$2,000.00", "1", "20%"]
        ]
    );
    let answer = ask_question(
        &owner,
        "How much did we spend with Northfield Nutrients last quarter?",
    )
    .await;
    // January to March: the line of March 1.
    assert_eq!(find_fact(&answer, "Spend"), 4_000.0);
    assert_response_contains(
        &answer,
        "Spend with Northfield Nutrients, last quarter: $4,000.00; Purchase order lines: 1.",
    );
    let answer = ask_question(
        &owner,
        "How much did we spend with Heartland Seed Co in 2023?",
    )
    .await;
    assert_response_contains(
        &answer,
        "There are no purchases with Heartland Seed Co in this period (2023). Recorded purchases \
            run from May 1, 2025 to May 3, 2026.",
    );
    assert_eq!(answer["calls"][0]["n"], 0);
}

#[tokio::test]
async fn delivery_rates_match_the_dashboard() {
    let app = TestApp::start().await;
    let owner = start_prairie(&app).await;
    let page = owner.get("/api/purchasing/summary").await;
    let answer = ask_question(&owner, "Which supplier has the best on-time delivery rate?").await;
    // Due: lines 2 (on time), 3 (late), 4 (on time), 6 (not delivered).
    assert_eq!(find_fact(&answer, "Delivery rate of all suppliers"), 50.0);
    assert_eq!(
        find_fact(&answer, "Delivery rate of all suppliers"),
        &page.data()["deliveryRate"]["value"]
    );
    assert_response_contains(
        &answer,
        "Heartland Seed Co has the highest rate: 100%, 1 line of 1 line.",
    );
    let answer = ask_question(
        &owner,
        "What is the on-time delivery rate for Northfield Nutrients?",
    )
    .await;
    assert_response_contains(
        &answer,
        "Northfield Nutrients delivered 50% on time (last 12 months): 1 line of 2 lines that were \
            due.",
    );
    let answer = ask_question(&owner, "who's our slowest vendor to deliver").await;
    // 8 and 14 days with s1, 4 with s2.
    assert_eq!(
        find_fact(&answer, "Median lead time of Northfield Nutrients"),
        11.0
    );
    assert_response_contains(
        &answer,
        "Northfield Nutrients takes the longest time: 11 days from order to delivery (median of 2 \
            lines",
    );
    assert_eq!(
        table_cells(&answer)[1],
        ["Heartland Seed Co", "4 days", "4 days", "", "1 line"]
    );
}

#[tokio::test]
async fn active_suppliers_match_the_dashboard() {
    let app = TestApp::start().await;
    let owner = start_prairie(&app).await;
    let page = owner.get("/api/purchasing/summary").await;
    let answer = ask_question(&owner, "How many active suppliers do we have?").await;
    // Last 90 days: s1, s2, s3.
    assert_eq!(find_fact(&answer, "Suppliers"), 3);
    assert_eq!(
        find_fact(&answer, "Suppliers"),
        &page.data()["activeSuppliers"]["value"]
    );
    assert_response_contains(&answer, "Suppliers, last 90 days: 3.");
    // The previous 90 days: s1.
    assert!(
        part_texts(&answer, "insights").contains("suppliers +200%, from 1"),
        "{answer:#}"
    );
    let answer = ask_question(
        &owner,
        "How many active suppliers did we have in January 2026?",
    )
    .await;
    assert_eq!(find_fact(&answer, "Suppliers"), 0);
}

#[tokio::test]
async fn price_index_matches_the_page_and_has_a_chart() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("prices");
    let mut lines = String::new();
    // 300 for five months, then 360: the first increase.
    for (month, price) in [
        ("01", 300),
        ("02", 300),
        ("03", 300),
        ("04", 300),
        ("05", 300),
        ("06", 360),
    ] {
        writeln!(lines, "{month},o{month},purchase,2026-{month}-05,,s1,urea,10,ton,{price},USD,,,Ames,2026-06-01T00:00:00Z").unwrap();
    }
    warehouse
        .write_transactions(&lines)
        .write_inventory(INVENTORY);
    app.sync_warehouse(&owner, &warehouse).await.data();
    let page = owner.get("/api/analytics/supply-price-index").await;
    let overview = &page.data()["overview"];
    let answer = ask_question(&owner, "What is our supply price index?").await;
    assert_eq!(find_fact(&answer, "Supply price index"), 120.0);
    assert_eq!(
        find_fact(&answer, "Supply price index"),
        &overview["current_index"]
    );
    assert_eq!(
        find_fact(&answer, "Change from the previous month"),
        &overview["index_change"]
    );
    assert_response_contains(&answer, "Your supply price index is 120 for June 2026");
    let series: Vec<&Value> = overview["series"]
        .as_array()
        .unwrap()
        .iter()
        .map(|point| &point["index"])
        .collect();
    let points = answer["chart"]["lines"][0]["points"].as_array().unwrap();
    assert_eq!(
        points
            .iter()
            .map(|point| &point["value"])
            .collect::<Vec<_>>(),
        series
    );
    assert_eq!((points.len(), &points[0]["day"]), (6, &json!("2026-01-01")));
    assert_eq!(
        part_texts(&answer, "insights"),
        "Fertilizer: prices are rising, by +20% over 3 months, more than usual."
    );
    let answer = ask_question(&owner, "price index for fertilizer").await;
    assert_eq!(
        find_fact(&answer, "Price index of fertilizer"),
        &page.data()["categories"][0]["current_price_index"]
    );
    let answer = ask_question(&owner, "price index for seed").await;
    assert_eq!(answer["confidence"], "Low");
    assert_response_contains(&answer, "There is no data on seed purchases yet.");
    // The increase is also a suggestion, and a click on it shows its figures.
    let suggestions = owner.get("/api/ai-bot/suggestions").await;
    let rising = suggestions.data()["suggestions"]
        .as_array()
        .unwrap()
        .iter()
        .find(|suggestion| suggestion["id"] == "prices-fertilizer")
        .unwrap()
        .clone();
    assert_eq!(rising["priority"], "medium");
    assert_eq!(rising["title"], "Fertilizer: prices are rising");
    assert_eq!(
        rising["message"],
        "Fertilizer: your prices changed by +20% over 3 months, more than usual; the price index \
            is 120."
    );
    let answer = ask_question(&owner, "Tell me more about: Fertilizer: prices are rising").await;
    assert_eq!(answer["calls"][0]["tool"], "price_index");
    assert_eq!(answer["calls"][0]["args"]["category"], "fertilizer");
}

/// Three years of monthly purchases, cheapest in August; all sales are in spring.
pub(crate) async fn sync_seasonal_sales(app: &TestApp, owner: &Client) {
    let warehouse = app.create_warehouse("seasons");
    let mut lines = String::new();
    for month in 0..36_u32 {
        let (year, number) = (2023 + (month + 6) / 12, (month + 6) % 12 + 1);
        let price = match number {
            3..=5 => 480,
            8 => 150,
            _ => 400,
        };
        writeln!(lines, "p{month},po{month},purchase,{year}-{number:02}-05,,s1,urea,100,ton,{price},USD,,,Ames,2026-06-01T00:00:00Z").unwrap();
        if number == 4 {
            writeln!(lines, "s{month},so{month},sale,{year}-04-20,c1,,urea,900,ton,600,USD,,,Ames,2026-06-01T00:00:00Z").unwrap();
        }
    }
    warehouse.write_transactions(&lines).write_inventory(
        "urea,Urea 46-0-0,fertilizer,ton,Ames,500,0,0,,,,20,400,USD,s1,2026-06-01T00:00:00Z\n",
    );
    app.sync_warehouse(owner, &warehouse).await.data();
}

#[tokio::test]
async fn best_buying_month_matches_the_page() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_seasonal_sales(&app, &owner).await;
    let page = owner.get("/api/customer-segmentation").await;
    let bars = page.data()["purchase_windows"].as_array().unwrap();
    let august = bars.iter().find(|bar| bar["month"] == "Aug").unwrap();
    let answer = ask_question(&owner, "when is the best time of year to buy").await;
    assert_eq!(
        find_fact(&answer, "Best month over all categories"),
        "August"
    );
    assert_eq!(
        find_fact(&answer, "Saving of the best month over all categories"),
        &august["value"]
    );
    // Only one category is bought, so the bars are those of the category.
    let answer = ask_question(
        &owner,
        "when's the cheapest time of year to lock in fertilizer",
    )
    .await;
    assert_eq!(find_fact(&answer, "Best month to buy fertilizer"), "August");
    assert_eq!(
        find_fact(&answer, "Saving of the best month for fertilizer"),
        &august["value"]
    );
    assert_response_contains(&answer, "peak of demand in April");
    assert_eq!(table_cells(&answer).len(), 12);
    // August is within 3 months after June and was cheaper in every year.
    let suggestions = owner.get("/api/ai-bot/suggestions").await;
    let month = suggestions.data()["suggestions"]
        .as_array()
        .unwrap()
        .iter()
        .find(|suggestion| suggestion["id"] == "buy-month-fertilizer")
        .unwrap()
        .clone();
    assert_eq!(
        (&month["priority"], &month["title"]),
        (
            &json!("low"),
            &json!("Fertilizer: August is a good month to buy")
        )
    );
    let answer = ask_question(
        &owner,
        "Tell me more about: Fertilizer: August is a good month to buy",
    )
    .await;
    assert_eq!(answer["calls"][0]["tool"], "purchase_windows");
}

#[tokio::test]
async fn reports_insufficient_history_without_figures() {
    let app = TestApp::start().await;
    let owner = start_prairie(&app).await;
    let answer = ask_question(
        &owner,
        "when's the cheapest time of year to lock in fertilizer",
    )
    .await;
    assert_eq!(answer["confidence"], "Low");
    assert_response_contains(
        &answer,
        "There is not enough history to find the best month for fertilizer purchases. This needs \
            2 years of purchases",
    );
    let answer = ask_question(
        &owner,
        "What is the on-time delivery rate for Delta Ag Supply this month?",
    )
    .await;
    assert_eq!(answer["confidence"], "Low");
    assert_response_contains(
        &answer,
        "There is no delivery rate for Delta Ag Supply (this month)",
    );
}

#[tokio::test]
async fn answers_without_rows_say_what_to_do() {
    let app = TestApp::start().await;
    start_prairie(&app).await;
    let empty = app.create_organization("Empty").await;
    for (question, about) in [
        ("Low Stock Items", "stock"),
        ("What should I reorder?", "stock"),
        ("What is our supply price index?", "purchases"),
        (
            "when's the cheapest time of year to lock in fertilizer",
            "purchases",
        ),
        ("Who supplies the most to us?", "purchases"),
        ("who's our slowest vendor to deliver", "purchases"),
        ("How many active suppliers do we have?", "purchases"),
    ] {
        let answer = ask_question(&empty, question).await;
        let response = answer["response"].as_str().unwrap();
        assert!(
            response.starts_with("There is no data on ")
                && response.contains(about)
                && response.contains("run a data sync"),
            "{question}: {response}"
        );
        assert_eq!(
            (&answer["confidence"], &answer["tables"]),
            (&json!("Low"), &json!([])),
            "{question}"
        );
    }
    assert_eq!(
        empty.get("/api/ai-bot/suggestions").await.data()["suggestions"],
        json!([])
    );
}

#[tokio::test]
async fn suggests_reorders_most_expensive_first() {
    let app = TestApp::start().await;
    let owner = start_prairie(&app).await;
    let suggestions = owner.get("/api/ai-bot/suggestions").await;
    let first = &suggestions.data()["suggestions"][0];
    assert_eq!(first["priority"], "high");
    assert_eq!(first["items"], json!(["Urea 46-0-0 (Ames)"]));
    assert_eq!(
        first["message"],
        "Stock position at or below the advised reorder point: 1 line. The recommended orders cost $12,315.00."
    );
    let answer = ask_question(
        &owner,
        &format!("Tell me more about: {}", first["title"].as_str().unwrap()),
    )
    .await;
    assert_eq!(answer["calls"][0]["tool"], "reorder_recommendations");
}

//! Questions about sales and customers, with figures that can be checked by hand. Today is
//! 2026-06-16.

use crate::customers::sync_orders;
use crate::{Client, TestApp};
use serde_json::{Value, json};

const UPDATED_AT: &str = "2026-06-01T00:00:00Z";

/// A sale of `quantity` at `price`.
fn sale_row(
    order: &str,
    day: &str,
    customer: &str,
    item: &str,
    quantity: &str,
    price: &str,
) -> String {
    let unit = match item {
        "corn" => "bag",
        "amine" => "gal",
        _ => "ton",
    };
    format!(
        "{order}-{item},{order},sale,{day},{customer},,{item},{quantity},{unit},{price},USD,,,Ames,{UPDATED_AT}\n"
    )
}

async fn sync_sales(app: &TestApp, owner: &Client) {
    let lines = [
        // May 2026: 5,000 + 2,000 + 1,000 - 500 = 7,500 in 3 orders.
        sale_row("o1", "2026-05-04", "c1", "urea", "10", "500"),
        sale_row("o1", "2026-05-04", "c1", "corn", "20", "100"),
        sale_row("o2", "2026-05-20", "c2", "amine", "100", "10"),
        sale_row("o3", "2026-05-31", "c1", "urea", "-1", "500"),
        // April 2026: 3,000 + 2,000 = 5,000 in 2 orders.
        sale_row("o5", "2026-04-30", "c2", "corn", "30", "100"),
        sale_row("o6", "2026-04-01", "c1", "urea", "4", "500"),
        // May 2025: 3,000 in 1 order.
        sale_row("o7", "2025-05-10", "c1", "urea", "6", "500"),
        // Another currency, and a date in the future.
        sale_row("o4", "2026-05-31", "c2", "corn", "9", "9").replace("USD", "CAD"),
        sale_row("o8", "2026-06-17", "c2", "corn", "900", "9"),
        format!("p1,p1,purchase,2026-05-02,,s1,urea,99,ton,400,USD,,,Ames,{UPDATED_AT}\n"),
    ];
    let warehouse = app.create_warehouse("sales");
    warehouse.write_transactions(&lines.concat());
    warehouse.write_customers(&format!(
        "c1,Hoffman Farms,Iowa,Story,500,corn,R,,2020-01-01,{UPDATED_AT}\nc2,Diaz \
            Brothers,Iowa,Story,500,corn,R,,2020-01-01,{UPDATED_AT}\nc3,Lindqvist \
            Acres,Iowa,Story,500,corn,R,,2020-01-01,{UPDATED_AT}\n"
    ));
    // An item has the name and the category of its newest row.
    warehouse.write_inventory(&format!(
        "urea,Urea 46-0-0,fertilizer,ton,Ames,1,0,0,,,,20,400,USD,s1,{UPDATED_AT}\ncorn,Corn Seed \
            HX-108,seed,bag,Ames,1,0,0,,,,20,40,USD,s1,{UPDATED_AT}\namine,\"2,4-D \
            Amine\",pesticide,gal,Ames,1,0,0,,,,20,4,USD,s1,{UPDATED_AT}\npotash,Potash \
            0-0-60,fertilizer,ton,Ames,1,0,0,,,,20,4,USD,s1,{UPDATED_AT}\ncorn,Old \
            Corn,fertilizer,bag,Boone,1,0,0,,,,20,40,USD,s1,2026-05-01T00:00:00Z\n"
    ));
    app.sync_warehouse(owner, &warehouse).await.data();
}

async fn ask_question(client: &Client, question: &str) -> Value {
    client
        .post("/api/ai-bot/query", json!({"query": question}))
        .await
        .data()
        .clone()
}

/// Value of the first fact with this label.
#[track_caller]
fn find_fact<'a>(answer: &'a Value, label: &str) -> &'a Value {
    let found = answer["facts"]
        .as_array()
        .unwrap()
        .iter()
        .find(|fact| fact["label"] == label);
    &found.unwrap_or_else(|| panic!("no fact {label}: {answer}"))["value"]
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

#[track_caller]
fn assert_response_contains(answer: &Value, part: &str) {
    assert!(
        answer["response"].as_str().unwrap().contains(part),
        "{part}: {answer}"
    );
}

/// The tool and the arguments of the first call.
fn call_parts(answer: &Value) -> (&Value, &Value) {
    (&answer["calls"][0]["tool"], &answer["calls"][0]["args"])
}

#[tokio::test]
async fn ranks_products_by_revenue() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_sales(&app, &owner).await;
    let answer = ask_question(&owner, "What are the top 5 products by revenue last month?").await;
    assert_eq!(
        call_parts(&answer),
        (
            &json!("top_products"),
            &json!({"limit": 5, "metric": "revenue", "order": "desc", "period": "last_month"})
        )
    );
    assert_eq!(answer["calls"][0]["n"], 4);
    assert_eq!(answer["confidence"], "High", "{answer}");
    // Of 7,500: 4,500 after the return, 2,000 and 1,000.
    assert_eq!(
        table_cells(&answer),
        [
            ["Urea 46-0-0", "$4,500.00", "60%"],
            ["Corn Seed HX-108", "$2,000.00", "26.67%"],
            ["2,4-D Amine", "$1,000.00", "13.33%"],
        ]
    );
    assert_response_contains(
        &answer,
        "Highest revenue by item, last month: Urea 46-0-0 with $4,500.00, 60% of $7,500.00. Next: \
            Corn Seed HX-108 with $2,000.00, then 2,4-D Amine with $1,000.00.",
    );
    assert_response_contains(&answer, "Left out: 1 line in other currencies.");
    // April had 2,000 of urea: 4,500 is 125% more.
    assert_eq!(
        find_fact(&answer, "Change of revenue of Urea 46-0-0"),
        125.0
    );
    let refs = answer["facts"]
        .as_array()
        .unwrap()
        .iter()
        .find(|fact| fact["label"] == "Revenue of Urea 46-0-0")
        .unwrap();
    assert_eq!(
        refs["rowRefs"],
        json!([answer["tables"][0]["rows"][0]["id"]])
    );
}

#[tokio::test]
async fn ranks_quantities_by_unit_and_lists_unsold_stock() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_sales(&app, &owner).await;
    let answer = ask_question(&owner, "top products by quantity last month").await;
    // 10 tons minus the returned one.
    assert_eq!(
        table_cells(&answer),
        [
            ["Corn Seed HX-108", "bag", "20", "$2,000.00"],
            ["2,4-D Amine", "gal", "100", "$1,000.00"],
            ["Urea 46-0-0", "ton", "9", "$4,500.00"],
        ]
    );
    assert_response_contains(
        &answer,
        "Highest quantity sold by item for each unit, last month: bag: Corn Seed HX-108 with 20; \
            gal: 2,4-D Amine with 100; ton: Urea 46-0-0 with 9.",
    );

    let answer = ask_question(&owner, "Which products sold worst last month?").await;
    assert_eq!(call_parts(&answer).1["order"], "asc");
    assert_eq!(table_cells(&answer)[0][0], "2,4-D Amine");
    assert!(
        answer["insights"]
            .to_string()
            .contains("In stock without a sale in this period: 1 product, such as Potash 0-0-60."),
        "{answer}"
    );
}

#[tokio::test]
async fn changes_of_an_item_are_those_of_its_unit() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    // 2 bags more than in April, and 3 tons less.
    let lines = [
        sale_row("o1", "2026-05-04", "c1", "corn", "8", "100"),
        sale_row("o2", "2026-05-04", "c1", "corn", "3", "900").replace("bag", "ton"),
        sale_row("o3", "2026-04-20", "c1", "corn", "6", "100"),
        sale_row("o4", "2026-04-20", "c1", "corn", "6", "900").replace("bag", "ton"),
        // So that the data covers all of April.
        sale_row("o5", "2026-03-20", "c1", "urea", "6", "900"),
    ];
    let warehouse = app.create_warehouse("units");
    warehouse.write_transactions(&lines.concat());
    warehouse.write_inventory(&format!(
        "corn,Corn Seed HX-108,seed,bag,Ames,1,0,0,,,,20,40,USD,s1,{UPDATED_AT}\n"
    ));
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = ask_question(&owner, "top products by quantity last month").await;
    let insights = answer["insights"].to_string();
    for change in ["(bag)", "(ton)"]
        .into_iter()
        .zip(["+33.33%, from 6.", "-50%, from 6."])
    {
        let insight = format!(
            "Quantity sold of Corn Seed HX-108 {} compared with Apr 1, 2026 to Apr 30, 2026: {}",
            change.0, change.1
        );
        assert!(insights.contains(&insight), "{insight}: {answer}");
    }
    assert_eq!(answer["actions"].as_array().unwrap().len(), 1, "{answer}");
}

#[tokio::test]
async fn compares_with_previous_period_or_previous_year() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_sales(&app, &owner).await;
    let answer = ask_question(&owner, "how'd we do last month compared with a year ago").await;
    assert_eq!(
        call_parts(&answer),
        (
            &json!("sales_summary"),
            &json!({"compare": "previous_year", "period": "last_month"})
        )
    );
    // 7,500 compared with 3,000 in May 2025; the data starts on May 10.
    assert_eq!(
        (
            find_fact(&answer, "Revenue"),
            find_fact(&answer, "Orders"),
            find_fact(&answer, "Revenue: change in percent")
        ),
        (&json!(7_500.0), &json!(3), &json!(150.0))
    );
    assert_response_contains(
        &answer,
        "Revenue, last month: $7,500.00, compared with $3,000.00, a change of $4,500.00 (+150%); \
            Orders: 3, compared with 1, a change of 2 (+200%);",
    );
    assert_response_contains(&answer, "Compared with May 1, 2025 to May 31, 2025.");
    assert_response_contains(
        &answer,
        "Recorded sales begin on May 10, 2025, so the data covers only part of the comparison \
            period.",
    );

    // A comparison that was not requested is an insight; April is the previous period.
    let answer = ask_question(&owner, "sales last month").await;
    assert_eq!(find_fact(&answer, "Change of revenue"), 50.0);
    assert!(
        answer["insights"][0]
            .as_str()
            .unwrap()
            .contains("revenue +50%, from $5,000.00; orders +50%, from 2"),
        "{answer}"
    );

    // Follow-up: April compared with March, which has no sales, so there is no percentage.
    let conversation = &answer["conversationId"];
    let next = owner
        .post(
            "/api/ai-bot/query",
            json!({"query": "and the month before?", "conversationId": conversation}),
        )
        .await
        .data()
        .clone();
    assert_eq!(
        call_parts(&next),
        (&json!("sales_summary"), &json!({"period": "2026-04"}))
    );
    assert_response_contains(&next, "Revenue, April 2026: $5,000.00; Orders: 2;");
    assert!(!next["facts"].to_string().contains("Change of"), "{next}");
}

#[tokio::test]
async fn breaks_down_sales_by_category_and_month() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_sales(&app, &owner).await;
    let answer = ask_question(&owner, "Sales last month by category").await;
    assert_eq!(
        table_cells(&answer),
        [
            ["fertilizer", "$4,500.00", "60%"],
            ["seed", "$2,000.00", "26.67%"],
            ["pesticide", "$1,000.00", "13.33%"]
        ]
    );

    let answer = ask_question(&owner, "sales of fertilizer last month").await;
    assert_eq!(call_parts(&answer).1["category"], "fertilizer");
    // Orders o1 and o3.
    assert_eq!(
        (find_fact(&answer, "Revenue"), find_fact(&answer, "Orders")),
        (&json!(4_500.0), &json!(2))
    );

    let answer = ask_question(&owner, "sales by month this year").await;
    let points = answer["chart"]["lines"][0]["points"].as_array().unwrap();
    let values: Vec<f64> = points
        .iter()
        .map(|point| point["value"].as_f64().unwrap())
        .collect();
    assert_eq!(
        values,
        [0.0, 0.0, 0.0, 5_000.0, 7_500.0, 0.0],
        "January to June"
    );
    assert_eq!(
        (&points[0]["day"], &answer["chart"]["lines"][0]["unit"]),
        (&json!("2026-01-01"), &json!("USD"))
    );
    // Complete months only: June is in progress.
    assert_response_contains(
        &answer,
        "Revenue and Orders by month: highest May 2026 with $7,500.00, lowest January 2026 with \
            $0.00.",
    );
    assert_eq!(table_cells(&answer)[1], ["May 2026", "$7,500.00", "3"]);
}

#[tokio::test]
async fn average_order_and_top_customers_add_up() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_sales(&app, &owner).await;
    let answer = ask_question(
        &owner,
        "What was our average order value last month compared to the month before?",
    )
    .await;
    assert_eq!(
        call_parts(&answer),
        (
            &json!("avg_order_value"),
            &json!({"compare": "previous_period", "period": "last_month"})
        )
    );
    // 7,500 / 3 compared with 5,000 / 2.
    assert_eq!(
        (
            find_fact(&answer, "Average order value"),
            find_fact(&answer, "Average order value: change in percent")
        ),
        (&json!(2_500.0), &json!(0.0))
    );
    assert_eq!(answer["confidence"], "High", "{answer}");

    let answer = ask_question(&owner, "Who were our biggest customers last month?").await;
    // Hoffman: 5,000 + 2,000 - 500, of 7,500.
    assert_eq!(
        table_cells(&answer),
        [
            ["Hoffman Farms", "$6,500.00", "2", "86.67%"],
            ["Diaz Brothers", "$1,000.00", "1", "13.33%"]
        ]
    );
    // Diaz bought 3,000 in April and 1,000 in May.
    assert_eq!(
        find_fact(&answer, "Change of revenue of Diaz Brothers"),
        -66.666_667
    );
    assert!(
        answer["actions"].to_string().contains("Call Diaz Brothers"),
        "{answer}"
    );
    assert!(
        answer["insights"].to_string().contains(
            "Revenue of Diaz Brothers compared with Apr 1, 2026 to Apr 30, 2026: -66.67%"
        ),
        "{answer}"
    );
    assert_eq!(answer["links"][0]["path"], "/purchase-patterns");
}

#[tokio::test]
async fn distinguishes_no_sales_in_period_from_no_data() {
    let app = TestApp::start().await;
    let (owner, empty) = (
        app.create_organization("Prairie").await,
        app.create_organization("Empty").await,
    );
    sync_sales(&app, &owner).await;
    let answer = ask_question(&owner, "sales this month").await;
    assert_response_contains(
        &answer,
        "There are no sales in this period (this month). Recorded sales run from May 10, 2025 to \
            May 31, 2026.",
    );
    assert_eq!(answer["confidence"], "High", "{answer}");
    for question in [
        "What are our top products this month?",
        "sales last month",
        "average order value this year",
        "top customers this year",
    ] {
        let answer = ask_question(&empty, question).await;
        assert_response_contains(
            &answer,
            "There is no data on sales yet. Connect a source on the Data Sync page",
        );
        assert_eq!(answer["confidence"], "Low");
        let kinds: Vec<&Value> = answer["facts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|fact| &fact["kind"])
            .filter(|kind| *kind != "period")
            .collect();
        assert_eq!(kinds, Vec::<&Value>::new(), "{answer}");
    }
    for question in [
        "which customers have gone quiet",
        "customer segments",
        "who will buy next",
    ] {
        let answer = ask_question(&empty, question).await;
        assert_response_contains(
            &answer,
            "There is no data on customers' orders yet. Connect a source and run a data sync",
        );
        assert_eq!(answer["confidence"], "Low");
    }
}

#[tokio::test]
async fn does_not_answer_from_other_organizations_sales() {
    let app = TestApp::start().await;
    let (owner, other) = (
        app.create_organization("Prairie").await,
        app.create_organization("Valley").await,
    );
    sync_sales(&app, &owner).await;
    let warehouse = app.create_warehouse("valley");
    warehouse.write_transactions(&sale_row("v1", "2026-05-06", "v1", "silage", "3", "77"));
    warehouse.write_customers(&format!(
        "v1,Maple Ridge Dairy,Iowa,Story,500,corn,R,,2020-01-01,{UPDATED_AT}\n"
    ));
    warehouse.write_inventory(&format!(
        "silage,Silage Wrap,other,ton,Ames,1,0,0,,,,20,400,USD,s1,{UPDATED_AT}\n"
    ));
    app.sync_warehouse(&other, &warehouse).await.data();
    for question in [
        "top products last month",
        "sales last month by product",
        "top customers last month",
        "which customers have gone quiet",
        "customer segments",
    ] {
        let (ours, theirs) = (
            ask_question(&owner, question).await.to_string(),
            ask_question(&other, question).await.to_string(),
        );
        assert!(
            !ours.contains("Maple") && !ours.contains("Silage") && !ours.contains("77.00"),
            "{ours}"
        );
        assert!(
            !theirs.contains("Hoffman") && !theirs.contains("Urea") && !theirs.contains("Diaz"),
            "{theirs}"
        );
    }
    let (other_customer, unknown_customer) = (
        ask_question(&other, "How is Hoffman Farms doing?").await,
        ask_question(&other, "How is Zyxwv Farms doing?").await,
    );
    assert_eq!(
        (&other_customer["response"], &other_customer["disposition"]),
        (&unknown_customer["response"], &json!("refuse"))
    );
}

/// The customer's row on the page.
fn customer_pattern<'a>(page: &'a Value, customer: &str) -> &'a Value {
    page["customer_patterns"]
        .as_array()
        .unwrap()
        .iter()
        .find(|row| row["customer"] == customer)
        .unwrap()
}

#[tokio::test]
async fn customer_answers_match_the_page() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_orders(&app, &owner).await;
    let page = owner.get("/api/customer-segmentation").await.data().clone();
    let farm = customer_pattern(&page, "Farm 4");

    let answer = ask_question(&owner, "When is Farm 4 likely to buy next?").await;
    assert_eq!(call_parts(&answer).1["customer"], "Farm 4");
    assert_eq!(
        find_fact(&answer, "Expected next purchase of Farm 4"),
        &farm["predicted_next"]
    );
    assert_eq!(
        (
            find_fact(&answer, "Window from"),
            find_fact(&answer, "Window to")
        ),
        (&farm["predictedNextLow80"], &farm["predictedNextHigh80"])
    );
    assert_eq!(
        find_fact(&answer, "Last purchase of Farm 4"),
        &json!("2026-06-12")
    );
    assert_eq!(answer["confidence"], "High", "{answer}");

    let answer = ask_question(&owner, "How is Farm 4 doing?").await;
    assert_eq!(call_parts(&answer).0, "customer_profile");
    assert_eq!(
        (
            find_fact(&answer, "Orders a year"),
            find_fact(&answer, "Usual order")
        ),
        (&farm["frequency"], &farm["average_spend"])
    );
    assert_eq!(
        find_fact(&answer, "Probability of still being a customer"),
        &farm["stillCustomerPercent"]
    );

    let answer = ask_question(&owner, "customer segments").await;
    for row in page["segmentation"].as_array().unwrap() {
        let name = row["segment"].as_str().unwrap();
        assert_eq!(
            find_fact(&answer, &format!("Customers: {name}")),
            &row["customers"]
        );
        assert_eq!(
            find_fact(&answer, &format!("Potential savings: {name}")),
            &row["potential_savings"]
        );
    }
    assert_eq!(
        find_fact(&answer, "Best saving"),
        &page["headlines"]["purchaseWindow"]["percent"]
    );
}

#[tokio::test]
async fn lists_lapsed_and_overdue_customers() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_orders(&app, &owner).await;
    let page = owner.get("/api/customer-segmentation").await.data().clone();
    let answer = ask_question(&owner, "which growers have gone quiet on us").await;
    assert_eq!(
        call_parts(&answer),
        (
            &json!("lapsed_customers"),
            &json!({"inactive_days": 90, "limit": 5})
        )
    );
    // The last purchases of farms 35 to 39 are 430 days ago plus their number modulo 20.
    assert_eq!(find_fact(&answer, "Customers without a purchase"), 5);
    let cells = table_cells(&answer);
    let names: Vec<&str> = cells.iter().map(|row| row[0]).collect();
    assert_eq!(
        names,
        ["Farm 39", "Farm 38", "Farm 37", "Farm 36", "Farm 35"]
    );
    assert_eq!(
        find_fact(&answer, "Days since the last purchase of Farm 39"),
        449
    );
    assert_eq!(
        find_fact(&answer, "Usual order of Farm 39"),
        &customer_pattern(&page, "Farm 39")["average_spend"]
    );
    assert_response_contains(
        &answer,
        "No number of days was given, so this uses 90 days without a purchase.",
    );

    let suggestions = owner.get("/api/ai-bot/suggestions").await.data()["suggestions"].clone();
    let overdue = suggestions
        .as_array()
        .unwrap()
        .iter()
        .find(|suggestion| suggestion["id"] == "overdue")
        .unwrap()
        .clone();
    assert_eq!(overdue["priority"], "medium");
    // Largest first: a farm buys as many tons as its number.
    assert_eq!(
        overdue["items"],
        json!(["Farm 39", "Farm 38", "Farm 37", "Farm 36", "Farm 35"])
    );
    assert!(
        overdue["message"]
            .as_str()
            .unwrap()
            .starts_with("5 customers are past their usual purchase window"),
        "{overdue}"
    );
    let more = ask_question(&owner, "Tell me more about: Overdue customers").await;
    assert_eq!(call_parts(&more).0, "customer_next_purchase");
    assert_response_contains(
        &more,
        "Overdue based on their purchase history: 5 customers. Largest: Farm 39, Farm 38, Farm \
            37.",
    );

    let soon = ask_question(&owner, "Who is likely to buy in the next 60 days?").await;
    assert_eq!(call_parts(&soon).1["within_days"], 60);
    let days: Vec<Value> = table_cells(&soon)
        .iter()
        .map(|row| customer_pattern(&page, row[0])["predicted_next"].clone())
        .collect();
    assert!(
        !days.is_empty()
            && days.iter().all(|day| day.as_str().unwrap() <= "2026-08-15")
            && days.is_sorted_by_key(ToString::to_string),
        "{days:?}"
    );
}

#[tokio::test]
async fn does_not_predict_from_a_single_purchase() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("one");
    warehouse.write_transactions(&sale_row("o1", "2026-05-04", "c1", "urea", "10", "500"));
    warehouse.write_customers(&format!(
        "c1,Hoffman \
        Farms,Iowa,Story,500,corn,R,,2020-01-01,{UPDATED_AT}\nc2,Diaz \
        Brothers,Iowa,Story,500,corn,R,,2020-01-01,{UPDATED_AT}\n"
    ));
    app.sync_warehouse(&owner, &warehouse).await.data();
    let answer = ask_question(&owner, "When is Hoffman Farms likely to buy next?").await;
    assert_response_contains(&answer, "not enough history to predict");
    assert_eq!(answer["confidence"], "Low");
    let dates: Vec<&Value> = answer["facts"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|fact| fact["kind"] == "date")
        .map(|fact| &fact["value"])
        .collect();
    assert!(dates.iter().all(|date| *date == "2026-05-04"), "{dates:?}");
    let answer = ask_question(&owner, "When is Diaz Brothers likely to buy next?").await;
    assert_response_contains(&answer, "not enough history for a prediction");
    assert_eq!(answer["confidence"], "Low");
    assert_eq!(
        owner.get("/api/ai-bot/suggestions").await.data()["suggestions"],
        json!([])
    );
}

//! Questions that are answered by metric queries, with figures that can be checked by hand. Today
//! is 2026-06-16.

use crate::{Client, TestApp};
use chrono::TimeDelta;
use serde_json::{Value, json};

const UPDATED_AT: &str = "2026-06-01T00:00:00Z";

fn sale(
    order: &str,
    day: &str,
    customer: &str,
    item: &str,
    amount: &str,
    location: &str,
) -> String {
    format!(
        "{order}-{item},{order},sale,{day},{customer},,{item},1,ton,{amount},USD,,,{location},\
            {UPDATED_AT}\n"
    )
}

async fn start() -> (TestApp, Client) {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let warehouse = app.create_warehouse("questions");
    let lines = [
        sale("o1", "2026-05-04", "c1", "urea", "5000", "Ames"),
        sale("o1", "2026-05-04", "c1", "corn", "700", "Ames"),
        sale("o2", "2026-05-20", "c2", "urea", "2000", "Boone"),
        sale("o3", "2026-05-21", "c3", "corn", "300", "Boone"),
        sale("o4", "2026-04-10", "c1", "urea", "1000", "Ames"),
        sale("o5", "2026-04-11", "c2", "corn", "9000", "Boone"),
    ];
    warehouse.write_transactions(&lines.concat());
    warehouse.write_customers(&format!(
        "c1,Hoffman Farms,Iowa,Story,500,corn,Tess Alder,,2020-01-01,{UPDATED_AT}\nc2,Diaz \
            Brothers,Illinois,Lee,900,corn,Tess Alder,,2020-01-01,{UPDATED_AT}\nc3,Lindqvist \
            Acres,Iowa,Story,500,corn,Eli Rowan,,2020-01-01,{UPDATED_AT}\n"
    ));
    warehouse.write_inventory(&format!(
        "urea,Urea 46-0-0,fertilizer,ton,Ames,1,0,0,,,,20,400,USD,s1,{UPDATED_AT}\ncorn,Corn Seed \
            HX-108,seed,ton,Boone,1,0,0,,,,20,40,USD,s1,{UPDATED_AT}\n"
    ));
    app.sync_warehouse(&owner, &warehouse).await.data();
    (app, owner)
}

async fn ask(client: &Client, question: &str) -> Value {
    client
        .post("/api/ai-bot/query", json!({"query": question}))
        .await
        .data()
        .clone()
}

fn response(answer: &Value) -> &str {
    answer["response"].as_str().unwrap()
}

#[tokio::test]
async fn filters_by_names_of_any_dimension() {
    let (_app, owner) = start().await;
    for (question, figure) in [
        ("Revenue in Illinois in May 2026", "$2,000.00"),
        ("Revenue in May 2026 except seed", "$7,000.00"),
        ("What did Tess Alder sell in May 2026?", "$7,700.00"),
        ("Revenue at Boone in May 2026 excluding Illinois", "$300.00"),
    ] {
        let answer = ask(&owner, question).await;
        assert_eq!(answer["confidence"], "High", "{question}: {answer}");
        assert_eq!(answer["calls"][0]["tool"], "query_metrics", "{answer}");
        assert!(response(&answer).contains(figure), "{question}: {answer}");
        assert!(
            response(&answer).contains("May 1, 2026 to May 31, 2026"),
            "{answer}"
        );
    }
}

#[tokio::test]
async fn a_tool_with_other_days_rows_or_names_does_not_answer() {
    let (_app, owner) = start().await;
    for (question, figure) in [
        ("Sales before May 2026", "$10,000.00"),
        ("Sales until end of April this year", "$10,000.00"),
        ("Sales of everything but seed in May 2026", "$7,000.00"),
        ("Sales excluding mondays in May 2026", "$2,300.00"),
        ("Biggest order in May 2026", "o1 with $5,700.00"),
        ("How many orders over $1,000 in May 2026", "2 orders."),
        ("Which state has the most customers", "Iowa with 2"),
        (
            "Sales by item in May 2026, lowest first",
            "Lowest revenue by item: Corn Seed",
        ),
        ("Iowa's share of urea sales in May 2026", "71.43%"),
        (
            "Sales in April and May 2026",
            "All together: Revenue: $18,000.00",
        ),
        ("Customers who bought urea and seed in 2026", "2 customers."),
        (
            "Customers who bought nothing but seed in 2026",
            "1 customer. They are: Lindqvist Acres.",
        ),
        (
            "Which customers bought seed but never bought urea in 2026",
            "1 customer.",
        ),
    ] {
        let answer = ask(&owner, question).await;
        assert_eq!(answer["confidence"], "High", "{question}: {answer}");
        let insights = answer["insights"].to_string();
        let is_said = response(&answer).contains(figure) || insights.contains(figure);
        assert!(is_said, "{question}: {answer}");
    }
    let second = ask(&owner, "Second biggest customer in 2026").await;
    let rows = second["tables"][0]["rows"].as_array().unwrap();
    assert_eq!(
        rows[1]["cells"],
        json!(["Hoffman Farms", "$6,700.00"]),
        "{second}"
    );
    let urea_and_seed = ask(&owner, "Sales of urea and seed in May 2026").await;
    for figure in ["item Urea 46-0-0): $7,000.00", "category seed): $1,000.00"] {
        assert!(response(&urea_and_seed).contains(figure), "{urea_and_seed}");
    }
}

#[tokio::test]
async fn what_the_data_does_not_have_is_refused() {
    let (_app, owner) = start().await;
    for (question, reason) in [
        (
            "Sales in ohio this year",
            "nothing about \u{201c}ohio\u{201d}",
        ),
        (
            "roundup sales this year",
            "nothing about \u{201c}roundup\u{201d}",
        ),
        ("Expected sales in December", "don't predict sales"),
        ("How much will we sell next month?", "don't predict sales"),
        ("Overdue payments", "no payments"),
    ] {
        let answer = ask(&owner, question).await;
        assert_eq!(answer["disposition"], "refuse", "{question}: {answer}");
        assert!(response(&answer).contains(reason), "{question}: {answer}");
    }
}

#[tokio::test]
async fn groups_ranks_and_compares() {
    let (_app, owner) = start().await;
    let answer = ask(&owner, "Revenue by state in May 2026 versus April 2026").await;
    let rows = answer["tables"][0]["rows"].as_array().unwrap();
    let cells: Vec<&str> = rows
        .iter()
        .map(|row| row["cells"][0].as_str().unwrap())
        .collect();
    assert_eq!(cells, ["Iowa", "Illinois"], "{answer}");
    assert_eq!(rows[1]["cells"][1], "$2,000.00");
    assert_eq!(rows[1]["cells"][2], "$9,000.00");
    let top = ask(&owner, "Which salesperson sold the most seed in May 2026?").await;
    assert_eq!(
        top["tables"][0]["rows"][0]["cells"],
        json!(["Tess Alder", "$700.00"]),
        "{top}"
    );
    assert_eq!(top["tables"][0]["rows"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn names_unused_words_and_assumptions() {
    let (_app, owner) = start().await;
    let answer = ask(&owner, "Revenue in Iowa in May 2026 over $5k").await;
    assert!(
        response(&answer).contains("Not used: \u{201c}over $5k\u{201d}"),
        "{answer}"
    );
    assert_eq!(answer["confidence"], "Medium");
    assert!(
        answer["bindings"]
            .as_array()
            .unwrap()
            .iter()
            .any(|one| one["state"] == "unused" && one["part"] == "threshold"),
        "{answer}"
    );
    let answer = ask(&owner, "Revenue by county").await;
    assert!(
        response(&answer).contains("Assumed: the last 12 months as the period."),
        "{answer}"
    );
    // A tool cannot filter by place, and says so.
    let answer = ask(&owner, "What should we reorder in Boone?").await;
    assert!(response(&answer).contains("Boone"), "{answer}");
    assert_ne!(answer["confidence"], "High");
}

#[tokio::test]
async fn asks_which_period_and_answers_the_option() {
    let (_app, owner) = start().await;
    let asked = ask(&owner, "Revenue in Iowa in May 2026 in April 2026").await;
    assert_eq!(asked["disposition"], "clarify", "{asked}");
    let label = asked["options"][0]["label"].as_str().unwrap();
    let chosen = owner
        .post(
            "/api/ai-bot/query",
            json!({
                "query": label,
                "conversationId": asked["conversationId"],
                "option": {"messageId": asked["messageId"], "index": 0},
            }),
        )
        .await
        .data()
        .clone();
    assert!(response(&chosen).contains("$6,000.00"), "{chosen}");
    let undefined = ask(&owner, "Revenue in Iowa since harvest").await;
    assert_eq!(undefined["disposition"], "clarify", "{undefined}");
    assert!(response(&undefined).contains("harvest"), "{undefined}");
}

#[tokio::test]
async fn explains_changes_and_corrects_false_premises() {
    let (_app, owner) = start().await;
    let answer = ask(
        &owner,
        "Why did sales rise in May 2026 compared with April 2026?",
    )
    .await;
    assert!(
        response(&answer).starts_with("Revenue did not rise: it fell from $10,000.00 to $8,000.00"),
        "{answer}"
    );
    assert!(response(&answer).contains("seed (-$8,000.00)"), "{answer}");
}

#[tokio::test]
async fn follow_ups_change_the_question_before() {
    let (_app, owner) = start().await;
    let first = ask(&owner, "Revenue by customer in May 2026 in Iowa").await;
    let next = owner
        .post(
            "/api/ai-bot/query",
            json!({"query": "and without seed", "conversationId": first["conversationId"]}),
        )
        .await
        .data()
        .clone();
    assert_eq!(
        next["tables"][0]["rows"][0]["cells"],
        json!(["Hoffman Farms", "$5,000.00"]),
        "{next}"
    );
    // The same question has the same answer.
    let again = ask(&owner, "Revenue by customer in May 2026 in Iowa").await;
    assert_eq!(first["response"], again["response"]);
    assert_eq!(first["tables"], again["tables"]);
}

/// The part of an answer with this text.
#[track_caller]
fn find_part(answer: &Value, text: &str) -> Value {
    let parts = answer["parts"].as_array().unwrap().iter();
    let mut found = parts.filter(|part| part["text"] == text);
    found
        .next()
        .unwrap_or_else(|| panic!("{text}: {answer}"))
        .clone()
}

#[tokio::test]
async fn parts_of_the_question_are_taken_out_one_by_one() {
    let (app, owner) = start().await;
    let mut answer = ask(
        &owner,
        "Revenue by customer in May 2026 in Iowa without seed",
    )
    .await;
    let conversation = answer["conversationId"].clone();
    assert_eq!(
        find_part(&answer, "Iowa"),
        json!({"kind": "filter", "text": "Iowa", "clear": "Clear Iowa"})
    );
    assert_eq!(
        find_part(&answer, "revenue"),
        json!({"kind": "measure", "text": "revenue"})
    );
    for (part, sentence) in [
        (
            "Iowa",
            "Highest revenue by customer: Hoffman Farms with $5,000.00.",
        ),
        (
            "without seed",
            "Highest revenue by customer: Hoffman Farms with $5,700.00.",
        ),
        ("by customer", "Revenue: $8,000.00."),
    ] {
        // Messages of one millisecond have no order.
        app.parts.clock.advance(TimeDelta::seconds(5));
        let clear = find_part(&answer, part)["clear"].clone();
        let body = json!({"query": clear, "conversationId": conversation});
        answer = owner.post("/api/ai-bot/query", body).await.data().clone();
        assert!(response(&answer).contains(sentence), "{part}: {answer}");
        assert!(!response(&answer).contains("Not used"), "{part}: {answer}");
    }
}

#[tokio::test]
async fn a_tool_that_says_the_same_has_the_parts_of_the_query() {
    let (_app, owner) = start().await;
    let answer = ask(&owner, "Top products by revenue in May 2026").await;
    assert_ne!(answer["calls"][0]["tool"], "query_metrics", "{answer}");
    let figures = owner
        .post("/api/metrics/query", answer["query"].clone())
        .await
        .data()
        .clone();
    assert_eq!(
        figures["rows"],
        json!([["Urea 46-0-0", 7000.0], ["Corn Seed HX-108", 1000.0]])
    );
    let clear = find_part(&answer, "May 2026")["clear"].clone();
    let body = json!({"query": clear, "conversationId": answer["conversationId"]});
    let next = owner.post("/api/ai-bot/query", body).await.data().clone();
    assert_eq!(next["calls"][0]["tool"], "query_metrics", "{next}");
    let first = &next["tables"][0]["rows"][0]["cells"];
    assert_eq!(*first, json!(["Corn Seed HX-108", "$10,000.00"]), "{next}");
}

#[tokio::test]
async fn a_word_that_names_several_topics_is_asked_back() {
    let (_app, owner) = start().await;
    let asked = ask(&owner, "stock").await;
    assert_eq!(asked["disposition"], "clarify", "{asked}");
    assert!(asked["options"].as_array().unwrap().len() > 1, "{asked}");
}

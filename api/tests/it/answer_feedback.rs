//! The review of answers that readers rated down, and feedback shared with the operators.

use crate::{Client, TestApp};
use chrono::TimeDelta;
use poem::http::Method;
use serde_json::{Value, json};

const FEEDBACK: &str = "/api/ai-bot/feedback";
const SHARED: &str = "/api/admin/feedback";

/// Asks a question and rates the answer. Returns its id.
async fn ask_and_rate(client: &Client, question: &str, rating: Value) -> String {
    let answer = client
        .post("/api/ai-bot/query", json!({"query": question}))
        .await;
    let id = answer.data()["messageId"].as_str().unwrap().to_owned();
    client
        .post(&format!("/api/ai-bot/messages/{id}/feedback"), rating)
        .await
        .data();
    id
}

async fn create_operator(app: &TestApp) -> Client {
    let operator = app.create_organization("Sprout Inc").await;
    app.make_operator(&operator).await;
    operator
}

async fn list_questions(client: &Client, path: &str) -> Vec<String> {
    client.get(path).await.data()["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|item| item["question"].as_str().unwrap().to_owned())
        .collect()
}

async fn download_cases(client: &Client) -> Vec<Value> {
    let file = client.get("/api/ai-bot/evaluation-cases").await;
    assert_eq!(file.header("content-type"), "application/x-ndjson");
    file.text
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[tokio::test]
async fn reviewers_see_questions_and_plans_but_neither_answers_nor_readers() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let member = app.add_member(&owner, "member").await;
    let other = app.create_organization("Valley").await;
    let down = ask_and_rate(
        &member,
        "How does the delivery rate get calculated?",
        json!({"rating": "down", "reason": "misunderstood", "comment": " By supplier, please "}),
    )
    .await;
    ask_and_rate(&member, "What can you do?", json!({"rating": "up"})).await;

    let listed = owner.get(FEEDBACK).await;
    let items = listed.data()["items"].as_array().unwrap();
    assert_eq!(items.len(), 1, "{}", listed.text);
    let item = &items[0];
    assert_eq!(item["messageId"], json!(down));
    assert_eq!(
        item["question"],
        "How does the delivery rate get calculated?"
    );
    assert_eq!(
        item["calls"],
        json!([{"tool": "explain_metric", "args": {"metric": "delivery_rate"}}])
    );
    assert_eq!(
        (&item["reason"], &item["comment"], &item["state"]),
        (
            &json!("misunderstood"),
            &json!("By supplier, please"),
            &json!("open")
        )
    );
    assert!(!listed.text.contains("365 days"), "{}", listed.text);
    assert!(!listed.text.contains("member.example"), "{}", listed.text);

    // Conversations of others stay private, and other organizations have no such answer.
    assert_eq!(member.get(FEEDBACK).await.expect_failure(403), "forbidden");
    assert_eq!(list_questions(&other, FEEDBACK).await, Vec::<String>::new());
    let change = json!({"state": "case"});
    let path = format!("{FEEDBACK}/{down}");
    assert_eq!(
        other.patch(&path, change.clone()).await.expect_failure(404),
        "not_found"
    );
    assert_eq!(
        member.patch(&path, change).await.expect_failure(403),
        "forbidden"
    );
}

#[tokio::test]
async fn one_click_turns_an_answer_into_an_evaluation_case_and_another_undoes_it() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let figure = ask_and_rate(
        &owner,
        "How does the delivery rate get calculated?",
        json!({"rating": "down", "reason": "wrong_figure"}),
    )
    .await;
    app.parts.clock.advance(TimeDelta::seconds(1));
    let misread = ask_and_rate(&owner, "What can you do?", json!({"rating": "down"})).await;
    for id in [&figure, &misread] {
        let changed = owner
            .patch(&format!("{FEEDBACK}/{id}"), json!({"state": "case"}))
            .await;
        assert_eq!(changed.data()["state"], "case");
    }
    let cases = download_cases(&owner).await;
    let ids: Vec<_> = cases.iter().map(|case| &case["id"]).collect();
    assert_eq!(ids, [&json!(misread), &json!(figure)]);
    let plan = json!({
        "disposition": "answer",
        "calls": [{"tool": "explain_metric", "args": {"metric": "delivery_rate"}}],
    });
    assert_eq!(cases[1]["expect"], plan);
    assert_eq!(cases[1]["tags"], json!(["feedback", "wrong_figure"]));
    assert!(
        cases[0]["expect"]["rejected"]["calls"].is_array(),
        "{}",
        cases[0]
    );
    assert_eq!(
        list_questions(&owner, &format!("{FEEDBACK}?state=open")).await,
        Vec::<String>::new()
    );

    for state in ["dismissed", "open"] {
        owner
            .patch(&format!("{FEEDBACK}/{figure}"), json!({"state": state}))
            .await
            .data();
        assert_eq!(download_cases(&owner).await.len(), 1);
        assert_eq!(
            list_questions(&owner, &format!("{FEEDBACK}?state={state}")).await,
            ["How does the delivery rate get calculated?"]
        );
    }
    // A case outlives its conversation; the feedback does not.
    let conversations = owner.get("/api/ai-bot/conversations").await;
    for conversation in conversations.data()["items"].as_array().unwrap() {
        let id = conversation["id"].as_str().unwrap();
        owner
            .send(
                Method::DELETE,
                &format!("/api/ai-bot/conversations/{id}"),
                None,
            )
            .await
            .data();
    }
    assert_eq!(list_questions(&owner, FEEDBACK).await, Vec::<String>::new());
    assert_eq!(download_cases(&owner).await[0]["id"], json!(misread));
}

#[tokio::test]
async fn operators_see_feedback_only_while_it_is_shared() {
    let app = TestApp::start().await;
    let operator = create_operator(&app).await;
    let owner = app.create_organization("Prairie").await;
    ask_and_rate(
        &owner,
        "What is the price of corn?",
        json!({"rating": "down"}),
    )
    .await;
    let shared = ask_and_rate(
        &owner,
        "How does the delivery rate get calculated?",
        json!({"rating": "down", "reason": "other", "comment": "Unclear", "shared": true}),
    )
    .await;
    let listed = operator.get(SHARED).await;
    let items = listed.data()["items"].as_array().unwrap();
    assert_eq!(items.len(), 1, "{}", listed.text);
    assert_eq!(
        (
            &items[0]["organization"],
            &items[0]["question"],
            &items[0]["reason"],
            &items[0]["comment"],
            &items[0]["calls"][0]["tool"],
        ),
        (
            &json!("Prairie"),
            &json!("How does the delivery rate get calculated?"),
            &json!("other"),
            &json!("Unclear"),
            &json!("explain_metric"),
        )
    );
    assert_eq!(
        owner.get(SHARED).await.expect_failure(403),
        "operator_required"
    );
    owner
        .post(
            &format!("/api/ai-bot/messages/{shared}/feedback"),
            json!({"rating": "up", "shared": true}),
        )
        .await
        .data();
    assert_eq!(
        list_questions(&operator, SHARED).await,
        Vec::<String>::new()
    );
}

#[tokio::test]
async fn shared_feedback_goes_with_its_conversation() {
    let app = TestApp::start().await;
    let operator = create_operator(&app).await;
    let owner = app.create_organization("Prairie").await;
    ask_and_rate(
        &owner,
        "What is the price of corn?",
        json!({"rating": "down", "shared": true}),
    )
    .await;
    assert_eq!(list_questions(&operator, SHARED).await.len(), 1);
    let conversations = owner.get("/api/ai-bot/conversations").await;
    let id = conversations.data()["items"][0]["id"].as_str().unwrap();
    owner
        .send(
            Method::DELETE,
            &format!("/api/ai-bot/conversations/{id}"),
            None,
        )
        .await
        .data();
    assert_eq!(
        list_questions(&operator, SHARED).await,
        Vec::<String>::new()
    );
}

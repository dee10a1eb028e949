//! Why figures changed, with contributions that add up. Today is 2026-06-16.

use crate::metric_rows::sync_lines;
use crate::{Client, TestApp};
use serde_json::{Value, json};

const EXPLAIN: &str = "/api/metrics/explain-change";

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value}"))
}

fn is_close(left: f64, right: f64) -> bool {
    (left - right).abs() < 1e-6
}

async fn explain(client: &Client, body: &Value) -> Value {
    client.post(EXPLAIN, body.clone()).await.data().clone()
}

#[tokio::test]
async fn contributions_add_up_to_the_change_of_the_query() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_lines(&app, &owner).await;
    let period = json!({"preset": "year_to_date"});
    for measure in [
        "revenue",
        "quantity",
        "orders",
        "avg_price",
        "gross_margin_percent",
        "customers",
    ] {
        let dimensions = ["item", "customer", "crop", "location"];
        let body = json!({"dataset": "sales", "measure": measure, "dimensions": dimensions,
            "period": period, "compare": "previous_year", "limit": 1});
        let change = explain(&owner, &body).await;
        let query = json!({"dataset": "sales", "measures": [measure], "period": period,
            "compare": "previous_year"});
        let answer = owner.post("/api/metrics/query", query).await;
        let totals = answer.data()["totals"].as_array().unwrap().clone();
        let parts = change["parts"].as_array().unwrap();
        assert_eq!(parts.len(), totals.len(), "{measure}");
        for (part, total) in parts.iter().zip(&totals) {
            let columns = total.as_array().unwrap();
            let [value, before, moved, _] = &columns[columns.len() - 4..] else {
                panic!("{total}")
            };
            for (mine, theirs) in [("value", value), ("before", before), ("change", moved)] {
                let mine = part.get(mine).unwrap_or(&Value::Null);
                let is_same = match (mine.as_f64(), theirs.as_f64()) {
                    (Some(mine), Some(theirs)) => is_close(mine, theirs),
                    (mine, theirs) => mine == theirs,
                };
                assert!(is_same, "{measure}: {mine} {theirs}");
            }
            let Some(moved) = moved.as_f64() else {
                continue;
            };
            let listed = part["dimensions"].as_array().unwrap();
            assert_eq!(listed.len(), dimensions.len(), "{measure} {part}");
            for dimension in listed {
                let members = dimension["members"].as_array().unwrap();
                let sum: f64 = members.iter().map(|one| number(&one["contribution"])).sum();
                let others = dimension.get("others");
                let others = others.map_or(0.0, |others| number(&others["contribution"]));
                let sum = sum + others + number(&dimension["overlap"]);
                assert!(is_close(sum, moved), "{measure}: {dimension} {moved}");
            }
            let effects = part["effects"].as_array().unwrap();
            assert_eq!(effects.is_empty(), measure != "revenue", "{measure}");
            let sum: f64 = effects.iter().map(|one| number(&one["amount"])).sum();
            assert!(effects.is_empty() || is_close(sum, moved), "{part}");
        }
    }
}

#[tokio::test]
async fn price_volume_and_mix_explain_revenue_and_a_false_premise_is_corrected() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_lines(&app, &owner).await;
    let body = json!({"measure": "revenue", "period": {"from": "2026-05-01", "to": "2026-05-31"},
        "compare": {"from": "2025-05-01", "to": "2025-06-30"}, "premise": "decrease",
        "filters": [{"dimension": "currency", "op": "in", "values": ["USD"]}]});
    let change = explain(&owner, &body).await;
    let part = &change["parts"][0];
    assert_eq!(part["direction"], "increase");
    assert_eq!(part["premiseHolds"], false);
    assert!(
        change["notes"][0]
            .as_str()
            .unwrap()
            .contains("did not fall"),
        "{change}"
    );
    let amount = |effect: &str| {
        let effects = part["effects"].as_array().unwrap();
        let found = effects.iter().find(|one| one["effect"] == effect);
        number(&found.unwrap()["amount"])
    };
    // Urea: 10.1234 t at 500.55 instead of 6 t at 480.25. Corn: 20 bags at 100.1 instead of 12 at 90.
    let expected = [
        ("price", 10.1234 * (500.55 - 480.25) + 20.0 * 10.1),
        ("volume", 4.1234 * 480.25 + 8.0 * 90.0),
        ("mix", 0.0),
        ("new_items", 0.0),
    ];
    for (effect, exact) in expected {
        assert!((amount(effect) - exact).abs() < 0.005, "{effect} {part}");
    }
    let ids: Vec<&str> = part["dimensions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids, ["category", "item", "customer", "location"]);
    let true_premise = json!({"measure": "revenue", "period": {"preset": "this_month"},
        "compare": "previous_period", "premise": "decrease"});
    let change = explain(&owner, &true_premise).await;
    assert_eq!(change["parts"][0]["direction"], "decrease");
    assert!(change["notes"].as_array().unwrap().is_empty(), "{change}");
}

#[tokio::test]
async fn an_invalid_query_of_a_change_names_the_path() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    let period = json!({"preset": "this_month"});
    for (body, path) in [
        (json!({"measure": "revenue", "period": period}), "compare"),
        (
            json!({"measure": "revenu", "period": period, "compare": "previous_year"}),
            "measure",
        ),
        (
            json!({"measure": "revenue", "period": period, "compare": "previous_year",
            "dimensions": ["item", "month"]}),
            "dimensions[1]",
        ),
    ] {
        let refused = owner.post(EXPLAIN, body.clone()).await;
        assert_eq!(refused.expect_failure(422), "invalid_values");
        assert_eq!(refused.json["details"][0]["path"], path, "{body}");
    }
    let catalogue = owner.get("/api/metrics/catalogue").await;
    let again = owner
        .with_header("if-none-match", catalogue.header("etag"))
        .get("/api/metrics/catalogue")
        .await;
    assert_eq!(again.status.as_u16(), 304);
}

#[tokio::test]
async fn weeks_and_fiscal_years_start_as_the_organization_says() {
    let app = TestApp::start().await;
    let owner = app.create_organization("Prairie").await;
    sync_lines(&app, &owner).await;
    let id = owner.get("/api/account").await.data()["organization"]["id"].clone();
    let path = format!("/api/organizations/{}", id.as_str().unwrap());
    let query = |dimension: &str| json!({"measures": ["lines"], "dataset": "sales", "dimensions": [dimension]});
    let buckets = async |dimension: &str| -> Vec<String> {
        let answer = owner.post("/api/metrics/query", query(dimension)).await;
        let rows = answer.data()["rows"].as_array().unwrap().clone();
        rows.iter()
            .map(|row| row[0].as_str().unwrap().to_owned())
            .collect()
    };
    let mondays = ["2025-05-26", "2026-05-04", "2026-05-18", "2026-06-01"];
    assert_eq!(buckets("week").await, mondays);
    assert_eq!(buckets("fiscal_year").await, ["2025-01-01", "2026-01-01"]);
    let settings = json!({"weekStart": "sunday", "fiscalYearStart": 6});
    let changed = owner.patch(&path, settings).await;
    assert_eq!(changed.data()["weekStart"], "sunday");
    assert_eq!(changed.data()["fiscalYearStart"], 6);
    // 2025-05-30 is a Friday, and 2025-06-01 a Sunday.
    let sundays = [
        "2025-05-25",
        "2025-06-01",
        "2026-05-03",
        "2026-05-17",
        "2026-05-31",
    ];
    assert_eq!(buckets("week").await, sundays);
    let years = ["2024-06-01", "2025-06-01", "2026-06-01"];
    assert_eq!(buckets("fiscal_year").await, years);
    let wrong = owner.patch(&path, json!({"fiscalYearStart": 13})).await;
    assert!(wrong.status.is_client_error(), "{}", wrong.text);
}

//! Hostile data, from files to every response with figures: each request succeeds, its response
//! matches the contract, its figures are plausible, and too little data has the right message.
//! Units and currencies are never added together: each scenario is also recomputed by the reference
//! implementation.

mod answer_checks;
mod scenarios;

use crate::rollups::random_lines::SeededRng;
use crate::verify_figures::{hostile, run_verification};
use crate::{Client, TestApp};
use scenarios::{Scenario, all_scenarios};

const PROMPTS: [&str; 10] = [
    "Low Stock Items",
    "Market Trends",
    "Top Products",
    "Sales Insights",
    "Sales by month in the last 12 months",
    "Sales by category in the last 12 months",
    "Top customers in the last 12 months",
    "Top products in the last 12 months",
    "Spend by supplier in the last 12 months",
    "What should I reorder?",
];

/// Sends every GET request with every combination of its parameters, and the assistant's prompts.
async fn check_all_answers(owner: &Client, situation: &str) {
    for path in answer_checks::list_addresses() {
        let answer = owner.get(&path).await;
        assert_eq!(answer.status, 200, "{situation}: {path}: {}", answer.text);
        let faults = answer_checks::find_faults(&path, &answer);
        assert!(
            faults.is_empty(),
            "{situation}: {path}: {faults:#?}\n{}",
            answer.text
        );
    }
    for prompt in PROMPTS {
        let answer = owner
            .post("/api/ai-bot/query", serde_json::json!({"query": prompt}))
            .await;
        assert_eq!(answer.status, 200, "{situation}: {prompt}: {}", answer.text);
        let faults = answer_checks::find_faults("/api/ai-bot/query", &answer);
        assert!(
            faults.is_empty(),
            "{situation}: {prompt}: {faults:#?}\n{}",
            answer.text
        );
    }
}

#[tokio::test]
async fn every_situation_has_an_answer_and_the_right_sentence() {
    let app = TestApp::start().await;
    let situations = all_scenarios();
    assert!(situations.len() >= 18);
    for Scenario {
        name,
        tables,
        expected,
    } in situations
    {
        let owner = app.create_organization("Prairie").await;
        let warehouse = app.create_warehouse(&name.replace(' ', "-"));
        for (table, text) in &tables {
            warehouse.write_file(&format!("{table}.csv"), text);
        }
        let synced = app.sync_warehouse(&owner, &warehouse).await;
        assert_eq!(
            synced.data()["stats"]["errors"],
            0,
            "{name}: {}",
            synced.text
        );
        check_all_answers(&owner, name).await;
        for (path, pointer, value) in expected {
            let answer = owner.get(path).await;
            let actual = answer.json.pointer(pointer);
            let wanted = if value.is_null() { None } else { Some(&value) };
            assert_eq!(actual, wanted, "{name}: {path}{pointer}: {}", answer.text);
        }
        let verified = run_verification(&app, &owner, &warehouse).await;
        assert_eq!(
            verified.count_differences(),
            0,
            "{name}:\n{}",
            verified.format_table(true)
        );
    }
}

#[tokio::test]
async fn random_small_folders_have_answers_too() {
    let app = TestApp::start().await;
    for seed in 100..110 {
        let owner = app.create_organization("Prairie").await;
        let warehouse = app.create_warehouse(&format!("random-{seed}"));
        let mut dice = SeededRng::new(seed);
        let lines = 1 + dice.next_below(60);
        hostile::write_files(&warehouse, lines, &mut dice);
        app.sync_warehouse(&owner, &warehouse).await.data();
        check_all_answers(&owner, &format!("seed {seed}")).await;
    }
}

//! `sprout eval` answers files of queries and questions from private databases.

use crate::Warehouse;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs `sprout eval`, and returns its totals and the lines of its output file.
fn run_evaluation(folder: &Path, arguments: &[&str]) -> (Value, Vec<Value>) {
    let out = folder.join("out.jsonl");
    let output = Command::new(env!("CARGO_BIN_EXE_sprout"))
        .arg("eval")
        .args(arguments)
        .arg("--out")
        .arg(&out)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let totals = serde_json::from_slice(&output.stdout).unwrap();
    let lines = fs::read_to_string(&out)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    (totals, lines)
}

fn write_lines(path: &Path, lines: &[Value]) {
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let text = lines.join("\n");
    fs::write(path, text).unwrap();
}

#[test]
fn metric_queries_are_answered_as_by_the_server() {
    let folder = tempfile::tempdir().unwrap();
    let warehouse = Warehouse::create(folder.path().join("warehouse"));
    warehouse.write_transactions(
        "t1,o1,sale,2026-06-15,c1,,urea,2,ton,500,USD,,,Ames,2026-06-15T00:00:00Z\n\
         t2,o2,sale,2026-06-16,c1,,urea,3,ton,500,USD,,,Ames,2026-06-15T00:00:00Z\n",
    );
    let queries = folder.path().join("queries.jsonl");
    write_lines(
        &queries,
        &[
            json!({"warehouse": "small", "zone": "Pacific/Kiritimati"}),
            json!({"id": "today", "measures": ["revenue"], "period": {"preset": "today"}}),
            json!({"measures": ["revenu"]}),
        ],
    );
    let (totals, lines) = run_evaluation(
        folder.path(),
        &[
            "metrics",
            "--data",
            warehouse.path().to_str().unwrap(),
            "--today",
            "2026-06-16",
            "--queries",
            queries.to_str().unwrap(),
        ],
    );
    assert_eq!(
        (&totals["answered"], &totals["rejected"]),
        (&json!(1), &json!(1)),
        "{totals}"
    );
    assert_eq!(
        (&lines[0]["id"], &lines[0]["status"]),
        (&json!("today"), &json!(200))
    );
    assert_eq!(
        lines[0]["body"]["data"]["rows"][0][0], 1500.0,
        "{}",
        lines[0]
    );
    assert_eq!(
        (&lines[1]["id"], &lines[1]["status"]),
        (&json!(2), &json!(422))
    );
    assert_eq!(lines[1]["body"]["details"][0]["path"], "measures[0]");
}

#[test]
fn questions_are_asked_and_checked_in_generated_organizations() {
    let folder = tempfile::tempdir().unwrap();
    let questions = folder.path().join("questions.jsonl");
    let question =
        |id: &str, dataset: &str, role: &str, history: Value, text: &str, expect: Value| {
            json!({
                "id": id, "tags": ["test"], "dataset": dataset, "now": "2026-06-15", "role": role,
                "history": history, "question": text, "expect": expect,
            })
        };
    let call = |tool: &str, args: Value| json!([{"tool": tool, "args": args}]);
    write_lines(
        &questions,
        &[
            question(
                "spend",
                "seed_a",
                "manager",
                json!([]),
                "How much did we spend with Northfield Nutrients last quarter?",
                json!({
                    "disposition": "answer",
                    "calls": call("spend_by_supplier", json!({"period": "last_quarter"})),
                    "asserts": ["values_match_oracle", "cites_tool_call", "all_numbers_grounded"],
                }),
            ),
            question(
                "follow-up",
                "seed_a",
                "manager",
                json!([{"question": "corn price trend 6 months"}]),
                "and for wheat?",
                json!({
                    "disposition": "answer",
                    "calls": call("price_trend", json!({"commodity": "wheat", "timeframe": "6M"})),
                }),
            ),
            question(
                "permission",
                "seed_a",
                "sales_viewer",
                json!([]),
                "How much did we spend with Northfield Nutrients this year?",
                json!({"disposition": "refuse", "asserts": ["names_missing_permission", "no_figures"]}),
            ),
            question(
                "stale",
                "seed_stale",
                "manager",
                json!([]),
                "What's low on stock?",
                json!({
                    "disposition": "answer",
                    "calls": call("low_stock_items", json!({})),
                    "asserts": ["warns_stale", "confidence_not_high"],
                }),
            ),
            question(
                "wrong",
                "seed_empty",
                "manager",
                json!([]),
                "What are our top products this month?",
                json!({
                    "disposition": "answer",
                    "calls": call("low_stock_items", json!({})),
                    "asserts": ["says_no_data", "confidence_high", "no_such_check"],
                }),
            ),
        ],
    );
    let (totals, lines) = run_evaluation(
        folder.path(),
        &["assistant", "--questions", questions.to_str().unwrap()],
    );
    for line in &lines[..4] {
        assert_eq!(line["exact"], true, "{line:#}");
        let failed: Vec<_> = line["asserts"]
            .as_object()
            .unwrap()
            .iter()
            .filter(|(_, held)| **held != json!(true))
            .collect();
        assert!(failed.is_empty(), "{failed:?} in {line:#}");
    }
    assert_eq!(lines[4]["exact"], false);
    let expected = json!({"says_no_data": true, "confidence_high": false, "no_such_check": false});
    assert_eq!(lines[4]["asserts"], expected, "{}", lines[4]);
    assert_eq!(
        totals["byTag"]["test"],
        json!({"questions": 5, "exactPlan": 4, "right": 4})
    );
}

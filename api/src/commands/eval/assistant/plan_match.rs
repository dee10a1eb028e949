//! Compares the calls of an answer with those that a question expects.

use super::question_file::{ExpectedCall, Question};
use serde_json::{Map, Value};

/// Whether disposition and calls are those that the question expects, or an accepted alternative.
pub(super) fn is_exact_plan(
    question: &Question,
    disposition: &str,
    calls: &[ExpectedCall],
) -> bool {
    let expect = &question.expect;
    if let Some(rejected) = &expect.rejected
        && disposition == rejected.disposition
        && is_same_calls(&rejected.calls, calls)
    {
        return false;
    }
    match &expect.disposition {
        Some(expected) if disposition == expected && is_same_calls(&expect.calls, calls) => {
            return true;
        }
        None if expect.rejected.is_some() => return true,
        Some(_) | None => {}
    }
    expect.alternatives.iter().any(|accepted| {
        if accepted.is_empty() {
            disposition == "refuse" && calls.is_empty()
        } else {
            disposition == "answer" && is_same_calls(accepted, calls)
        }
    })
}

/// Whether each call matches exactly one of the others.
fn is_same_calls(expected: &[ExpectedCall], calls: &[ExpectedCall]) -> bool {
    let mut rest: Vec<&ExpectedCall> = calls.iter().collect();
    for wanted in expected {
        match rest.iter().position(|call| is_same_call(wanted, call)) {
            Some(index) => {
                rest.swap_remove(index);
            }
            None => return false,
        }
    }
    rest.is_empty()
}

/// Whether the call has all expected arguments. "all" and "none" are defaults, so they equal
/// missing arguments.
fn is_same_call(expected: &ExpectedCall, call: &ExpectedCall) -> bool {
    let is_default = |value: &Value| matches!(value.as_str(), Some("all" | "none"));
    expected.tool == call.tool
        && expected
            .args
            .iter()
            .all(|(name, wanted)| match find_argument(&call.args, name) {
                Some(value) => is_same_value(wanted, value),
                None => is_default(wanted),
            })
}

fn find_argument<'a>(args: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    args.get(name).filter(|value| !value.is_null())
}

fn is_same_value(wanted: &Value, value: &Value) -> bool {
    match (wanted.as_str(), value.as_str()) {
        (Some(wanted), Some(value)) => wanted.eq_ignore_ascii_case(value),
        _ => wanted == value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn call(tool: &str, args: &Value) -> ExpectedCall {
        serde_json::from_value(json!({"tool": tool, "args": args})).unwrap()
    }

    #[test]
    fn calls_are_a_multiset_of_subset_matches() {
        let low = || call("low_stock_items", &json!({"category": "all"}));
        let plain = || call("low_stock_items", &json!({"limit": 5}));
        let seed = || call("low_stock_items", &json!({"category": "seed", "limit": 5}));
        assert!(is_same_calls(&[low()], &[plain()]));
        assert!(!is_same_calls(&[low()], &[seed()]));
        assert!(!is_same_calls(&[low()], &[plain(), plain()]));
        assert!(is_same_calls(
            &[call("low_stock_items", &json!({}))],
            &[seed()]
        ));
        assert!(!is_same_calls(&[low(), low()], &[plain()]));
    }
}

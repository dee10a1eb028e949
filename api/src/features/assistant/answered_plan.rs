//! How a question was understood: what a stored answer says about its plan, without figures.

use serde_json::{Value, json};

/// The plan of a stored answer.
pub(super) struct AnsweredPlan {
    /// `answer`, `clarify` or `refuse`.
    pub(super) disposition: String,
    /// The tool calls as JSON `[{tool, args}]`.
    pub(super) calls: Value,
}

impl AnsweredPlan {
    /// Reads the plan from an answer as JSON. Other parts of the answer hold rows and are left out.
    pub(super) fn from_answer(answer: &str) -> Self {
        let answer: Value = serde_json::from_str(answer).unwrap_or_default();
        let calls = answer.get("calls").and_then(Value::as_array);
        Self {
            disposition: answer
                .get("disposition")
                .and_then(Value::as_str)
                .unwrap_or("answer")
                .to_owned(),
            calls: calls
                .into_iter()
                .flatten()
                .map(|call| json!({"tool": call.get("tool"), "args": call.get("args")}))
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tools_and_arguments_are_kept() {
        let plan = AnsweredPlan::from_answer(
            r#"{"response": "Urea: 12 tons", "disposition": "answer", "facts": [{"value": 12}],
                "calls": [{"id": "c1", "tool": "stock_level", "args": {"item": "Urea"}, "n": 7}]}"#,
        );
        assert_eq!(plan.disposition, "answer");
        assert_eq!(
            plan.calls,
            json!([{"tool": "stock_level", "args": {"item": "Urea"}}])
        );
    }

    #[test]
    fn an_unreadable_answer_has_no_calls() {
        assert_eq!(AnsweredPlan::from_answer("{").calls, json!([]));
    }
}

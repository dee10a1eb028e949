//! The texts and figures of an answer, as its checks read them.

use serde_json::Value;

/// An answer of `POST /api/ai-bot/query`.
pub(super) struct AnswerView<'a>(pub(super) &'a Value);

/// A figure or name of an answer.
pub(super) struct FactView<'a> {
    pub(super) kind: &'a str,
    pub(super) label: &'a str,
    pub(super) formatted: &'a str,
    pub(super) value: &'a Value,
}

impl<'a> AnswerView<'a> {
    pub(super) fn text(&self, field: &str) -> &'a str {
        self.0.get(field).and_then(Value::as_str).unwrap_or("")
    }

    pub(super) fn list(&self, field: &str) -> &'a [Value] {
        self.0
            .get(field)
            .and_then(Value::as_array)
            .map_or(&[], Vec::as_slice)
    }

    /// Response, insights and actions, one a line.
    pub(super) fn prose(&self) -> String {
        let more = ["insights", "actions"]
            .into_iter()
            .flat_map(|field| self.list(field))
            .filter_map(Value::as_str);
        std::iter::once(self.text("response"))
            .chain(more)
            .collect::<Vec<_>>()
            .join("\n")
    }

    pub(super) fn facts(&self) -> Vec<FactView<'a>> {
        let text = |fact: &'a Value, field: &str| fact.get(field).and_then(Value::as_str);
        self.list("facts")
            .iter()
            .filter_map(|fact| {
                Some(FactView {
                    kind: text(fact, "kind")?,
                    label: text(fact, "label")?,
                    formatted: text(fact, "formatted")?,
                    value: fact.get("value")?,
                })
            })
            .collect()
    }

    /// The prose without the texts of facts and without these names. Digits that are left are no
    /// facts.
    pub(super) fn prose_without_facts(&self, names: &[&str]) -> String {
        let facts = self.facts();
        let mut known: Vec<&str> = facts.iter().map(|fact| fact.formatted).collect();
        known.extend(names);
        known.sort_unstable_by_key(|text| std::cmp::Reverse(text.len()));
        let mut prose = self.prose();
        for text in known.into_iter().filter(|text| !text.is_empty()) {
            prose = prose.replace(text, "");
        }
        prose
    }
}

//! Parts of an answer that metric queries fill in.

use super::period::format_day;
use super::question_planner::Doubt;
use super::wire::{AnswerCall, AnswerChart, AnswerFact, AnswerTable};
use poem_openapi::types::Any;
use questions::Reading;
use serde_json::Value;

/// Texts and figures of an answer.
#[derive(Debug, Default)]
pub(super) struct AnswerParts {
    pub(super) sentences: Vec<String>,
    pub(super) insights: Vec<String>,
    /// What each query computed.
    pub(super) readings: Vec<String>,
    pub(super) tables: Vec<AnswerTable>,
    pub(super) chart: Option<AnswerChart>,
    pub(super) calls: Vec<AnswerCall>,
    pub(super) facts: Vec<AnswerFact>,
    pub(super) source_rows: u64,
    pub(super) has_no_data: bool,
}

impl AnswerParts {
    /// Adds the sentences about the reading: what was computed, assumed, corrected and not used.
    pub(super) fn add_explanations(
        &mut self,
        reading: &Reading,
        corrections: &[(String, String)],
        is_follow_up: bool,
        stale: Option<&Doubt>,
    ) {
        let mut texts = Vec::new();
        if !self.readings.is_empty() {
            texts.push(format!("Reading: {}.", self.readings.join(" / ")));
        }
        if !reading.assumptions.is_empty() {
            let assumed = reading.assumptions.join("; ");
            texts.push(format!("Assumed: {assumed}."));
            self.push_period("Assumed", assumed);
        }
        if is_follow_up {
            texts.push("The rest comes from the question before.".to_owned());
        }
        texts.extend(
            corrections
                .iter()
                .map(|(from, to)| format!("Read \u{201c}{from}\u{201d} as {to}.")),
        );
        if !reading.unused.is_empty() {
            let words: Vec<String> = reading
                .unused
                .iter()
                .map(|word| format!("\u{201c}{word}\u{201d}"))
                .collect();
            texts.push(format!("Not used: {}.", words.join(", ")));
        }
        match stale {
            Some(Doubt::OldRows(newest)) => {
                let day = format_day(*newest);
                texts.push(format!(
                    "The newest order line is from {day}, which is older than usual; figures are \
                        for that day."
                ));
                self.push_period("Newest order line", day);
            }
            Some(_) => texts
                .push("This data is overdue for a sync; run a data sync to update it.".to_owned()),
            None => {}
        }
        self.sentences.extend(texts);
    }

    /// Adds a fact for a text with days.
    pub(super) fn push_period(&mut self, label: &str, text: String) {
        self.facts.push(AnswerFact {
            id: format!("f{}", self.facts.len() + 1),
            label: label.to_owned(),
            kind: "period".to_owned(),
            value: Any(Value::from(text.clone())),
            unit: None,
            formatted: text,
            row_refs: Vec::new(),
        });
    }
}

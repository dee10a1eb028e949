//! Totals of an evaluation, by tag and by confidence.

use crate::commands::eval::response_times::ResponseTimes;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::time::Duration;

/// What is counted of an answer.
#[derive(Clone)]
pub(super) struct JudgedAnswer {
    pub(super) is_exact: bool,
    pub(super) confidence: String,
    pub(super) asserts: usize,
    pub(super) held: usize,
    pub(super) time: Duration,
}

#[derive(Clone, Copy, Default)]
struct Count {
    questions: u32,
    exact: u32,
    right: u32,
}

#[derive(Default)]
pub(super) struct Totals {
    all: Count,
    asserts: usize,
    held: usize,
    by_tag: BTreeMap<String, Count>,
    by_confidence: BTreeMap<String, Count>,
    times: ResponseTimes,
}

impl Count {
    fn add(&mut self, answer: &JudgedAnswer) {
        self.questions += 1;
        self.exact += u32::from(answer.is_exact);
        self.right += u32::from(answer.is_exact && answer.held == answer.asserts);
    }

    fn to_json(self) -> Value {
        json!({"questions": self.questions, "exactPlan": self.exact, "right": self.right})
    }
}

impl Totals {
    pub(super) fn add(&mut self, tags: &[String], answer: &JudgedAnswer) {
        self.all.add(answer);
        self.asserts += answer.asserts;
        self.held += answer.held;
        for tag in tags {
            self.by_tag.entry(tag.clone()).or_default().add(answer);
        }
        self.times.push(answer.time);
        self.by_confidence
            .entry(answer.confidence.clone())
            .or_default()
            .add(answer);
    }

    pub(super) fn to_json(&self) -> Value {
        let counts = |counts: &BTreeMap<String, Count>| -> Value {
            counts
                .iter()
                .map(|(name, count)| (name.clone(), count.to_json()))
                .collect()
        };
        let precision: Value = self
            .by_confidence
            .iter()
            .map(|(name, count)| {
                let share = f64::from(count.exact) / f64::from(count.questions.max(1));
                (name.clone(), json!((share * 1_000.0).round() / 1_000.0))
            })
            .collect();
        json!({
            "questions": self.all.questions,
            "exactPlan": self.all.exact,
            "right": self.all.right,
            "asserts": {"checked": self.asserts, "held": self.held},
            "byTag": counts(&self.by_tag),
            "byConfidence": counts(&self.by_confidence),
            "precision": precision,
            "p50Ms": self.times.percentile_ms(50),
            "p95Ms": self.times.percentile_ms(95),
        })
    }
}

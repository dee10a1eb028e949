//! What is known of the organization, and what it answered to earlier questions.

use crate::lexicon::fold;
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Debug, Clone, Deserialize)]
pub struct Answers {
    pub organization: Organization,
    #[serde(default)]
    pub answers: Vec<Answer>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Organization {
    pub currency: String,
    pub time_zone: String,
}

#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct Answer {
    pub kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Holds only for tables with these column names: the fingerprint of the proposal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    pub answer: Value,
}

/// What a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    Blank,
    Category,
    Commodity,
    Constant,
    DateOrder,
    Direction,
    NumberFormat,
    Sign,
    Unit,
    WhichColumn,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Question {
    pub id: String,
    pub kind: QuestionKind,
    /// A cell that can be read in two ways.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    pub text: String,
    pub options: Vec<String>,
}

impl Question {
    pub(crate) fn new(kind: QuestionKind, text: String) -> Self {
        Self {
            id: String::new(),
            kind,
            example: None,
            value: None,
            target: None,
            text,
            options: Vec::new(),
        }
    }

    pub(crate) fn about_value(self, value: &str) -> Self {
        Self {
            value: Some(value.to_owned()),
            ..self
        }
    }

    pub(crate) fn about_target(self, target: &str) -> Self {
        Self {
            target: Some(target.to_owned()),
            ..self
        }
    }

    pub(crate) fn with_example(self, example: String) -> Self {
        Self {
            example: Some(example),
            ..self
        }
    }

    pub(crate) fn with_options(self, options: &[&str]) -> Self {
        Self {
            options: options.iter().map(|option| (*option).to_owned()).collect(),
            ..self
        }
    }

    /// Whether both ask the same.
    pub(crate) fn asks_as(&self, other: &Self) -> bool {
        let folded = |question: &Self| question.value.as_deref().map(fold);
        self.kind == other.kind && self.target == other.target && folded(self) == folded(other)
    }
}

impl Answers {
    /// The answers that hold for tables with these fingerprints.
    #[must_use]
    pub fn for_fingerprints(&self, fingerprints: &[&str]) -> Self {
        let holds = |answer: &&Answer| {
            answer
                .fingerprint
                .as_deref()
                .is_none_or(|wanted| fingerprints.contains(&wanted))
        };
        Self {
            organization: self.organization.clone(),
            answers: self.answers.iter().filter(holds).cloned().collect(),
        }
    }

    /// The answer to a question, if there is one.
    pub fn find(&self, kind: &str, value: Option<&str>, target: Option<&str>) -> Option<&Value> {
        self.answers
            .iter()
            .find(|answer| {
                answer.kind == kind
                    && answer.value.as_ref().is_none_or(|wanted| {
                        let wanted = plain_text(wanted);
                        value.is_some_and(|value| fold(value) == fold(&wanted))
                    })
                    && answer
                        .target
                        .as_deref()
                        .is_none_or(|wanted| target.is_some_and(|target| target == wanted))
            })
            .map(|answer| &answer.answer)
    }

    pub fn find_text(
        &self,
        kind: &str,
        value: Option<&str>,
        target: Option<&str>,
    ) -> Option<String> {
        self.find(kind, value, target).map(plain_text)
    }
}

pub fn plain_text(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

//! Questions of an evaluation file.

use chrono::NaiveDate;
use serde::Deserialize;
use serde_json::{Map, Value};

/// A question with the answer that it expects.
#[derive(Deserialize)]
pub(super) struct Question {
    pub(super) id: String,
    #[serde(default)]
    pub(super) tags: Vec<String>,
    pub(super) dataset: String,
    pub(super) now: NaiveDate,
    pub(super) role: String,
    #[serde(default)]
    pub(super) history: Vec<EarlierQuestion>,
    #[serde(rename = "question")]
    pub(super) text: String,
    pub(super) expect: Expectation,
}

/// A question before this one in the conversation.
#[derive(Deserialize)]
pub(super) struct EarlierQuestion {
    #[serde(rename = "question")]
    pub(super) text: String,
}

#[derive(Deserialize)]
pub(super) struct Expectation {
    /// `answer`, `clarify` or `refuse`. Unless another plan is rejected, required.
    #[serde(default)]
    pub(super) disposition: Option<String>,
    #[serde(default)]
    pub(super) calls: Vec<ExpectedCall>,
    /// A plan that misreads the question. Without a disposition, any other plan is right.
    pub(super) rejected: Option<RejectedPlan>,
    /// Other accepted calls; an empty list accepts a refusal.
    #[serde(default)]
    pub(super) alternatives: Vec<Vec<ExpectedCall>>,
    /// Names of checks, some with arguments after a colon.
    #[serde(default)]
    pub(super) asserts: Vec<String>,
}

/// A plan that misreads a question.
#[derive(Deserialize)]
pub(super) struct RejectedPlan {
    pub(super) disposition: String,
    #[serde(default)]
    pub(super) calls: Vec<ExpectedCall>,
}

/// A tool with some or all of its arguments.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct ExpectedCall {
    pub(super) tool: String,
    #[serde(default)]
    pub(super) args: Map<String, Value>,
}

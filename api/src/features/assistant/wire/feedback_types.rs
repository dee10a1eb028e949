//! Types of the review of answers that were rated down.

use crate::db::Page;
use crate::features::assistant::answer_rating::{FeedbackReason, ReviewState};
use crate::features::assistant::answered_plan::AnsweredPlan;
use chrono::{DateTime, Utc};
use entities::{conversation_message, evaluation_case, shared_feedback};
use poem::http::header;
use poem::{IntoResponse, Response};
use poem_openapi::registry::{MetaMediaType, MetaResponse, MetaResponses, Registry};
use poem_openapi::types::{Any, Type};
use poem_openapi::{ApiResponse, Object};
use sea_orm::prelude::Uuid;
use serde_json::{Value, json};
use std::fmt::Write;

/// A tool that Sprout AI called, without its result.
#[derive(Clone, Debug, Object)]
pub struct PlannedCall {
    /// Name of the tool.
    pub tool: String,
    /// Arguments of the call, including defaults.
    pub args: Any<Value>,
}

/// An answer that its reader rated down. Contains neither the answer nor its reader.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct RatedAnswer {
    /// Id of the answer.
    pub message_id: Uuid,
    /// Text of the question.
    pub question: String,
    /// How the question was understood.
    pub calls: Vec<PlannedCall>,
    /// What is wrong with the answer.
    pub reason: Option<FeedbackReason>,
    /// Comment of the reader.
    pub comment: Option<String>,
    /// When it was asked.
    pub asked_at: DateTime<Utc>,
    /// When it was rated.
    pub rated_at: Option<DateTime<Utc>>,
    /// What reviewers did with it.
    pub state: ReviewState,
}

/// A page of answers that were rated down.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct RatedAnswers {
    /// Newest first.
    pub items: Vec<RatedAnswer>,
    /// The cursor of the next page. Missing on the last page.
    pub next_cursor: Option<String>,
}

/// Feedback that a reader shares with the operators.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SharedFeedback {
    /// Id of the answer.
    pub message_id: Uuid,
    /// Name of the organization.
    pub organization: String,
    /// Text of the question.
    pub question: String,
    /// How the question was understood.
    pub calls: Vec<PlannedCall>,
    /// What is wrong with the answer.
    pub reason: Option<FeedbackReason>,
    /// Comment of the reader.
    pub comment: Option<String>,
    /// When it was shared.
    pub shared_at: DateTime<Utc>,
}

/// A page of shared feedback.
#[derive(Clone, Debug, Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub struct SharedFeedbackPage {
    /// Newest answers first.
    pub items: Vec<SharedFeedback>,
    /// The cursor of the next page. Missing on the last page.
    pub next_cursor: Option<String>,
}

/// A change of the review of an answer.
#[derive(Clone, Copy, Debug, Object)]
#[oai(deny_unknown_fields, example)]
pub struct ReviewChange {
    /// The new state.
    pub state: ReviewState,
}

/// Evaluation cases as a file of JSON lines.
#[derive(Debug)]
pub(in super::super) struct EvaluationCaseFile(String);

impl From<conversation_message::Model> for RatedAnswer {
    fn from(row: conversation_message::Model) -> Self {
        Self {
            message_id: row.id,
            calls: to_planned_calls(AnsweredPlan::from_answer(&row.answer).calls),
            question: row.question,
            reason: row
                .rating_reason
                .as_deref()
                .and_then(|name| name.parse().ok()),
            comment: row.rating_comment,
            asked_at: row.asked_at,
            rated_at: row.rated_at,
            state: ReviewState::from_stored(row.review.as_deref()),
        }
    }
}

impl From<Page<conversation_message::Model>> for RatedAnswers {
    fn from(page: Page<conversation_message::Model>) -> Self {
        let (items, next_cursor) = page.into_parts();
        Self { items, next_cursor }
    }
}

impl SharedFeedback {
    /// The feedback with the name of its organization.
    pub(in super::super) fn from_row(row: shared_feedback::Model, organization: String) -> Self {
        Self {
            message_id: row.message_id,
            organization,
            question: row.question,
            calls: to_planned_calls(serde_json::from_str(&row.calls).unwrap_or_default()),
            reason: row.reason.as_deref().and_then(|name| name.parse().ok()),
            comment: row.comment,
            shared_at: row.shared_at,
        }
    }
}

/// Calls from JSON `[{tool, args}]`.
fn to_planned_calls(calls: Value) -> Vec<PlannedCall> {
    let Value::Array(calls) = calls else {
        return Vec::new();
    };
    calls
        .into_iter()
        .filter_map(|mut call| {
            Some(PlannedCall {
                tool: call.get("tool")?.as_str()?.to_owned(),
                args: Any(call.get_mut("args")?.take()),
            })
        })
        .collect()
}

impl EvaluationCaseFile {
    /// Writes a line for each case in the format of `sprout eval assistant`.
    pub(in super::super) fn from_cases(cases: &[evaluation_case::Model]) -> Self {
        let mut lines = String::new();
        for case in cases {
            let _ = writeln!(lines, "{}", to_evaluation_line(case));
        }
        Self(lines)
    }
}

/// A case as JSON. If the figures were wrong, the plan is expected again; if the question was
/// misunderstood, any other plan is expected.
fn to_evaluation_line(case: &evaluation_case::Model) -> Value {
    let parse = |text: &str| serde_json::from_str(text).unwrap_or(json!([]));
    let calls: Value = parse(&case.calls);
    let reason = case.reason.as_deref().and_then(|name| name.parse().ok());
    let expect = match reason {
        Some(FeedbackReason::WrongFigure | FeedbackReason::OutOfDate) => {
            json!({"disposition": case.disposition, "calls": calls})
        }
        Some(
            FeedbackReason::Misunderstood | FeedbackReason::Incomplete | FeedbackReason::Other,
        )
        | None => json!({"rejected": {"disposition": case.disposition, "calls": calls}}),
    };
    json!({
        "id": case.message_id,
        "tags": ["feedback", case.reason],
        "dataset": "seed_a",
        "now": case.asked_at.date_naive(),
        "role": "manager",
        "history": parse(&case.history),
        "question": case.question,
        "expect": expect,
    })
}

impl IntoResponse for EvaluationCaseFile {
    fn into_response(self) -> Response {
        Response::builder()
            .content_type("application/x-ndjson")
            .header(
                header::CONTENT_DISPOSITION,
                "attachment; filename=\"evaluation-cases.jsonl\"",
            )
            .body(self.0)
    }
}

impl ApiResponse for EvaluationCaseFile {
    fn meta() -> MetaResponses {
        MetaResponses {
            responses: vec![MetaResponse {
                description: "A JSON object per line.",
                status: Some(200),
                status_range: None,
                content: vec![MetaMediaType {
                    content_type: "application/x-ndjson",
                    schema: String::schema_ref(),
                }],
                headers: Vec::new(),
            }],
        }
    }

    fn register(_registry: &mut Registry) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeZone;

    fn case(reason: Option<FeedbackReason>) -> evaluation_case::Model {
        let asked_at = Utc.with_ymd_and_hms(2026, 6, 15, 9, 0, 0).unwrap();
        evaluation_case::Model {
            tenant_id: Uuid::nil(),
            message_id: Uuid::from_u128(7),
            question: "How much urea?".to_owned(),
            history: "[]".to_owned(),
            disposition: "answer".to_owned(),
            calls: r#"[{"tool":"stock_level","args":{"item":"Urea"}}]"#.to_owned(),
            reason: reason.map(|reason| reason.into_str().to_owned()),
            asked_at,
            created_at: asked_at,
        }
    }

    #[test]
    fn a_wrong_figure_expects_the_same_plan_and_a_misreading_any_other() {
        let plan = json!({
            "disposition": "answer",
            "calls": [{"tool": "stock_level", "args": {"item": "Urea"}}],
        });
        let line = to_evaluation_line(&case(Some(FeedbackReason::WrongFigure)));
        assert_eq!(line["expect"], plan);
        assert_eq!(line["now"], "2026-06-15");
        for reason in [None, Some(FeedbackReason::Misunderstood)] {
            let line = to_evaluation_line(&case(reason));
            assert_eq!(line["expect"], json!({"rejected": plan}));
        }
    }
}

//! Examples of the wire types for the API description.

use super::{
    AnswerCall, AnswerColumn, AnswerConfidence, AnswerDisposition, AnswerFact, AnswerLink,
    AnswerRow, AnswerTable, AssistantAnswer, AssistantHealth, AssistantQuery, AssistantStatus,
    ConversationPatch, ConversationSummary, Feedback, OptionChoice, ReviewChange, Suggestion,
    SuggestionPriority, Suggestions,
};
use crate::features::assistant::answer_rating::{FeedbackReason, Rating, ReviewState};
use chrono::{DateTime, TimeDelta, Utc};
use poem_openapi::types::{Any, Example};
use sea_orm::prelude::Uuid;
use serde_json::{Value, json};

const MESSAGE_ID: Uuid = Uuid::from_u128(0x0198_c5a0_7d3e_7a44_9f10_3f2b_6c1d_8e02);
const CONVERSATION_ID: Uuid = Uuid::from_u128(0x0198_c5a0_7d3e_7a44_9f10_3f2b_6c1d_8e03);

fn example_asked_at() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::seconds(1_781_514_000)
}

impl Example for AssistantQuery {
    fn example() -> Self {
        Self {
            query: "Which items are low on stock?".to_owned(),
            conversation_id: None,
            option: None,
        }
    }
}

impl Example for OptionChoice {
    fn example() -> Self {
        Self {
            message_id: MESSAGE_ID,
            index: 0,
        }
    }
}

impl Example for ConversationPatch {
    fn example() -> Self {
        Self {
            title: "Spring fertilizer".to_owned(),
        }
    }
}

impl Example for Feedback {
    fn example() -> Self {
        Self {
            rating: Rating::Down,
            reason: Some(FeedbackReason::Misunderstood),
            comment: Some("I meant the seed, not the fertilizer".to_owned()),
            shared: Some(true),
        }
    }
}

impl Example for ReviewChange {
    fn example() -> Self {
        Self {
            state: ReviewState::Case,
        }
    }
}

impl Example for ConversationSummary {
    fn example() -> Self {
        Self {
            id: CONVERSATION_ID,
            title: "Which items are low on stock?".to_owned(),
            created_at: example_asked_at(),
            updated_at: example_asked_at(),
        }
    }
}

impl Example for Suggestions {
    fn example() -> Self {
        Self {
            suggestions: vec![Suggestion::example()],
        }
    }
}

impl Example for Suggestion {
    fn example() -> Self {
        Self {
            id: "reorder".to_owned(),
            title: "Items to reorder".to_owned(),
            message: "1 item has come down to its reorder point; filling it up costs $4,680.00."
                .to_owned(),
            action: "Review the purchase recommendations".to_owned(),
            priority: SuggestionPriority::High,
            items: vec!["Urea 46-0-0 (Ames)".to_owned()],
        }
    }
}

impl Example for AssistantHealth {
    fn example() -> Self {
        Self {
            status: AssistantStatus::Healthy,
            reason: None,
        }
    }
}

impl Example for AssistantAnswer {
    fn example() -> Self {
        let fact = |id: &str,
                    label: &str,
                    kind: &str,
                    value: Value,
                    unit: Option<&str>,
                    formatted: &str| AnswerFact {
            id: id.to_owned(),
            label: label.to_owned(),
            kind: kind.to_owned(),
            value: Any(value),
            unit: unit.map(str::to_owned),
            formatted: formatted.to_owned(),
            row_refs: vec!["c1.r1".to_owned()],
        };
        Self {
            message_id: MESSAGE_ID,
            conversation_id: Some(CONVERSATION_ID),
            response: "1 item is at or below its reorder point: Urea 46-0-0 has 12 tons."
                .to_owned(),
            insights: vec!["Urea 46-0-0 is the furthest below: 12 tons of 30 tons.".to_owned()],
            actions: vec!["Review the purchase recommendations.".to_owned()],
            confidence: AnswerConfidence::High,
            response_time: 14,
            is_quick_response: true,
            disposition: AnswerDisposition::Answer,
            asked_at: example_asked_at(),
            as_of: example_asked_at().date_naive(),
            sample: false,
            options: Vec::new(),
            links: vec![AnswerLink {
                label: "Purchase Recommendations".to_owned(),
                path: "/dashboard".to_owned(),
                is_file: false,
            }],
            tables: vec![AnswerTable {
                call_id: "c1".to_owned(),
                title: "Low stock".to_owned(),
                columns: vec![
                    AnswerColumn {
                        label: "Item".to_owned(),
                        numeric: false,
                    },
                    AnswerColumn {
                        label: "On hand".to_owned(),
                        numeric: true,
                    },
                ],
                rows: vec![AnswerRow {
                    id: "c1.r1".to_owned(),
                    cells: vec!["Urea 46-0-0".to_owned(), "12 tons".to_owned()],
                }],
                total: 1,
            }],
            chart: None,
            calls: vec![AnswerCall {
                id: "c1".to_owned(),
                tool: "low_stock_items".to_owned(),
                args: Any(json!({"limit": 5})),
                n: 1,
                as_of: example_asked_at().date_naive(),
                method: Some(
                    "Items whose on-hand quantity is at or below their reorder point".to_owned(),
                ),
            }],
            facts: vec![
                fact(
                    "f1",
                    "Items at or below the reorder point",
                    "count",
                    json!(1),
                    Some("items"),
                    "1 item",
                ),
                fact(
                    "f2",
                    "Item",
                    "name",
                    json!("Urea 46-0-0"),
                    None,
                    "Urea 46-0-0",
                ),
                fact(
                    "f3",
                    "On hand",
                    "quantity",
                    json!(12),
                    Some("ton"),
                    "12 tons",
                ),
            ],
            bindings: None,
            parts: None,
            query: None,
        }
    }
}

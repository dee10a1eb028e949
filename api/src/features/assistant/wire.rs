//! What the assistant takes and gives.

mod answer;
mod conversation;
mod examples;
mod filled;
mod report;
mod suggestion;

pub use answer::{
    AnswerCall, AnswerChart, AnswerConfidence, AnswerDisposition, AnswerFact, AnswerLink,
    AnswerOption, AnswerTable, AssistantAnswer, ChartLine,
};
pub use answer::{AnswerColumn, AnswerRow, ChartPoint};
pub use conversation::{
    Ask, ConversationPatch, ConversationSummary, Conversations, Exchange, Exchanges, Feedback,
    FeedbackReason, OptionChoice, Rating,
};
pub(super) use report::{ReportFile, ReportFormatChoice, ReportKindChoice};
pub use suggestion::{
    AssistantHealth, AssistantStatus, Suggestion, SuggestionPriority, Suggestions,
};

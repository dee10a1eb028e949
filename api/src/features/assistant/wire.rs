//! Request and response types of Sprout AI.

mod answer;
mod answer_conversions;
mod conversation_types;
mod examples;
mod feedback_types;
mod report_file;
mod suggestion_types;

pub use answer::{
    AnswerBinding, AnswerBindingState, AnswerCall, AnswerChart, AnswerConfidence,
    AnswerDisposition, AnswerFact, AnswerLink, AnswerOption, AnswerPart, AnswerPartKind,
    AnswerTable, AssistantAnswer, ChartLine,
};
pub use answer::{AnswerColumn, AnswerRow, ChartPoint};
pub use conversation_types::{
    AssistantQuery, ConversationMessage, ConversationMessages, ConversationPatch,
    ConversationSummary, Conversations, Feedback, OptionChoice,
};
pub(super) use feedback_types::EvaluationCaseFile;
pub use feedback_types::{
    PlannedCall, RatedAnswer, RatedAnswers, ReviewChange, SharedFeedback, SharedFeedbackPage,
};
pub(super) use report_file::{ReportFile, ReportFormatChoice, ReportKindChoice};
pub use suggestion_types::{
    AssistantHealth, AssistantStatus, Suggestion, SuggestionPriority, Suggestions,
};

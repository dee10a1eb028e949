//! Sprout AI: answers questions about the organization's own data. Every figure in an answer is a
//! fact with a source.
//!
//! [`question_planner`], [`fact_sheet`], [`tool_result`] and [`answer_text`] are pure calculations
//! without HTTP or database access. The tools use the same reads as the pages. Only the planner
//! decides which tools a question needs.

mod answer_rating;
pub mod answer_text;
mod answered_plan;
mod catalog_cache;
mod catalog_error;
mod conversation_store;
mod data_freshness;
pub mod fact_sheet;
mod feedback_routes;
mod feedback_store;
mod member_catalog_cache;
mod metric_answer;
mod metric_answer_cache;
mod metric_questions;
mod name_catalog_cache;
pub mod period;
mod question_answering;
mod question_catalogs;
pub mod question_planner;
mod question_quota;
mod report;
mod report_builder;
mod routes;
mod self_test;
mod shared_feedback_routes;
mod suggestions;
mod tool_context;
pub mod tool_registry;
pub mod tool_result;
mod tools;
pub mod wire;

pub use catalog_error::CatalogError;
pub use feedback_routes::AnswerFeedbackApi;
pub use metric_answer_cache::MetricAnswerCache;
pub use question_catalogs::QuestionCatalogs;
pub use routes::AssistantApi;
pub use shared_feedback_routes::SharedFeedbackApi;

//! Sprout AI: answers in words to questions about the organization's own rows, every figure in them
//! bound to a fact.
//!
//! [`planner`], [`facts`], [`finding`] and [`composed`] are the room's calculation: they know
//! neither HTTP nor rows. [`tools`] runs the very reads that the screens use. Nothing outside of
//! the planner decides which tool a question means.

pub mod answer_text;
mod conversation_store;
mod data_freshness;
pub mod fact_sheet;
mod name_catalog_cache;
pub mod period;
mod question_answering;
pub mod question_planner;
mod question_quota;
mod report;
mod report_builder;
mod routes;
mod self_test;
mod suggestions;
mod tool_context;
pub mod tool_registry;
pub mod tool_result;
mod tools;
pub mod wire;

pub use name_catalog_cache::NameCatalogCache;
pub use routes::AssistantApi;

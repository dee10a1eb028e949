//! Sprout AI: answers in words to questions about the organization's own rows, every figure in them
//! bound to a fact.
//!
//! [`planner`], [`facts`], [`finding`] and [`composed`] are the room's calculation: they know
//! neither HTTP nor rows. [`tools`] runs the very reads that the screens use. Nothing outside of
//! the planner decides which tool a question means.

mod asking;
mod catalogues;
pub mod composed;
mod conversations;
mod desk;
pub mod facts;
pub mod finding;
mod freshness;
mod health;
pub mod periods;
pub mod planner;
pub mod registry;
mod report;
mod reporting;
mod routes;
mod spending;
mod suggestions;
mod tools;
pub mod wire;

pub use catalogues::Catalogues;
pub use routes::AssistantApi;

//! What is being asked, which certified questions answer it, and prose in which every figure is bound to a fact.
//!
//! This is the room's calculation: it knows neither HTTP nor rows. Nothing outside of it decides which tool a question means.

pub mod facts;
pub mod periods;
pub mod planner;
pub mod registry;

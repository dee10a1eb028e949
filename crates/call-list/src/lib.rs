//! Ranks growers by the margin that is expected to be lost if nobody calls them.
//!
//! Purchases of a product line that recur at a time of the year are an occasion. A hidden Markov
//! model of each grower's relationship, fitted to the organization's own rows, tells a skipped
//! occasion of a regular buyer from one of a buyer that is leaving. Pure functions: no clock, no
//! I/O, no randomness.

pub mod call_list;
pub mod candidate;
pub mod control_group;
mod episode;
pub mod grower;
pub mod need;
mod normal;
mod occasion;
mod quiet_chance;
pub mod reason;
mod relationship;
mod season_purchases;
mod season_shift;
mod study;
mod waiting;

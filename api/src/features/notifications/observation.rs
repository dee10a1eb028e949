//! Observations that features report.

use super::event::{FailureReason, ObservedSubject};

/// The observed status of one topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// A stable name for the observed thing, such as `sync:sales_transactions`.
    pub topic: String,
    /// The observed thing.
    pub subject: ObservedSubject,
    /// The status.
    pub status: ObservedStatus,
}

/// A status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObservedStatus {
    /// It works.
    Healthy,
    /// It fails, and why.
    Failing(FailureReason),
}

//! Observations that features report.

/// The observed status of one topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// A stable name for the observed thing, such as `sync:sales_transactions`.
    pub topic: String,
    /// One line for people, shown if the status changed.
    pub title: String,
    /// The status.
    pub status: ObservedStatus,
}

/// A status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObservedStatus {
    /// It works. The text begins the message of a recovery, such as `It had failed`; the start and
    /// the duration are appended.
    Healthy(&'static str),
    /// It fails, and why.
    Failing(String),
}

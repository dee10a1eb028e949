//! What a room saw of one thing: well or not, in words for people.

/// How one thing was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    /// What it is about, always by the same name, such as `sync:sales_transactions`.
    pub topic: String,
    /// What is to be said if this is a change, in a line.
    pub title: String,
    /// Well or not.
    pub status: ObservedStatus,
}

/// Well or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ObservedStatus {
    /// Well. The words say what was wrong if something was, such as `It had failed`; since when and
    /// for how long is added.
    Healthy(&'static str),
    /// Not well, and why.
    Failing(String),
}

//! What came of a call.

use poem_openapi::Enum;

/// What came of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub enum CallOutcome {
    /// The grower was reached.
    Reached,
    /// The grower ordered.
    Ordered,
    /// The grower buys elsewhere.
    Lost,
    /// The grower wants a call later.
    Later,
}

impl CallOutcome {
    pub fn name(self) -> &'static str {
        match self {
            Self::Reached => "reached",
            Self::Ordered => "ordered",
            Self::Lost => "lost",
            Self::Later => "later",
        }
    }

    /// None for an unknown name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Reached, Self::Ordered, Self::Lost, Self::Later]
            .into_iter()
            .find(|outcome| outcome.name() == name)
    }

    /// Days in which the grower is not listed again.
    pub fn pause_days(self) -> i64 {
        match self {
            Self::Reached | Self::Ordered => 14,
            Self::Later => 7,
            Self::Lost => 91,
        }
    }
}

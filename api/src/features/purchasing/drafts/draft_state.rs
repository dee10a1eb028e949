//! States of draft orders.

use poem_openapi::Enum;

/// State of a draft order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum)]
#[oai(rename_all = "snake_case")]
pub(in crate::features::purchasing) enum DraftState {
    /// Not ordered yet. Its items are not recommended.
    Draft,
    /// Sent to the supplier.
    Ordered,
    /// Discarded.
    Discarded,
}

impl DraftState {
    /// The database value.
    pub(in crate::features::purchasing) fn code(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Ordered => "ordered",
            Self::Discarded => "discarded",
        }
    }

    /// The state with a database value. Unknown values count as drafts.
    pub(in crate::features::purchasing) fn from_code(word: &str) -> Self {
        match word {
            "ordered" => Self::Ordered,
            "discarded" => Self::Discarded,
            _ => Self::Draft,
        }
    }
}

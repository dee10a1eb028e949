//! States of draft orders.

use poem_openapi::Enum;
use strum::{EnumString, IntoStaticStr};

/// State of a draft order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Enum, EnumString, IntoStaticStr)]
#[oai(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case", const_into_str)]
pub(in crate::features::purchasing) enum DraftState {
    /// Not ordered yet. Its items are not recommended.
    Draft,
    /// Sent to the supplier.
    Ordered,
    /// Discarded.
    Discarded,
}

impl DraftState {
    /// The state with a stored name. Unknown names count as drafts.
    pub(in crate::features::purchasing) fn from_stored(name: &str) -> Self {
        name.parse().unwrap_or(Self::Draft)
    }
}

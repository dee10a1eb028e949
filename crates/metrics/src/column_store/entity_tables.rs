//! What lines refer to: items and customers.

use super::dictionary::Dictionary;
use serde::{Deserialize, Serialize};

/// Items by their number. Texts are numbers of the store's texts.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct ItemTable {
    pub(crate) ids: Dictionary,
    pub(crate) names: Vec<u32>,
    pub(crate) categories: Vec<u32>,
    pub(crate) classes: Vec<u32>,
    pub(crate) brands: Vec<u32>,
}

/// Customers by their number. Those that only lines name have no profile.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct CustomerTable {
    pub(crate) ids: Dictionary,
    pub(crate) names: Vec<u32>,
    pub(crate) salespeople: Vec<u32>,
    pub(crate) states: Vec<u32>,
    pub(crate) counties: Vec<u32>,
    /// All crops as one text.
    pub(crate) crops: Vec<u32>,
    /// Scaled by 10^4.
    pub(crate) acres: Vec<i64>,
    /// A Julian day number.
    pub(crate) since: Vec<i64>,
}

impl ItemTable {
    pub(super) fn bytes(&self) -> usize {
        self.ids.bytes() + 4 * self.names.len() * size_of::<u32>()
    }
}

impl CustomerTable {
    pub(super) fn bytes(&self) -> usize {
        let customer = 5 * size_of::<u32>() + 2 * size_of::<i64>();
        self.ids.bytes() + self.names.len() * customer
    }
}

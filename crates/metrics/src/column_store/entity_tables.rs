//! What lines refer to: items and customers.

use super::dictionary::Dictionary;
use serde::{Deserialize, Serialize};

/// Items by their number. Texts are numbers of the store's texts.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct ItemTable {
    pub(super) ids: Dictionary,
    pub(super) names: Vec<u32>,
    pub(super) categories: Vec<u32>,
    pub(super) classes: Vec<u32>,
    pub(super) brands: Vec<u32>,
}

/// Customers by their number. Those that only lines name have no profile.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct CustomerTable {
    pub(super) ids: Dictionary,
    pub(super) names: Vec<u32>,
    pub(super) salespeople: Vec<u32>,
    pub(super) states: Vec<u32>,
    pub(super) counties: Vec<u32>,
    /// All crops as one text.
    pub(super) crops: Vec<u32>,
    /// Scaled by 10^4.
    pub(super) acres: Vec<i64>,
    /// A Julian day number.
    pub(super) since: Vec<i64>,
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

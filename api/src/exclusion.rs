//! Why source rows are left out of figures, and how many.

use poem_openapi::Enum;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Why rows are left out of figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Enum, Serialize, Deserialize)]
#[oai(rename_all = "snake_case")]
pub enum ExclusionReason {
    /// Rows in a currency other than that of the figures.
    OtherCurrency,
    /// Rows in a unit other than that of the item, stock row or market.
    OtherUnit,
    /// Returns, which have no price level.
    Return,
    /// Quotes of zero or less, and order lines of customers whose orders all have a zero price.
    ZeroPrice,
    /// Purchase lines with unconfirmed unusual prices.
    UnusualPrice,
    /// Purchase lines of categories with fewer than 2 comparable months. They count in the index
    /// of all purchases only.
    TooFewMonths,
    /// Sale lines at a location where the item has no stock row. A location mapping assigns them.
    LocationWithoutStock,
    /// Sale lines of items without a stock row.
    ItemWithoutStock,
    /// Stock rows whose order would be out of range.
    OutOfRange,
}

/// The number of rows left out for each reason.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exclusions(BTreeMap<ExclusionReason, u64>);

impl Exclusions {
    /// Rows left out for one reason.
    pub fn from_count(reason: ExclusionReason, rows: u64) -> Self {
        Self::default().with(reason, rows)
    }

    /// Adds rows.
    pub fn add(&mut self, reason: ExclusionReason, rows: u64) {
        if rows > 0 {
            let count = self.0.entry(reason).or_default();
            *count = count.saturating_add(rows);
        }
    }

    /// The same with more rows.
    #[must_use]
    pub fn with(mut self, reason: ExclusionReason, rows: u64) -> Self {
        self.add(reason, rows);
        self
    }

    /// The same with the rows of `others`.
    #[must_use]
    pub fn with_all(mut self, others: &Self) -> Self {
        others
            .iter()
            .for_each(|(reason, rows)| self.add(reason, rows));
        self
    }

    /// All rows left out.
    pub fn total(&self) -> u64 {
        self.0
            .values()
            .fold(0, |sum, rows| sum.saturating_add(*rows))
    }

    /// The reasons with their numbers of rows, which are above zero.
    pub fn iter(&self) -> impl Iterator<Item = (ExclusionReason, u64)> + '_ {
        self.0.iter().map(|(reason, rows)| (*reason, *rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_rows_by_reason() {
        let counts = Exclusions::from_count(ExclusionReason::Return, 2)
            .with(ExclusionReason::OtherUnit, 0)
            .with(ExclusionReason::Return, 3);
        let all = Exclusions::from_count(ExclusionReason::OtherUnit, 1).with_all(&counts);
        assert_eq!(
            all.iter().collect::<Vec<_>>(),
            [
                (ExclusionReason::OtherUnit, 1),
                (ExclusionReason::Return, 5)
            ]
        );
        assert_eq!((all.total(), Exclusions::default().total()), (6, 0));
    }
}

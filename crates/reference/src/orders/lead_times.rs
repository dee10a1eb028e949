//! How long orders took to come: purchases of two years whose day of delivery is known.

use super::super::dataset::{Dataset, StockRow};
use chrono::{Days, NaiveDate};
use std::collections::HashMap;

/// Days of each delivery, by what is asked about.
#[derive(Default)]
pub(super) struct LeadTimes<'a> {
    pairs: HashMap<(&'a str, &'a str), Vec<u32>>,
    items: HashMap<&'a str, Vec<u32>>,
    suppliers: HashMap<&'a str, Vec<u32>>,
}

impl<'a> LeadTimes<'a> {
    pub(super) fn from_dataset(books: &'a Dataset, as_of: NaiveDate) -> Self {
        let after = as_of
            .checked_sub_days(Days::new(730))
            .unwrap_or(NaiveDate::MIN);
        let mut waits = Self::default();
        for line in books.lines.iter().filter(|line| {
            !line.is_sale && after < line.day && line.day <= as_of && line.quantity > 0
        }) {
            let Some(delivered) = line
                .delivered
                .filter(|delivered| line.day <= *delivered && *delivered <= as_of)
            else {
                continue;
            };
            let Ok(days) = u32::try_from((delivered - line.day).num_days()) else {
                continue;
            };
            waits.items.entry(&line.item).or_default().push(days);
            if let Some(supplier) = &line.supplier {
                waits.suppliers.entry(supplier).or_default().push(days);
                waits
                    .pairs
                    .entry((&line.item, supplier))
                    .or_default()
                    .push(days);
            }
        }
        waits
    }

    /// Measured for the item from its supplier, for the item, on record for the item, measured for
    /// the supplier, on record for it: the first that there is.
    pub(super) fn lead_days(&self, row: &StockRow, books: &Dataset) -> Option<u32> {
        let supplier = row.supplier.as_deref();
        let both = supplier.and_then(|supplier| self.pairs.get(&(row.item.as_str(), supplier)));
        let in_middle = |days: Option<&Vec<u32>>| days.and_then(|days| upper_median(days));
        in_middle(both)
            .or_else(|| in_middle(self.items.get(row.item.as_str())))
            .or(row.lead_days)
            .or_else(|| in_middle(supplier.and_then(|supplier| self.suppliers.get(supplier))))
            .or_else(|| {
                books
                    .lead_days
                    .get(row.supplier.as_ref()?)
                    .copied()
                    .flatten()
            })
    }
}

/// The middle one of three or more; of two in the middle the longer.
fn upper_median(days: &[u32]) -> Option<u32> {
    let mut sorted = days.to_vec();
    sorted.sort_unstable();
    sorted
        .get(sorted.len() / 2)
        .copied()
        .filter(|_| sorted.len() >= 3)
}

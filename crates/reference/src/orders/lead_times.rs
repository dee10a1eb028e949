//! Measured lead times: purchases of two years with a known delivery day.

use super::super::dataset::{Dataset, StockRow};
use chrono::{Days, NaiveDate};
use std::collections::HashMap;

/// Days of each delivery, by item and supplier, by item, and by supplier.
#[derive(Default)]
pub(super) struct LeadTimes<'a> {
    pairs: HashMap<(&'a str, &'a str), Vec<u32>>,
    items: HashMap<&'a str, Vec<u32>>,
    suppliers: HashMap<&'a str, Vec<u32>>,
}

impl<'a> LeadTimes<'a> {
    pub(super) fn from_dataset(dataset: &'a Dataset, as_of: NaiveDate) -> Self {
        let after = as_of
            .checked_sub_days(Days::new(730))
            .unwrap_or(NaiveDate::MIN);
        let mut lead_times = Self::default();
        for line in dataset.lines.iter().filter(|line| {
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
            lead_times.items.entry(&line.item).or_default().push(days);
            if let Some(supplier) = &line.supplier {
                lead_times.suppliers.entry(supplier).or_default().push(days);
                lead_times
                    .pairs
                    .entry((&line.item, supplier))
                    .or_default()
                    .push(days);
            }
        }
        lead_times
    }

    /// The first available of: measured for the item from its supplier, measured for the item, item
    /// record, measured for the supplier, supplier record.
    /// In half days.
    pub(super) fn half_days(&self, row: &StockRow, dataset: &Dataset) -> Option<u32> {
        let supplier = row.supplier.as_deref();
        let both = supplier.and_then(|supplier| self.pairs.get(&(row.item.as_str(), supplier)));
        let in_middle = |days: Option<&Vec<u32>>| days.and_then(|days| median_half_days(days));
        in_middle(both)
            .or_else(|| in_middle(self.items.get(row.item.as_str())))
            .or(row.lead_days.map(|days| 2 * days))
            .or_else(|| in_middle(supplier.and_then(|supplier| self.suppliers.get(supplier))))
            .or_else(|| {
                dataset
                    .lead_days
                    .get(row.supplier.as_ref()?)
                    .copied()
                    .flatten()
                    .map(|days| 2 * days)
            })
    }
}

/// The median of at least three values, in half days: the sum of the two middle values, which are
/// the same value if the number is odd.
fn median_half_days(days: &[u32]) -> Option<u32> {
    if days.len() < 3 {
        return None;
    }
    let mut sorted = days.to_vec();
    sorted.sort_unstable();
    Some(sorted.get((sorted.len() - 1) / 2)? + sorted.get(sorted.len() / 2)?)
}

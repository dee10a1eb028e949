//! How long an order of an item takes to come: as it was measured, else as it is on record, else as
//! the organization takes it to be.

use std::collections::{BTreeMap, HashMap};

/// So many deliveries tell a lead time; fewer are chance.
const LEAST_DELIVERIES: u64 = 3;

/// Where a lead time comes from, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeadTimeSource {
    /// Somebody corrected it.
    Corrected,
    /// Median of the item's deliveries from its supplier.
    Deliveries,
    /// Median of the item's deliveries from whomever.
    ItemDeliveries,
    /// On record for the item.
    Item,
    /// Median of the supplier's deliveries of whatever.
    SupplierDeliveries,
    /// On record for the supplier.
    Supplier,
    /// Nothing tells: what the organization takes then.
    Default,
}

/// How long an order takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeadTime {
    /// From order to delivery.
    pub days: u32,
    pub source: LeadTimeSource,
    /// Deliveries that it is measured from; 0 where it is not measured.
    pub deliveries: u64,
}

/// Purchase lines of an item from a supplier that took the same number of days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivered {
    pub supplier_id: Option<String>,
    pub item_id: String,
    pub days: u32,
    pub lines: u64,
}

/// What is on record of an item's lead time, in days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OnRecord {
    pub corrected: Option<u32>,
    pub item: Option<u32>,
    pub supplier: Option<u32>,
    /// What the organization takes where nothing tells.
    pub default: u32,
}

type ByDays = BTreeMap<u32, u64>;

/// The deliveries of a period, sorted.
#[derive(Clone, Debug, Default)]
pub struct Deliveries {
    of_item_from: HashMap<(String, String), ByDays>,
    of_item: HashMap<String, ByDays>,
    from: HashMap<String, ByDays>,
}

impl Deliveries {
    pub fn of(delivered: impl IntoIterator<Item = Delivered>) -> Self {
        let mut sorted = Self::default();
        for Delivered {
            supplier_id,
            item_id,
            days,
            lines,
        } in delivered
        {
            *sorted
                .of_item
                .entry(item_id.clone())
                .or_default()
                .entry(days)
                .or_default() += lines;
            if let Some(supplier_id) = supplier_id {
                *sorted
                    .from
                    .entry(supplier_id.clone())
                    .or_default()
                    .entry(days)
                    .or_default() += lines;
                *sorted
                    .of_item_from
                    .entry((supplier_id, item_id))
                    .or_default()
                    .entry(days)
                    .or_default() += lines;
            }
        }
        sorted
    }

    /// The lead time of an item from its supplier.
    pub fn lead_time(
        &self,
        item_id: &str,
        supplier_id: Option<&str>,
        on_record: OnRecord,
    ) -> LeadTime {
        let recorded = |days: Option<u32>, source| {
            days.map(|days| LeadTime {
                days,
                source,
                deliveries: 0,
            })
        };
        let measured = |deliveries: Option<&ByDays>, source| {
            deliveries.and_then(|deliveries| measured(deliveries, source))
        };
        let both = supplier_id.and_then(|supplier| {
            self.of_item_from
                .get(&(supplier.to_owned(), item_id.to_owned()))
        });
        recorded(on_record.corrected, LeadTimeSource::Corrected)
            .or_else(|| measured(both, LeadTimeSource::Deliveries))
            .or_else(|| measured(self.of_item.get(item_id), LeadTimeSource::ItemDeliveries))
            .or_else(|| recorded(on_record.item, LeadTimeSource::Item))
            .or_else(|| {
                measured(
                    supplier_id.and_then(|supplier| self.from.get(supplier)),
                    LeadTimeSource::SupplierDeliveries,
                )
            })
            .or_else(|| recorded(on_record.supplier, LeadTimeSource::Supplier))
            .unwrap_or(LeadTime {
                days: on_record.default,
                source: LeadTimeSource::Default,
                deliveries: 0,
            })
    }
}

/// The median, of two middle ones the longer.
fn measured(by_days: &ByDays, source: LeadTimeSource) -> Option<LeadTime> {
    let deliveries: u64 = by_days.values().sum();
    let mut passed = 0;
    let median = by_days.iter().find_map(|(days, lines)| {
        passed += lines;
        (passed > deliveries / 2).then_some(*days)
    })?;
    (deliveries >= LEAST_DELIVERIES).then_some(LeadTime {
        days: median,
        source,
        deliveries,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delivered(supplier: &str, item: &str, days: u32, lines: u64) -> Delivered {
        Delivered {
            supplier_id: Some(supplier.to_owned()),
            item_id: item.to_owned(),
            days,
            lines,
        }
    }

    fn known() -> Deliveries {
        Deliveries::of([
            delivered("s1", "urea", 10, 2),
            delivered("s1", "urea", 30, 1),
            delivered("s2", "urea", 40, 4),
            delivered("s1", "map", 5, 2),
        ])
    }

    fn lead_time(
        item: &str,
        supplier: Option<&str>,
        on_record: OnRecord,
    ) -> (u32, LeadTimeSource, u64) {
        let found = known().lead_time(item, supplier, on_record);
        (found.days, found.source, found.deliveries)
    }

    #[test]
    fn what_was_measured_goes_before_what_is_on_record() {
        let record = OnRecord {
            item: Some(7),
            supplier: Some(9),
            default: 14,
            corrected: None,
        };
        assert_eq!(
            lead_time("urea", Some("s1"), record),
            (10, LeadTimeSource::Deliveries, 3)
        );
        assert_eq!(
            lead_time("urea", Some("s9"), record),
            (40, LeadTimeSource::ItemDeliveries, 7)
        );
        assert_eq!(
            lead_time("urea", None, record),
            (40, LeadTimeSource::ItemDeliveries, 7)
        );
        assert_eq!(
            lead_time("map", Some("s1"), record),
            (7, LeadTimeSource::Item, 0),
            "two deliveries tell nothing"
        );
        let record = OnRecord {
            item: None,
            ..record
        };
        // 5, 5, 10, 10, 30 days of s1.
        assert_eq!(
            lead_time("map", Some("s1"), record),
            (10, LeadTimeSource::SupplierDeliveries, 5)
        );
        assert_eq!(
            lead_time("map", Some("s9"), record),
            (9, LeadTimeSource::Supplier, 0)
        );
        assert_eq!(
            lead_time(
                "corn",
                None,
                OnRecord {
                    supplier: None,
                    ..record
                }
            ),
            (14, LeadTimeSource::Default, 0)
        );
        assert_eq!(
            lead_time(
                "urea",
                Some("s1"),
                OnRecord {
                    corrected: Some(3),
                    ..record
                }
            ),
            (3, LeadTimeSource::Corrected, 0)
        );
    }

    #[test]
    fn of_two_middle_deliveries_the_longer_counts() {
        let deliveries = Deliveries::of([delivered("s", "i", 4, 2), delivered("s", "i", 8, 2)]);
        assert_eq!(
            deliveries
                .lead_time("i", Some("s"), OnRecord::default())
                .days,
            8
        );
    }
}

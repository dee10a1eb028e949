//! How long an order of an item takes to come: as it was measured, else as it is on record, else as
//! the organization takes it to be.

use std::collections::{BTreeMap, HashMap};

/// So many deliveries tell a lead time; fewer are chance.
const MIN_DELIVERIES: u64 = 3;

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
pub struct DeliveryCount {
    pub supplier_id: Option<String>,
    pub item_id: String,
    pub days: u32,
    pub lines: u64,
}

/// What is on record of an item's lead time, in days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordedLeadTimes {
    pub corrected: Option<u32>,
    pub item: Option<u32>,
    pub supplier: Option<u32>,
    /// What the organization takes where nothing tells.
    pub default: u32,
}

type LinesByDays = BTreeMap<u32, u64>;

/// The deliveries of a period, sorted.
#[derive(Clone, Debug, Default)]
pub struct DeliveryStats {
    by_supplier_and_item: HashMap<(String, String), LinesByDays>,
    by_item: HashMap<String, LinesByDays>,
    by_supplier: HashMap<String, LinesByDays>,
}

impl DeliveryStats {
    pub fn from_counts(delivered: impl IntoIterator<Item = DeliveryCount>) -> Self {
        let mut sorted = Self::default();
        for DeliveryCount {
            supplier_id,
            item_id,
            days,
            lines,
        } in delivered
        {
            *sorted
                .by_item
                .entry(item_id.clone())
                .or_default()
                .entry(days)
                .or_default() += lines;
            if let Some(supplier_id) = supplier_id {
                *sorted
                    .by_supplier
                    .entry(supplier_id.clone())
                    .or_default()
                    .entry(days)
                    .or_default() += lines;
                *sorted
                    .by_supplier_and_item
                    .entry((supplier_id, item_id))
                    .or_default()
                    .entry(days)
                    .or_default() += lines;
            }
        }
        sorted
    }

    /// The lead time of an item from its supplier.
    pub fn estimate_lead_time(
        &self,
        item_id: &str,
        supplier_id: Option<&str>,
        on_record: RecordedLeadTimes,
    ) -> LeadTime {
        let recorded = |days: Option<u32>, source| {
            days.map(|days| LeadTime {
                days,
                source,
                deliveries: 0,
            })
        };
        let measured = |deliveries: Option<&LinesByDays>, source| {
            deliveries.and_then(|deliveries| measure_lead_time(deliveries, source))
        };
        let both = supplier_id.and_then(|supplier| {
            self.by_supplier_and_item
                .get(&(supplier.to_owned(), item_id.to_owned()))
        });
        recorded(on_record.corrected, LeadTimeSource::Corrected)
            .or_else(|| measured(both, LeadTimeSource::Deliveries))
            .or_else(|| measured(self.by_item.get(item_id), LeadTimeSource::ItemDeliveries))
            .or_else(|| recorded(on_record.item, LeadTimeSource::Item))
            .or_else(|| {
                measured(
                    supplier_id.and_then(|supplier| self.by_supplier.get(supplier)),
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
fn measure_lead_time(by_days: &LinesByDays, source: LeadTimeSource) -> Option<LeadTime> {
    let deliveries: u64 = by_days.values().sum();
    let mut passed = 0;
    let median = by_days.iter().find_map(|(days, lines)| {
        passed += lines;
        (passed > deliveries / 2).then_some(*days)
    })?;
    (deliveries >= MIN_DELIVERIES).then_some(LeadTime {
        days: median,
        source,
        deliveries,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn delivery_count(supplier: &str, item: &str, days: u32, lines: u64) -> DeliveryCount {
        DeliveryCount {
            supplier_id: Some(supplier.to_owned()),
            item_id: item.to_owned(),
            days,
            lines,
        }
    }

    fn delivery_stats() -> DeliveryStats {
        DeliveryStats::from_counts([
            delivery_count("s1", "urea", 10, 2),
            delivery_count("s1", "urea", 30, 1),
            delivery_count("s2", "urea", 40, 4),
            delivery_count("s1", "map", 5, 2),
        ])
    }

    fn estimate_with_records(
        item: &str,
        supplier: Option<&str>,
        on_record: RecordedLeadTimes,
    ) -> (u32, LeadTimeSource, u64) {
        let found = delivery_stats().estimate_lead_time(item, supplier, on_record);
        (found.days, found.source, found.deliveries)
    }

    #[test]
    fn what_was_measured_goes_before_what_is_on_record() {
        let record = RecordedLeadTimes {
            item: Some(7),
            supplier: Some(9),
            default: 14,
            corrected: None,
        };
        assert_eq!(
            estimate_with_records("urea", Some("s1"), record),
            (10, LeadTimeSource::Deliveries, 3)
        );
        assert_eq!(
            estimate_with_records("urea", Some("s9"), record),
            (40, LeadTimeSource::ItemDeliveries, 7)
        );
        assert_eq!(
            estimate_with_records("urea", None, record),
            (40, LeadTimeSource::ItemDeliveries, 7)
        );
        assert_eq!(
            estimate_with_records("map", Some("s1"), record),
            (7, LeadTimeSource::Item, 0),
            "two deliveries tell nothing"
        );
        let record = RecordedLeadTimes {
            item: None,
            ..record
        };
        // 5, 5, 10, 10, 30 days of s1.
        assert_eq!(
            estimate_with_records("map", Some("s1"), record),
            (10, LeadTimeSource::SupplierDeliveries, 5)
        );
        assert_eq!(
            estimate_with_records("map", Some("s9"), record),
            (9, LeadTimeSource::Supplier, 0)
        );
        assert_eq!(
            estimate_with_records(
                "corn",
                None,
                RecordedLeadTimes {
                    supplier: None,
                    ..record
                }
            ),
            (14, LeadTimeSource::Default, 0)
        );
        assert_eq!(
            estimate_with_records(
                "urea",
                Some("s1"),
                RecordedLeadTimes {
                    corrected: Some(3),
                    ..record
                }
            ),
            (3, LeadTimeSource::Corrected, 0)
        );
    }

    #[test]
    fn of_two_middle_deliveries_the_longer_counts() {
        let deliveries = DeliveryStats::from_counts([
            delivery_count("s", "i", 4, 2),
            delivery_count("s", "i", 8, 2),
        ]);
        assert_eq!(
            deliveries
                .estimate_lead_time("i", Some("s"), RecordedLeadTimes::default())
                .days,
            8
        );
    }
}

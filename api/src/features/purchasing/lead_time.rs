//! Estimates an item's lead time: measured, else from the warehouse, else the organization's
//! default.

use std::collections::{BTreeMap, HashMap};

/// Deliveries that a median requires.
const MIN_DELIVERIES: u64 = 3;

/// Source of a lead time, in order of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeadTimeSource {
    /// A correction.
    Corrected,
    /// Median of the item's deliveries from its supplier.
    Deliveries,
    /// Median of the item's deliveries from any supplier.
    ItemDeliveries,
    /// The item's lead time in the warehouse.
    Item,
    /// Median of the supplier's deliveries of any item.
    SupplierDeliveries,
    /// The supplier's lead time in the warehouse.
    Supplier,
    /// The organization's default.
    Default,
}

/// A lead time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeadTime {
    /// Days from order to delivery.
    pub days: u32,
    pub source: LeadTimeSource,
    /// Deliveries behind the median; 0 if it is not measured.
    pub deliveries: u64,
}

/// Number of purchase lines of an item from a supplier that took the same number of days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryCount {
    pub supplier_id: Option<String>,
    pub item_id: String,
    pub days: u32,
    pub lines: u64,
}

/// Lead times of an item in the warehouse, in days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RecordedLeadTimes {
    pub corrected: Option<u32>,
    pub item: Option<u32>,
    pub supplier: Option<u32>,
    /// The organization's default.
    pub default: u32,
}

type LinesByDays = BTreeMap<u32, u64>;

/// The deliveries of a period, indexed.
#[derive(Clone, Debug, Default)]
pub struct DeliveryStats {
    supplier_items: HashMap<(String, String), LinesByDays>,
    items: HashMap<String, LinesByDays>,
    suppliers: HashMap<String, LinesByDays>,
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
                .items
                .entry(item_id.clone())
                .or_default()
                .entry(days)
                .or_default() += lines;
            if let Some(supplier_id) = supplier_id {
                *sorted
                    .suppliers
                    .entry(supplier_id.clone())
                    .or_default()
                    .entry(days)
                    .or_default() += lines;
                *sorted
                    .supplier_items
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
            self.supplier_items
                .get(&(supplier.to_owned(), item_id.to_owned()))
        });
        recorded(on_record.corrected, LeadTimeSource::Corrected)
            .or_else(|| measured(both, LeadTimeSource::Deliveries))
            .or_else(|| measured(self.items.get(item_id), LeadTimeSource::ItemDeliveries))
            .or_else(|| recorded(on_record.item, LeadTimeSource::Item))
            .or_else(|| {
                measured(
                    supplier_id.and_then(|supplier| self.suppliers.get(supplier)),
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

/// The median; of two middle values the longer.
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
        let lead_time = delivery_stats().estimate_lead_time(item, supplier, on_record);
        (lead_time.days, lead_time.source, lead_time.deliveries)
    }

    #[test]
    fn prefers_measured_lead_times() {
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
            "two deliveries are not enough"
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
    fn median_takes_longer_of_two_middle_values() {
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

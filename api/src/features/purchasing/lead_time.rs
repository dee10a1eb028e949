//! Estimates an item's lead time: measured, else from the warehouse, else the organization's
//! default.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Deliveries that a median requires.
const MIN_DELIVERIES: u64 = 3;

/// Source of a lead time, in order of preference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// Days from order to delivery, counted in halves: the median of an even number of deliveries can
/// end in a half day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct LeadDays {
    halves: u64,
}

impl LeadDays {
    pub fn from_days(days: u32) -> Self {
        Self {
            halves: u64::from(days) * 2,
        }
    }

    /// The mean of two middle values.
    fn from_midpoint(lower: u32, upper: u32) -> Self {
        Self {
            halves: u64::from(lower) + u64::from(upper),
        }
    }

    pub fn as_halves(self) -> u64 {
        self.halves
    }

    /// Whole days, rounded up.
    pub fn ceil_days(self) -> u64 {
        self.halves.div_ceil(2)
    }

    /// Whole weeks, rounded up: an order that takes 8 days takes two.
    pub fn ceil_weeks(self) -> u64 {
        self.halves.div_ceil(14)
    }

    pub fn to_f64(self) -> f64 {
        let half = if self.halves.is_multiple_of(2) {
            0.0
        } else {
            0.5
        };
        f64::from(u32::try_from(self.halves / 2).unwrap_or(u32::MAX)) + half
    }
}

/// A lead time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeadTime {
    pub days: LeadDays,
    pub source: LeadTimeSource,
    /// Deliveries behind the median; 0 if it is not measured.
    pub deliveries: u64,
}

/// Number of purchase lines of an item from a supplier that took the same number of days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeliveryCount<'a> {
    pub supplier_id: Option<&'a str>,
    pub item_id: &'a str,
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

/// Number of lines by days from order to delivery, ascending. There is one of each item and supplier,
/// mostly with few entries.
#[derive(Clone, Debug, Default)]
struct LinesByDays(Vec<(u32, u64)>);

impl LinesByDays {
    fn add(&mut self, days: u32, lines: u64) {
        match self.0.binary_search_by_key(&days, |entry| entry.0) {
            Ok(known) => self.0[known].1 += lines,
            Err(place) => {
                self.0.reserve_exact(1);
                self.0.insert(place, (days, lines));
            }
        }
    }
}

/// Deliveries by a name, which has a number.
#[derive(Clone, Debug, Default)]
struct NumberedDeliveries {
    numbers: HashMap<String, u32>,
    deliveries: Vec<LinesByDays>,
}

impl NumberedDeliveries {
    /// Adds deliveries; returns the number of the name.
    fn add(&mut self, name: &str, days: u32, lines: u64) -> u32 {
        let number = self.numbers.get(name).copied().unwrap_or_else(|| {
            let new = u32::try_from(self.deliveries.len()).unwrap_or(u32::MAX);
            self.numbers.insert(name.to_owned(), new);
            self.deliveries.push(LinesByDays::default());
            new
        });
        let known = usize::try_from(number).ok();
        if let Some(known) = known.and_then(|number| self.deliveries.get_mut(number)) {
            known.add(days, lines);
        }
        number
    }

    fn find(&self, name: &str) -> Option<&LinesByDays> {
        let number = usize::try_from(*self.numbers.get(name)?).ok()?;
        self.deliveries.get(number)
    }
}

/// The deliveries of a period, indexed.
#[derive(Clone, Debug, Default)]
pub struct DeliveryStats {
    items: NumberedDeliveries,
    suppliers: NumberedDeliveries,
    /// By the numbers of the item and the supplier.
    item_suppliers: HashMap<(u32, u32), LinesByDays>,
}

impl DeliveryStats {
    pub fn add(&mut self, delivered: DeliveryCount<'_>) {
        let DeliveryCount {
            supplier_id,
            item_id,
            days,
            lines,
        } = delivered;
        let item = self.items.add(item_id, days, lines);
        if let Some(supplier_id) = supplier_id {
            let supplier = self.suppliers.add(supplier_id, days, lines);
            let of_both = self.item_suppliers.entry((item, supplier)).or_default();
            of_both.add(days, lines);
        }
    }

    fn find_from_supplier(&self, item_id: &str, supplier_id: &str) -> Option<&LinesByDays> {
        let item = self.items.numbers.get(item_id)?;
        let supplier = self.suppliers.numbers.get(supplier_id)?;
        self.item_suppliers.get(&(*item, *supplier))
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
                days: LeadDays::from_days(days),
                source,
                deliveries: 0,
            })
        };
        let measured = |deliveries: Option<&LinesByDays>, source| {
            deliveries.and_then(|deliveries| measure_lead_time(deliveries, source))
        };
        let both = supplier_id.and_then(|supplier| self.find_from_supplier(item_id, supplier));
        recorded(on_record.corrected, LeadTimeSource::Corrected)
            .or_else(|| measured(both, LeadTimeSource::Deliveries))
            .or_else(|| measured(self.items.find(item_id), LeadTimeSource::ItemDeliveries))
            .or_else(|| recorded(on_record.item, LeadTimeSource::Item))
            .or_else(|| {
                measured(
                    supplier_id.and_then(|supplier| self.suppliers.find(supplier)),
                    LeadTimeSource::SupplierDeliveries,
                )
            })
            .or_else(|| recorded(on_record.supplier, LeadTimeSource::Supplier))
            .unwrap_or(LeadTime {
                days: LeadDays::from_days(on_record.default),
                source: LeadTimeSource::Default,
                deliveries: 0,
            })
    }
}

/// The median of the deliveries: with an even number, the mean of the two middle ones.
fn measure_lead_time(by_days: &LinesByDays, source: LeadTimeSource) -> Option<LeadTime> {
    let deliveries: u64 = by_days.0.iter().map(|(_, lines)| lines).sum();
    if deliveries < MIN_DELIVERIES {
        return None;
    }
    let days_of_rank = |rank: u64| {
        let mut passed = 0;
        by_days.0.iter().find_map(|(days, lines)| {
            passed += lines;
            (passed > rank).then_some(*days)
        })
    };
    Some(LeadTime {
        days: LeadDays::from_midpoint(
            days_of_rank((deliveries - 1) / 2)?,
            days_of_rank(deliveries / 2)?,
        ),
        source,
        deliveries,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Supplier, item, days and lines.
    fn count_deliveries(counts: &[(&str, &str, u32, u64)]) -> DeliveryStats {
        let mut stats = DeliveryStats::default();
        for (supplier_id, item_id, days, lines) in counts.iter().copied() {
            stats.add(DeliveryCount {
                supplier_id: Some(supplier_id),
                item_id,
                days,
                lines,
            });
        }
        stats
    }

    fn delivery_stats() -> DeliveryStats {
        count_deliveries(&[
            ("s1", "urea", 30, 1),
            ("s1", "urea", 10, 2),
            ("s2", "urea", 40, 4),
            ("s1", "map", 5, 2),
        ])
    }

    fn estimate_with_records(
        item: &str,
        supplier: Option<&str>,
        on_record: RecordedLeadTimes,
    ) -> (u32, LeadTimeSource, u64) {
        let lead_time = delivery_stats().estimate_lead_time(item, supplier, on_record);
        let days = u32::try_from(lead_time.days.ceil_days()).unwrap();
        assert_eq!(lead_time.days, LeadDays::from_days(days), "whole days");
        (days, lead_time.source, lead_time.deliveries)
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
    fn median_of_an_even_number_is_the_mean_of_the_middle_two() {
        for (counts, half_days) in [
            (vec![(4, 2), (8, 2)], 12),
            (vec![(4, 1), (7, 2), (9, 1)], 14),
            (vec![(4, 2), (7, 1), (90, 1)], 11),
            (vec![(4, 3), (90, 1)], 8),
            (vec![(82, 1), (83, 2), (200, 3)], 283),
        ] {
            let counts: Vec<(&str, &str, u32, u64)> = counts
                .into_iter()
                .map(|(days, lines)| ("s", "i", days, lines))
                .collect();
            let deliveries = count_deliveries(&counts);
            let lead_time =
                deliveries.estimate_lead_time("i", Some("s"), RecordedLeadTimes::default());
            assert_eq!(lead_time.days.as_halves(), half_days, "{counts:?}");
        }
    }

    #[test]
    fn half_days_round_up_to_days_and_weeks() {
        let days = LeadDays::from_midpoint(7, 8);
        assert_eq!(
            (
                days.to_f64(),
                days.ceil_days(),
                days.ceil_weeks(),
                days.as_halves()
            ),
            (7.5, 8, 2, 15)
        );
        assert_eq!(LeadDays::from_days(14).ceil_weeks(), 2);
    }
}

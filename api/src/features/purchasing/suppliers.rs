//! Delivery performance and lead times of suppliers in a period. Suppliers are identified by
//! name.

use crate::decimal::{ExactSum, percent_of, points_between};
use std::collections::BTreeMap;

/// Method of the delivery rates.
pub const DELIVERY_METHOD: &str = "Lines delivered on or before the promised day, in percent of \
    the lines promised in the period and due by the as-of day";
/// Method of the lead times.
pub const LEAD_TIME_METHOD: &str = "Median days from order to delivery of the purchase lines \
    delivered in the period, returns left out";

/// Promised lines of a supplier that were due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SupplierDeliveries {
    pub supplier: Option<String>,
    pub due: u64,
    /// Those delivered on or before the promised day.
    pub on_time: u64,
}

impl SupplierDeliveries {
    /// Percent on time; none if nothing was due.
    pub fn on_time_percent(&self) -> Option<f64> {
        percent_of(self.on_time, self.due)
    }
}

/// Deliveries of a period.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Punctuality {
    /// Suppliers with lines due: highest rate first, then most lines, then name.
    pub suppliers: Vec<SupplierDeliveries>,
    pub due: u64,
    pub on_time: u64,
}

impl Punctuality {
    /// Sums the parts of each supplier.
    pub fn from_deliveries(parts: impl IntoIterator<Item = SupplierDeliveries>) -> Self {
        let mut by_supplier: BTreeMap<Option<String>, (u64, u64)> = BTreeMap::new();
        let mut punctuality = Self::default();
        for SupplierDeliveries {
            supplier,
            due,
            on_time,
        } in parts
        {
            let sums = by_supplier.entry(supplier).or_default();
            *sums = (sums.0 + due, sums.1 + on_time);
            punctuality.due += due;
            punctuality.on_time += on_time;
        }
        let suppliers =
            by_supplier
                .into_iter()
                .map(|(supplier, (due, on_time))| SupplierDeliveries {
                    supplier,
                    due,
                    on_time,
                });
        punctuality.suppliers = suppliers.filter(|row| row.due > 0).collect();
        punctuality.suppliers.sort_by(|a, b| {
            let (ours, theirs) = (
                u128::from(a.on_time) * u128::from(b.due),
                u128::from(b.on_time) * u128::from(a.due),
            );
            theirs
                .cmp(&ours)
                .then(b.due.cmp(&a.due))
                .then_with(|| a.supplier.cmp(&b.supplier))
        });
        punctuality
    }

    /// Percent on time over all suppliers; none if nothing was due.
    pub fn on_time_percent(&self) -> Option<f64> {
        percent_of(self.on_time, self.due)
    }

    /// Difference between a supplier's rate and that of all others, in percentage points; none
    /// without others.
    pub fn points_above_others(&self, row: &SupplierDeliveries) -> Option<f64> {
        let (due, on_time) = (
            self.due.checked_sub(row.due)?,
            self.on_time.checked_sub(row.on_time)?,
        );
        points_between(row.on_time, row.due, on_time, due)
    }
}

/// Number of lines of a supplier that took the same number of days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeliveryDuration {
    pub supplier: Option<String>,
    pub days: u32,
    pub lines: u64,
}

/// Lead times of a supplier's deliveries.
#[derive(Clone, Debug, PartialEq)]
pub struct SupplierLeadTime {
    pub supplier: Option<String>,
    /// Days from order to delivery, over the lines.
    pub median_days: f64,
    pub mean_days: f64,
    pub lines: u64,
}

/// The suppliers' lead times, the longest first, then by name.
pub fn compute_lead_times(
    waited: impl IntoIterator<Item = DeliveryDuration>,
) -> Vec<SupplierLeadTime> {
    let mut by_supplier: BTreeMap<Option<String>, BTreeMap<u32, u64>> = BTreeMap::new();
    for DeliveryDuration {
        supplier,
        days,
        lines,
    } in waited
    {
        *by_supplier
            .entry(supplier)
            .or_default()
            .entry(days)
            .or_default() += lines;
    }
    let mut times: Vec<SupplierLeadTime> = by_supplier
        .into_iter()
        .filter_map(|(supplier, days)| compute_lead_time(supplier, &days))
        .collect();
    times.sort_by(|a, b| {
        b.median_days
            .total_cmp(&a.median_days)
            .then_with(|| a.supplier.cmp(&b.supplier))
    });
    times
}

/// None without lines.
fn compute_lead_time(
    supplier: Option<String>,
    lines_by_days: &BTreeMap<u32, u64>,
) -> Option<SupplierLeadTime> {
    let lines: u64 = lines_by_days.values().sum();
    let at = |place: u64| {
        let mut passed = 0;
        lines_by_days.iter().find_map(|(days, lines)| {
            passed += lines;
            (place < passed).then(|| f64::from(*days))
        })
    };
    let (low, high) = (at(lines.checked_sub(1)? / 2)?, at(lines / 2)?);
    let waited = lines_by_days
        .iter()
        .map(|(days, lines)| i128::from(*days) * i128::from(*lines))
        .sum::<i128>();
    let mean = ExactSum::from_parts(i64::try_from(waited).ok()?, 0, 10_000).mean_money(lines)?;
    Some(SupplierLeadTime {
        supplier,
        median_days: f64::midpoint(low, high),
        mean_days: mean,
        lines,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_rates_and_compares_with_others() {
        let due = |name: &str, due: u64, on_time: u64| SupplierDeliveries {
            supplier: Some(name.to_owned()),
            due,
            on_time,
        };
        let all = Punctuality::from_deliveries([
            due("A", 4, 3),
            due("B", 8, 6),
            due("C", 10, 2),
            due("D", 0, 0),
        ]);
        let names: Vec<_> = all
            .suppliers
            .iter()
            .filter_map(|row| row.supplier.as_deref())
            .collect();
        assert_eq!(names, ["B", "A", "C"], "equal rates: more lines first");
        assert_eq!(all.on_time_percent(), Some(50.0));
        // C: 20 %, the others 9 of 12 = 75 %.
        assert_eq!(all.points_above_others(&due("C", 10, 2)), Some(-55.0));
        assert_eq!(
            Punctuality::from_deliveries([due("A", 4, 3)]).points_above_others(&due("A", 4, 3)),
            None
        );
        assert_eq!(Punctuality::default().on_time_percent(), None);
    }

    #[test]
    fn lead_times_are_medians_over_lines() {
        let waited = |name: &str, days: u32, lines: u64| DeliveryDuration {
            supplier: Some(name.to_owned()),
            days,
            lines,
        };
        let times = compute_lead_times([
            waited("A", 3, 1),
            waited("A", 30, 1),
            waited("A", 5, 2),
            waited("B", 7, 1),
            waited("B", 10, 1),
            waited("C", 1, 0),
        ]);
        let read: Vec<_> = times
            .iter()
            .map(|time| {
                (
                    time.supplier.as_deref().unwrap(),
                    time.median_days,
                    time.mean_days,
                    time.lines,
                )
            })
            .collect();
        // A: 3, 5, 5, 30; B: 7, 10.
        assert_eq!(read, [("B", 8.5, 8.5, 2), ("A", 5.0, 10.75, 4)]);
    }
}

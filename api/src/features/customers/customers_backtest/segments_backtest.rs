//! Backtest of the segments: how many customers of each segment of a year ago have ordered since.

use std::collections::HashMap;

use chrono::NaiveDate;

use super::super::customer::Customer;
use super::super::order_outlook::OrderOutlook;
use super::super::segments::{Segment, build_segments};
use super::order_days_between;
use crate::decimal::round2;
use estimators::usize_to_f64;

/// Status if every segment is too small.
pub const INSUFFICIENT_DATA: &str = "Needs a segment of 10 customers a year ago";

/// Customers that a segment requires.
const MIN_MEMBERS: usize = 10;

/// Percents are rounded to 2 decimals.
#[derive(Debug, Clone, PartialEq)]
pub struct SegmentsBacktest {
    /// Day of the segments.
    pub made_on: NaiveDate,
    /// Percent of all customers that have ordered since.
    pub ordered_percent: f64,
    /// Segments with at least 10 customers.
    pub segments: Vec<SegmentBacktest>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SegmentBacktest {
    pub segment: Segment,
    pub customers: usize,
    pub ordered_percent: f64,
}

/// Evaluates the segments of `outlook` by the orders since, up to `as_of`. None:
/// [`INSUFFICIENT_DATA`].
pub fn backtest_segments(outlook: &OrderOutlook<'_>, as_of: NaiveDate) -> Option<SegmentsBacktest> {
    let made = outlook.as_of;
    let has_ordered =
        |customer: &Customer| order_days_between(customer, made, as_of).next().is_some();
    let since: HashMap<&str, bool> = outlook
        .customers
        .iter()
        .map(|one| (one.customer.id.as_str(), has_ordered(one.customer)))
        .collect();
    let percent =
        |ordered: usize, of: usize| round2(100.0 * usize_to_f64(ordered) / usize_to_f64(of));
    let evaluated = build_segments(outlook, None)
        .into_iter()
        .filter(|row| row.members.len() >= MIN_MEMBERS);
    let segments: Vec<SegmentBacktest> = evaluated
        .map(|row| {
            let ordered = row
                .members
                .iter()
                .filter(|member| since.get(member.id.as_str()) == Some(&true))
                .count();
            SegmentBacktest {
                segment: row.segment,
                customers: row.members.len(),
                ordered_percent: percent(ordered, row.members.len()),
            }
        })
        .collect();
    let all = since.values().filter(|ordered| **ordered).count();
    (!segments.is_empty()).then(|| SegmentsBacktest {
        made_on: made,
        ordered_percent: percent(all, since.len()),
        segments,
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::simulated_retailer::{
        customer_ordering_on, parse_date, simulate_retailer,
    };
    use super::super::outlook_year_ago;
    use super::*;

    #[test]
    fn lost_customers_return_less_often() {
        let as_of = parse_date("2026-03-31");
        let customers = simulate_retailer(3, 300, 6, as_of);
        let record = backtest_segments(&outlook_year_ago(&customers, as_of), as_of).unwrap();
        assert_eq!(record.made_on, parse_date("2025-03-31"));
        let of = |segment: Segment| {
            record
                .segments
                .iter()
                .find(|row| row.segment == segment)
                .unwrap()
                .ordered_percent
        };
        assert!(
            of(Segment::Champions) > 90.0 && of(Segment::Lost) < 40.0,
            "{record:?}"
        );
        assert!(
            of(Segment::Lost) < record.ordered_percent
                && record.ordered_percent < of(Segment::Champions),
            "{record:?}"
        );
    }

    #[test]
    fn counts_later_orders_and_skips_small_segments() {
        let as_of = parse_date("2026-03-31");
        let regular = |place: usize, later: &str| {
            customer_ordering_on(
                &format!("C{place:02}"),
                &["2023-04-01", "2024-04-01", "2025-03-01", later],
            )
        };
        // Nine of twelve equal customers order again.
        let twelve: Vec<Customer> = (0..12)
            .map(|place| {
                regular(
                    place,
                    if place < 9 {
                        "2026-03-02"
                    } else {
                        "2026-04-01"
                    },
                )
            })
            .collect();
        let record = backtest_segments(&outlook_year_ago(&twelve, as_of), as_of).unwrap();
        assert_eq!(
            (record.ordered_percent.to_bits(), record.segments.len()),
            (75.0_f64.to_bits(), 1)
        );
        assert_eq!(
            (
                record.segments[0].customers,
                record.segments[0].ordered_percent.to_bits()
            ),
            (12, 75.0_f64.to_bits())
        );
        assert_eq!(
            backtest_segments(&outlook_year_ago(&twelve[..9], as_of), as_of),
            None
        );
        assert_eq!(
            backtest_segments(&outlook_year_ago(&[], as_of), as_of),
            None
        );
    }
}

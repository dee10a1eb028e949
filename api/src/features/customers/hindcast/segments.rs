//! How the segments of a year ago came out: how many of each one's customers have ordered since.

use std::collections::HashMap;

use chrono::NaiveDate;

use super::super::customer::Customer;
use super::super::outlook::Outlook;
use super::super::segments::{Segment, segments};
use super::ordered;
use crate::decimal::round2;
use estimators::count;

/// Said where every segment is too small.
pub const TOO_THIN: &str = "Needs a segment of 10 customers a year ago";

/// Customers that a segment is judged by.
const LEAST_MEMBERS: usize = 10;

/// Percents are rounded to 2 decimals.
#[derive(Debug, Clone, PartialEq)]
pub struct SegmentsRecord {
    /// The day of the segments.
    pub made: NaiveDate,
    /// Of all customers, percent that have ordered since.
    pub ordered_percent: f64,
    /// The segments of at least 10 customers.
    pub segments: Vec<SegmentRecord>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SegmentRecord {
    pub segment: Segment,
    pub customers: usize,
    pub ordered_percent: f64,
}

/// The segments as of `outlook`, by what was ordered after it up to `as_of`. None: [`TOO_THIN`].
pub fn segments_record(outlook: &Outlook<'_>, as_of: NaiveDate) -> Option<SegmentsRecord> {
    let made = outlook.as_of;
    let has_ordered = |customer: &Customer| ordered(customer, made, as_of).next().is_some();
    let since: HashMap<&str, bool> = outlook
        .customers
        .iter()
        .map(|one| (one.customer.id.as_str(), has_ordered(one.customer)))
        .collect();
    let percent = |ordered: usize, of: usize| round2(100.0 * count(ordered) / count(of));
    let judged = segments(outlook, None)
        .into_iter()
        .filter(|row| row.members.len() >= LEAST_MEMBERS);
    let segments: Vec<SegmentRecord> = judged
        .map(|row| {
            let ordered = row
                .members
                .iter()
                .filter(|member| since.get(member.id.as_str()) == Some(&true))
                .count();
            SegmentRecord {
                segment: row.segment,
                customers: row.members.len(),
                ordered_percent: percent(ordered, row.members.len()),
            }
        })
        .collect();
    let all = since.values().filter(|ordered| **ordered).count();
    (!segments.is_empty()).then(|| SegmentsRecord {
        made,
        ordered_percent: percent(all, since.len()),
        segments,
    })
}

#[cfg(test)]
mod tests {
    use super::super::super::simulated::{customer, date, retailer};
    use super::super::year_ago;
    use super::*;

    #[test]
    fn those_called_lost_come_back_less_often() {
        let as_of = date("2026-03-31");
        let customers = retailer(3, 300, 6, as_of);
        let record = segments_record(&year_ago(&customers, as_of), as_of).unwrap();
        assert_eq!(record.made, date("2025-03-31"));
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
    fn who_ordered_since_is_counted_and_small_segments_are_not_judged() {
        let as_of = date("2026-03-31");
        let regular = |place: usize, later: &str| {
            customer(
                &format!("C{place:02}"),
                &["2023-04-01", "2024-04-01", "2025-03-01", later],
            )
        };
        // Of twelve alike nine order again.
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
        let record = segments_record(&year_ago(&twelve, as_of), as_of).unwrap();
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
        assert_eq!(segments_record(&year_ago(&twelve[..9], as_of), as_of), None);
        assert_eq!(segments_record(&year_ago(&[], as_of), as_of), None);
    }
}

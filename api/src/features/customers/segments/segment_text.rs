//! Texts of a segment row; every number in them is a term of the row.

use super::{Segment, SegmentTerms};
use crate::features::customers::purchase_windows::{self, PurchaseWindows};

/// Maximum number of categories in a text.
const MAX_NAMED_CATEGORIES: usize = 3;

/// `Among the most recent, most frequent and largest buyers: 42 customers, 8.3 orders a year each,
/// mainly fertilizer (54 %)`
pub(super) fn describe_segment(segment: Segment, members: usize, terms: &SegmentTerms) -> String {
    let customers = if members == 1 {
        "1 customer".to_owned()
    } else {
        format!("{members} customers")
    };
    let mainly = terms
        .categories
        .first()
        .map(|(category, share)| format!(", mainly {category} ({share:.0} %)"))
        .unwrap_or_default();
    format!(
        "{}: {customers}, {:.1} orders a year each{mainly}",
        segment.rule(),
        terms.orders_per_year
    )
}

/// `About 132 orders in the next 90 days: fertilizer 61 %, seed 24 %, pesticide 15 %`
pub(super) fn describe_needs(terms: &SegmentTerms) -> String {
    let expected = terms.expected_orders_90_days;
    let orders = if expected < 0.5 {
        "Hardly any orders".to_owned()
    } else {
        format!("About {}", format_orders(expected))
    };
    let named = terms
        .categories
        .iter()
        .take(MAX_NAMED_CATEGORIES)
        .filter(|(_, share)| *share >= 0.5);
    let shares: Vec<String> = named
        .map(|(category, share)| format!("{category} {share:.0} %"))
        .collect();
    let of_what = if shares.is_empty() {
        String::new()
    } else {
        format!(": {}", shares.join(", "))
    };
    format!("{orders} in the next {} days{of_what}", super::NEEDS_DAYS)
}

fn format_orders(expected: f64) -> String {
    if expected < 1.5 {
        "1 order".to_owned()
    } else {
        format!("{expected:.0} orders")
    }
}

/// `January (fertilizer), November (seed)`: the best months for the categories that the segment
/// buys most.
pub(super) fn describe_purchase_time(
    terms: &SegmentTerms,
    windows: Option<&PurchaseWindows>,
) -> String {
    let Some(windows) = windows else {
        return purchase_windows::INSUFFICIENT_DATA.to_owned();
    };
    let categories = terms.categories.iter().take(MAX_NAMED_CATEGORIES);
    let best_months: Vec<_> = categories
        .filter_map(|(category, _)| {
            windows
                .categories
                .iter()
                .find(|window| window.category == *category)
        })
        .collect();
    if best_months.is_empty() {
        return purchase_windows::INSUFFICIENT_DATA.to_owned();
    }
    let months: Vec<String> = best_months
        .iter()
        .filter_map(|window| {
            Some(format!(
                "{} ({})",
                window.best.as_ref()?.terms.month.name(),
                window.category
            ))
        })
        .collect();
    if months.is_empty() {
        purchase_windows::NO_WINDOW.to_owned()
    } else {
        months.join(", ")
    }
}

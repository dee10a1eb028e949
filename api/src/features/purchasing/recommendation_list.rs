//! Orders, searches and pages purchase recommendations.

use super::recommendations::Recommendation;
use crate::decimal::ExactSum;
use crate::row_page::{PageBounds, RowPage, SortOrder, contains_text};
use std::cmp::Ordering;

/// What recommendations are ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RecommendationSort {
    Cost,
    Item,
    Location,
    Supplier,
    Stock,
    Recommended,
    LeadTime,
    ReorderPoint,
    DaysOfCover,
}

/// The names of the keys.
pub(super) const SORT_KEYS: [(&str, RecommendationSort); 9] = [
    ("cost", RecommendationSort::Cost),
    ("item", RecommendationSort::Item),
    ("location", RecommendationSort::Location),
    ("supplier", RecommendationSort::Supplier),
    ("stock", RecommendationSort::Stock),
    ("recommended", RecommendationSort::Recommended),
    ("lead_time", RecommendationSort::LeadTime),
    ("reorder_point", RecommendationSort::ReorderPoint),
    ("days_of_cover", RecommendationSort::DaysOfCover),
];

/// Which recommendations a caller asks for.
#[derive(Clone, Debug)]
pub(super) struct RecommendationListQuery {
    pub bounds: PageBounds,
    /// None: by cost, highest first.
    pub sort: Option<SortOrder<RecommendationSort>>,
    /// Part of an item, category, location or supplier.
    pub search: Option<String>,
}

/// The matching recommendations of a page.
#[derive(Clone, Debug)]
pub(super) struct RecommendationList {
    pub page: RowPage<Recommendation>,
    /// Number of matching recommendations.
    pub total: usize,
    /// Cost of the matching recommendations.
    pub total_cost: ExactSum,
}

impl RecommendationListQuery {
    /// The page of recommendations. `all` are ordered by cost, highest first.
    pub(super) fn apply(&self, all: &[Recommendation]) -> RecommendationList {
        let search = self.search.as_deref().unwrap_or_default();
        let mut rows: Vec<&Recommendation> =
            all.iter().filter(|row| matches(row, search)).collect();
        let total = rows.len();
        let mut total_cost = ExactSum::default();
        for row in &rows {
            total_cost.add(row.cost);
        }
        if let Some(order) = self.sort {
            // Stable: equal rows stay in the order of their cost.
            rows.sort_by(|a, b| {
                let ordering = compare(a, b, order.key);
                if order.is_descending {
                    ordering.reverse()
                } else {
                    ordering
                }
            });
        }
        let page = self.bounds.cut(rows);
        RecommendationList {
            page: RowPage {
                items: page.items.into_iter().cloned().collect(),
                next_cursor: page.next_cursor,
            },
            total,
            total_cost,
        }
    }
}

fn matches(row: &Recommendation, search: &str) -> bool {
    search.is_empty()
        || contains_text(
            &[
                &row.item,
                &row.item_id,
                &row.category,
                &row.location,
                row.supplier.as_deref().unwrap_or_default(),
                row.supplier_id.as_deref().unwrap_or_default(),
            ],
            search,
        )
}

fn compare(a: &Recommendation, b: &Recommendation, key: RecommendationSort) -> Ordering {
    let supplier = |row: &Recommendation| {
        row.supplier
            .as_ref()
            .or(row.supplier_id.as_ref())
            .map(|name| name.to_lowercase())
    };
    match key {
        RecommendationSort::Cost => a.cost.cmp(&b.cost),
        RecommendationSort::Item => a.item.to_lowercase().cmp(&b.item.to_lowercase()),
        RecommendationSort::Location => a.location.to_lowercase().cmp(&b.location.to_lowercase()),
        RecommendationSort::Supplier => supplier(a).cmp(&supplier(b)),
        RecommendationSort::Stock => a.current_stock.cmp(&b.current_stock),
        RecommendationSort::Recommended => a.recommended.cmp(&b.recommended),
        RecommendationSort::LeadTime => a.terms.lead_time.days.cmp(&b.terms.lead_time.days),
        RecommendationSort::ReorderPoint => a.terms.reorder_point.cmp(&b.terms.reorder_point),
        RecommendationSort::DaysOfCover => days_of_cover(a).total_cmp(&days_of_cover(b)),
    }
}

/// Days until the stock is sold at the pace of the last 365 days; infinite without sales.
fn days_of_cover(row: &Recommendation) -> f64 {
    let sold = row.terms.sold_last_year.to_f64();
    let on_hand = row.current_stock.to_f64();
    if sold > 0.0 {
        on_hand * 365.0 / sold
    } else {
        f64::INFINITY
    }
}

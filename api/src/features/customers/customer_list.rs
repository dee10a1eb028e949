//! Orders, searches and pages the customers with orders.

use super::purchase_patterns::PatternRow;
use crate::decimal::round2;
use crate::row_page::{PageBounds, RowPage, SortOrder, contains_text};
use std::cmp::Ordering;

/// What customers are ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CustomerSort {
    Customer,
    CustomerId,
    LastPurchase,
    Frequency,
    AverageSpend,
    PredictedNext,
    OrderIn30Days,
    StillCustomer,
    Orders,
}

/// The names of the keys.
pub(super) const SORT_KEYS: [(&str, CustomerSort); 9] = [
    ("customer", CustomerSort::Customer),
    ("customer_id", CustomerSort::CustomerId),
    ("last_purchase", CustomerSort::LastPurchase),
    ("frequency", CustomerSort::Frequency),
    ("average_spend", CustomerSort::AverageSpend),
    ("predicted_next", CustomerSort::PredictedNext),
    ("order_in_30_days", CustomerSort::OrderIn30Days),
    ("still_customer", CustomerSort::StillCustomer),
    ("orders", CustomerSort::Orders),
];

/// Which customers a caller asks for.
#[derive(Clone, Debug)]
pub(super) struct CustomerListQuery {
    pub bounds: PageBounds,
    /// None: by amount per year, largest first.
    pub sort: Option<SortOrder<CustomerSort>>,
    /// Part of a name or id.
    pub search: Option<String>,
    /// Only the customer with this id.
    pub id: Option<String>,
    /// Only customers whose order is overdue.
    pub is_overdue: bool,
}

/// The matching customers of a page.
#[derive(Clone, Debug)]
pub(super) struct CustomerPage {
    pub page: RowPage<PatternRow>,
    /// Number of matching customers.
    pub total: usize,
    /// Sum of their average spend.
    pub total_average_spend: f64,
}

impl CustomerListQuery {
    /// The page of customers. `all` are ordered by amount per year, largest first.
    pub(super) fn apply(&self, all: &[PatternRow]) -> CustomerPage {
        let mut rows: Vec<&PatternRow> = all.iter().filter(|row| self.matches(row)).collect();
        let total = rows.len();
        let total_average_spend = round2(rows.iter().map(|row| row.average_spend).sum());
        if let Some(order) = self.sort {
            // Stable: equal rows stay in the order of their amount.
            rows.sort_by(|a, b| compare(a, b, order));
        }
        let page = self.bounds.cut(rows);
        CustomerPage {
            page: RowPage {
                items: page.items.into_iter().cloned().collect(),
                next_cursor: page.next_cursor,
            },
            total,
            total_average_spend,
        }
    }

    fn matches(&self, row: &PatternRow) -> bool {
        let search = self.search.as_deref().unwrap_or_default();
        self.id.as_ref().is_none_or(|id| *id == row.id)
            && (!self.is_overdue || row.overdue.is_some())
            && (search.is_empty() || contains_text(&[&row.customer, &row.id], search))
    }
}

fn compare(a: &PatternRow, b: &PatternRow, order: SortOrder<CustomerSort>) -> Ordering {
    if order.key == CustomerSort::PredictedNext {
        let (a, b) = (
            a.predicted_next.expected_date(),
            b.predicted_next.expected_date(),
        );
        // Customers without a day are last in both orders.
        return a
            .is_none()
            .cmp(&b.is_none())
            .then_with(|| directed(a.cmp(&b), order.is_descending));
    }
    let ordering = match order.key {
        CustomerSort::Customer => a.customer.to_lowercase().cmp(&b.customer.to_lowercase()),
        CustomerSort::CustomerId => a.id.cmp(&b.id),
        CustomerSort::LastPurchase | CustomerSort::PredictedNext => {
            a.last_purchase.cmp(&b.last_purchase)
        }
        CustomerSort::Frequency => a.frequency.total_cmp(&b.frequency),
        CustomerSort::AverageSpend => a.average_spend.total_cmp(&b.average_spend),
        CustomerSort::OrderIn30Days => a.terms.p30_percent.total_cmp(&b.terms.p30_percent),
        CustomerSort::StillCustomer => a.terms.p_alive_percent.total_cmp(&b.terms.p_alive_percent),
        CustomerSort::Orders => a.terms.orders.cmp(&b.terms.orders),
    };
    directed(ordering, order.is_descending)
}

fn directed(ordering: Ordering, is_descending: bool) -> Ordering {
    if is_descending {
        ordering.reverse()
    } else {
        ordering
    }
}

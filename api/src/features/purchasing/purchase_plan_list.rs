//! Filters, orders and pages the lines of the purchase plan.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeSet;

use super::purchase_plan::{PlanAction, PlanRow, PurchasePlan};
use crate::decimal::ExactSum;
use crate::row_page::{PageBounds, SortOrder, contains_text};

/// What lines are ordered by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlanSort {
    CostOfWaiting,
    FirstShortWeek,
    Quantity,
    Cost,
    Item,
    Location,
    Supplier,
}

/// The names of the keys.
pub const SORT_KEYS: [(&str, PlanSort); 7] = [
    ("cost_of_waiting", PlanSort::CostOfWaiting),
    ("first_short_week", PlanSort::FirstShortWeek),
    ("quantity", PlanSort::Quantity),
    ("cost", PlanSort::Cost),
    ("item", PlanSort::Item),
    ("location", PlanSort::Location),
    ("supplier", PlanSort::Supplier),
];

/// Which lines a caller asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlanQuery {
    /// None: all but [`PlanAction::None`].
    pub action: Option<PlanAction>,
    /// Ids of items; empty for all.
    pub items: BTreeSet<String>,
    pub category: Option<String>,
    pub location: Option<String>,
    /// Part of the name or id of an item or supplier, of a category or of a location.
    pub search: Option<String>,
    /// None: what is due now, then what waiting costs.
    pub sort: Option<SortOrder<PlanSort>>,
    pub bounds: PageBounds,
}

/// A page of the plan, and the sums of all matching lines.
#[derive(Debug, Clone, PartialEq)]
pub struct PlanList<'a> {
    pub rows: Vec<&'a PlanRow>,
    pub next_cursor: Option<String>,
    /// Matching lines.
    pub total: usize,
    pub order_now: usize,
    pub transfers: usize,
    /// Whatever else is done about them.
    pub substitutes: usize,
    pub order_later: usize,
    /// Cost of today's orders.
    pub order_cost: ExactSum,
    /// Cost of waiting a week with all of today's orders.
    pub cost_of_waiting: ExactSum,
}

impl PlanQuery {
    /// The lines of a page.
    pub fn apply<'a>(&self, plan: &'a PurchasePlan) -> PlanList<'a> {
        let mut rows: Vec<&PlanRow> = plan.rows.iter().filter(|row| self.includes(row)).collect();
        // Stable: equal lines stay in the order of item and location.
        match self.sort {
            None => rows.sort_by_cached_key(|row| {
                (
                    rank(row.action),
                    Reverse(row.urgency()),
                    row.order_by,
                    Reverse(row.order.map(|order| order.cost)),
                )
            }),
            Some(order) if order.is_descending => rows.sort_by(|a, b| compare(b, a, order.key)),
            Some(order) => rows.sort_by(|a, b| compare(a, b, order.key)),
        }
        let count = |action| rows.iter().filter(|row| row.action == action).count();
        let (mut order_cost, mut cost_of_waiting) = (ExactSum::ZERO, ExactSum::ZERO);
        for order in rows.iter().filter_map(|row| row.order) {
            order_cost.add(order.cost);
            if let Some(waiting) = order.waiting {
                cost_of_waiting = cost_of_waiting.saturating_add(waiting.total());
            }
        }
        let (total, order_now, transfers) = (
            rows.len(),
            count(PlanAction::OrderNow),
            count(PlanAction::Transfer),
        );
        let substitutes = rows.iter().filter(|row| row.substitute.is_some()).count();
        let order_later = rows.iter().filter(|row| row.order_by.is_some()).count();
        let page = self.bounds.cut(rows);
        PlanList {
            rows: page.items,
            next_cursor: page.next_cursor,
            total,
            order_now,
            transfers,
            substitutes,
            order_later,
            order_cost,
            cost_of_waiting,
        }
    }

    fn includes(&self, row: &PlanRow) -> bool {
        let stock = &row.stock;
        let is = |wanted: &Option<String>, value: &str| {
            wanted.as_ref().is_none_or(|wanted| wanted == value)
        };
        self.action
            .map_or(row.action != PlanAction::None, |action| {
                action == row.action
            })
            && (self.items.is_empty() || self.items.contains(&stock.item_id))
            && is(&self.category, &stock.category)
            && is(&self.location, &stock.location)
            && self.search.as_ref().is_none_or(|search| {
                let supplier = stock.supplier.as_deref().unwrap_or_default();
                let supplier_id = stock.supplier_id.as_deref().unwrap_or_default();
                let names = [
                    &*stock.item,
                    &stock.item_id,
                    &stock.category,
                    &stock.location,
                    supplier,
                    supplier_id,
                ];
                contains_text(&names, search)
            })
    }
}

/// What is due today comes first.
fn rank(action: PlanAction) -> u8 {
    match action {
        PlanAction::OrderNow | PlanAction::Transfer | PlanAction::OfferSubstitute => 0,
        PlanAction::OrderLater => 1,
        PlanAction::None => 2,
    }
}

fn compare(a: &PlanRow, b: &PlanRow, key: PlanSort) -> Ordering {
    match key {
        PlanSort::CostOfWaiting => a.urgency().cmp(&b.urgency()),
        PlanSort::FirstShortWeek => {
            let week = |row: &PlanRow| (row.first_short_week.is_none(), row.first_short_week);
            week(a).cmp(&week(b))
        }
        PlanSort::Quantity => quantity(a).cmp(&quantity(b)),
        PlanSort::Cost => {
            let cost = |row: &PlanRow| row.order.map(|order| order.cost);
            cost(a).cmp(&cost(b))
        }
        PlanSort::Item => a.stock.item.cmp(&b.stock.item),
        PlanSort::Location => a.stock.location.cmp(&b.stock.location),
        PlanSort::Supplier => a.stock.supplier.cmp(&b.stock.supplier),
    }
}

/// Units of the action.
fn quantity(row: &PlanRow) -> i128 {
    match row.order {
        Some(order) => order.quantity.scaled().into(),
        None if row.transfers.is_empty() => {
            row.later_quantity.map_or(0, |units| units.scaled().into())
        }
        None => row
            .transfers
            .iter()
            .map(|transfer| i128::from(transfer.quantity.scaled()))
            .sum(),
    }
}

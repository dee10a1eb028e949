//! Purchase recommendations: today's orders of the purchase plan.

use std::cmp::Reverse;

use super::purchase_plan::{PlanReason, PlanRow, PurchasePlan};
use super::recommend::OrderTerms;
use super::stock_correction::ItemCorrection;
use super::stock_status::{StockAdvice, StockItem};
use crate::decimal::Decimal4;
use crate::exclusion::{ExclusionReason, Exclusions};
use std::collections::HashMap;

/// Maximum number of listed items.
const MAX_ITEMS_WITHOUT_LEVELS: usize = 50;

/// An order of today.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recommendation {
    pub item_id: String,
    pub item: String,
    pub category: String,
    pub unit: String,
    pub location: String,
    /// None if the warehouse names none.
    pub supplier_id: Option<String>,
    pub supplier: Option<String>,
    pub correction: Option<ItemCorrection>,
    pub current_stock: Decimal4,
    /// In whole packs, at least the minimum order.
    pub recommended: Decimal4,
    /// `recommended x unit_cost`
    pub cost: Decimal4,
    pub terms: OrderTerms,
}

/// A stock row without a reorder point and a season.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ItemWithoutLevels {
    pub item_id: String,
    pub item: String,
    pub unit: String,
    pub location: String,
}

/// The recommendations of a category, or of all.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recommendations {
    /// Highest cost first, then by item and location.
    pub items: Vec<Recommendation>,
    /// Number of stock rows.
    pub rows: usize,
    /// Rows that have no reorder point and too few sales for a season.
    pub without_reorder_point: usize,
    /// The first of these rows.
    pub without_levels: Vec<ItemWithoutLevels>,
    /// Rows that are short but already in an open draft.
    pub waiting: usize,
    /// Rows whose order would reach 10^12 units or amounts, which indicates wrong data.
    pub out_of_range: usize,
    /// Stock rows with costs in another currency.
    pub other_currency_rows: u64,
    /// Sale lines of the year that count for no stock row. Empty for a single category.
    pub unused_sales: Exclusions,
}

impl Recommendations {
    /// Today's orders of a plan.
    pub fn from_plan(plan: &PurchasePlan, category: Option<&str>) -> Self {
        let mut result = Self {
            other_currency_rows: plan.other_currency_rows(category),
            unused_sales: match category {
                None => plan.unused_sales.clone(),
                Some(_) => Exclusions::default(),
            },
            ..Self::default()
        };
        let is_included =
            |row: &&PlanRow| category.is_none_or(|category| row.stock.category == category);
        let mut orders = Vec::new();
        for row in plan.rows.iter().filter(is_included) {
            result.rows += 1;
            match row.reason {
                PlanReason::InDraft => result.waiting += 1,
                PlanReason::OutOfRange => result.out_of_range += 1,
                PlanReason::NotEnoughData => {
                    result.without_reorder_point += 1;
                    if result.without_levels.len() < MAX_ITEMS_WITHOUT_LEVELS {
                        result.without_levels.push(ItemWithoutLevels::from(row));
                    }
                }
                _ => orders.extend(row.order.map(|order| (Reverse(order.cost), row))),
            }
        }
        // The rows are sorted before they are copied, because recommendations are large.
        orders.sort_by(
            |(a_cost, PlanRow { stock: a, .. }), (b_cost, PlanRow { stock: b, .. })| {
                (a_cost, &a.item_id, &a.location).cmp(&(b_cost, &b.item_id, &b.location))
            },
        );
        result.items = orders
            .into_iter()
            .filter_map(|(_, row)| Recommendation::from_row(row))
            .collect();
        result
    }

    /// What was left out, by reason.
    pub fn exclusions(&self) -> Exclusions {
        self.unused_sales
            .clone()
            .with(ExclusionReason::OtherCurrency, self.other_currency_rows)
            .with(ExclusionReason::OutOfRange, self.out_of_range as u64)
    }
}

impl Recommendation {
    /// None for a row without an order today.
    fn from_row(row: &PlanRow) -> Option<Self> {
        let (stock, order) = (&row.stock, row.order?);
        Some(Self {
            item_id: stock.item_id.clone(),
            item: stock.item.clone(),
            category: stock.category.clone(),
            unit: stock.unit.clone(),
            location: stock.location.clone(),
            supplier_id: stock.supplier_id.clone(),
            supplier: stock.supplier.clone(),
            correction: stock.correction.clone(),
            current_stock: stock.on_hand,
            recommended: order.quantity,
            cost: order.cost,
            terms: *row.terms.as_deref()?,
        })
    }
}

impl From<&PlanRow> for ItemWithoutLevels {
    fn from(PlanRow { stock, .. }: &PlanRow) -> Self {
        Self {
            item_id: stock.item_id.clone(),
            item: stock.item.clone(),
            unit: stock.unit.clone(),
            location: stock.location.clone(),
        }
    }
}

/// Adds to stock rows what the plan says about them.
pub fn add_advice(items: &mut [StockItem], plan: &PurchasePlan) {
    let advice: HashMap<(&str, &str), StockAdvice> = plan
        .rows
        .iter()
        .filter_map(|row| {
            let stock = &row.stock;
            Some(((&*stock.item_id, &*stock.location), row.advice?))
        })
        .collect();
    for item in items {
        item.advice = advice.get(&(&*item.item_id, &*item.location)).copied();
    }
}

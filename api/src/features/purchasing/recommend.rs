//! What to order now: every item and location whose stock position has come down to its reorder point, filled up to its order-up-to level.
//!
//! Order-up-to level of a periodic review (Silver, Pyke, Thomas, Inventory and Production Management in Supply Chains, 4th ed., ch. 6):
//! reorder point + expected sales over lead time and review period. All steps are exact, and [`Terms`] carries each of them.

use std::cmp::Reverse;

use crate::decimal::{Decimal4, ExactSum, divide_half_even};

/// How the quantities are made, for the details on demand.
pub const METHOD: &str = "Order up to reorder point + expected sales over lead time and 7 days of review, in whole packs";

/// Days between two looks at the stock.
pub const REVIEW_DAYS: u32 = 7;
/// Days that the expected sales look back.
const SALES_DAYS: u32 = 365;

/// An item at a location. Quantities are in the item's unit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StockRow {
    pub item_id: String,
    pub item: String,
    pub category: String,
    pub unit: String,
    pub location: String,
    /// Where the warehouse names one.
    pub supplier_id: Option<String>,
    pub supplier: Option<String>,
    /// The item is kept nowhere else.
    pub only_stock: bool,
    /// Its line waits in a draft order.
    pub waiting: bool,
    pub on_hand: Decimal4,
    pub on_order: Decimal4,
    /// Ordered from a draft, and not in `on_order` yet.
    pub ordered: Decimal4,
    /// Promised to customers.
    pub booked: Decimal4,
    pub reorder_point: Option<Decimal4>,
    pub pack_size: Option<Decimal4>,
    pub min_order_quantity: Option<Decimal4>,
    pub lead_time_days: Option<u32>,
    /// Price of one unit, in the organization's currency.
    pub unit_cost: Decimal4,
    /// Units sold of the item at the location in the last 365 days, returns taken off.
    pub sold_last_year: ExactSum,
}

/// Every number of the arithmetic, in the order in which a reader redoes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Terms {
    pub on_hand: Decimal4,
    pub on_order: Decimal4,
    /// Ordered from a draft, and not in `on_order` yet.
    pub ordered: Decimal4,
    pub booked: Decimal4,
    /// `on_hand + on_order + ordered - booked`
    pub position: Decimal4,
    pub reorder_point: Decimal4,
    pub sold_last_year: ExactSum,
    pub lead_time_days: u32,
    /// No lead time is on record: the organization's default is assumed.
    pub lead_time_assumed: bool,
    pub review_days: u32,
    /// `sold_last_year x (lead_time_days + review_days) / 365`, half-even to 4 decimals, at least 0
    pub expected_sales: Decimal4,
    /// `reorder_point + expected_sales`
    pub order_up_to: Decimal4,
    /// `order_up_to - position`
    pub shortfall: Decimal4,
    pub min_order_quantity: Option<Decimal4>,
    /// The quantity is a multiple of it; 1 where no pack is on record.
    pub pack_size: Decimal4,
    pub unit_cost: Decimal4,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recommendation {
    pub item_id: String,
    pub item: String,
    pub category: String,
    pub unit: String,
    pub location: String,
    /// Where the warehouse names one.
    pub supplier_id: Option<String>,
    pub supplier: Option<String>,
    /// The item is kept nowhere else.
    pub only_stock: bool,
    pub current_stock: Decimal4,
    /// Shortfall or minimum order, whichever is more, rounded up to whole packs; at least one pack.
    pub recommended: Decimal4,
    /// `recommended x unit_cost`
    pub cost: Decimal4,
    pub terms: Terms,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Recommendations {
    /// Highest cost first, then by item and location.
    pub items: Vec<Recommendation>,
    /// Rows looked at.
    pub rows: usize,
    /// Rows without a reorder point: nothing says when to order.
    pub without_reorder_point: usize,
    /// Rows that are short and whose line waits in a draft order: they are not proposed twice.
    pub waiting: usize,
    /// Rows whose order would reach 10^12 units or amounts: their figures cannot be meant.
    pub out_of_range: usize,
}

/// `default_lead_time_days` is taken where a row has none.
pub fn recommendations(rows: Vec<StockRow>, default_lead_time_days: u32) -> Recommendations {
    let mut result = Recommendations { rows: rows.len(), ..Recommendations::default() };
    for row in rows {
        let Some(reorder_point) = row.reorder_point else {
            result.without_reorder_point += 1;
            continue;
        };
        match order(&row, reorder_point, default_lead_time_days) {
            Some(Order::Enough) => {}
            Some(Order::Short { .. }) if row.waiting => result.waiting += 1,
            Some(Order::Short { terms, recommended, cost }) => result.items.push(Recommendation {
                item_id: row.item_id,
                item: row.item,
                category: row.category,
                unit: row.unit,
                location: row.location,
                supplier_id: row.supplier_id,
                supplier: row.supplier,
                only_stock: row.only_stock,
                current_stock: row.on_hand,
                recommended,
                cost,
                terms,
            }),
            None => result.out_of_range += 1,
        }
    }
    result.items.sort_by(|a, b| (Reverse(a.cost), &a.item_id, &a.location).cmp(&(Reverse(b.cost), &b.item_id, &b.location)));
    result
}

enum Order {
    Enough,
    Short { terms: Terms, recommended: Decimal4, cost: Decimal4 },
}

/// None where a figure leaves the range of a quantity or an amount.
fn order(row: &StockRow, reorder_point: Decimal4, default_lead_time_days: u32) -> Option<Order> {
    let position = position(row.on_hand, row.on_order, row.booked)?.checked_add(row.ordered).ok()?;
    if position > reorder_point {
        return Some(Order::Enough);
    }
    let lead_time_days = row.lead_time_days.unwrap_or(default_lead_time_days);
    let expected_sales = expected_sales(row.sold_last_year, u64::from(lead_time_days) + u64::from(REVIEW_DAYS))?;
    let order_up_to = reorder_point.checked_add(expected_sales).ok()?;
    let shortfall = order_up_to.checked_sub(position).ok()?;
    let pack_size = row.pack_size.filter(|pack| *pack > Decimal4::ZERO).unwrap_or(Decimal4::ONE);
    let min_order_quantity = row.min_order_quantity.filter(|minimum| *minimum > Decimal4::ZERO);
    let recommended = whole_packs(shortfall.max(min_order_quantity.unwrap_or_default()), pack_size)?;
    let cost = recommended.checked_mul(row.unit_cost).ok()?;
    let terms = Terms {
        on_hand: row.on_hand,
        on_order: row.on_order,
        ordered: row.ordered,
        booked: row.booked,
        position,
        reorder_point,
        sold_last_year: row.sold_last_year,
        lead_time_days,
        lead_time_assumed: row.lead_time_days.is_none(),
        review_days: REVIEW_DAYS,
        expected_sales,
        order_up_to,
        shortfall,
        min_order_quantity,
        pack_size,
        unit_cost: row.unit_cost,
    };
    Some(Order::Short { terms, recommended, cost })
}

/// What there is to sell from: `on_hand + on_order - booked`. None beyond the range of quantities.
pub fn position(on_hand: Decimal4, on_order: Decimal4, booked: Decimal4) -> Option<Decimal4> {
    decimal(i128::from(on_hand.scaled()) + i128::from(on_order.scaled()) - i128::from(booked.scaled()))
}

/// Whole days that `on_hand` lasts at the pace of the last 365 days' sales; none where nothing was sold, on balance.
pub fn cover_days(on_hand: Decimal4, sold_last_year: ExactSum) -> Option<u64> {
    let days = i128::from(on_hand.scaled().max(0)).checked_mul(i128::from(SALES_DAYS))?;
    let sold = sold_last_year.scaled();
    (sold > 0).then(|| days / sold).and_then(|days| u64::try_from(days).ok())
}

impl Terms {
    /// Days that the stock lasts where an order placed today takes longer to come: it runs out first. None where it lasts, or where nothing tells.
    pub fn runs_out_first(&self) -> Option<u64> {
        cover_days(self.on_hand, self.sold_last_year).filter(|days| *days < u64::from(self.lead_time_days))
    }
}

/// More returned than sold is no sale to expect, not a negative one.
fn expected_sales(sold_last_year: ExactSum, days: u64) -> Option<Decimal4> {
    let sold = sold_last_year.scaled().max(0).checked_mul(i128::from(days))?;
    decimal(divide_half_even(sold, i128::from(SALES_DAYS))?)
}

/// The least multiple of the pack, one or more, that covers `quantity`.
fn whole_packs(quantity: Decimal4, pack: Decimal4) -> Option<Decimal4> {
    let (quantity, pack) = (i128::from(quantity.scaled()), i128::from(pack.scaled()));
    let full = quantity.checked_div(pack)?;
    let packs = if full * pack < quantity { full + 1 } else { full };
    decimal(packs.max(1) * pack)
}

fn decimal(scaled: i128) -> Option<Decimal4> {
    Decimal4::from_scaled(i64::try_from(scaled).ok()?).ok()
}

#[cfg(test)]
mod tests;

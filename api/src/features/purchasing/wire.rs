//! What the purchasing operations take and give.

pub(super) mod drafts;
pub(super) mod settings;

use super::recommend::{Recommendation, Terms};
use super::summary::{Cards, CountCard, MoneyCard, RateCard};
use crate::decimal::Decimal4;
use poem_openapi::Object;

/// The dashboard's four cards. The year is the 365 days up to the as-of day, the prior year the 365 before.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct PurchasingSummary {
    /// What was bought in the year, returns taken off.
    pub total_spend: MoneyFigure,
    /// Total spend over the year's orders; left out without an order.
    pub avg_order_value: Option<MoneyFigure>,
    /// Percent of the lines promised in the year that came on or before the promised day; left out where nothing was due.
    pub delivery_rate: Option<RateFigure>,
    /// Suppliers bought from in the last 90 days, against the 90 before.
    pub active_suppliers: CountFigure,
}

/// An amount in `meta.currency`.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct MoneyFigure {
    pub value: f64,
    /// Against the prior year, in percent; left out where there is nothing to compare with.
    pub change_percent: Option<f64>,
}

/// A rate in percent.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct RateFigure {
    pub value: f64,
    /// Against the prior year, in points; left out where there is nothing to compare with.
    pub change_points: Option<f64>,
}

/// A number of things.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct CountFigure {
    pub value: u64,
    /// Against the period before; left out where there is nothing to compare with.
    pub change: Option<i64>,
}

/// What to order now.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct PurchaseRecommendations {
    /// Items at or below their reorder point, the costliest first.
    pub items: Vec<RecommendedItem>,
    /// Stock rows that have no reorder point, and so cannot be judged.
    pub without_reorder_point: u64,
    /// Stock rows that are short and wait in a draft order, and so are not proposed again.
    pub waiting_in_drafts: u64,
}

/// One line to order.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct RecommendedItem {
    pub item_id: String,
    /// The item's name.
    pub item: String,
    /// `seed`, `fertilizer`, `pesticide` or `other`.
    pub category: String,
    /// The unit of all quantities of the line.
    pub unit: String,
    pub location: String,
    /// Absent where the warehouse names no supplier.
    pub supplier_id: Option<String>,
    /// The supplier's name.
    pub supplier: Option<String>,
    /// What lies there now.
    pub current_stock: f64,
    /// What to order.
    pub recommended: f64,
    /// What that costs at the latest unit cost, in `meta.currency`.
    pub cost: f64,
    /// Every number of the arithmetic, so that it can be done again.
    pub terms: RecommendationTerms,
}

/// position = onHand + onOrder + ordered - booked; orderUpTo = reorderPoint + expectedSales; recommended = orderUpTo - position, rounded up to the minimum and to whole packs.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct RecommendationTerms {
    pub on_hand: f64,
    pub on_order: f64,
    /// Ordered from drafts, and not in onOrder yet.
    pub ordered: f64,
    pub booked: f64,
    pub position: f64,
    pub reorder_point: f64,
    /// Units sold from this stock in the last 365 days, returns taken off.
    pub sold_last_year: f64,
    pub lead_time_days: u32,
    /// True where the warehouse gives no lead time and the organization's default is assumed.
    pub lead_time_assumed: bool,
    /// Days until the stock is looked at again.
    pub review_days: u32,
    /// Units expected to be sold over lead time and review.
    pub expected_sales: f64,
    pub order_up_to: f64,
    /// orderUpTo - position.
    pub shortfall: f64,
    pub min_order_quantity: Option<f64>,
    pub pack_size: f64,
    pub unit_cost: f64,
}

impl From<MoneyCard> for MoneyFigure {
    fn from(card: MoneyCard) -> Self {
        Self { value: card.value, change_percent: card.change_percent }
    }
}

impl From<RateCard> for RateFigure {
    fn from(card: RateCard) -> Self {
        Self { value: card.value, change_points: card.change_points }
    }
}

impl From<CountCard> for CountFigure {
    fn from(card: CountCard) -> Self {
        Self { value: card.value, change: card.change }
    }
}

impl From<Cards> for PurchasingSummary {
    fn from(cards: Cards) -> Self {
        Self {
            total_spend: cards.total_spend.into(),
            avg_order_value: cards.avg_order_value.map(Into::into),
            delivery_rate: cards.delivery_rate.map(Into::into),
            active_suppliers: cards.active_suppliers.into(),
        }
    }
}

impl From<Recommendation> for RecommendedItem {
    fn from(line: Recommendation) -> Self {
        Self {
            item_id: line.item_id,
            item: line.item,
            category: line.category,
            unit: line.unit,
            location: line.location,
            supplier_id: line.supplier_id,
            supplier: line.supplier,
            current_stock: line.current_stock.to_f64(),
            recommended: line.recommended.to_f64(),
            cost: crate::decimal::ExactSum::from(line.cost).to_money(),
            terms: line.terms.into(),
        }
    }
}

impl From<Terms> for RecommendationTerms {
    fn from(terms: Terms) -> Self {
        Self {
            on_hand: terms.on_hand.to_f64(),
            on_order: terms.on_order.to_f64(),
            ordered: terms.ordered.to_f64(),
            booked: terms.booked.to_f64(),
            position: terms.position.to_f64(),
            reorder_point: terms.reorder_point.to_f64(),
            sold_last_year: terms.sold_last_year.to_money(),
            lead_time_days: terms.lead_time_days,
            lead_time_assumed: terms.lead_time_assumed,
            review_days: terms.review_days,
            expected_sales: terms.expected_sales.to_f64(),
            order_up_to: terms.order_up_to.to_f64(),
            shortfall: terms.shortfall.to_f64(),
            min_order_quantity: terms.min_order_quantity.map(Decimal4::to_f64),
            pack_size: terms.pack_size.to_f64(),
            unit_cost: terms.unit_cost.to_f64(),
        }
    }
}

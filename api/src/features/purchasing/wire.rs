//! Request and response types of the purchasing operations.

pub(super) mod affected_customer_types;
pub(super) mod approval_limit_types;
pub(super) mod correction_types;
pub(super) mod draft_types;
pub(super) mod location_types;
pub(super) mod order_email_types;
pub(super) mod plan_comparison_types;
pub(super) mod plan_types;
pub(super) mod position_types;
pub(super) mod settings_types;

use super::dashboard_cards::{CountCard, DashboardCards, MoneyCard, RateCard};
use super::lead_time::LeadTimeSource;
use super::purchase_plan::{PlanReason, PlanTerms};
use super::recommend::{LevelRule, OrderTerms, SeasonTerms};
use super::recommendations::{ItemWithoutLevels, Recommendation};
use crate::decimal::{Decimal4, round2};
use chrono::NaiveDate;
use correction_types::StockCorrection;
use poem_openapi::{Enum, Object};

/// The four cards of the dashboard. The year is the 365 days up to the as-of day; the prior year is
/// the 365 days before.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct PurchasingSummary {
    /// Value of the year's purchase lines, less returns.
    pub total_spend: MoneyFigure,
    /// Total spend divided by the number of orders in the year; absent without orders.
    pub avg_order_value: Option<MoneyFigure>,
    /// Percent of the lines promised in the year that arrived on or before the promised day; absent
    /// if nothing was due.
    pub delivery_rate: Option<RateFigure>,
    /// Suppliers with purchases in the last 90 days; the change is against the 90 days before.
    pub active_suppliers: CountFigure,
}

/// An amount in `meta.currency`.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct MoneyFigure {
    pub value: f64,
    /// Change from the prior year, in percent; absent if there is nothing to compare with.
    pub change_percent: Option<f64>,
}

/// A rate in percent.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct RateFigure {
    pub value: f64,
    /// Change from the prior year, in percentage points; absent if there is nothing to compare
    /// with.
    pub change_points: Option<f64>,
}

/// A count.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct CountFigure {
    pub value: u64,
    /// Change from the period before; absent if there is nothing to compare with.
    pub change: Option<i64>,
}

/// Current purchase recommendations.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct PurchaseRecommendations {
    /// Today's orders, by cost, highest first, or as `sort` says.
    pub items: Vec<RecommendedItem>,
    /// Send it as `cursor` for the next page. Missing on the last page, and without `limit`.
    #[oai(skip_serializing_if_is_none)]
    pub next_cursor: Option<String>,
    /// Number of matching recommendations on all pages.
    pub total: u64,
    /// Cost of the matching recommendations on all pages, in `meta.currency`.
    pub total_cost: f64,
    /// Number of stock rows that have no reorder point and too few sales for seasonal levels. They
    /// are never recommended.
    pub without_reorder_point: u64,
    /// The first 50 of these stock rows.
    pub items_without_reorder_point: Vec<ItemWithoutReorderPoint>,
    /// Stock rows that are short but already in an open draft order, and so are not recommended
    /// again.
    pub in_open_drafts: u64,
}

/// A recommended order line.
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
    /// Absent if the warehouse names no supplier.
    pub supplier_id: Option<String>,
    /// The supplier's name.
    pub supplier: Option<String>,
    /// Quantity on hand at the location.
    pub current_stock: f64,
    /// Quantity to order.
    pub recommended: f64,
    /// Cost of `recommended` at the latest unit cost, in `meta.currency`.
    pub cost: f64,
    /// The correction of the stock row; absent if it has none.
    pub correction: Option<StockCorrection>,
    /// Every term of the calculation, so that it can be reproduced.
    pub terms: RecommendationTerms,
}

/// A stock row without a reorder point.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct ItemWithoutReorderPoint {
    pub item_id: String,
    /// The item's name.
    pub item: String,
    pub unit: String,
    pub location: String,
}

/// Source of a reorder point.
#[derive(Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum ReorderRule {
    /// The purchase plan: the highest position from which an order of today pays.
    Plan,
    /// Seasonal sales of the item, and the ordering costs.
    Season,
    /// The warehouse, or a correction.
    ReorderPoint,
}

/// Source of a lead time, in order of preference.
#[derive(Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum LeadTimeOrigin {
    /// A correction.
    Corrected,
    /// Median of the item's deliveries from its supplier.
    Deliveries,
    /// Median of the item's deliveries from any supplier.
    ItemDeliveries,
    /// The item's lead time in the warehouse.
    Item,
    /// Median of the supplier's deliveries of any item.
    SupplierDeliveries,
    /// The supplier's lead time in the warehouse.
    Supplier,
    /// The organization's default, if there is no other source.
    Default,
}

/// Terms of a seasonal reorder point.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct SeasonalTerms {
    /// reorderPoint - expectedSales.
    pub safety_stock: f64,
    /// Probability that stock at the reorder point lasts until the next order could arrive, in
    /// percent.
    pub service_level_percent: f64,
    /// Weeks of sales beyond the reorder point that one order covers, to 1 decimal.
    pub cover_weeks: f64,
    /// Expected sales of those weeks.
    pub cover_sales: f64,
    /// Whole years that the seasons are estimated from.
    pub years: u64,
    /// Weeks with sales.
    pub sale_weeks: u64,
}

/// Terms of a planned order.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct PlannedTerms {
    /// Why to order.
    pub reason: PlanReason,
    /// Units moved to the location today, less those moved away.
    pub transferred: f64,
    /// When an order of today usually arrives.
    pub arrives_on: NaiveDate,
    /// What waiting a week costs, in `meta.currency`.
    pub cost_of_waiting: f64,
}

/// Terms of a recommendation.
///
/// By plan, position = onHand + onOrder + ordered + transferred, because bookings are part of
/// expectedSales, and orderUpTo = position + recommended. Otherwise position = onHand + onOrder +
/// ordered - booked, orderUpTo = reorderPoint + coverSales for seasonal levels, else reorderPoint +
/// expectedSales, and recommended = orderUpTo - position, rounded up to the minimum order and to
/// whole packs.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct RecommendationTerms {
    pub on_hand: f64,
    /// By plan, the rest of open purchase orders if that is more than on record.
    pub on_order: f64,
    /// Ordered from drafts and not yet in `onOrder`.
    pub ordered: f64,
    pub booked: f64,
    pub position: f64,
    /// Source of the reorder point.
    pub rule: ReorderRule,
    pub reorder_point: f64,
    /// Units sold from this stock in the last 365 days, less returns.
    pub sold_last_year: f64,
    /// Days from order to delivery; a median can end in a half day.
    pub lead_time_days: f64,
    /// Source of the lead time.
    pub lead_time_source: LeadTimeOrigin,
    /// Number of deliveries behind the median; absent if the lead time is not measured.
    pub lead_time_deliveries: Option<u64>,
    /// True if no lead time is known and the organization's default is assumed.
    pub lead_time_assumed: bool,
    /// Days between two reviews of the stock.
    pub review_days: u32,
    /// Expected unit sales over lead time and review; by plan, until an order of next week arrives,
    /// bookings included.
    pub expected_sales: f64,
    /// Only by plan.
    pub plan: Option<PlannedTerms>,
    /// Only by season.
    pub season: Option<SeasonalTerms>,
    pub order_up_to: f64,
    /// orderUpTo - position.
    pub shortfall: f64,
    pub min_order_quantity: Option<f64>,
    pub pack_size: f64,
    pub unit_cost: f64,
}

impl From<MoneyCard> for MoneyFigure {
    fn from(card: MoneyCard) -> Self {
        Self {
            value: card.value,
            change_percent: card.change_percent,
        }
    }
}

impl From<RateCard> for RateFigure {
    fn from(card: RateCard) -> Self {
        Self {
            value: card.value,
            change_points: card.change_points,
        }
    }
}

impl From<CountCard> for CountFigure {
    fn from(card: CountCard) -> Self {
        Self {
            value: card.value,
            change: card.change,
        }
    }
}

impl From<DashboardCards> for PurchasingSummary {
    fn from(cards: DashboardCards) -> Self {
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
            correction: line.correction.map(Into::into),
            terms: line.terms.into(),
        }
    }
}

impl From<OrderTerms> for RecommendationTerms {
    fn from(terms: OrderTerms) -> Self {
        Self {
            on_hand: terms.on_hand.to_f64(),
            on_order: terms.on_order.to_f64(),
            ordered: terms.ordered.to_f64(),
            booked: terms.booked.to_f64(),
            position: terms.position.to_f64(),
            reorder_point: terms.reorder_point.to_f64(),
            sold_last_year: terms.sold_last_year.to_money(),
            rule: match terms.rule {
                LevelRule::Plan => ReorderRule::Plan,
                LevelRule::Season => ReorderRule::Season,
                LevelRule::ReorderPoint => ReorderRule::ReorderPoint,
            },
            lead_time_days: terms.lead_time.days.to_f64(),
            lead_time_source: terms.lead_time.source.into(),
            lead_time_deliveries: Some(terms.lead_time.deliveries)
                .filter(|deliveries| *deliveries > 0),
            lead_time_assumed: terms.is_lead_time_assumed(),
            review_days: terms.review_days,
            expected_sales: terms.expected_sales.to_f64(),
            plan: terms.plan.map(Into::into),
            season: terms.season.map(Into::into),
            order_up_to: terms.order_up_to.to_f64(),
            shortfall: terms.shortfall.to_f64(),
            min_order_quantity: terms.min_order_quantity.map(Decimal4::to_f64),
            pack_size: terms.pack_size.to_f64(),
            unit_cost: terms.unit_cost.to_f64(),
        }
    }
}

impl From<PlanTerms> for PlannedTerms {
    fn from(terms: PlanTerms) -> Self {
        Self {
            reason: terms.reason,
            transferred: terms.transferred.to_f64(),
            arrives_on: terms.arrives_on,
            cost_of_waiting: terms.waiting.total().to_money(),
        }
    }
}

impl From<LeadTimeSource> for LeadTimeOrigin {
    fn from(source: LeadTimeSource) -> Self {
        match source {
            LeadTimeSource::Corrected => Self::Corrected,
            LeadTimeSource::Deliveries => Self::Deliveries,
            LeadTimeSource::ItemDeliveries => Self::ItemDeliveries,
            LeadTimeSource::Item => Self::Item,
            LeadTimeSource::SupplierDeliveries => Self::SupplierDeliveries,
            LeadTimeSource::Supplier => Self::Supplier,
            LeadTimeSource::Default => Self::Default,
        }
    }
}

impl From<SeasonTerms> for SeasonalTerms {
    fn from(terms: SeasonTerms) -> Self {
        Self {
            safety_stock: terms.safety_stock.to_f64(),
            service_level_percent: round2(terms.service_level_percent.to_f64()),
            cover_weeks: terms.cover_weeks.to_f64(),
            cover_sales: terms.cover_sales.to_f64(),
            years: terms.years as u64,
            sale_weeks: terms.sale_weeks as u64,
        }
    }
}

impl From<ItemWithoutLevels> for ItemWithoutReorderPoint {
    fn from(row: ItemWithoutLevels) -> Self {
        Self {
            item_id: row.item_id,
            item: row.item,
            unit: row.unit,
            location: row.location,
        }
    }
}

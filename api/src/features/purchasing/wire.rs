//! What the purchasing operations take and give.

pub(super) mod correction_types;
pub(super) mod draft_types;
pub(super) mod settings_types;

use super::dashboard_cards::{CountCard, DashboardCards, MoneyCard, RateCard};
use super::lead_time::LeadTimeSource;
use super::recommend::{ItemWithoutLevels, LevelRule, OrderTerms, Recommendation, SeasonTerms};
use crate::decimal::{Decimal4, round2};
use correction_types::StockCorrection;
use poem_openapi::{Enum, Object};

/// The dashboard's four cards. The year is the 365 days up to the as-of day, the prior year the 365
/// before.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct PurchasingSummary {
    /// What was bought in the year, returns taken off.
    pub total_spend: MoneyFigure,
    /// Total spend over the year's orders; left out without an order.
    pub avg_order_value: Option<MoneyFigure>,
    /// Percent of the lines promised in the year that came on or before the promised day; left out
    /// where nothing was due.
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
    /// Stock rows with neither enough sales for levels by season nor a reorder point: nothing says
    /// when to order them.
    pub without_reorder_point: u64,
    /// The first 50 of them, to set a reorder point for.
    pub to_set: Vec<ItemWithoutReorderPoint>,
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
    /// What somebody corrected of the row; absent where nobody did.
    pub correction: Option<StockCorrection>,
    /// Every number of the arithmetic, so that it can be done again.
    pub terms: RecommendationTerms,
}

/// A stock row of which nothing says when to order it.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct ItemWithoutReorderPoint {
    pub item_id: String,
    /// The item's name.
    pub item: String,
    pub unit: String,
    pub location: String,
}

/// What a reorder point comes from.
#[derive(Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum ReorderRule {
    /// The seasons of the item's sales, and the ordering costs.
    Season,
    /// The warehouse, or whoever corrected it.
    ReorderPoint,
}

/// Where a lead time comes from, the best first.
#[derive(Clone, Copy, Enum)]
#[oai(rename_all = "snake_case")]
pub(super) enum LeadTimeOrigin {
    /// Somebody corrected it.
    Corrected,
    /// Median of the item's deliveries from its supplier.
    Deliveries,
    /// Median of the item's deliveries from whomever.
    ItemDeliveries,
    /// On record for the item.
    Item,
    /// Median of the supplier's deliveries of whatever.
    SupplierDeliveries,
    /// On record for the supplier.
    Supplier,
    /// Nothing tells: the organization's default.
    Default,
}

/// What levels by season are made of.
#[derive(Object)]
#[oai(rename_all = "camelCase")]
pub(super) struct SeasonalTerms {
    /// reorderPoint - expectedSales.
    pub safety: f64,
    /// Chance that the reorder point lasts until the next order could have come, in percent.
    pub chance_percent: f64,
    /// Weeks of sales that one order brings together beyond the reorder point.
    pub cover_weeks: u64,
    /// Expected sales of those weeks.
    pub cover_sales: f64,
    /// Whole years that the seasons are told from.
    pub years: u64,
    /// Weeks with sales in them.
    pub sale_weeks: u64,
}

/// position = onHand + onOrder + ordered - booked; orderUpTo = reorderPoint + coverSales by season,
/// else reorderPoint + expectedSales; recommended = orderUpTo - position, rounded up to the minimum
/// and to whole packs.
#[derive(Object)]
#[oai(rename_all = "camelCase", skip_serializing_if_is_none)]
pub(super) struct RecommendationTerms {
    pub on_hand: f64,
    pub on_order: f64,
    /// Ordered from drafts, and not in onOrder yet.
    pub ordered: f64,
    pub booked: f64,
    pub position: f64,
    /// What the reorder point comes from.
    pub rule: ReorderRule,
    pub reorder_point: f64,
    /// Units sold from this stock in the last 365 days, returns taken off.
    pub sold_last_year: f64,
    pub lead_time_days: u32,
    /// Where it comes from.
    pub lead_time_source: LeadTimeOrigin,
    /// Deliveries that it is the median of; absent where it is not measured.
    pub lead_time_deliveries: Option<u64>,
    /// True where nothing tells a lead time and the organization's default is assumed.
    pub lead_time_assumed: bool,
    /// Days until the stock is looked at again.
    pub review_days: u32,
    /// Units expected to be sold over lead time and review.
    pub expected_sales: f64,
    /// Absent where the reorder point is given.
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
                LevelRule::Season => ReorderRule::Season,
                LevelRule::ReorderPoint => ReorderRule::ReorderPoint,
            },
            lead_time_days: terms.lead_time.days,
            lead_time_source: terms.lead_time.source.into(),
            lead_time_deliveries: Some(terms.lead_time.deliveries)
                .filter(|deliveries| *deliveries > 0),
            lead_time_assumed: terms.is_lead_time_assumed(),
            review_days: terms.review_days,
            expected_sales: terms.expected_sales.to_f64(),
            season: terms.season.map(Into::into),
            order_up_to: terms.order_up_to.to_f64(),
            shortfall: terms.shortfall.to_f64(),
            min_order_quantity: terms.min_order_quantity.map(Decimal4::to_f64),
            pack_size: terms.pack_size.to_f64(),
            unit_cost: terms.unit_cost.to_f64(),
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
            safety: terms.safety_stock.to_f64(),
            chance_percent: round2(terms.service_level_percent.to_f64()),
            cover_weeks: terms.cover_weeks as u64,
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

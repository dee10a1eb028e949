//! The reorder point rule, for stock rows that the purchase plan cannot plan: a row whose position is
//! at or below its reorder point is filled up to its order-up-to level.
//!
//! Both levels come from the item's seasonal sales ([`super::reorder_levels`]). If these are
//! insufficient, or the reorder point is corrected, they are those of a periodic review (Silver,
//! Pyke, Thomas, Inventory and Production Management in Supply Chains, 4th ed., ch. 6): order-up-to
//! level = reorder point + expected sales over lead time and review period. All quantities after
//! the levels are exact, and [`OrderTerms`] contains each step.

use super::lead_time::{LeadDays, LeadTime, LeadTimeSource};
use super::purchase_plan::PlanTerms;
use super::reorder_levels::{self, LeadWeeks, SalesSeason, WeeklyCosts};
use super::stock_correction::ItemCorrection;
use crate::decimal::{Decimal4, ExactSum, divide_half_even};
use serde::{Deserialize, Serialize};

/// Days between two reviews of the stock.
pub const REVIEW_DAYS: u32 = 7;
/// Days of sales behind the expected sales.
const SALES_DAYS: u32 = 365;

/// An item at a location. Quantities are in the item's unit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StockRow {
    pub item_id: String,
    pub item: String,
    pub category: String,
    pub unit: String,
    pub location: String,
    /// None if the warehouse names none.
    pub supplier_id: Option<String>,
    pub supplier: Option<String>,
    /// The item has no other stock row.
    pub is_only_location: bool,
    /// An open draft contains this line.
    pub waiting: bool,
    pub on_hand: Decimal4,
    pub on_order: Decimal4,
    /// Ordered from a draft and not in `on_order` yet.
    pub ordered: Decimal4,
    /// Booked by customers.
    pub booked: Decimal4,
    pub reorder_point: Option<Decimal4>,
    pub pack_size: Option<Decimal4>,
    pub min_order_quantity: Option<Decimal4>,
    pub lead_time: LeadTime,
    /// Price of one unit, in the organization's currency.
    pub unit_cost: Decimal4,
    /// The reorder point is corrected and overrides seasonal levels.
    pub reorder_point_corrected: bool,
    /// Seasonal sales, if sufficient. A plan drops them.
    #[serde(skip)]
    pub season: Option<SalesSeason>,
    /// Per unit and week, for seasonal levels.
    pub costs: WeeklyCosts,
    /// The correction; already applied.
    pub correction: Option<ItemCorrection>,
    /// Units sold of the item at the location in the last 365 days, less returns.
    pub sold_last_year: ExactSum,
}

/// Terms of the calculation, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderTerms {
    pub on_hand: Decimal4,
    pub on_order: Decimal4,
    /// Ordered from a draft and not in `on_order` yet.
    pub ordered: Decimal4,
    pub booked: Decimal4,
    /// `on_hand + on_order + ordered - booked`. The plan counts bookings as demand: there it is
    /// `on_hand + on_order + ordered + plan.transferred`.
    pub position: Decimal4,
    pub rule: LevelRule,
    pub reorder_point: Decimal4,
    pub sold_last_year: ExactSum,
    pub lead_time: LeadTime,
    pub review_days: u32,
    /// By plan: expected demand until an order of next week arrives, bookings included. Seasonal:
    /// the sum of the coming weeks of lead time and review. Otherwise `sold_last_year x
    /// (lead_time.days + review_days) / 365`, half-even to 4 decimals, at least 0.
    pub expected_sales: Decimal4,
    /// Only for seasonal levels.
    pub season: Option<SeasonTerms>,
    /// Only by plan.
    pub plan: Option<PlanTerms>,
    /// By plan: `position` and the order. Seasonal: `reorder_point + season.cover_sales`. Otherwise
    /// `reorder_point + expected_sales`.
    pub order_up_to: Decimal4,
    /// `order_up_to - position`
    pub shortfall: Decimal4,
    pub min_order_quantity: Option<Decimal4>,
    /// Order quantities are multiples of it; 1 if the warehouse has none.
    pub pack_size: Decimal4,
    pub unit_cost: Decimal4,
}

/// Source of a reorder point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum LevelRule {
    /// The purchase plan: the highest position from which an order of today pays.
    Plan,
    /// Seasonal sales and ordering costs.
    Season,
    /// The warehouse, or a correction.
    ReorderPoint,
}

/// Terms of a seasonal reorder point.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeasonTerms {
    /// `reorder_point - expected_sales`; negative if shortage costs less than holding.
    pub safety_stock: Decimal4,
    /// Probability that stock at the reorder point lasts until the next order could arrive, in
    /// percent.
    pub service_level_percent: Decimal4,
    /// Weeks of sales beyond the reorder point that one order covers.
    pub cover_weeks: Decimal4,
    /// Expected sales of those weeks.
    pub cover_sales: Decimal4,
    /// Whole years that the seasons are estimated from.
    pub years: usize,
    /// Weeks with sales.
    pub sale_weeks: usize,
}

/// What the reorder point says about a row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReorderAdvice {
    pub reorder_point: Decimal4,
    pub rule: LevelRule,
    /// Whether the quantity on hand is at or below it.
    pub is_low: bool,
    /// None if the position is above the reorder point.
    pub order: Option<ReorderOrder>,
}

/// An order that fills a row up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReorderOrder {
    pub terms: OrderTerms,
    /// Shortfall or minimum order, whichever is larger, rounded up to whole packs; at least one
    /// pack.
    pub quantity: Decimal4,
    /// `quantity x unit_cost`
    pub cost: Decimal4,
}

/// Why a row has no advice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoAdvice {
    /// There is neither a season nor a reorder point.
    NoLevels,
    /// A figure exceeds the range of quantities, which indicates wrong data.
    OutOfRange,
}

/// What the reorder point says about a row.
pub fn advise_by_reorder_point(row: &StockRow) -> Result<ReorderAdvice, NoAdvice> {
    let level = find_level(row)?;
    let (reorder_point, rule) = (level.reorder_point(), level.rule());
    let is_low = row.on_hand <= reorder_point && !level.is_filled_by(row.on_hand);
    let position = find_position(row).ok_or(NoAdvice::OutOfRange)?;
    let order = if position > reorder_point || level.is_filled_by(position) {
        None
    } else {
        Some(fill_up(row, level, position).ok_or(NoAdvice::OutOfRange)?)
    };
    Ok(ReorderAdvice {
        reorder_point,
        rule,
        is_low,
        order,
    })
}

/// The level at which a row is reordered.
enum Level {
    Season(LevelTerms),
    Given(Decimal4),
}

impl Level {
    fn reorder_point(&self) -> Decimal4 {
        match self {
            Self::Season(levels) => levels.reorder_point,
            Self::Given(reorder_point) => *reorder_point,
        }
    }

    fn rule(&self) -> LevelRule {
        match self {
            Self::Season(_) => LevelRule::Season,
            Self::Given(_) => LevelRule::ReorderPoint,
        }
    }

    /// Whether nothing is to be ordered up to: an item without expected sales isn't short just
    /// because its stock is zero.
    fn is_filled_by(&self, quantity: Decimal4) -> bool {
        matches!(self, Self::Season(levels) if levels.order_up_to <= quantity)
    }
}

/// The level of a row: by season, unless sales are too few or a user has corrected the reorder
/// point.
fn find_level(row: &StockRow) -> Result<Level, NoAdvice> {
    let season = row
        .season
        .as_ref()
        .filter(|_| !(row.reorder_point_corrected && row.reorder_point.is_some()));
    match (season, row.reorder_point) {
        (Some(season), _) => levels_from_season(row, season)
            .map(Level::Season)
            .ok_or(NoAdvice::OutOfRange),
        (None, Some(given)) => Ok(Level::Given(given)),
        (None, None) => Err(NoAdvice::NoLevels),
    }
}

impl StockRow {
    /// Orders are multiples of it; 1 if the warehouse has none.
    pub fn order_pack(&self) -> Decimal4 {
        self.pack_size
            .filter(|pack| *pack > Decimal4::ZERO)
            .unwrap_or(Decimal4::ONE)
    }

    /// The minimum order, if there is one.
    pub fn order_minimum(&self) -> Option<Decimal4> {
        self.min_order_quantity
            .filter(|minimum| *minimum > Decimal4::ZERO)
    }

    /// Lead time in whole weeks, rounded up: an order that takes 8 days takes two.
    pub fn lead_weeks(&self) -> Option<LeadWeeks> {
        let weeks = usize::try_from(self.lead_time.days.ceil_weeks()).ok()?;
        Some(LeadWeeks {
            weeks,
            spread: LeadWeeks::DEFAULT_SPREAD,
        })
    }
}

/// The two levels with their terms.
struct LevelTerms {
    rule: LevelRule,
    reorder_point: Decimal4,
    expected_sales: Decimal4,
    season: Option<SeasonTerms>,
    order_up_to: Decimal4,
}

fn levels_from_reorder_point(row: &StockRow, reorder_point: Decimal4) -> Option<LevelTerms> {
    let expected_sales = compute_expected_sales(row.sold_last_year, row.lead_time.days)?;
    let order_up_to = reorder_point.checked_add(expected_sales).ok()?;
    Some(LevelTerms {
        rule: LevelRule::ReorderPoint,
        reorder_point,
        expected_sales,
        season: None,
        order_up_to,
    })
}

fn levels_from_season(row: &StockRow, season: &SalesSeason) -> Option<LevelTerms> {
    let levels = reorder_levels::compute_levels(season, 0, row.lead_weeks()?, row.costs)?;
    let (reorder_point, expected_sales) = (
        round_to_decimal(levels.reorder_point)?,
        round_to_decimal(levels.mean)?,
    );
    let cover_sales = round_to_decimal(levels.order_up_to - levels.reorder_point)?;
    let terms = SeasonTerms {
        safety_stock: reorder_point.checked_sub(expected_sales).ok()?,
        service_level_percent: round_to_decimal(100.0 * levels.service_level)?,
        cover_weeks: Decimal4::parse(&format!("{:.1}", levels.cover_weeks)).ok()?,
        cover_sales,
        years: season.years,
        sale_weeks: season.sale_weeks,
    };
    let order_up_to = reorder_point.checked_add(cover_sales).ok()?;
    Some(LevelTerms {
        rule: LevelRule::Season,
        reorder_point,
        expected_sales,
        season: Some(terms),
        order_up_to,
    })
}

/// A statistical estimate, rounded to 4 decimals.
fn round_to_decimal(value: f64) -> Option<Decimal4> {
    Decimal4::parse(&format!("{value:.4}")).ok()
}

/// The stock position of a row, with what is ordered from drafts. None beyond the range of
/// quantities.
fn find_position(row: &StockRow) -> Option<Decimal4> {
    stock_position(row.on_hand, row.on_order, row.booked)?
        .checked_add(row.ordered)
        .ok()
}

/// The order that fills a row up. None if a figure exceeds the range of quantities or amounts.
fn fill_up(row: &StockRow, level: Level, position: Decimal4) -> Option<ReorderOrder> {
    let levels = match level {
        Level::Season(levels) => levels,
        Level::Given(reorder_point) => levels_from_reorder_point(row, reorder_point)?,
    };
    let LevelTerms {
        rule,
        reorder_point,
        expected_sales,
        season,
        order_up_to,
    } = levels;
    let shortfall = order_up_to.checked_sub(position).ok()?;
    let (pack_size, min_order_quantity) = (row.order_pack(), row.order_minimum());
    let quantity = round_up_to_packs(
        shortfall.max(min_order_quantity.unwrap_or_default()),
        pack_size,
    )?;
    let cost = quantity.checked_mul(row.unit_cost).ok()?;
    let terms = OrderTerms {
        on_hand: row.on_hand,
        on_order: row.on_order,
        ordered: row.ordered,
        booked: row.booked,
        position,
        rule,
        reorder_point,
        sold_last_year: row.sold_last_year,
        lead_time: row.lead_time,
        review_days: REVIEW_DAYS,
        expected_sales,
        season,
        plan: None,
        order_up_to,
        shortfall,
        min_order_quantity,
        pack_size,
        unit_cost: row.unit_cost,
    };
    Some(ReorderOrder {
        terms,
        quantity,
        cost,
    })
}

/// Stock position: `on_hand + on_order - booked`. None beyond the range of quantities.
pub fn stock_position(on_hand: Decimal4, on_order: Decimal4, booked: Decimal4) -> Option<Decimal4> {
    decimal_from_scaled(
        i128::from(on_hand.scaled()) + i128::from(on_order.scaled()) - i128::from(booked.scaled()),
    )
}

/// Whole days that `on_hand` lasts at the pace of the last 365 days' sales; none without net sales.
pub fn cover_days(on_hand: Decimal4, sold_last_year: ExactSum) -> Option<u64> {
    let days = i128::from(on_hand.scaled().max(0)).checked_mul(i128::from(SALES_DAYS))?;
    let sold = sold_last_year.scaled();
    (sold > 0)
        .then(|| days / sold)
        .and_then(|days| u64::try_from(days).ok())
}

impl OrderTerms {
    /// Days until the stock runs out, if that is before an order placed today arrives. None if the
    /// stock lasts longer, or without net sales.
    pub fn days_until_stockout(&self) -> Option<u64> {
        cover_days(self.on_hand, self.sold_last_year)
            .filter(|days| days.saturating_mul(2) < self.lead_time.days.as_halves())
    }

    /// Whether no lead time is known and the organization's default is assumed.
    pub fn is_lead_time_assumed(&self) -> bool {
        self.lead_time.source == LeadTimeSource::Default
    }
}

/// Sales over lead time and review, at the pace of the last year. Net returns give zero, not a
/// negative figure.
fn compute_expected_sales(sold_last_year: ExactSum, lead_days: LeadDays) -> Option<Decimal4> {
    let half_days = lead_days
        .as_halves()
        .checked_add(LeadDays::from_days(REVIEW_DAYS).as_halves())?;
    let sold = sold_last_year
        .scaled()
        .max(0)
        .checked_mul(i128::from(half_days))?;
    decimal_from_scaled(divide_half_even(sold, 2 * i128::from(SALES_DAYS))?)
}

/// Smallest positive multiple of the pack that covers `quantity`.
fn round_up_to_packs(quantity: Decimal4, pack: Decimal4) -> Option<Decimal4> {
    let (quantity, pack) = (i128::from(quantity.scaled()), i128::from(pack.scaled()));
    let full = quantity.checked_div(pack)?;
    let packs = if full * pack < quantity {
        full + 1
    } else {
        full
    };
    decimal_from_scaled(packs.max(1) * pack)
}

fn decimal_from_scaled(scaled: i128) -> Option<Decimal4> {
    Decimal4::from_scaled(i64::try_from(scaled).ok()?).ok()
}

#[cfg(test)]
mod tests;

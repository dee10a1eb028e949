//! The purchase plan and the season position: the product's figures, and what the reference
//! calculation takes from them because only the planner estimates it.

use super::super::CommandError;
use crate::auth::permission::{InventoryRead, PurchasingRead, SalesRead};
use crate::auth::{PermissionError, Scope};
use crate::db::DbError;
use crate::decimal::{Decimal4, ExactSum};
use crate::features::purchasing::purchase_plan::{
    CostTerms, PlanReason, PlanRow, PlanTerms, PurchasePlan,
};
use crate::features::purchasing::recommend::LevelRule;
use crate::features::purchasing::recommendations::Recommendations;
use crate::features::purchasing::season_position::SeasonPosition;
use crate::features::purchasing::stock_status::OrderNeed;
use crate::features::purchasing::{PurchasePlans, read_season_position};
use reference::{Figures, OfferedSubstitute, PlannedOrder, PlannedRow, PositionRow, PositionWeek};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The plan and the position of an organization.
pub(super) struct PlanFigures {
    plan: Arc<PurchasePlan>,
    position: SeasonPosition,
}

#[derive(Debug, thiserror::Error)]
enum PlanError {
    #[error(transparent)]
    Permission(#[from] PermissionError),
    #[error(transparent)]
    Db(#[from] DbError),
}

pub(super) async fn load_plan(scope: &Scope) -> Result<PlanFigures, CommandError> {
    try_load_plan(scope)
        .await
        .map_err(CommandError::with_context(
            "cannot compute the purchase plan",
        ))
}

async fn try_load_plan(scope: &Scope) -> Result<PlanFigures, PlanError> {
    let (purchases, stock, sales) = (
        scope.require(PurchasingRead)?,
        scope.require(InventoryRead)?,
        scope.require(SalesRead)?,
    );
    let rights = (&purchases, &stock, &sales);
    let plan = PurchasePlans::default().load(scope, rights).await?;
    let db = scope.rollup_db().await?;
    let organization = scope.access().organization();
    Ok(PlanFigures {
        plan,
        position: read_season_position(&db, organization, scope.as_of(), rights).await?,
    })
}

impl PlanFigures {
    /// What the plan decides, by item and location.
    pub(super) fn planned_rows(&self) -> BTreeMap<(String, String), PlannedRow> {
        let key = |row: &PlanRow| (row.stock.item_id.clone(), row.stock.location.clone());
        let rows = self.plan.rows.iter();
        rows.map(|row| (key(row), planned_row(row))).collect()
    }

    /// What the plan advises to offer.
    pub(super) fn offered_substitutes(&self) -> Vec<OfferedSubstitute> {
        let offered = self.plan.rows.iter().filter_map(|row| {
            let substitute = row.substitute.as_deref()?;
            Some(OfferedSubstitute {
                item: row.stock.item_id.clone(),
                location: row.stock.location.clone(),
                substitute: substitute.item_id.clone(),
                quantity: substitute.quantity.scaled().into(),
                saved_here: substitute.saved_here.scaled().into(),
                lower_margin: substitute.lower_margin.scaled().into(),
                lost_at_substitute: substitute.lost_at_substitute.scaled().into(),
            })
        });
        offered.collect()
    }

    /// Arrivals, bookings and forecast by week.
    pub(super) fn position_rows(&self) -> Vec<PositionRow> {
        let rows = self.position.rows.iter();
        rows.map(|row| PositionRow {
            item: row.item_id.clone(),
            location: row.location.clone(),
            weeks: row
                .position
                .unpack()
                .cells
                .iter()
                .map(|cell| PositionWeek {
                    arrivals: cell.arrivals_e4.into(),
                    bookings: cell.bookings_e4.into(),
                    forecast: cell.unbooked_forecast_e4.into(),
                })
                .collect(),
        })
        .collect()
    }

    pub(super) fn add_figures(&self, figures: &mut Figures) {
        add_recommendations(&Recommendations::from_plan(&self.plan, None), figures);
        add_substitutes(&self.plan, figures);
        for row in &self.position.rows {
            let name = |what: &str| {
                format!(
                    "Season position: {} at {}, {what}",
                    row.item_id, row.location
                )
            };
            let cells = row.position.unpack().cells;
            let balances = cells.iter().map(|cell| cell.balance_e4);
            let in_units = |scaled: i64| Decimal4::from_scaled(scaled).ok().map(Decimal4::to_f64);
            let lowest = balances.min().and_then(in_units);
            figures.push_exact(name("lowest balance"), lowest);
            let last = cells.last();
            let last = last.and_then(|cell| in_units(cell.balance_e4));
            figures.push_exact(name("last balance"), last);
        }
    }
}

fn add_substitutes(plan: &PurchasePlan, figures: &mut Figures) {
    for row in &plan.rows {
        let Some(substitute) = row.substitute.as_deref() else {
            continue;
        };
        let (item, location) = (&row.stock.item_id, &row.stock.location);
        let name = |what: &str| format!("Substitute: {item} at {location}, {what}");
        figures.push_exact(name("item"), substitute.item_id.as_str());
        figures.push_exact(name("fits"), "yes");
        figures.push_exact(name("saving"), substitute.saving.to_f64());
    }
}

fn planned_row(row: &PlanRow) -> PlannedRow {
    let is_short = row
        .advice
        .is_some_and(|advice| advice.order != OrderNeed::None);
    let plan = row.terms.as_ref().and_then(|terms| terms.plan);
    match (row.reason, plan, row.order) {
        (PlanReason::OutOfRange, ..) => PlannedRow::OutOfRange,
        (_, Some(plan), Some(order)) => PlannedRow::Ordered(PlannedOrder {
            quantity: order.quantity.scaled().into(),
            reorder_point: row
                .terms
                .as_ref()
                .map_or(0, |terms| terms.reorder_point.scaled().into()),
            open_orders: row
                .terms
                .as_ref()
                .map_or(0, |terms| terms.on_order.scaled() + terms.ordered.scaled())
                .into(),
            transferred: plan.transferred.scaled().into(),
            now: scaled_terms(plan.waiting.now),
            wait: scaled_terms(plan.waiting.wait),
        }),
        _ if is_short => PlannedRow::InDraft,
        _ => PlannedRow::Sufficient,
    }
}

fn scaled_terms(terms: CostTerms) -> [i128; 4] {
    terms.terms().map(|term| term.scaled().into())
}

fn add_recommendations(recommendations: &Recommendations, figures: &mut Figures) {
    for row in &recommendations.items {
        let name = |what: &str| {
            format!(
                "Recommendations: {} at {}, {what}",
                row.item_id, row.location
            )
        };
        figures.push_exact(name("Item"), row.item.as_str());
        figures.push_exact(name("Current Stock"), row.current_stock.to_f64());
        figures.push_exact(name("reorder point"), row.terms.reorder_point.to_f64());
        figures.push_exact(name("Recommended"), row.recommended.to_f64());
        figures.push_exact(name("Cost"), ExactSum::from(row.cost).to_money());
        figures.push_exact(name("sold last year"), row.terms.sold_last_year.to_money());
        figures.push_exact(name("lead time"), row.terms.lead_time.days.to_f64());
        if row.terms.rule == LevelRule::Plan {
            figures.push_exact(name("position"), row.terms.position.to_f64());
            figures.push_exact(name("order up to"), row.terms.order_up_to.to_f64());
        }
        if let Some(plan) = row.terms.plan {
            add_waiting_costs(plan, &name, figures);
        }
    }
    figures.push_exact("Recommendations: rows", recommendations.items.len());
    let cost = recommendations
        .items
        .iter()
        .fold(ExactSum::ZERO, |sum, row| {
            sum.saturating_add(row.cost.into())
        });
    figures.push_exact("Recommendations: cost of all", cost.to_money());
    figures.push_exact(
        "Recommendations: waiting in drafts",
        recommendations.waiting,
    );
    figures.push_exact(
        "Recommendations: without reorder point",
        recommendations.without_reorder_point,
    );
    figures.push_exact(
        "Recommendations: left out",
        recommendations.other_currency_rows + recommendations.out_of_range as u64,
    );
}

fn add_waiting_costs(plan: PlanTerms, name: &impl Fn(&str) -> String, figures: &mut Figures) {
    let difference = plan.waiting.difference;
    let terms = [
        ("shortage", difference.shortage),
        ("carrying", difference.carrying),
        ("ordering", difference.ordering),
        ("price changes", difference.price_changes),
    ];
    for (term, amount) in terms {
        figures.push_exact(name(&format!("waiting, {term}")), amount.to_f64());
    }
    let total = plan.waiting.total().to_money();
    figures.push_exact(name("cost of waiting"), total);
}

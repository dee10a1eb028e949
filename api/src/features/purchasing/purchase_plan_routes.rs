//! Operations on the purchase plan.

use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;

use super::bounded_number::{Bounds, parse_bounded_number};
use super::plan_scenario::{PlanScenario, compare_plans};
use super::position_routes::require_position;
use super::purchase_plan::{METHOD, PlanAction};
use super::purchase_plan_list::{PlanQuery, SORT_KEYS};
use super::purchase_plan_store::{PurchasePlans, read_plan_under};
use super::purchasing_settings::read_edition;
use super::wire::plan_comparison_types::PurchasePlanComparison;
use super::wire::plan_types::PurchasePlanPage;
use crate::auth::Signed;
use crate::cache::{CachedQuery, ResponseCache};
use crate::decimal::Decimal4;
use crate::exclusion::{ExclusionReason, Exclusions};
use crate::http::{
    ApiError, CachedResponse, Envelope, Meta, Tag, default_page_size, parse_cursor, parse_sort,
};
use crate::row_page::{PageBounds, list_names};

const MAX_BUDGET: Decimal4 = match Decimal4::from_scaled(999_999_999_999 * 10_000) {
    Ok(budget) => budget,
    Err(_) => Decimal4::ZERO,
};

/// What to buy and to move.
pub struct PurchasePlanApi {
    /// Cached plans.
    pub plans: PurchasePlans,
    /// Cached comparisons.
    pub answers: ResponseCache,
}

#[OpenApi(tag = "Tag::Purchasing")]
impl PurchasePlanApi {
    /// Get the purchase plan
    ///
    /// What to do about each item and location today: order, transfer, offer a substitute, or order
    /// later, with the quantity, its cost, the reason, and what waiting a week costs. The plan uses the demand of
    /// the season position and the organization's ordering costs. Lines that need nothing are only
    /// listed with `action=none`.
    #[oai(
        path = "/api/purchasing/plan",
        method = "get",
        operation_id = "getPurchasePlan"
    )]
    #[expect(clippy::too_many_arguments, reason = "one per query parameter")]
    async fn get_purchase_plan(
        &self,
        signed: Signed,
        /// Only lines with this action. Default: all but `none`.
        action: Query<Option<PlanAction>>,
        /// Only these items, at most 200.
        #[oai(name = "itemId", default, validator(max_items = "200"))]
        item_id: Query<Vec<String>>,
        /// Only this category.
        #[oai(validator(max_length = 1000))]
        category: Query<Option<String>>,
        /// Only this location.
        #[oai(validator(max_length = 1000))]
        location: Query<Option<String>>,
        /// Part of the name or id of an item or supplier, of a category or of a location. Case does
        /// not matter.
        #[oai(validator(max_length = 200))]
        q: Query<Option<String>>,
        /// `cost_of_waiting`, `first_short_week`, `quantity`, `cost`, `item`, `location` or
        /// `supplier`; with a leading `-`, the largest first. Default: what is due today, then
        /// `-cost_of_waiting`.
        #[oai(validator(
            pattern = "^-?(cost_of_waiting|first_short_week|quantity|cost|item|location|supplier)$"
        ))]
        sort: Query<Option<String>>,
        /// Number of lines per page.
        #[oai(
            default = "default_page_size",
            validator(minimum(value = "1"), maximum(value = "200"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 20))]
        cursor: Query<Option<String>>,
    ) -> Result<Json<Envelope<PurchasePlanPage>>, ApiError> {
        let scope = signed.scope();
        let rights = require_position(scope)?;
        let query = PlanQuery {
            action: action.0,
            items: item_id.0.into_iter().collect(),
            category: category.0,
            location: location.0,
            search: q.0,
            sort: parse_sort(sort.0.as_deref(), &SORT_KEYS)?,
            bounds: PageBounds {
                start: parse_cursor(cursor.0.as_deref())?.unwrap_or(0),
                limit: limit.0,
            },
        };
        let rights = (&rights.0, &rights.1, &rights.2);
        let available = self.plans.load_available(scope, rights).await?;
        let plan = available.figures;
        let list = query.apply(&plan);
        let exclusions = Exclusions::from_count(ExclusionReason::OtherUnit, plan.unmatched_lines)
            .with(
                ExclusionReason::OtherCurrency,
                plan.other_currency_rows(None),
            );
        let meta = Meta {
            currency: plan.currency.clone(),
            n: Some(plan.rows.len() as u64),
            as_of: Some(plan.as_of),
            data_through: plan.data_through,
            is_updating: available.is_updating,
            method: Some(METHOD.to_owned()),
            ..scope.meta()
        }
        .with_exclusions(&exclusions);
        let page = PurchasePlanPage {
            items: list.rows.iter().map(|row| (*row).into()).collect(),
            next_cursor: list.next_cursor,
            total: list.total as u64,
            order_now: list.order_now as u64,
            transfers: list.transfers as u64,
            substitutes: list.substitutes as u64,
            order_later: list.order_later as u64,
            order_cost: list.order_cost.to_money(),
            cost_of_waiting: list.cost_of_waiting.to_money(),
            categories: list_names(&plan.rows, |row| &row.stock.category),
            locations: list_names(&plan.rows, |row| &row.stock.location),
            missing: plan.missing.clone(),
            costs: plan.costs.into(),
        };
        Ok(Json(Envelope::with_meta(page, meta)))
    }

    /// Compare the purchase plan with a scenario
    ///
    /// What the plan would be if the coming seasons were earlier or later, purchase prices other,
    /// or suppliers slower, and which of today's orders a budget suffices for. Nothing is stored.
    /// Lines that follow their reorder point keep their quantity.
    #[oai(
        path = "/api/purchasing/plan/what-if",
        method = "get",
        operation_id = "comparePurchasePlan"
    )]
    async fn compare_purchase_plan(
        &self,
        signed: Signed,
        request: &Request,
        /// Weeks by which the coming seasons are later; earlier if negative.
        #[oai(
            name = "seasonWeeks",
            default,
            validator(minimum(value = "-8"), maximum(value = "8"))
        )]
        season_weeks: Query<i32>,
        /// Percent by which purchase prices are higher; sale prices stay.
        #[oai(
            name = "pricePercent",
            default,
            validator(minimum(value = "-50"), maximum(value = "100"))
        )]
        price_percent: Query<i32>,
        /// Weeks by which every supplier takes longer, also for orders underway.
        #[oai(
            name = "leadWeeks",
            default,
            validator(minimum(value = "0"), maximum(value = "12"))
        )]
        lead_weeks: Query<i32>,
        /// What today's orders may cost, in `meta.currency`: from 0 to 999,999,999,999, with at most
        /// 4 decimals.
        budget: Query<Option<f64>>,
    ) -> Result<CachedResponse<PurchasePlanComparison>, ApiError> {
        let scope = signed.scope();
        let (right, stock, sales) = require_position(scope)?;
        let scenario = PlanScenario {
            season_weeks: season_weeks.0,
            price_percent: price_percent.0,
            lead_weeks: lead_weeks.0,
        };
        let budget = budget.0.map(parse_budget).transpose()?;
        let edition = read_edition(&scope.read_db().await?).await?;
        let query = CachedQuery::PurchasePlanComparison {
            edition,
            scenario: format!("{scenario:?} {budget:?}"),
        };
        let today = scope.as_of();
        let compute = async {
            let rights = (&right, &stock, &sales);
            let plan = self.plans.load(scope, rights).await?;
            let comparison = if scenario == PlanScenario::default() {
                compare_plans(&plan, &plan, budget)
            } else {
                let db = scope.rollup_db().await?;
                let organization = scope.access().organization();
                let other = read_plan_under(&db, organization, today, rights, scenario).await?;
                compare_plans(&plan, &other, budget)
            };
            let meta = Meta {
                currency: plan.currency.clone(),
                n: Some(plan.rows.len() as u64),
                as_of: Some(plan.as_of),
                data_through: plan.data_through,
                method: Some(METHOD.to_owned()),
                ..scope.meta()
            };
            Ok(Envelope::with_meta(comparison.into(), meta))
        };
        Box::pin(
            self.answers
                .get_or_render(request, scope, today, query, compute),
        )
        .await
    }
}

fn parse_budget(budget: f64) -> Result<Decimal4, ApiError> {
    let bounds = Bounds {
        min: Decimal4::ZERO,
        max: MAX_BUDGET,
    };
    parse_bounded_number(
        "budget",
        budget,
        bounds,
        "Enter a budget of 0 to 999,999,999,999",
    )
    .map_err(|detail| ApiError::invalid_values(vec![detail]))
}

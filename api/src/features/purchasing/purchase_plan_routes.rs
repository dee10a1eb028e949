//! Operations on the purchase plan.

use poem_openapi::OpenApi;
use poem_openapi::param::Query;
use poem_openapi::payload::Json;

use super::position_routes::require_position;
use super::purchase_plan::{METHOD, PlanAction};
use super::purchase_plan_list::{PlanQuery, SORT_KEYS};
use super::purchase_plan_store::PurchasePlans;
use super::wire::plan_types::PurchasePlanPage;
use crate::auth::Signed;
use crate::exclusion::{ExclusionReason, Exclusions};
use crate::http::{ApiError, Envelope, Meta, Tag, default_page_size, parse_cursor, parse_sort};
use crate::row_page::{PageBounds, list_names};

/// What to buy and to move.
pub struct PurchasePlanApi {
    /// Cached plans.
    pub plans: PurchasePlans,
}

#[OpenApi(tag = "Tag::Purchasing")]
impl PurchasePlanApi {
    /// Get the purchase plan
    ///
    /// What to do about each item and location today: order, transfer, or order later, with the
    /// quantity, its cost, the reason, and what waiting a week costs. The plan uses the demand of
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
        let plan = self.plans.load(scope, rights).await?;
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
}

//! Operations on dashboard cards and recommendations.

use super::purchasing_settings::read_edition;
use super::recommendation_list::{RecommendationListQuery, SORT_KEYS};
use super::recommendations::Recommendations;
use super::wire::{PurchaseRecommendations, PurchasingSummary};
use super::{PurchasePlans, dashboard_cards, purchase_plan, read_cards, read_figure_day};
use crate::auth::Public;
use crate::auth::permission::{InventoryRead, PurchasingRead, SalesRead};
use crate::cache::{CachedQuery, ResponseCache};
use crate::exclusion::{ExclusionReason, Exclusions};
use crate::http::{
    ApiError, CachedResponse, Envelope, Meta, Tag, default_figure_rows, parse_cursor, parse_sort,
};
use crate::row_page::PageBounds;
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;

/// Dashboard cards and purchase recommendations.
pub struct PurchasingApi {
    /// Cached responses.
    pub answers: ResponseCache,
    /// Cached plans, which recommendations are read from.
    pub plans: PurchasePlans,
}

#[OpenApi(tag = "Tag::Purchasing")]
impl PurchasingApi {
    /// Get the dashboard summary
    ///
    /// Total spend, average order value, delivery rate and active suppliers, each with its change,
    /// calculated from the organization's purchase lines.
    #[oai(
        path = "/api/purchasing/summary",
        method = "get",
        operation_id = "getPurchasingSummary"
    )]
    async fn get_summary(
        &self,
        caller: Public,
        request: &Request,
    ) -> Result<CachedResponse<PurchasingSummary>, ApiError> {
        let scope = caller.scope();
        let right = scope.require(PurchasingRead)?;
        let today = scope.as_of();
        let compute = async {
            let db = scope.rollup_db().await?;
            let day = read_figure_day(&db, today, &right).await?;
            let read = read_cards(&db, scope.access().organization(), day.as_of, &right).await?;
            let meta = Meta {
                currency: read.currency.map(|currency| currency.0),
                n: Some(read.cards.lines),
                as_of: Some(day.as_of),
                data_through: day.data_through,
                method: Some(dashboard_cards::METHOD.to_owned()),
                ..scope.meta()
            }
            .with_exclusions(&Exclusions::from_count(
                ExclusionReason::OtherCurrency,
                read.excluded,
            ));
            Ok(Envelope::with_meta(read.cards.into(), meta))
        };
        self.answers
            .get_or_render(
                request,
                scope,
                today,
                CachedQuery::PurchasingSummary,
                compute,
            )
            .await
    }

    /// Get purchase recommendations
    ///
    /// Every item and location to order for today, with the quantity, its cost and each term of the
    /// calculation: the orders of the purchase plan. Rows that it cannot plan follow their reorder
    /// point.
    #[oai(
        path = "/api/purchasing/recommendations",
        method = "get",
        operation_id = "getPurchaseRecommendations"
    )]
    async fn get_recommendations(
        &self,
        caller: Public,
        request: &Request,
        /// Recommendations per page.
        #[oai(
            default = "default_figure_rows",
            validator(minimum(value = "1"), maximum(value = "1000"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 20))]
        cursor: Query<Option<String>>,
        /// `cost`, `item`, `location`, `supplier`, `stock`, `recommended`, `lead_time`,
        /// `reorder_point` or `days_of_cover`; with a leading `-`, the largest first. Default:
        /// `-cost`.
        #[oai(validator(
            pattern = "^-?(cost|item|location|supplier|stock|recommended|lead_time|reorder_point|days_of_cover)$"
        ))]
        sort: Query<Option<String>>,
        /// Part of the name or id of an item or supplier, of a category or of a location. Case does
        /// not matter.
        #[oai(validator(max_length = 200))]
        q: Query<Option<String>>,
    ) -> Result<CachedResponse<PurchaseRecommendations>, ApiError> {
        let scope = caller.scope();
        let (right, stock, sales) = (
            scope.require(PurchasingRead)?,
            scope.require(InventoryRead)?,
            scope.require(SalesRead)?,
        );
        let today = scope.as_of();
        let list = RecommendationListQuery {
            bounds: PageBounds {
                start: parse_cursor(cursor.0.as_deref())?.unwrap_or(0),
                limit: limit.0,
            },
            sort: parse_sort(sort.0.as_deref(), &SORT_KEYS)?,
            search: q.0,
        };
        // Read for every request, so that a response never predates the last draft, order or
        // setting.
        let edition = read_edition(&scope.read_db().await?).await?;
        let query = CachedQuery::PurchasingRecommendations {
            edition,
            page: format!("{list:?}"),
        };
        let compute = async {
            let plan = self.plans.load(scope, (&right, &stock, &sales)).await?;
            let recommendations = Recommendations::from_plan(&plan, None);
            let meta = Meta {
                currency: plan.currency.clone(),
                n: Some(recommendations.rows as u64),
                as_of: Some(plan.as_of),
                data_through: plan.data_through,
                method: Some(purchase_plan::METHOD.to_owned()),
                ..scope.meta()
            }
            .with_exclusions(&recommendations.exclusions());
            let matching = list.apply(&recommendations.items);
            let data = PurchaseRecommendations {
                items: matching.page.items.into_iter().map(Into::into).collect(),
                next_cursor: matching.page.next_cursor,
                total: matching.total as u64,
                total_cost: matching.total_cost.to_money(),
                without_reorder_point: recommendations.without_reorder_point as u64,
                items_without_reorder_point: recommendations
                    .without_levels
                    .iter()
                    .cloned()
                    .map(Into::into)
                    .collect(),
                in_open_drafts: recommendations.waiting as u64,
            };
            Ok(Envelope::with_meta(data, meta))
        };
        Box::pin(
            self.answers
                .get_or_render(request, scope, today, query, compute),
        )
        .await
    }
}

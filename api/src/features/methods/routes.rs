//! HTTP operation that lists figure methods.

use super::methods_page::{MethodsPage, MethodsPages, hash_edition};
use super::wire::Methods;
use super::{customer_methods, figure_methods};
use crate::auth::Public;
use crate::auth::permission::{
    CustomersRead, InventoryRead, MarketRead, PurchasingRead, SalesRead,
};
use crate::cache::{CachedQuery, ResponseCache};
use crate::features::crop_yield::read_yield_report;
use crate::features::crop_yield::yield_catalog::YieldCatalog;
use crate::features::customers::customers_backtest::CustomersBacktest;
use crate::features::customers::headlines::one_year_before;
use crate::features::customers::purchase_windows::compute_default_windows;
use crate::features::customers::read_customers;
use crate::features::market::market_overview::{OverviewQuery, compute_market_figures};
use crate::features::market::read_quotes;
use crate::features::market::timeframe::Timeframe;
use crate::features::purchasing::{
    StockFilter, read_cards, read_figure_day, read_levels_backtest, read_plan_record,
    read_stock_items,
};
use crate::features::supply_prices::price_index::Month;
use crate::features::supply_prices::read_price_index;
use crate::http::{ApiError, CachedResponse, Envelope, Meta, Tag};
use poem::Request;
use poem_openapi::OpenApi;

/// Figure methods.
pub struct MethodsApi {
    /// Cached responses.
    pub response_cache: ResponseCache,
    /// Pages that were computed.
    pub pages: MethodsPages,
    /// Public crop yields.
    pub yields: YieldCatalog,
}

#[OpenApi(tag = "Tag::Methods")]
impl MethodsApi {
    /// List figure methods
    ///
    /// Method, formula and rows of each figure, and its backtest on the organization's own rows, as
    /// of the day in `meta`.
    #[oai(
        path = "/api/analytics/methods",
        method = "get",
        operation_id = "listMethods"
    )]
    async fn list_methods(
        &self,
        caller: Public,
        request: &Request,
    ) -> Result<CachedResponse<Methods>, ApiError> {
        let scope = caller.scope();
        let (costs, stock, sales) = (
            scope.require(PurchasingRead)?,
            scope.require(InventoryRead)?,
            scope.require(SalesRead)?,
        );
        let (buyers, market) = (scope.require(CustomersRead)?, scope.require(MarketRead)?);
        let today = scope.as_of();
        let known = self.yields.current_snapshot();
        // The future is large, so it is boxed.
        let compute = Box::pin(async {
            let organization = scope.access().organization();
            let db = scope.rollup_db().await?;
            let day = read_figure_day(&db, today, &costs).await?;
            let as_of = day.as_of;
            let cards = read_cards(&db, organization, as_of, &costs).await?.cards;
            let shelves = read_stock_items(&db, StockFilter::All, &stock).await?.len();
            let levels =
                read_levels_backtest(&db, organization, as_of, (&costs, &stock, &sales)).await?;
            let rights = (&costs, &stock, &sales);
            let plans = read_plan_record(&db, organization, as_of, rights).await?;
            let prices = read_price_index(&db, organization, as_of, &costs)
                .await?
                .index;
            let yields = read_yield_report(&db, &known.yields, &buyers).await?;
            let quotes = read_quotes(&db, today, &market).await?;
            let read = read_customers(
                &db,
                organization,
                as_of,
                one_year_before(as_of),
                (&buyers, &sales, &costs),
            )
            .await?;
            drop(db);
            let (customers, [demand, _], lines) = (read.customers, read.demand, read.lines);
            let windows = prices
                .as_ref()
                .and_then(|index| compute_default_windows(index, &demand, Month::from(as_of)));
            // Fitting is CPU-bound, so it runs outside the async workers.
            let fitted = tokio::task::spawn_blocking(move || {
                let year = OverviewQuery {
                    timeframe: Timeframe::OneYear,
                    ..OverviewQuery::default()
                };
                (
                    CustomersBacktest::from_customers(&customers, as_of),
                    compute_market_figures(&quotes, &year, today),
                )
            });
            let (record, overview) = fitted.await.map_err(|error| ApiError::internal(&error))?;
            let figures = vec![
                figure_methods::describe_cards(&cards),
                figure_methods::describe_recommendations(shelves, levels.as_ref()),
                figure_methods::describe_purchase_plan(shelves, plans.as_ref()),
                figure_methods::describe_crop_yield(yields.report.as_ref(), yields.customers),
                figure_methods::describe_price_index(prices.as_ref()),
                customer_methods::describe_segmentation(lines, record.segments.as_ref()),
                customer_methods::describe_weekly_needs(lines, record.weeks.as_ref()),
                customer_methods::describe_purchase_windows(prices.as_ref(), windows.as_ref()),
                customer_methods::describe_potential_savings(lines),
                customer_methods::describe_next_orders(lines, record.next_orders.as_ref()),
                customer_methods::describe_average_spend(
                    lines,
                    record.spend_now.as_ref(),
                    record.spend.as_ref(),
                ),
                figure_methods::describe_commodities(&overview),
            ];
            let meta = Meta {
                as_of: Some(as_of),
                data_through: day.data_through,
                ..scope.meta()
            };
            let response = Envelope::with_meta(Methods { figures }, meta);
            Ok::<_, ApiError>(MethodsPage::from_response(&response))
        });
        let load = Box::pin(async {
            let edition = hash_edition(&known.edition);
            let page = self.pages.load_or_compute(scope, today, edition, compute);
            page.await?
                .to_response()
                .map_err(|error| ApiError::internal(&std::io::Error::other(error.into_message())))
        });
        self.response_cache
            .get_or_render(
                request,
                scope,
                today,
                CachedQuery::Methods {
                    edition: known.edition.clone(),
                },
                load,
            )
            .await
    }
}

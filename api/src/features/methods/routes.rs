//! The methods over HTTP.

use super::wire::Methods;
use super::{figures, of_customers};
use crate::auth::Public;
use crate::auth::permission::{
    CustomersRead, InventoryRead, MarketRead, PurchasingRead, SalesRead,
};
use crate::cache::{AnswerCache, Question};
use crate::features::crop_yield::known::KnownYields;
use crate::features::crop_yield::read_yields;
use crate::features::customers::headlines::year_before;
use crate::features::customers::hindcast::CustomersRecord;
use crate::features::customers::read_customers;
use crate::features::customers::windows::usual_windows;
use crate::features::market::overview::{Ask, market_overview};
use crate::features::market::read_quotes;
use crate::features::market::timeframe::Timeframe;
use crate::features::purchasing::{Stocked, read_cards, read_levels_record, read_shelves};
use crate::features::supply_prices::index::Month;
use crate::features::supply_prices::read_price_index;
use crate::http::{Answer, ApiError, Envelope, Tag};
use poem::Request;
use poem_openapi::OpenApi;

/// How the figures are made.
pub struct MethodsApi {
    /// Kept answers.
    pub answers: AnswerCache,
    /// The public harvest records.
    pub yields: KnownYields,
}

#[OpenApi(tag = "Tag::Methods")]
impl MethodsApi {
    /// How the figures are made
    ///
    /// Method, formula and rows of each figure, and how such figures came out in the past on the
    /// organization's own rows, as of the day in `meta`.
    #[oai(
        path = "/api/analytics/methods",
        method = "get",
        operation_id = "listMethods"
    )]
    async fn list_methods(
        &self,
        caller: Public,
        request: &Request,
    ) -> Result<Answer<Methods>, ApiError> {
        let scope = caller.scope();
        let (costs, stock, sales) = (
            scope.require(PurchasingRead)?,
            scope.require(InventoryRead)?,
            scope.require(SalesRead)?,
        );
        let (buyers, market) = (scope.require(CustomersRead)?, scope.require(MarketRead)?);
        let as_of = scope.as_of();
        let known = self.yields.now();
        // Large: boxed, so that every request stays small.
        let compute = Box::pin(async {
            let organization = scope.access().organization();
            let db = scope.rolled_up_db().await?;
            let cards = read_cards(&db, organization, as_of, &costs).await?.cards;
            let shelves = read_shelves(&db, Stocked::All, &stock).await?.len();
            let levels =
                read_levels_record(&db, organization, as_of, (&costs, &stock, &sales)).await?;
            let prices = read_price_index(&db, organization, as_of, &costs)
                .await?
                .index;
            let yields = read_yields(&db, &known.yields, &buyers).await?;
            let quotes = read_quotes(&db, as_of, &market).await?;
            let read = read_customers(
                &db,
                organization,
                as_of,
                year_before(as_of),
                (&buyers, &sales, &costs),
            )
            .await?;
            drop(db);
            let (customers, [demand, _], lines) = (read.customers, read.demand, read.lines);
            let windows = prices
                .as_ref()
                .and_then(|index| usual_windows(index, &demand, Month::from(as_of)));
            // Fitting takes a core for a moment: not one of those that answer everybody else.
            let fitted = tokio::task::spawn_blocking(move || {
                let year = Ask {
                    timeframe: Timeframe::OneYear,
                    ..Ask::default()
                };
                (
                    CustomersRecord::of(&customers, as_of),
                    market_overview(&quotes, &year, as_of),
                )
            });
            let (record, overview) = fitted.await.map_err(|error| ApiError::internal(&error))?;
            let figures = vec![
                figures::cards(&cards),
                figures::recommendations(shelves, levels.as_ref()),
                figures::crop_yield(yields.report.as_ref(), yields.customers),
                figures::price_index(prices.as_ref()),
                of_customers::segmentation(lines, record.segments.as_ref()),
                of_customers::weekly_needs(lines, record.weeks.as_ref()),
                of_customers::purchase_windows(prices.as_ref(), windows.as_ref()),
                of_customers::potential_savings(lines),
                of_customers::next_orders(lines, record.next_orders.as_ref()),
                of_customers::average_spend(
                    lines,
                    record.spend_now.as_ref(),
                    record.spend.as_ref(),
                ),
                figures::commodities(&overview),
            ];
            Ok(Envelope::with_meta(Methods { figures }, scope.meta()))
        });
        self.answers
            .answer(
                request,
                scope,
                as_of,
                Question::Methods {
                    edition: known.edition.clone(),
                },
                compute,
            )
            .await
    }
}

//! The page of figure methods, stored because its backtests take long.

use super::wire::Methods;
use super::{customer_methods, figure_methods};
use crate::auth::permission::{
    CustomersRead, InventoryRead, MarketRead, PurchasingRead, SalesRead,
};
use crate::auth::{PermissionError, Proof, Scope};
use crate::cache::{CachedFigure, FigureCache, StoredFigure};
use crate::db::DbError;
use crate::features::crop_yield::read_yield_report;
use crate::features::crop_yield::yield_catalog::YieldSnapshot;
use crate::features::customers::customers_backtest::CustomersBacktest;
use crate::features::customers::headlines::one_year_before;
use crate::features::customers::purchase_windows::compute_default_windows;
use crate::features::customers::read_customers;
use crate::features::market::market_overview::{OverviewQuery, compute_market_figures};
use crate::features::market::read_quotes;
use crate::features::market::timeframe::Timeframe;
use crate::features::purchasing::{
    count_stock_rows, read_cards, read_figure_day, read_levels_backtest, read_plan_record,
};
use crate::features::supply_prices::price_index::Month;
use crate::features::supply_prices::read_price_index;
use crate::http::{Envelope, Meta};
use aws_lc_rs::digest::{SHA256, digest};
use poem_openapi::types::{ParseError, ParseFromJSON, ToJSON};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tokio::task::JoinError;

/// The pages of this process.
pub type MethodsPages = FigureCache<MethodsPage>;

/// The response as JSON, which another server can read as it is.
#[derive(Serialize, Deserialize)]
pub struct MethodsPage(String);

/// Proofs that a caller may read every figure of the page.
pub struct MethodsProofs {
    purchasing: Proof<PurchasingRead>,
    inventory: Proof<InventoryRead>,
    sales: Proof<SalesRead>,
    customers: Proof<CustomersRead>,
    market: Proof<MarketRead>,
}

impl MethodsProofs {
    /// The proofs of a scope.
    pub fn require(scope: &Scope) -> Result<Self, PermissionError> {
        Ok(Self {
            purchasing: scope.require(PurchasingRead)?,
            inventory: scope.require(InventoryRead)?,
            sales: scope.require(SalesRead)?,
            customers: scope.require(CustomersRead)?,
            market: scope.require(MarketRead)?,
        })
    }
}

/// Why the page was not computed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum MethodsError {
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
    /// The task that computes the backtests failed.
    #[error("the backtests were not computed")]
    Backtest(#[source] Arc<JoinError>),
}

impl MethodsPage {
    /// The page as of today, computed once for each version of the data and of the yields.
    pub async fn load(
        pages: &MethodsPages,
        scope: &Scope,
        known: &YieldSnapshot,
        proofs: &MethodsProofs,
    ) -> Result<Arc<Self>, MethodsError> {
        // The future is large, so it is boxed.
        let compute = Box::pin(Self::compute(scope, known, proofs));
        pages
            .load_or_compute(scope, scope.as_of(), hash_edition(&known.edition), compute)
            .await
    }

    /// Computes the page unless it is in memory or stored.
    pub async fn prepare(
        pages: &MethodsPages,
        scope: &Scope,
        known: &YieldSnapshot,
        proofs: &MethodsProofs,
    ) -> Result<(), MethodsError> {
        let edition = hash_edition(&known.edition);
        if !pages.is_available(scope, scope.as_of(), edition).await {
            Self::load(pages, scope, known, proofs).await?;
        }
        Ok(())
    }

    async fn compute(
        scope: &Scope,
        known: &YieldSnapshot,
        proofs: &MethodsProofs,
    ) -> Result<Self, MethodsError> {
        let MethodsProofs {
            purchasing,
            inventory,
            sales,
            customers,
            market,
        } = proofs;
        let today = scope.as_of();
        let organization = scope.access().organization();
        let db = scope.rollup_db().await?;
        let day = read_figure_day(&db, today, purchasing).await?;
        let as_of = day.as_of;
        let cards = read_cards(&db, organization, as_of, purchasing)
            .await?
            .cards;
        let stock = count_stock_rows(&db, inventory).await?;
        let rights = (purchasing, inventory, sales);
        let levels = read_levels_backtest(&db, organization, as_of, rights).await?;
        let plans = read_plan_record(&db, organization, as_of, rights).await?;
        let prices = read_price_index(&db, organization, as_of, purchasing)
            .await?
            .index;
        let yields = read_yield_report(&db, &known.yields, customers).await?;
        let quotes = read_quotes(&db, today, market).await?;
        let year_before = one_year_before(as_of);
        let read = read_customers(
            &db,
            organization,
            as_of,
            year_before,
            (customers, sales, purchasing),
        )
        .await?;
        drop(db);
        let (buyers, [demand, _], lines) = (read.customers, read.demand, read.lines);
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
                CustomersBacktest::from_customers(&buyers, as_of),
                compute_market_figures(&quotes, &year, today),
            )
        });
        let (record, overview) = fitted
            .await
            .map_err(|error| MethodsError::Backtest(Arc::new(error)))?;
        let figures = vec![
            figure_methods::describe_cards(&cards),
            figure_methods::describe_recommendations(stock, levels.as_ref()),
            figure_methods::describe_purchase_plan(stock, plans.as_ref()),
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
        Ok(Self(response.to_json_string()))
    }

    /// The response of the page.
    pub(super) fn to_response(&self) -> Result<Envelope<Methods>, ParseError<Envelope<Methods>>> {
        Envelope::parse_from_json_string(&self.0)
    }
}

impl CachedFigure for MethodsPage {
    fn approximate_bytes(&self) -> usize {
        self.0.len()
    }
}

impl StoredFigure for MethodsPage {
    const KIND: &'static str = "methods";
}

/// The version of the public yield records as a number.
fn hash_edition(edition: &str) -> i64 {
    let hash = digest(&SHA256, edition.as_bytes());
    let bytes = hash.as_ref().first_chunk();
    bytes.map_or(0, |bytes| i64::from_be_bytes(*bytes))
}

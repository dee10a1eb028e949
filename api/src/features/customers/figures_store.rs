//! Computes the customer figures from the tenant's rows, for the page and the assistant.

use super::customer_figures::CustomerFigures;
use super::headlines::one_year_before;
use super::store::read_customers;
use crate::auth::permission::{CustomersRead, PurchasingRead, SalesRead};
use crate::auth::{Proof, Scope};
use crate::cache::{CachedFigure, ComputedFigure, FigureCache, StoredFigure, estimate_row_bytes};
use crate::db::{DbError, Organization, RolledUpDb};
use crate::exclusion::{ExclusionReason, Exclusions};
use crate::features::purchasing::{FigureDay, PurchaseCurrency, read_figure_day};
use crate::features::supply_prices::read_price_index;
use chrono::NaiveDate;
use futures_util::future::BoxFuture;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tokio::task::JoinError;

/// Permissions that the figures require.
pub type CustomerProofs<'a> = (
    &'a Proof<CustomersRead>,
    &'a Proof<SalesRead>,
    &'a Proof<PurchasingRead>,
);

/// The figures with their basis.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct CustomerReport {
    pub figures: CustomerFigures,
    /// Currency of the amounts; none without lines.
    pub currency: Option<PurchaseCurrency>,
    /// Number of order lines behind the figures.
    pub lines: u64,
    /// The day of the figures.
    pub day: FigureDay,
    /// Excluded order lines in other currencies.
    pub excluded: u64,
    /// Why these and other lines are left out.
    pub exclusions: Exclusions,
}

/// The customer figures of this process.
pub type CustomerReports = FigureCache<CustomerReport>;

impl StoredFigure for CustomerReport {
    const KIND: &'static str = "customer_report";
}

impl ComputedFigure for CustomerReport {
    type Inputs<'a> = CustomerProofs<'a>;
    type Error = CustomerReportError;

    fn compute<'a>(
        scope: &'a Scope,
        rights: Self::Inputs<'a>,
    ) -> BoxFuture<'a, Result<Self, CustomerReportError>> {
        Box::pin(async move {
            let db = scope.rollup_db().await?;
            read_customer_report(db, scope.access().organization(), scope.as_of(), rights).await
        })
    }
}

impl CachedFigure for CustomerReport {
    fn approximate_bytes(&self) -> usize {
        estimate_row_bytes(&self.figures.patterns, 3)
            + estimate_row_bytes(&self.figures.without_orders, 1)
    }
}

/// Why the figures were not computed.
#[derive(Clone, Debug, thiserror::Error)]
pub enum CustomerReportError {
    /// The database failed.
    #[error(transparent)]
    Db(#[from] DbError),
    /// The task that fits the models failed.
    #[error("the customer models were not fitted")]
    Fit(#[source] Arc<JoinError>),
}

impl From<JoinError> for CustomerReportError {
    fn from(error: JoinError) -> Self {
        Self::Fit(Arc::new(error))
    }
}

/// Customer figures as of today, or of the newest order line. The transaction ends before the models are fitted.
pub async fn read_customer_report(
    db: RolledUpDb,
    organization: &Organization,
    today: NaiveDate,
    (customers, sales, costs): CustomerProofs<'_>,
) -> Result<CustomerReport, CustomerReportError> {
    let day = read_figure_day(&db, today, costs).await?;
    let as_of = day.as_of;
    // Reading prices takes as much memory as all customers, so it is done before.
    let prices = read_price_index(&db, organization, as_of, costs)
        .await?
        .index;
    let read = read_customers(
        &db,
        organization,
        as_of,
        one_year_before(as_of),
        (customers, sales, costs),
    )
    .await?;
    drop(db);
    let (currency, lines, excluded) = (read.currency, read.lines, read.excluded);
    let exclusions = Exclusions::from_count(ExclusionReason::OtherCurrency, excluded)
        .with(ExclusionReason::ZeroPrice, read.unpriced_lines);
    let (customers, demand) = (read.customers, read.demand);
    // The fit is CPU-bound and must not block the async runtime.
    let fitted = tokio::task::spawn_blocking(move || {
        CustomerFigures::from_customers(&customers, &demand, prices.as_ref(), as_of)
    });
    let figures = fitted.await?;
    Ok(CustomerReport {
        figures,
        currency,
        lines,
        day,
        excluded,
        exclusions,
    })
}

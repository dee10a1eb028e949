//! Customer operations.

use super::customer_figures::CustomerFigures;
use super::wire::{CustomerSegmentation, CustomerStatus, Headlines};
use super::{
    CustomerReport, CustomerReportError, headlines, order_outlook, purchase_windows,
    read_customer_report, weekly_needs,
};
use crate::auth::Public;
use crate::auth::permission::{CustomersRead, PurchasingRead, SalesRead};
use crate::cache::{CachedQuery, FigureCache, ResponseCache};
use crate::http::{ApiError, CachedResponse, Envelope, Meta, Tag};
use poem::Request;
use poem_openapi::OpenApi;

/// Customer figures.
pub struct CustomersApi {
    /// Cached responses.
    pub answers: ResponseCache,
    /// Cached figures, shared with the assistant.
    pub figures: FigureCache<CustomerReport>,
}

/// Maximum number of customers in a response.
const MAX_PATTERNS: usize = 200;

#[OpenApi(tag = "Tag::Customers")]
impl CustomersApi {
    /// Get customer purchase patterns
    ///
    /// Segments, each customer's frequency and next order, the needs of the coming weeks, and the
    /// best months for buying, from the organization's own order lines.
    #[oai(
        path = "/api/customer-segmentation",
        method = "get",
        operation_id = "getCustomerSegmentation"
    )]
    async fn get_customer_segmentation(
        &self,
        caller: Public,
        request: &Request,
    ) -> Result<CachedResponse<CustomerSegmentation>, ApiError> {
        let scope = caller.scope();
        let (customers, sales, costs) = (
            scope.require(CustomersRead)?,
            scope.require(SalesRead)?,
            scope.require(PurchasingRead)?,
        );
        let today = scope.as_of();
        let compute = Box::pin(async {
            let read = async {
                let db = scope.rollup_db().await?;
                let proofs = (&customers, &sales, &costs);
                read_customer_report(db, scope.access().organization(), today, proofs).await
            };
            let read = Box::pin(self.figures.get_or_compute(scope, today, read)).await?;
            let meta = Meta {
                currency: read.currency.as_ref().map(|currency| currency.0.clone()),
                n: Some(read.lines),
                as_of: Some(read.day.as_of),
                data_through: read.day.data_through,
                method: Some(order_outlook::METHOD.to_owned()),
                ..scope.meta()
            }
            .with_exclusions(&read.exclusions);
            Ok(Envelope::with_meta(to_response(read.figures.clone()), meta))
        });
        self.answers
            .get_or_render(
                request,
                scope,
                today,
                CachedQuery::CustomerSegmentation,
                compute,
            )
            .await
    }
}

fn to_response(figures: CustomerFigures) -> CustomerSegmentation {
    let nobody = figures.with_orders == 0;
    CustomerSegmentation {
        customers_with_orders: figures.with_orders as u64,
        headlines: Headlines {
            predicted_needs_note: figures
                .orders
                .is_none()
                .then(|| headlines::INSUFFICIENT_ORDERS.to_owned()),
            predicted_needs: figures.orders.map(Into::into),
            purchase_window_note: figures
                .saving
                .is_none()
                .then(|| purchase_windows::INSUFFICIENT_DATA.to_owned()),
            purchase_window_categories: figures
                .saving
                .as_ref()
                .filter(|saving| !saving.terms.best.is_empty())
                .map(|saving| saving.terms.best.iter().cloned().map(Into::into).collect()),
            purchase_window: figures.saving.map(Into::into),
        },
        status: CustomerStatus {
            segmentation: nobody.then(|| order_outlook::NO_ORDERS.to_owned()),
            prediction_trends: figures
                .needs
                .is_none()
                .then(|| weekly_needs::INSUFFICIENT_DATA.to_owned()),
            purchase_windows: figures
                .windows
                .is_none()
                .then(|| purchase_windows::INSUFFICIENT_DATA.to_owned()),
        },
        segmentation: figures.segments.into_iter().map(Into::into).collect(),
        customer_patterns: figures
            .patterns
            .into_iter()
            .take(MAX_PATTERNS)
            .map(Into::into)
            .collect(),
        prediction_trends: figures
            .needs
            .map(|needs| needs.weeks.into_iter().map(Into::into).collect())
            .unwrap_or_default(),
        purchase_windows: figures
            .windows
            .map(|windows| windows.months.into_iter().map(Into::into).collect())
            .unwrap_or_default(),
    }
}

impl From<CustomerReportError> for ApiError {
    fn from(error: CustomerReportError) -> Self {
        match error {
            CustomerReportError::Db(error) => error.into(),
            CustomerReportError::Fit(error) => Self::internal(&error),
        }
    }
}

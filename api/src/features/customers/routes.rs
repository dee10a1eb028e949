//! Customer operations.

use super::customer_figures::CustomerFigures;
use super::customer_list::{CustomerListQuery, SORT_KEYS};
use super::wire::{CustomerList, CustomerSegmentation, CustomerStatus, Headlines};
use super::{
    CustomerReport, CustomerReportError, CustomerReports, headlines, order_outlook,
    purchase_windows, weekly_needs,
};
use crate::auth::permission::{CustomersRead, PurchasingRead, SalesRead};
use crate::auth::{Proof, Public, Scope, Signed};
use crate::cache::{CachedQuery, ResponseCache};
use crate::http::{
    ApiError, CachedResponse, Envelope, Meta, Tag, default_figure_rows, parse_cursor, parse_sort,
};
use crate::row_page::PageBounds;
use poem::Request;
use poem_openapi::OpenApi;
use poem_openapi::param::Query;

/// Customer figures.
pub struct CustomersApi {
    /// Cached responses.
    pub answers: ResponseCache,
    /// Cached figures, shared with the assistant.
    pub figures: CustomerReports,
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
        let rights = require_rights(scope)?;
        let as_of = scope.as_of();
        let compute = Box::pin(async {
            let read = self
                .figures
                .load(scope, (&rights.0, &rights.1, &rights.2))
                .await?;
            let meta = describe_report(&read, scope);
            Ok(Envelope::with_meta(to_response(&read.figures), meta))
        });
        self.answers
            .get_or_render(
                request,
                scope,
                as_of,
                CachedQuery::CustomerSegmentation,
                compute,
            )
            .await
    }

    /// List customers
    ///
    /// Customers with orders and their purchase patterns: last purchase, frequency, average spend
    /// and next order.
    #[oai(
        path = "/api/customers",
        method = "get",
        operation_id = "listCustomers"
    )]
    #[expect(
        clippy::too_many_arguments,
        reason = "one argument for each query parameter"
    )]
    async fn list_customers(
        &self,
        signed: Signed,
        request: &Request,
        /// Customers per page.
        #[oai(
            default = "default_figure_rows",
            validator(minimum(value = "1"), maximum(value = "1000"))
        )]
        limit: Query<u32>,
        /// `nextCursor` of the previous page.
        #[oai(validator(max_length = 20))]
        cursor: Query<Option<String>>,
        /// `customer`, `customer_id`, `last_purchase`, `frequency`, `average_spend`,
        /// `predicted_next`, `order_in_30_days`, `still_customer` or `orders`; with a leading `-`,
        /// the largest first. Default: by amount per year, largest first.
        #[oai(validator(
            pattern = "^-?(customer|customer_id|last_purchase|frequency|average_spend|predicted_next|order_in_30_days|still_customer|orders)$"
        ))]
        sort: Query<Option<String>>,
        /// Part of a name or id. Case does not matter.
        #[oai(validator(max_length = 200))]
        q: Query<Option<String>>,
        /// Only the customer with this id.
        #[oai(validator(max_length = 1000))]
        id: Query<Option<String>>,
        /// Only customers whose next order is overdue.
        overdue: Query<Option<bool>>,
    ) -> Result<CachedResponse<CustomerList>, ApiError> {
        let scope = signed.scope();
        let rights = require_rights(scope)?;
        let list = CustomerListQuery {
            bounds: PageBounds {
                start: parse_cursor(cursor.0.as_deref())?.unwrap_or(0),
                limit: limit.0,
            },
            sort: parse_sort(sort.0.as_deref(), &SORT_KEYS)?,
            search: q.0,
            id: id.0,
            is_overdue: overdue.0.unwrap_or(false),
        };
        let query = CachedQuery::CustomerList {
            page: format!("{list:?}"),
        };
        let compute = Box::pin(async {
            let read = self
                .figures
                .load(scope, (&rights.0, &rights.1, &rights.2))
                .await?;
            let matching = list.apply(&read.figures.patterns);
            let data = CustomerList {
                items: matching.page.items.into_iter().map(Into::into).collect(),
                next_cursor: matching.page.next_cursor,
                total: matching.total as u64,
                total_average_spend: matching.total_average_spend,
            };
            Ok(Envelope::with_meta(data, describe_report(&read, scope)))
        });
        self.answers
            .get_or_render(request, scope, scope.as_of(), query, compute)
            .await
    }
}

/// What customer figures are computed from.
type CustomerRights = (
    Proof<CustomersRead>,
    Proof<SalesRead>,
    Proof<PurchasingRead>,
);

fn require_rights(scope: &Scope) -> Result<CustomerRights, ApiError> {
    Ok((
        scope.require(CustomersRead)?,
        scope.require(SalesRead)?,
        scope.require(PurchasingRead)?,
    ))
}

fn describe_report(read: &CustomerReport, scope: &Scope) -> Meta {
    Meta {
        currency: read.currency.as_ref().map(|currency| currency.0.clone()),
        n: Some(read.lines),
        as_of: Some(read.day.as_of),
        data_through: read.day.data_through,
        method: Some(order_outlook::METHOD.to_owned()),
        ..scope.meta()
    }
    .with_exclusions(&read.exclusions)
}

fn to_response(figures: &CustomerFigures) -> CustomerSegmentation {
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
            purchase_window: figures.saving.clone().map(Into::into),
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
        segmentation: figures.segments.iter().cloned().map(Into::into).collect(),
        customer_patterns: figures
            .patterns
            .iter()
            .take(MAX_PATTERNS)
            .cloned()
            .map(Into::into)
            .collect(),
        prediction_trends: figures
            .needs
            .clone()
            .map(|needs| needs.weeks.into_iter().map(Into::into).collect())
            .unwrap_or_default(),
        purchase_windows: figures
            .windows
            .clone()
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

//! The customers over HTTP.

use super::headlines::{self, best_saving, expected_orders, year_before};
use super::needs::{self, needs};
use super::outlook::{self, Outlook};
use super::patterns::patterns;
use super::segments::segments;
use super::store::{ReadCustomers, read_customers};
use super::windows::{self, Carrying, purchase_windows};
use super::wire::{CustomerSegmentation, CustomerStatus, Headlines};
use crate::auth::Public;
use crate::auth::permission::{CustomersRead, PurchasingRead, SalesRead};
use crate::cache::{AnswerCache, Question};
use crate::features::supply_prices::index::{Month, PriceIndex};
use crate::features::supply_prices::read_price_index;
use crate::http::{Answer, ApiError, Envelope, Meta, Tag};
use chrono::NaiveDate;
use poem::Request;
use poem_openapi::OpenApi;

/// Who buys, how, what next.
pub struct CustomersApi {
    /// Kept answers.
    pub answers: AnswerCache,
}

/// The most customers that an answer lists.
const MOST_PATTERNS: usize = 200;

#[OpenApi(tag = "Tag::Customers")]
impl CustomersApi {
    /// Customer purchase patterns
    ///
    /// Segments, each customer's rhythm and next order, what the coming weeks need, and which months are good for buying, from the organization's own order lines.
    #[oai(path = "/api/customer-segmentation", method = "get", operation_id = "getCustomerSegmentation")]
    async fn customer_segmentation(&self, caller: Public, request: &Request) -> Result<Answer<CustomerSegmentation>, ApiError> {
        let scope = caller.scope();
        let (customers, sales, costs) = (scope.require(CustomersRead)?, scope.require(SalesRead)?, scope.require(PurchasingRead)?);
        let as_of = scope.as_of();
        let compute = Box::pin(async {
            let db = scope.db().await?;
            let organization = scope.access().organization();
            let read = read_customers(&db, organization, as_of, year_before(as_of), (&customers, &sales, &costs)).await?;
            let prices = read_price_index(&db, organization, as_of, &costs).await?.index;
            drop(db);
            let meta = Meta {
                currency: read.currency.as_ref().map(|currency| currency.0.clone()),
                n: Some(read.lines),
                excluded: Some(read.excluded),
                method: Some(outlook::METHOD.to_owned()),
                ..scope.meta()
            };
            // Fitting takes a core for a moment: not one of those that answer everybody else.
            let figures = tokio::task::spawn_blocking(move || figures(&read, prices.as_ref(), as_of)).await.map_err(|error| ApiError::internal(&error))?;
            Ok(Envelope::with_meta(figures, meta))
        });
        self.answers.answer(request, scope, as_of, Question::CustomerSegmentation, compute).await
    }
}

fn figures(read: &ReadCustomers, prices: Option<&PriceIndex>, as_of: NaiveDate) -> CustomerSegmentation {
    let now = Outlook::of(&read.customers, as_of);
    let year_ago = Outlook::of(&read.customers, year_before(as_of));
    let [demand, demand_year_ago] = &read.demand;
    let month = Month::from(as_of);
    let windows = prices.and_then(|index| purchase_windows(index, demand, Carrying::default(), month));
    let windows_year_ago = prices.and_then(|index| purchase_windows(index, demand_year_ago, Carrying::default(), month.year_before()));
    let weeks = needs(&now);
    let orders = expected_orders(&now, &year_ago);
    let saving = windows.as_ref().and_then(|windows| best_saving(windows, windows_year_ago.as_ref(), month));
    let nobody = now.customers.is_empty();
    CustomerSegmentation {
        customers_with_orders: now.customers.len() as u64,
        headlines: Headlines {
            predicted_needs_note: orders.is_none().then(|| headlines::ORDERS_TOO_THIN.to_owned()),
            predicted_needs: orders.map(Into::into),
            purchase_window_note: saving.is_none().then(|| windows::TOO_THIN.to_owned()),
            purchase_window: saving.map(Into::into),
        },
        status: CustomerStatus {
            segmentation: nobody.then(|| outlook::NO_ORDERS.to_owned()),
            prediction_trends: weeks.is_none().then(|| needs::TOO_THIN.to_owned()),
            purchase_windows: windows.is_none().then(|| windows::TOO_THIN.to_owned()),
        },
        segmentation: segments(&now, windows.as_ref()).into_iter().map(Into::into).collect(),
        customer_patterns: patterns(&now).rows.into_iter().take(MOST_PATTERNS).map(Into::into).collect(),
        prediction_trends: weeks.map(|needs| needs.weeks.into_iter().map(Into::into).collect()).unwrap_or_default(),
        purchase_windows: windows.map(|windows| windows.months.into_iter().map(Into::into).collect()).unwrap_or_default(),
    }
}

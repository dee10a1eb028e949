//! All that is said of the customers as of a day, made once: a screen and an answer in words show
//! parts of the same figures and cannot disagree.

use chrono::NaiveDate;

use super::customer::Customer;
use super::headlines::{
    Headline, OrdersTerms, SavingTerms, compute_best_saving, compute_expected_orders,
    compute_share_year_ago, one_year_before,
};
use super::order_outlook::OrderOutlook;
use super::purchase_patterns::{PatternRow, compute_patterns};
use super::purchase_windows::{CategoryDemand, PurchaseWindows, compute_default_windows};
use super::segments::{SegmentRow, build_segments};
use super::weekly_needs::{WeeklyNeeds, forecast_weekly_needs};
use crate::features::supply_prices::price_index::{Month, PriceIndex};

/// The figures of one day.
#[derive(Debug, Clone)]
pub struct CustomerFigures {
    /// Customers with at least one order.
    pub with_orders: usize,
    /// Names on record of those without one.
    pub without_orders: Vec<String>,
    /// Largest amount per year first, then by id.
    pub patterns: Vec<PatternRow>,
    pub segments: Vec<SegmentRow>,
    /// None: [`super::needs::TOO_THIN`].
    pub needs: Option<WeeklyNeeds>,
    /// None: [`super::windows::TOO_THIN`].
    pub windows: Option<PurchaseWindows>,
    /// None: [`super::headlines::ORDERS_TOO_THIN`].
    pub orders: Option<Headline<OrdersTerms>>,
    pub saving: Option<Headline<SavingTerms>>,
}

impl CustomerFigures {
    /// `demand` is that of the as-of day and of the day a year before; `prices` are none where the
    /// organization bought too little for an index.
    pub fn from_customers(
        customers: &[Customer],
        demand: &[Vec<CategoryDemand>; 2],
        prices: Option<&PriceIndex>,
        as_of: NaiveDate,
    ) -> Self {
        // Told and let go first: the outlook of today takes its place in memory.
        let orders_before = compute_share_year_ago(&OrderOutlook::from_customers(
            customers,
            one_year_before(as_of),
        ));
        let now = OrderOutlook::from_customers(customers, as_of);
        let [demand, demand_year_ago] = demand;
        let month = Month::from(as_of);
        let windows = prices.and_then(|index| compute_default_windows(index, demand, month));
        let windows_year_ago = prices
            .and_then(|index| compute_default_windows(index, demand_year_ago, month.year_before()));
        let ordered = |id: &str| {
            now.customers
                .binary_search_by(|outlook| outlook.customer.id.as_str().cmp(id))
                .is_ok()
        };
        Self {
            with_orders: now.customers.len(),
            without_orders: customers
                .iter()
                .filter(|customer| !ordered(&customer.id))
                .map(|customer| customer.name.clone())
                .collect(),
            patterns: compute_patterns(&now).rows,
            segments: build_segments(&now, windows.as_ref()),
            needs: forecast_weekly_needs(&now),
            orders: compute_expected_orders(&now, orders_before),
            saving: windows
                .as_ref()
                .and_then(|windows| compute_best_saving(windows, windows_year_ago.as_ref(), month)),
            windows,
        }
    }
}

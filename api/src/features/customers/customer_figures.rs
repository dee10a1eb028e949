//! All customer figures as of a day, computed once, so that the page and the assistant show the
//! same figures.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::customer::Customer;
use super::headlines::{
    Headline, OrdersTerms, SavingTerms, compute_best_saving, compute_expected_orders,
    compute_share_year_ago, one_year_before,
};
use super::order_outlook::OrderOutlook;
use super::overdue_customers::OverdueCustomers;
use super::purchase_patterns::{PatternRow, compute_patterns};
use super::purchase_windows::{CategoryDemand, PurchaseWindows, compute_default_windows};
use super::segments::{SegmentRow, build_segments};
use super::weekly_needs::{WeeklyNeeds, forecast_weekly_needs};
use crate::cache::deserialize_rows;
use crate::features::supply_prices::price_index::{Month, PriceIndex};

/// The figures of a day.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CustomerFigures {
    /// Number of customers with at least one order.
    pub with_orders: usize,
    /// Names of customers without orders.
    pub without_orders: Vec<String>,
    /// Largest amount per year first, then by id.
    #[serde(deserialize_with = "deserialize_rows")]
    pub patterns: Vec<PatternRow>,
    pub overdue: OverdueCustomers,
    pub segments: Vec<SegmentRow>,
    /// None: [`super::weekly_needs::INSUFFICIENT_DATA`].
    pub needs: Option<WeeklyNeeds>,
    /// None: [`super::purchase_windows::INSUFFICIENT_DATA`].
    pub windows: Option<PurchaseWindows>,
    /// None: [`super::headlines::INSUFFICIENT_ORDERS`].
    pub orders: Option<Headline<OrdersTerms>>,
    pub saving: Option<Headline<SavingTerms>>,
}

impl CustomerFigures {
    /// `demand`: as of the as-of day and of the day a year before. `prices`: none if there are too
    /// few purchases for an index.
    pub fn from_customers(
        customers: &[Customer],
        demand: &[Vec<CategoryDemand>; 2],
        prices: Option<&PriceIndex>,
        as_of: NaiveDate,
    ) -> Self {
        // Computed and dropped first, so that only one outlook is in memory.
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
        let patterns = compute_patterns(&now);
        Self {
            with_orders: now.customers.len(),
            without_orders: customers
                .iter()
                .filter(|customer| !ordered(&customer.id))
                .map(|customer| customer.name.clone())
                .collect(),
            patterns: patterns.rows,
            overdue: patterns.overdue,
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

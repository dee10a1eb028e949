//! Customers: segments, purchase patterns, weekly needs and purchase windows.

pub mod average_spend;
mod basket_parser;
pub mod customer;
pub mod customer_figures;
pub mod customer_group;
pub mod customer_ledger;
mod customer_list;
pub mod customers_backtest;
mod figures_store;
pub mod group_pace;
pub mod headlines;
pub mod next_order;
mod order_day_parser;
pub mod order_history;
pub mod order_outlook;
pub mod order_seasons;
pub mod overdue_customers;
pub mod purchase_patterns;
pub mod purchase_windows;
mod routes;
pub mod savings;
mod season_check;
pub mod seasonal_clock;
pub mod segments;
#[cfg(test)]
mod simulated_retailer;
mod store;
pub mod weekly_needs;
mod window_store;
mod wire;

pub use figures_store::{
    CustomerProofs, CustomerReport, CustomerReportError, CustomerReports, read_customer_report,
};
pub use routes::CustomersApi;
pub use store::{CustomerDataset, read_customers};
pub use window_store::{PurchaseWindowReport, PurchaseWindowReports};

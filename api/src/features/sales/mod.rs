//! What the business sells: revenue and orders of a period, and how they part by product, category, month and customer.

pub mod buyers;
pub mod months;
pub mod products;
mod store;
pub mod totals;

pub use store::{ReadSales, SalesExtent, read_buyers, read_months, read_products, read_sales_extent, read_totals};

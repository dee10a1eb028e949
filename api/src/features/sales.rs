//! What the business sells: revenue and orders of a period, and how they part by product, category,
//! month and customer.

pub mod buyers;
mod buying;
pub mod months;
pub mod products;
mod store;
pub mod totals;

pub use buying::read_buyers;
pub use store::{
    ReadSales, SalesExtent, read_months, read_products, read_sales_extent, read_totals,
};

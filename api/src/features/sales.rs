//! Revenue and orders of a period, in total and by product, category, month and customer.

mod buyer_store;
pub mod buyers;
pub mod monthly_sales;
pub mod product_sales;
pub mod sales_totals;
mod store;

pub use buyer_store::read_buyers;
pub use store::{
    SalesExtent, SalesReport, read_months, read_products, read_sales_extent, read_totals,
};

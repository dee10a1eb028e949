//! Tools about sales: product rankings, sales of a period and average order value.

mod avg_order_value;
mod sales_context;
mod sales_summary;
mod top_products;

pub(super) use avg_order_value::avg_order_value;
pub(super) use sales_context::{ComparisonPeriod, SalesContext, open_sales_context, push_left_out};
pub(super) use sales_summary::sales_summary;
pub(super) use top_products::top_products;

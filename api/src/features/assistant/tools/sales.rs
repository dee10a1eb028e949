//! What the business sells: the best and the slowest products, sales of a period, and the average
//! order.

mod average;
mod opening;
mod products;
mod summary;

pub(super) use average::avg_order_value;
pub(super) use opening::{Base, Opening, left_out, opened};
pub(super) use products::top_products;
pub(super) use summary::sales_summary;

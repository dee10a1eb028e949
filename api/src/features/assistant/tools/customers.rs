//! Tools about customers.

mod customer_figures;
mod customer_next_purchase;
mod customer_profile;
mod customer_segments;
mod lapsed_customers;

pub(in crate::features::assistant) use customer_figures::{
    describe_chance, load_permitted_figures, overdue_rows,
};
pub(super) use customer_next_purchase::customer_next_purchase;
pub(super) use customer_profile::customer_profile;
pub(super) use customer_segments::customer_segments;
pub(super) use lapsed_customers::lapsed_customers;

/// Label and path of the page with the same figures.
const CUSTOMERS_PAGE: (&str, &str) = ("Customer Purchase Patterns", "/purchase-patterns");

//! Who buys, who has gone quiet, and who buys next.

mod lapsed;
mod next;
mod profile;
mod reading;
mod segments;
mod top;

pub(super) use lapsed::lapsed_customers;
pub(super) use next::customer_next_purchase;
pub(super) use profile::customer_profile;
pub(in crate::features::assistant) use reading::{figures_of, is_overdue};
pub(super) use segments::customer_segments;
pub(super) use top::top_customers;

/// The screen that shows the same figures.
const SCREEN: (&str, &str) = ("Customer Purchase Patterns", "/purchase-patterns");

//! What to buy, what it costs against its past, and when.

mod prices;
mod reorder;
mod windows;

pub(super) use prices::price_index;
pub(super) use reorder::reorder_recommendations;
pub(in crate::features::assistant) use reorder::{recommendations, recommended_cost};
pub(super) use windows::purchase_windows;
pub(in crate::features::assistant) use windows::windows;

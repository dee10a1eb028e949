//! Tools about purchasing: reorder recommendations, price index and purchase windows.

mod price_index;
mod purchase_windows;
mod reorder_recommendations;

pub(super) use price_index::price_index;
pub(in crate::features::assistant) use purchase_windows::load_permitted_windows;
pub(super) use purchase_windows::purchase_windows;
pub(super) use reorder_recommendations::reorder_recommendations;
pub(in crate::features::assistant) use reorder_recommendations::{
    load_permitted_recommendations, sum_recommended_cost,
};

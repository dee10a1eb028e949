//! What is on the shelf.

mod level;
mod low;

pub(super) use level::stock_level;
pub(super) use low::low_stock_items;

//! Tools about stock.

mod advised_stock;
mod low_stock_items;
mod stock_level;

pub(super) use low_stock_items::low_stock_items;
pub(super) use stock_level::stock_level;

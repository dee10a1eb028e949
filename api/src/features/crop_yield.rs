//! Yield forecasts for the customers' crops, from public harvest records of their states.

pub mod forecast;
pub mod plantings;
pub mod quick_stats;
pub mod reference_yields;
mod routes;
mod store;
mod wire;
pub mod yield_catalog;
pub mod yield_refresh;

pub use routes::CropYieldApi;
pub use store::read_yield_report;

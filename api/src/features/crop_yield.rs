//! What the customers' fields are expected to bear, from public harvest records of their states and
//! crops.

pub mod forecast;
pub mod known;
pub mod plantings;
pub mod quick_stats;
pub mod reference;
pub mod refresh;
mod routes;
mod store;
mod wire;

pub use routes::CropYieldApi;
pub use store::read_yields;

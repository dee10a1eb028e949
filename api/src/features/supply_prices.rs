//! What the business pays for its own basket, against its past.

pub mod price_index;
mod routes;
mod store;
mod wire;

pub use routes::SupplyPricesApi;
pub use store::{ReadPriceIndex, read_price_index};

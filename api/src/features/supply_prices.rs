//! Price index of the organization's own purchases.

pub mod price_index;
mod routes;
mod store;
mod wire;

pub use routes::SupplyPricesApi;
pub use store::{ReadPriceIndex, read_price_index};

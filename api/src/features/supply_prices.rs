//! Price index, price trends and unusual prices of the organization's own purchases.

mod outlier_routes;
mod outlier_store;
pub mod price_index;
pub mod price_outliers;
mod routes;
mod store;
mod wire;

pub use outlier_routes::PriceOutliersApi;
pub use outlier_store::{FoundOutliers, PriceOutliers, UnusualPrice, read_price_outliers};
pub use routes::SupplyPricesApi;
pub use store::{PriceIndexes, ReadPriceIndex, read_price_index};

//! What the business buys: the dashboard's four cards, and what to order now.

mod categories;
mod currency;
pub mod demand;
pub mod recommend;
mod routes;
mod store;
pub mod summary;
mod wire;

pub use categories::{ItemCategories, UNKNOWN_CATEGORY, item_categories};
pub use currency::{PurchaseCurrency, purchase_currency};
pub use routes::PurchasingApi;
pub(crate) use store::SUM_RADIX;
pub use store::{read_cards, read_recommendations};

//! What the business buys: the dashboard's four cards, what to order now, and how its suppliers and
//! its stock stand.

mod bought;
mod categories;
pub mod correction;
mod correction_routes;
mod corrections;
pub mod costs;
mod currency;
mod delivered;
pub mod demand;
pub mod drafts;
pub mod lead_time;
pub mod levels;
mod on_hand;
pub mod recommend;
mod routes;
pub mod sale_prices;
mod settings;
mod settings_routes;
pub mod shelf;
mod store;
pub mod summary;
pub mod suppliers;
mod typed;
mod weekly_sales;
mod wire;

pub use bought::{
    ActiveSupplier, PurchaseExtent, ReadSpending, is_supplier, list_active_suppliers,
    read_agreed_lead_times, read_delivering_suppliers, read_lead_times, read_punctuality,
    read_purchase_extent, read_spending,
};
pub use categories::{ItemCategories, UNKNOWN_CATEGORY, item_categories};
pub use correction_routes::CorrectionsApi;
pub use currency::{PurchaseCurrency, organization_currency, purchase_currency};
pub use drafts::DraftOrdersApi;
pub use on_hand::{Stocked, read_shelves, read_sold_last_year};
pub use routes::PurchasingApi;
pub use settings_routes::PurchasingSettingsApi;
pub use store::{
    ReadCards, ReadRecommendations, read_active_suppliers, read_cards, read_levels_record,
    read_recommendations,
};

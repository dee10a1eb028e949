//! Commodity prices with their trend and outlook, from the tenant's own quotes; weather and news
//! from feeds.

pub mod commodity;
pub mod feed;
pub mod market_overview;
pub mod monthly_prices;
pub mod price_outlook;
pub mod quote;
mod routes;
mod store;
pub mod timeframe;
mod weather_settings;
mod wire;

pub use routes::MarketApi;
pub use store::read_quotes;
pub use weather_settings::WeatherSettingsApi;

//! One room per noun of the trade. Rooms may call each other's published reads, without circles.

pub mod accounts;
pub mod api_keys;
pub mod assistant;
pub mod audit;
pub mod crop_yield;
pub mod customers;
pub mod data_sync;
pub mod jobs;
pub mod market;
pub mod methods;
pub mod notifications;
pub mod operators;
pub mod organizations;
pub mod platform;
pub mod purchasing;
pub mod sales;
pub mod supply_prices;

//! Feature modules, one per business noun. A feature may use another one's published functions,
//! without cycles.

pub mod accounts;
pub mod alert_rules;
pub mod api_keys;
pub mod assistant;
pub mod audit;
pub mod calendar_feed;
pub mod call_list;
pub mod crop_yield;
pub mod customers;
pub mod data_sync;
pub mod directory;
pub mod figure_precomputation;
pub mod imports;
pub mod jobs;
pub mod market;
pub mod methods;
pub mod metrics;
pub mod notifications;
pub mod operators;
pub mod organizations;
pub mod platform;
pub mod purchasing;
pub mod report_schedules;
pub mod supply_prices;
pub mod webhooks;

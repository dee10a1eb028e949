//! The service in process, against a database of its own for each test. `SPROUT_TEST_DB` chooses
//! the engine: `sqlite` (default), or `postgres` with `SPROUT_TEST_POSTGRES` naming a server on
//! which databases may be created.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod accounts;
mod api_keys;
mod assistant;
mod assistant_buying;
mod assistant_sales;
mod attacks;
mod audit;
mod backtests;
mod client;
mod contract;
mod crop_yield;
mod customers;
mod data_sync;
mod deletions;
mod draft_orders;
mod email_verification;
mod exports;
mod fake_bigquery;
mod fresh_database;
mod getting_in;
mod guesses;
mod hanging_up;
mod hostile_data;
mod idempotency;
mod invitations;
mod jobs;
mod kept_answers;
mod kept_secrets;
mod left_behind;
mod levels_by_season;
mod market;
mod members;
mod methods;
mod migrating;
mod notices;
mod operators;
mod ordering_costs;
mod organizations;
mod outbox;
mod own_sessions;
mod password_reset;
mod postgres_server;
mod preferences;
mod purchasing;
mod quick_stats;
mod request_limit;
mod rollups;
mod row_security;
mod second_factor;
mod second_step;
mod security_log;
mod signing_keys;
mod smtp_server;
mod supply_prices;
mod test_app;
mod verify_figures;
mod warehouse;
mod wire_names;

pub(crate) use client::{Answer, Client};
pub(crate) use fake_bigquery::FakeBigQuery;
pub(crate) use postgres_server::SourceDatabase;
pub(crate) use test_app::TestApp;
pub(crate) use warehouse::Warehouse;

//! Tests of the service in process, each with its own database. `SPROUT_TEST_DB` chooses the
//! engine: `sqlite` (default), or `postgres` with `SPROUT_TEST_POSTGRES` as the address of a server
//! on which the tests may create databases, or both with `SPROUT_TEST_CITUS` as the address of a
//! database on a Citus coordinator.

#![expect(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on has failed"
)]

mod account_sessions;
mod accounts;
mod alert_rules;
mod answer_feedback;
mod api_keys;
mod approvals;
mod assistant;
mod assistant_metrics;
mod assistant_purchasing;
mod assistant_sales;
mod attacks;
mod audit;
mod backtests;
mod backups;
mod calendar_feed;
mod call_list;
mod citus_cluster;
mod client;
mod client_disconnects;
mod compression;
mod contract;
mod crop_yield;
mod customers;
mod data_horizon;
mod data_sync;
mod deletions;
mod directory;
mod draft_orders;
mod email_outbox;
mod email_verification;
mod equal_figures;
mod evaluations;
mod exports;
mod fair_turns;
mod fake_bigquery;
mod figure_precomputation;
mod hostile_data;
mod http_server;
mod idempotency;
mod imports;
mod invitations;
mod jobs;
mod login_throttle;
mod mariadb_server;
mod market;
mod members;
mod methods;
mod metric_changes;
mod metric_rows;
mod metrics_page;
mod mfa;
mod mfa_policy;
mod migrations;
mod notifications;
mod operators;
mod order_emails;
mod ordering_costs;
mod organizations;
mod password_reset;
mod pdf_pages;
mod postgres_server;
mod preferences;
mod purchase_plan;
mod purchasing;
mod quick_stats;
mod rate_limit;
mod replicas;
mod report_schedules;
mod response_replay;
mod rollups;
mod row_level_security;
mod sales_dating;
mod saved_views;
mod season_position;
mod seasonal_levels;
mod security_log;
mod server_process;
mod shared_figures;
mod shared_views;
mod sign_in;
mod sign_up;
mod signing_keys;
mod smtp_server;
mod source_warehouse;
mod stored_secrets;
mod supply_prices;
mod test_app;
mod test_database;
mod traces;
mod unaffiliated;
mod verify_figures;
mod weather_settings;
mod webhooks;
mod wire_names;

pub(crate) use client::{Answer, Client};
pub(crate) use fake_bigquery::FakeBigQuery;
pub(crate) use mariadb_server::MariadbDatabase;
pub(crate) use postgres_server::SourceDatabase;
pub(crate) use source_warehouse::Warehouse;
pub(crate) use test_app::TestApp;

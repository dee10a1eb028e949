//! The Sprout server: a library of modules, and the `sprout` binary that runs them.
//!
//! Imports point down only. `commands`, `app` and `openapi` use `features`, and `commands` uses
//! `server`; features use
//! `idempotency`, `http`, `auth`, `cache` and `email`; those use `db`, which uses the `entities`
//! crate. Any module may use `config`, `crash_points`, `decimal`, `exclusion`, `ids`,
//! `packed_parser`, `telemetry` and the libraries of the folder `crates`, of which `clock`, `entropy` and `outbound`
//! have their paths here.

pub mod app;
pub mod auth;
pub mod cache;
pub mod commands;
pub mod config;
pub mod crash_points;
pub mod db;
pub mod decimal;
pub mod email;
pub mod exclusion;
pub mod features;
pub mod http;
pub mod idempotency;
pub mod ids;
pub mod newest_cache;
pub mod openapi;
mod packed_parser;
pub mod row_page;
pub mod server;
pub mod shared_reads;
pub mod telemetry;

pub use clock_and_entropy::{clock, entropy};
pub use outbound;

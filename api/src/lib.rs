//! The Sprout server: a library of modules, and the `sprout` binary that runs them.
//!
//! Imports point down only. `commands`, `app` and `openapi` use `features`; features use
//! `idempotency`, `http`, `auth`, `cache` and `email`; those use `db`, which uses the `entities`
//! crate. Any module may use `clock`, `config`, `crash_points`, `decimal`, `entropy`, `ids`,
//! `outbound`, `packed_parser` and `telemetry`.

pub mod app;
pub mod auth;
pub mod cache;
pub mod clock;
pub mod commands;
pub mod config;
pub mod crash_points;
pub mod db;
pub mod decimal;
pub mod email;
pub mod entropy;
pub mod features;
pub mod http;
pub mod idempotency;
pub mod ids;
pub mod openapi;
pub mod outbound;
mod packed_parser;
pub mod telemetry;

//! Sprout's service: a library of rooms, and the `sprout` binary that opens them.
//!
//! Imports go down only: `commands`, `app`, `openapi` and `demo` stand on `features`, those on
//! `idempotency`, `http`, `auth`, `cache` and `mail`, those on `db`, that on the `entities` crate.
//! `clock`, `config`, `decimal`, `entropy`, `ids`, `oracle`, `outbound`, `stats`, `telemetry` and
//! `written` are leaves that anyone may use.

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

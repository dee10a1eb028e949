//! The rows of the application database: one file a table, no logic.
//!
//! Quantities, prices and amounts are exact: integers scaled by 10^4 (`_e4`), the same on SQLite
//! and Postgres.

#[macro_use]
mod tenant;

pub mod api_key;
pub mod assistant_use;
pub mod attempt_bucket;
pub mod audit_entry;
pub mod audit_head;
pub mod condition;
pub mod conversation;
pub mod customer;
pub mod data_source;
pub mod exchange;
pub mod held_removal;
pub mod held_row;
pub mod idempotent_request;
pub mod inventory;
pub mod invitation;
pub mod job;
pub mod letter;
pub mod market_price;
pub mod membership;
pub mod notice;
pub mod one_time_token;
pub mod operator;
pub mod operator_act;
pub mod organization;
pub mod person;
pub mod person_preference;
pub mod purchase_order_draft;
pub mod purchase_order_line;
pub mod purchase_transaction;
pub mod purchasing_setting;
pub mod recovery_code;
pub mod reference_yield;
pub mod refresh_token;
pub mod remembered_columns;
pub mod rollup_customer_basket;
pub mod rollup_customer_history;
pub mod rollup_customer_return;
pub mod rollup_customer_span;
pub mod rollup_delivery_history;
pub mod rollup_item_day;
pub mod rollup_item_history;
pub mod rollup_item_month;
pub mod rollup_item_price;
pub mod rollup_line_day;
pub mod rollup_order_span;
pub mod rollup_promise_day;
pub mod rollup_promise_supplier;
pub mod rollup_sale_span;
pub mod rollup_supplier_day;
pub mod rollup_supplier_item;
pub mod second_factor;
pub mod session;
pub mod signing_epoch;
pub mod source_column;
pub mod source_file;
pub mod source_watermark;
pub mod stock_correction;
pub mod supplier;
pub mod sync_lease;
pub mod sync_reject;
pub mod sync_run;
pub mod sync_run_table;
pub mod sync_schedule;
pub mod synced_table;
pub mod verified_address;

pub use tenant::TenantOwned;

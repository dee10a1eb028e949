//! The entities of the application database: one file per table, without logic.
//!
//! Quantities, prices and amounts are exact decimals: integers scaled by 10^4 (suffix `_e4`), the
//! same on SQLite and PostgreSQL.

#[macro_use]
mod tenant_owned;

pub mod alert_state;
pub mod api_key;
pub mod assistant_usage;
pub mod audit_entry;
pub mod audit_head;
pub mod call_list_setting;
pub mod call_outcome;
pub mod catalogue_item;
pub mod column_mapping;
pub mod conversation;
pub mod conversation_message;
pub mod customer;
pub mod customer_booking;
pub mod data_source;
pub mod email_outbox;
pub mod explore_view;
pub mod idempotent_request;
pub mod import_answer;
pub mod inventory;
pub mod invitation;
pub mod job;
pub mod location_mapping;
pub mod market_price;
pub mod membership;
pub mod mfa_credential;
pub mod notification;
pub mod one_time_token;
pub mod operator;
pub mod operator_audit_entry;
pub mod organization;
pub mod person;
pub mod person_preference;
pub mod price_confirmation;
pub mod price_list_entry;
pub mod purchase_order;
pub mod purchase_order_draft;
pub mod purchase_order_line;
pub mod purchase_transaction;
pub mod purchasing_setting;
pub mod rate_limit_bucket;
pub mod recovery_code;
pub mod reference_yield;
pub mod refresh_token;
pub mod rollup_customer_basket;
pub mod rollup_customer_history;
pub mod rollup_customer_order_gap;
pub mod rollup_customer_return;
pub mod rollup_delivery_history;
pub mod rollup_item_day;
pub mod rollup_item_history;
pub mod rollup_item_month;
pub mod rollup_item_price;
pub mod rollup_line_day;
pub mod rollup_promise_day;
pub mod rollup_promise_supplier;
pub mod rollup_purchase_order_gap;
pub mod rollup_sale_order_gap;
pub mod rollup_supplier_day;
pub mod rollup_supplier_item;
pub mod session;
pub mod signing_key_version;
pub mod source_file;
pub mod source_schema_snapshot;
pub mod source_watermark;
pub mod stock_correction;
pub mod supplier;
pub mod sync_lease;
pub mod sync_reject;
pub mod sync_run;
pub mod sync_run_table;
pub mod sync_schedule;
pub mod table_sync_state;
pub mod upload;
pub mod upload_file;
pub mod verified_email;
pub mod withheld_deletion;
pub mod withheld_deletion_row;

pub use tenant_owned::TenantOwned;
pub mod webhook_delivery;
pub mod webhook_endpoint;

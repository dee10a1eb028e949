//! Bulk attacks from outside, through the public API.

mod cache_isolation;
mod common_passwords;
mod csrf;
mod csv_injection;
mod forged_tokens;
mod guessed_ids;
mod secret_leaks;
mod table_name_injection;

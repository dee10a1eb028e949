//! API keys: made by a person for a program, shown once, taken back by those who run the
//! organization.

mod routes;
mod store;
mod wire;

pub use routes::ApiKeysApi;

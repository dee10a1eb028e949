//! API keys: created by a person for a program, shown once, revoked by owners and admins.

mod routes;
mod store;
mod wire;

pub use routes::ApiKeysApi;

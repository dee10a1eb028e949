//! The directory: search over customers, items, suppliers, locations and orders, and what is on
//! record about each.

mod name_index;
mod name_store;
mod order_store;
mod record_store;
mod routes;
mod wire;

pub use routes::DirectoryApi;

//! Who buys, how, what next, and when it pays to have bought for them.

pub mod clock;
pub mod customer;
pub mod group;
pub mod headlines;
pub mod history;
pub mod ledger;
pub mod needs;
pub mod next_order;
pub mod outlook;
pub mod pace;
pub mod patterns;
pub mod prior;
mod routes;
pub mod savings;
pub mod seasons;
pub mod segments;
#[cfg(test)]
mod simulated;
pub mod spend;
mod store;
pub mod windows;
mod wire;

pub use routes::CustomersApi;
pub use store::{ReadCustomers, read_customers};

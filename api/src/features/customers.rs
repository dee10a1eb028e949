//! Who buys, how, what next, and when it pays to have bought for them.

mod bought;
mod buying;
pub mod clock;
pub mod customer;
pub mod figures;
pub mod group;
pub mod headlines;
pub mod hindcast;
pub mod history;
pub mod ledger;
pub mod needs;
pub mod next_order;
mod order_days;
pub mod outlook;
pub mod pace;
pub mod patterns;
pub mod prior;
mod reading;
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

pub use buying::{ReadWindows, read_windows};
pub(crate) use order_days::DayOfOrders;
pub use reading::{ReadFigures, read_figures};
pub use routes::CustomersApi;
pub use store::{ReadCustomers, read_customers};

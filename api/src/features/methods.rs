//! The methods behind all figures, with formulas and backtests.

mod customer_methods;
mod figure_methods;
mod formulas;
mod methods_page;
mod routes;
mod wire;

pub use methods_page::{MethodsError, MethodsPage, MethodsPages, MethodsProofs};
pub use routes::MethodsApi;

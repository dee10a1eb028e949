//! The methods behind all figures, with formulas and backtests.

mod customer_methods;
mod figure_methods;
mod formulas;
mod routes;
mod wire;

pub use routes::MethodsApi;

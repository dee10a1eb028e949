//! How the figures of the screens are made, and how they have come out so far, in one place.

mod figures;
mod formulas;
mod of_customers;
mod routes;
mod wire;

pub use routes::MethodsApi;

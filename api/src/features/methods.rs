//! How the figures of the screens are made, and how they have come out so far, in one place.

mod customer_methods;
mod figure_methods;
mod formulas;
mod routes;
mod wire;

pub use routes::MethodsApi;

//! The installation as its operators see it: every organization by what it uses, never by its rows,
//! and the letters that wait.

pub mod health;
mod letters;
mod routes;
mod store;
mod wire;

pub use letters::OperatorLettersApi;
pub use routes::OperatorsApi;

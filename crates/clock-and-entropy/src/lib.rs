//! Time and randomness, which functions take as arguments, so that tests control them.

pub mod clock;
pub mod entropy;

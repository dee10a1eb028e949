//! Computes the figures that take longest ahead of requests.

mod figure_precomputer;
mod shared_figures;

pub use figure_precomputer::FigurePrecomputer;
pub use shared_figures::{PrecomputationError, SharedFigures};

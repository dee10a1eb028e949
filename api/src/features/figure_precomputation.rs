//! Computes the figures that take longest before someone asks for them.

mod figure_preparer;
mod shared_figures;

pub use figure_preparer::FigurePreparer;
pub use shared_figures::{PreparationError, SharedFigures};

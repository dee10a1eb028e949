//! Documents as PDF: text, tables whose header repeats on each page, and bar charts. The files are
//! tagged for screen readers and have their fonts in them.

mod column_widths;
mod document;
mod layout;
mod page_size;
mod structure;
mod typeset;
mod writer;

pub use document::{Align, BarChart, Document, Field, Table, TableColumn};
pub use typeset::REPLACEMENT;
pub use writer::PdfError;

/// The maximum number of rows of a table. The document names the number of rows that it lacks.
pub const MAX_ROWS: usize = 2_000;
/// The maximum number of pages. The last one says that the document is incomplete.
pub const MAX_PAGES: usize = 300;

//! Scheduled reports: one table as email tables, XLSX workbook and chart. The crate computes no
//! figure: it formats those of an answer.

mod chart;
mod table;
mod workbook;

pub use chart::{Chart, ChartError};
pub use table::{Cell, CellKind, ReportColumn, ReportTable, format_number};
pub use workbook::WorkbookError;

/// The maximum number of rows in a workbook.
pub const MAX_WORKBOOK_ROWS: usize = 10_000;
/// The maximum number of rows in the text of an email.
pub const MAX_EMAIL_ROWS: usize = 50;

//! Scheduled reports: tables as email tables, XLSX workbook, PDF and charts. The crate computes
//! no figure: it formats those of an answer.

mod chart;
mod pdf;
mod section;
mod table;
mod workbook;

pub use chart::{Chart, ChartError};
pub use pdf::{PdfHeading, write_pdf};
pub use pdf_document::PdfError;
pub use section::ReportSection;
pub use table::{Cell, CellKind, FileFormat, ReportColumn, ReportTable};
pub use workbook::{WorkbookError, write_workbook};

/// The maximum number of rows in a workbook.
pub const MAX_WORKBOOK_ROWS: usize = 10_000;
/// The maximum number of rows in a PDF file.
pub const MAX_PDF_ROWS: usize = pdf_document::MAX_ROWS;
/// The maximum number of rows in the text of an email.
pub const MAX_EMAIL_ROWS: usize = 50;

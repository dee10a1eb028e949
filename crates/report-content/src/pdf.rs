//! The rows of a report as a PDF file.

use crate::chart::Chart;
use crate::table::{CellKind, ReportTable};
use localization::Language;
use pdf_document::{Document, PdfError, Table, TableColumn};

/// What a PDF file says besides its rows.
#[derive(Clone, Copy, Debug)]
pub struct PdfHeading<'a> {
    pub title: &'a str,
    /// Whose figures these are, and of when: a line each.
    pub subtitles: &'a [String],
    /// Limitations of the figures, and where to find them.
    pub notes: &'a [String],
    pub language: Language,
    pub created_at: chrono::DateTime<chrono::Utc>,
}

impl ReportTable {
    /// The bytes of a PDF file with chart and rows, at most [`crate::MAX_PDF_ROWS`].
    pub fn to_pdf(&self, heading: &PdfHeading<'_>) -> Result<Vec<u8>, PdfError> {
        let mut document = Document::new(heading.title, heading.language, heading.created_at);
        for line in heading.subtitles {
            document = document.subtitle(line);
        }
        if let Some(chart) = Chart::from_table(self, heading.language) {
            document = document.bar_chart(chart.to_bar_chart());
        }
        document = if self.rows.is_empty() {
            document.paragraph(heading.language.texts().report_has_no_rows)
        } else {
            document.table(self.to_pdf_table(heading.language))
        };
        for note in heading.notes {
            document = document.paragraph(note);
        }
        document.to_pdf()
    }

    fn to_pdf_table(&self, language: Language) -> Table {
        let columns = self.columns.iter().map(|column| match column.kind {
            CellKind::Number => TableColumn::figures(&column.label),
            CellKind::Text | CellKind::Date => TableColumn::text(&column.label),
        });
        Table {
            columns: columns.collect(),
            rows: self.format_rows(crate::MAX_PDF_ROWS, language),
            total_rows: self.total_rows,
            totals: Vec::new(),
        }
    }
}

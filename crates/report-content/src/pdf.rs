//! The sections of a report as a PDF file.

use crate::section::ReportSection;
use crate::table::{CellKind, ReportTable};
use localization::Language;
use pdf_document::{Document, PdfError, Table, TableColumn};

/// What a PDF file says besides its sections.
#[derive(Clone, Copy, Debug)]
pub struct PdfHeading<'a> {
    pub title: &'a str,
    /// Whose figures these are, and of when: a line each.
    pub subtitles: &'a [String],
    /// Where to find the figures.
    pub notes: &'a [String],
    pub language: Language,
    pub created_at: chrono::DateTime<chrono::Utc>,
}

/// The bytes of a PDF file with the sections: each with its chart and at most
/// [`crate::MAX_PDF_ROWS`] rows.
pub fn write_pdf(
    sections: &[ReportSection],
    heading: &PdfHeading<'_>,
) -> Result<Vec<u8>, PdfError> {
    let mut document = Document::new(heading.title, heading.language, heading.created_at);
    for line in heading.subtitles {
        document = document.subtitle(line);
    }
    for section in sections {
        document = document.heading(&section.title);
        for line in &section.subtitles {
            document = document.subtitle(line);
        }
        let table = &section.table;
        if let Some(chart) = section.to_chart(heading.language) {
            document = document.bar_chart(chart.to_bar_chart());
        }
        document = if table.rows.is_empty() {
            document.paragraph(heading.language.texts().report_has_no_rows)
        } else {
            document.table(table.to_pdf_table(heading.language))
        };
        for note in &section.notes {
            document = document.paragraph(note);
        }
    }
    for note in heading.notes {
        document = document.paragraph(note);
    }
    document.to_pdf()
}

impl ReportTable {
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

//! The rows of a report, and their form in an email.

use crate::{MAX_EMAIL_ROWS, MAX_PDF_ROWS, MAX_WORKBOOK_ROWS};
use email_content::{Align, Table};
use localization::{Language, fill_text};

/// What a column contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellKind {
    Text,
    /// Days such as `2026-06-16`.
    Date,
    Number,
}

/// A column of a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportColumn {
    /// The name, with the unit of its figures.
    pub label: String,
    pub kind: CellKind,
}

/// A value. Numbers carry their exact text, which is what a workbook or an email shows.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Text(String),
    Number(f64),
    Empty,
}

/// The format of a file with the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    Workbook,
    Pdf,
}

/// The rows of a report.
#[derive(Clone, Debug, PartialEq)]
pub struct ReportTable {
    pub columns: Vec<ReportColumn>,
    /// At most [`crate::MAX_WORKBOOK_ROWS`].
    pub rows: Vec<Vec<Cell>>,
    /// The number of rows that there are.
    pub total_rows: usize,
}

impl ReportTable {
    /// The first rows, for the text of an email.
    pub fn to_email_table(&self, language: Language) -> Table {
        let columns = self.columns.iter().map(|column| {
            let align = match column.kind {
                CellKind::Number => Align::End,
                CellKind::Text | CellKind::Date => Align::Start,
            };
            (column.label.clone(), align)
        });
        Table {
            columns: columns.collect(),
            rows: self.format_rows(MAX_EMAIL_ROWS, language),
        }
    }

    /// The texts of the first rows.
    pub(crate) fn format_rows(&self, max_rows: usize, language: Language) -> Vec<Vec<String>> {
        let format = |row: &Vec<Cell>| row.iter().map(|cell| cell.to_text(language)).collect();
        self.rows.iter().take(max_rows).map(format).collect()
    }

    /// Such as `50 of 1,204 rows. The attached workbook has all of them.`
    pub fn describe_extent(&self, attached: &[FileFormat], language: Language) -> String {
        let texts = language.texts();
        let total = language.format_count(self.total_rows);
        match self.total_rows {
            0 => texts.report_has_no_rows.to_owned(),
            1 => texts.report_has_one_row.to_owned(),
            2..=MAX_EMAIL_ROWS => fill_text(texts.report_rows, &[("count", &total)]),
            _ => {
                let shown = language.format_count(MAX_EMAIL_ROWS);
                let values = [("shown", shown.as_str()), ("total", &total)];
                let files = attached.iter();
                let files = files.map(|format| self.describe_file(*format, language));
                std::iter::once(fill_text(texts.report_first_rows, &values))
                    .chain(files)
                    .collect::<Vec<_>>()
                    .join(" ")
            }
        }
    }

    fn describe_file(&self, format: FileFormat, language: Language) -> String {
        let texts = language.texts();
        let (has_all, has_first, max_rows) = match format {
            FileFormat::Workbook => (
                texts.workbook_has_all,
                texts.workbook_has_first,
                MAX_WORKBOOK_ROWS,
            ),
            FileFormat::Pdf => (texts.pdf_has_all, texts.pdf_has_first, MAX_PDF_ROWS),
        };
        let rows = self.rows.len().min(max_rows);
        if rows < self.total_rows {
            fill_text(has_first, &[("count", &language.format_count(rows))])
        } else {
            has_all.to_owned()
        }
    }
}

impl From<Option<f64>> for Cell {
    /// A figure that may be unknown.
    fn from(figure: Option<f64>) -> Self {
        figure.map_or(Self::Empty, Self::Number)
    }
}

impl Cell {
    /// The value as text.
    pub fn to_text(&self, language: Language) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(number) => language.format_number(*number),
            Self::Empty => String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_email_has_the_first_rows_and_says_how_many_there_are() {
        let table = |rows: usize, total_rows: usize| ReportTable {
            columns: vec![
                ReportColumn {
                    label: "Product".to_owned(),
                    kind: CellKind::Text,
                },
                ReportColumn {
                    label: "Revenue (USD)".to_owned(),
                    kind: CellKind::Number,
                },
            ],
            rows: vec![vec![Cell::Text("Urea".to_owned()), Cell::Number(1_200.0)]; rows],
            total_rows,
        };
        let long = table(60, 60);
        let shown = long.to_email_table(Language::English);
        assert_eq!(shown.rows.len(), 50);
        assert_eq!(shown.rows[0], ["Urea", "1,200"]);
        assert_eq!(shown.columns[1], ("Revenue (USD)".to_owned(), Align::End));
        assert_eq!(
            long.describe_extent(&[FileFormat::Workbook], Language::English),
            "50 of 60 rows. The attached workbook has all of them."
        );
        assert_eq!(
            table(10_000, 12_345)
                .describe_extent(&[FileFormat::Workbook, FileFormat::Pdf], Language::English),
            "50 of 12,345 rows. The attached workbook has the first 10,000. \
                The attached PDF has the first 2,000."
        );
        assert_eq!(
            table(60, 60).describe_extent(&[FileFormat::Pdf], Language::English),
            "50 of 60 rows. The attached PDF has all of them."
        );
        assert_eq!(
            table(10_000, 12_345).describe_extent(&[FileFormat::Pdf], Language::German),
            "50 von 12.345 Zeilen. Die angehängte PDF-Datei enthält die ersten 2.000."
        );
        assert_eq!(
            table(0, 0).describe_extent(&[FileFormat::Pdf], Language::English),
            "No rows."
        );
        assert_eq!(
            table(2, 2).describe_extent(&[FileFormat::Pdf], Language::English),
            "2 rows."
        );
    }
}

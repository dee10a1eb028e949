//! The rows of a report, and their form in an email.

use crate::{MAX_EMAIL_ROWS, MAX_PDF_ROWS, MAX_WORKBOOK_ROWS};
use email_content::{Align, Table};

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
    pub fn to_email_table(&self) -> Table {
        let columns = self.columns.iter().map(|column| {
            let align = match column.kind {
                CellKind::Number => Align::End,
                CellKind::Text | CellKind::Date => Align::Start,
            };
            (column.label.clone(), align)
        });
        let rows = self.rows.iter().take(MAX_EMAIL_ROWS);
        Table {
            columns: columns.collect(),
            rows: rows
                .map(|row| row.iter().map(Cell::to_text).collect())
                .collect(),
        }
    }

    /// Such as `50 of 1,204 rows. The attached workbook has all of them.`
    pub fn describe_extent(&self, attached: &[FileFormat]) -> String {
        let total = format_count(self.total_rows);
        let attached: Vec<String> = attached
            .iter()
            .map(|format| self.describe_file(*format))
            .collect();
        let attached = attached.join(" ");
        match self.total_rows {
            0 => "No rows.".to_owned(),
            1 => "1 row.".to_owned(),
            2..=MAX_EMAIL_ROWS => format!("{total} rows."),
            _ => format!("{MAX_EMAIL_ROWS} of {total} rows. {attached}"),
        }
    }

    fn describe_file(&self, format: FileFormat) -> String {
        let (name, max_rows) = match format {
            FileFormat::Workbook => ("workbook", MAX_WORKBOOK_ROWS),
            FileFormat::Pdf => ("PDF", MAX_PDF_ROWS),
        };
        let rows = self.rows.len().min(max_rows);
        if rows < self.total_rows {
            format!("The attached {name} has the first {}.", format_count(rows))
        } else {
            format!("The attached {name} has all of them.")
        }
    }
}

impl Cell {
    /// The value as text.
    pub fn to_text(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(number) => format_number(*number),
            Self::Empty => String::new(),
        }
    }
}

/// A number with at most two decimals and separated thousands.
pub fn format_number(value: f64) -> String {
    let text = format!("{:.2}", value.abs());
    let (whole, decimals) = text.split_once('.').unwrap_or((&text, ""));
    let decimals = decimals.trim_end_matches('0');
    let grouped = group_digits(whole);
    let sign = if value < 0.0 && text.contains(|c: char| matches!(c, '1'..='9')) {
        "-"
    } else {
        ""
    };
    let point = if decimals.is_empty() { "" } else { "." };
    format!("{sign}{grouped}{point}{decimals}")
}

/// A number in plain notation with separated thousands: `-1,234.5` of `-1234.5`.
pub fn group_thousands(plain: &str) -> String {
    let (sign, magnitude) = match plain.strip_prefix('-') {
        Some(magnitude) => ("-", magnitude),
        None => ("", plain),
    };
    match magnitude.split_once('.') {
        Some((whole, decimals)) => format!("{sign}{}.{decimals}", group_digits(whole)),
        None => format!("{sign}{}", group_digits(magnitude)),
    }
}

fn format_count(count: usize) -> String {
    group_digits(&count.to_string())
}

fn group_digits(digits: &str) -> String {
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_separated_thousands_and_at_most_two_decimals() {
        for (value, text) in [
            (0.0, "0"),
            (-0.001, "0"),
            (1_234.5, "1,234.5"),
            (-1_234_567.891, "-1,234,567.89"),
            (999.0, "999"),
        ] {
            assert_eq!(format_number(value), text);
        }
    }

    #[test]
    fn decimals_keep_each_digit() {
        for (plain, grouped) in [
            ("0.00", "0.00"),
            ("-1234567.8901", "-1,234,567.8901"),
            ("999", "999"),
            (
                "123456789012345678901234.50",
                "123,456,789,012,345,678,901,234.50",
            ),
        ] {
            assert_eq!(group_thousands(plain), grouped);
        }
    }

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
        let shown = long.to_email_table();
        assert_eq!(shown.rows.len(), 50);
        assert_eq!(shown.rows[0], ["Urea", "1,200"]);
        assert_eq!(shown.columns[1], ("Revenue (USD)".to_owned(), Align::End));
        assert_eq!(
            long.describe_extent(&[FileFormat::Workbook]),
            "50 of 60 rows. The attached workbook has all of them."
        );
        assert_eq!(
            table(10_000, 12_345).describe_extent(&[FileFormat::Workbook, FileFormat::Pdf]),
            "50 of 12,345 rows. The attached workbook has the first 10,000. \
                The attached PDF has the first 2,000."
        );
        assert_eq!(
            table(60, 60).describe_extent(&[FileFormat::Pdf]),
            "50 of 60 rows. The attached PDF has all of them."
        );
        assert_eq!(table(0, 0).describe_extent(&[FileFormat::Pdf]), "No rows.");
        assert_eq!(table(2, 2).describe_extent(&[FileFormat::Pdf]), "2 rows.");
    }
}

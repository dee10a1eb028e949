//! The rows of a report as an XLSX workbook. Texts are never formulas.

use crate::MAX_WORKBOOK_ROWS;
use crate::table::{Cell, CellKind, ReportTable};
use localization::Language;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, XlsxError};

/// The maximum number of characters of a cell.
const MAX_CELL_CHARACTERS: usize = 32_767;

/// The workbook cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("the workbook could not be written")]
pub struct WorkbookError(#[from] XlsxError);

impl ReportTable {
    /// The bytes of a workbook with a header row.
    pub fn to_workbook(&self, language: Language) -> Result<Vec<u8>, WorkbookError> {
        let mut workbook = Workbook::new();
        let bold = Format::new().set_bold();
        let date = Format::new().set_num_format("yyyy-mm-dd");
        let sheet = workbook.add_worksheet().set_name(language.texts().report)?;
        sheet.set_freeze_panes(1, 0)?;
        for (column, listed) in (0..).zip(&self.columns) {
            sheet.write_string_with_format(0, column, shorten(&listed.label), &bold)?;
        }
        for (line, row) in (1..).zip(self.rows.iter().take(MAX_WORKBOOK_ROWS)) {
            for (column, (cell, listed)) in (0..).zip(row.iter().zip(&self.columns)) {
                match cell {
                    Cell::Number(number) => {
                        sheet.write_number(line, column, *number)?;
                    }
                    Cell::Text(text) => {
                        let day = (listed.kind == CellKind::Date)
                            .then(|| ExcelDateTime::parse_from_str(text).ok())
                            .flatten();
                        match day {
                            Some(day) => {
                                sheet.write_datetime_with_format(line, column, &day, &date)?
                            }
                            None => sheet.write_string(line, column, shorten(text))?,
                        };
                    }
                    Cell::Empty => {}
                }
            }
        }
        Ok(workbook.save_to_buffer()?)
    }
}

/// A text that a cell can hold.
fn shorten(text: &str) -> String {
    text.chars().take(MAX_CELL_CHARACTERS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::ReportColumn;

    #[test]
    fn a_workbook_holds_at_most_the_maximum_of_rows() {
        let column = |kind| ReportColumn {
            label: "=A1".to_owned(),
            kind,
        };
        let row = || {
            vec![
                Cell::Text("=1+1".to_owned()),
                Cell::Text("2026-06-16".to_owned()),
                Cell::Number(0.1),
            ]
        };
        let table = |rows: usize| ReportTable {
            columns: vec![
                column(CellKind::Text),
                column(CellKind::Date),
                column(CellKind::Number),
            ],
            rows: (0..rows).map(|_| row()).collect(),
            total_rows: rows,
        };
        let full = table(MAX_WORKBOOK_ROWS)
            .to_workbook(Language::English)
            .unwrap();
        let more = table(MAX_WORKBOOK_ROWS + 500)
            .to_workbook(Language::English)
            .unwrap();
        assert!(full.starts_with(b"PK"));
        let difference = full.len().abs_diff(more.len());
        assert!(difference < 100, "{difference}");
    }
}

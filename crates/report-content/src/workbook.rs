//! The sections of a report as an XLSX workbook. Texts are never formulas.

use crate::MAX_WORKBOOK_ROWS;
use crate::section::ReportSection;
use crate::table::{Cell, CellKind, ReportTable};
use localization::Language;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet, XlsxError};
use std::collections::HashSet;

/// The maximum number of characters of a cell.
const MAX_CELL_CHARACTERS: usize = 32_767;
/// More than a report has sections.
const MAX_SHEETS: usize = 1_000;
/// The maximum number of characters of the name of a sheet.
const MAX_SHEET_NAME_CHARACTERS: usize = 31;

/// The workbook cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("the workbook could not be written")]
pub struct WorkbookError(#[from] XlsxError);

/// The bytes of a workbook with a sheet for each section. Each sheet has a header row.
pub fn write_workbook(
    sections: &[ReportSection],
    language: Language,
) -> Result<Vec<u8>, WorkbookError> {
    let mut workbook = Workbook::new();
    let mut names = HashSet::new();
    for section in sections {
        let title = if section.title.is_empty() {
            language.texts().report
        } else {
            section.title.as_str()
        };
        let name = name_sheet(title, &mut names);
        let sheet = workbook.add_worksheet().set_name(name)?;
        write_table(sheet, &section.table)?;
    }
    Ok(workbook.save_to_buffer()?)
}

fn write_table(sheet: &mut Worksheet, table: &ReportTable) -> Result<(), XlsxError> {
    let bold = Format::new().set_bold();
    let date = Format::new().set_num_format("yyyy-mm-dd");
    sheet.set_freeze_panes(1, 0)?;
    for (column, listed) in (0..).zip(&table.columns) {
        sheet.write_string_with_format(0, column, shorten(&listed.label), &bold)?;
    }
    for (line, row) in (1..).zip(table.rows.iter().take(MAX_WORKBOOK_ROWS)) {
        for (column, (cell, listed)) in (0..).zip(row.iter().zip(&table.columns)) {
            match cell {
                Cell::Number(number) => {
                    sheet.write_number(line, column, *number)?;
                }
                Cell::Text(text) => {
                    let day = (listed.kind == CellKind::Date)
                        .then(|| ExcelDateTime::parse_from_str(text).ok())
                        .flatten();
                    match day {
                        Some(day) => sheet.write_datetime_with_format(line, column, &day, &date)?,
                        None => sheet.write_string(line, column, shorten(text))?,
                    };
                }
                Cell::Empty => {}
            }
        }
    }
    Ok(())
}

/// A name that Excel accepts and that no sheet has yet.
fn name_sheet(title: &str, names: &mut HashSet<String>) -> String {
    let allowed = title.chars().map(|c| {
        let is_forbidden = c.is_control() || matches!(c, '[' | ']' | ':' | '*' | '?' | '/' | '\\');
        if is_forbidden { ' ' } else { c }
    });
    let allowed: String = allowed.collect();
    // A name must not start or end with an apostrophe.
    let allowed = allowed.trim_matches(|c: char| c.is_whitespace() || c == '\'');
    (1..MAX_SHEETS)
        .map(|number| {
            let suffix = if number == 1 {
                String::new()
            } else {
                format!(" {number}")
            };
            let length = MAX_SHEET_NAME_CHARACTERS - suffix.len();
            let name = format!("{}{suffix}", cut_utf16(allowed, length).trim_end());
            name.trim_start().to_owned()
        })
        .find(|name| !name.is_empty() && names.insert(name.to_lowercase()))
        .unwrap_or_default()
}

/// The start of a text with at most so many UTF-16 units, as Excel counts them.
fn cut_utf16(text: &str, max_units: usize) -> &str {
    let mut units = 0;
    let end = text.char_indices().find(|(_, c)| {
        units += c.len_utf16();
        units > max_units
    });
    end.and_then(|(index, _)| text.get(..index)).unwrap_or(text)
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
        let write = |rows: usize| {
            let section = ReportSection::new(Vec::new(), table(rows));
            write_workbook(&[section], Language::English).unwrap()
        };
        let full = write(MAX_WORKBOOK_ROWS);
        let more = write(MAX_WORKBOOK_ROWS + 500);
        assert!(full.starts_with(b"PK"));
        let difference = full.len().abs_diff(more.len());
        assert!(difference < 100, "{difference}");
    }
    #[test]
    fn sheets_have_names_that_excel_accepts() {
        let mut names = HashSet::new();
        let mut name = |title: &str| name_sheet(title, &mut names);
        assert_eq!(name("Price index"), "Price index");
        assert_eq!(name("price index"), "price index 2");
        assert_eq!(name("'a/b: [c]?'"), "a b   c");
        assert_eq!(name("\u{1f33d}".repeat(20).as_str()).chars().count(), 15);
        assert_eq!(name("***"), "2");
        assert_eq!(name(&"x".repeat(40)), "x".repeat(31));
        assert_eq!(name(&"x".repeat(50)), format!("{} 2", "x".repeat(29)));
    }
}

//! Writes rows as an XLSX workbook: a sheet of rows, and one of totals. Texts are never formulas.

use metrics::{AnswerValue, Kind, RowPage, RowValue};
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

/// The maximum number of characters of a cell.
const MAX_CELL_CHARACTERS: usize = 32_767;

/// The bytes of the workbook.
pub(super) fn write_workbook(page: &RowPage) -> Result<Vec<u8>, XlsxError> {
    let mut workbook = Workbook::new();
    let bold = Format::new().set_bold();
    let date = Format::new().set_num_format("yyyy-mm-dd");
    let sheet = workbook.add_worksheet().set_name("Rows")?;
    for (column, listed) in (0..).zip(&page.columns) {
        sheet.write_string_with_format(0, column, listed.label, &bold)?;
    }
    sheet.set_freeze_panes(1, 0)?;
    for (line, row) in (1..).zip(&page.rows) {
        for (column, (value, listed)) in (0..).zip(row.iter().zip(&page.columns)) {
            match value {
                RowValue::Text(text) if listed.kind == Kind::Date => {
                    match ExcelDateTime::parse_from_str(text) {
                        Ok(day) => sheet.write_datetime_with_format(line, column, &day, &date)?,
                        Err(_) => write_text(sheet, line, column, text)?,
                    };
                }
                RowValue::Text(text) => {
                    write_text(sheet, line, column, text)?;
                }
                RowValue::Number(text) => match text.parse::<f64>() {
                    Ok(number) => {
                        sheet.write_number(line, column, number)?;
                    }
                    Err(_) => {
                        write_text(sheet, line, column, text)?;
                    }
                },
                RowValue::Null => {}
            }
        }
    }
    write_totals(workbook.add_worksheet().set_name("Totals")?, page, &bold)?;
    workbook.save_to_buffer()
}

fn write_totals(sheet: &mut Worksheet, page: &RowPage, bold: &Format) -> Result<(), XlsxError> {
    for (column, total) in (0..).zip(&page.total_columns) {
        sheet.write_string_with_format(0, column, &total.label, bold)?;
    }
    for (line, row) in (1..).zip(&page.totals) {
        for (column, value) in (0..).zip(row) {
            match value {
                AnswerValue::Text(text) => {
                    write_text(sheet, line, column, text)?;
                }
                AnswerValue::Integer(number) => {
                    sheet.write_string(line, column, number.to_string())?;
                }
                AnswerValue::Number(number) => {
                    sheet.write_number(line, column, *number)?;
                }
                AnswerValue::Null => {}
            }
        }
    }
    Ok(())
}

/// A text cell, shortened to what a cell can hold.
fn write_text<'a>(
    sheet: &'a mut Worksheet,
    line: u32,
    column: u16,
    text: &str,
) -> Result<&'a mut Worksheet, XlsxError> {
    if text.len() <= MAX_CELL_CHARACTERS {
        return sheet.write_string(line, column, text);
    }
    let short: String = text.chars().take(MAX_CELL_CHARACTERS).collect();
    sheet.write_string(line, column, short)
}

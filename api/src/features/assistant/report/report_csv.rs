//! A report's tables as CSV after RFC 4180, safe to open in a spreadsheet: no cell is read as a
//! formula.

use super::Report;
use crate::http::push_csv_line;

/// Every table under its heading, one empty line between two; figures as the page shows them.
pub(in super::super) fn render_csv(report: &Report) -> String {
    let mut text = String::new();
    push_csv_line(
        &mut text,
        [
            report.title.as_str(),
            report.organization.as_str(),
            &report.as_of.to_string(),
            if report.sample { "Sample data" } else { "" },
        ],
    );
    for section in &report.sections {
        text.push_str("\r\n");
        push_csv_line(&mut text, [section.title, section.source_note.as_str()]);
        for table in &section.tables {
            push_csv_line(
                &mut text,
                table.columns.iter().map(|column| column.label.as_str()),
            );
            for row in &table.rows {
                push_csv_line(&mut text, row.cells.iter().map(String::as_str));
            }
        }
    }
    text
}

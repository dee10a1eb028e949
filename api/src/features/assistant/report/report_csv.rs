//! Renders the tables of a report as CSV (RFC 4180). Spreadsheets do not read any cell as a
//! formula.

use super::Report;
use crate::http::push_csv_line;

/// Renders each table under its heading, separated by empty lines, with figures formatted as on the
/// page.
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

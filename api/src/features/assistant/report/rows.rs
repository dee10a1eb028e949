//! A report's tables as CSV after RFC 4180, safe to open in a spreadsheet: no cell is read as a formula.

use super::Report;

/// What spreadsheets take as the start of a formula.
const FORMULA: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}'];

/// Every table under its heading, one empty line between two; figures as the page shows them.
pub(in super::super) fn rows(report: &Report) -> String {
    let mut text = String::new();
    line(&mut text, [report.title.as_str(), report.organization.as_str(), &report.as_of.to_string(), if report.sample { "Sample data" } else { "" }]);
    for section in &report.sections {
        text.push_str("\r\n");
        line(&mut text, [section.title, section.receipt.as_str()]);
        for table in &section.tables {
            line(&mut text, table.columns.iter().map(|column| column.label.as_str()));
            for row in &table.rows {
                line(&mut text, row.cells.iter().map(String::as_str));
            }
        }
    }
    text
}

fn line<'a>(text: &mut String, cells: impl IntoIterator<Item = &'a str>) {
    for (place, cell) in cells.into_iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        let guarded = if cell.starts_with(FORMULA) { format!("'{cell}") } else { cell.to_owned() };
        if guarded.contains(['"', ',', '\r', '\n']) {
            text.push('"');
            text.push_str(&guarded.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(&guarded);
        }
    }
    text.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        let mut text = String::new();
        line(&mut text, ["a", "b,c", "say \"hi\"", "=1+1", "-$3.00", ""]);
        assert_eq!(text, "a,\"b,c\",\"say \"\"hi\"\"\",'=1+1,'-$3.00,\r\n");
    }
}

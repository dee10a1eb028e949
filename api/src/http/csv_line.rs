//! CSV after RFC 4180 for answers, safe to open in a spreadsheet: no cell is read as a formula.

use crate::decimal::Decimal4;

/// What spreadsheets take as the start of a formula, in ASCII and in its full-width forms.
const FORMULA_PREFIXES: [char; 11] = [
    '=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
];

/// Adds a line; it ends with CRLF. A number in plain notation is no formula, whatever its sign.
pub fn push_csv_line<'a>(text: &mut String, cells: impl IntoIterator<Item = &'a str>) {
    for (place, cell) in cells.into_iter().enumerate() {
        if place > 0 {
            text.push(',');
        }
        let guard = if cell.starts_with(FORMULA_PREFIXES) && Decimal4::parse(cell).is_err() {
            "'"
        } else {
            ""
        };
        if cell.contains(['"', ',', '\r', '\n']) {
            text.push('"');
            text.push_str(guard);
            text.push_str(&cell.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(guard);
            text.push_str(cell);
        }
    }
    text.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::push_csv_line;

    #[test]
    fn cells_are_quoted_and_never_formulas() {
        let mut text = String::new();
        push_csv_line(
            &mut text,
            [
                "a",
                "b,c",
                "say \"hi\"",
                "=1+1",
                "-$3.00",
                "-3.5",
                "-inf",
                "=a,b",
                "",
            ],
        );
        assert_eq!(
            text,
            "a,\"b,c\",\"say \"\"hi\"\"\",'=1+1,'-$3.00,-3.5,'-inf,\"'=a,b\",\r\n"
        );
    }
}

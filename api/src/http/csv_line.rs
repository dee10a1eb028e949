//! CSV (RFC 4180) for responses. No cell is interpreted as a formula by spreadsheets.

use crate::decimal::Decimal4;

/// Characters that start a formula in spreadsheets, in ASCII and full-width forms.
const FORMULA_PREFIXES: [char; 11] = [
    '=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
];

/// Appends a line with CRLF. Cells that could be formulas get a leading apostrophe, except numbers
/// in plain notation.
pub fn push_csv_line<'a>(text: &mut String, cells: impl IntoIterator<Item = &'a str>) {
    for (index, cell) in cells.into_iter().enumerate() {
        if index > 0 {
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
    fn quotes_cells_and_neutralizes_formulas() {
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

//! Writes CSV (RFC 4180): lines that are safe to open in a spreadsheet, and lines that keep every
//! cell as it is.

use crate::decimal::Decimal4;

/// Characters that start a formula in spreadsheets, in ASCII and full-width forms.
const FORMULA_PREFIXES: [char; 11] = [
    '=', '+', '-', '@', '\t', '\r', '\n', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}',
];

/// Appends a line with CRLF. Cells that could be formulas get a leading apostrophe, except numbers
/// in plain notation.
pub fn push_csv_line<'a>(text: &mut String, cells: impl IntoIterator<Item = &'a str>) {
    push_cells(text, cells, |cell| {
        let is_number = || Decimal4::parse(cell).is_ok() || is_negative_decimal(cell);
        if cell.starts_with(FORMULA_PREFIXES) && !is_number() {
            "'"
        } else {
            ""
        }
    });
    text.push_str("\r\n");
}

/// Whether a cell is a minus sign, digits, and optionally a fraction of any length.
fn is_negative_decimal(cell: &str) -> bool {
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    cell.strip_prefix('-').is_some_and(|digits| {
        digits
            .split_once('.')
            .map_or(is_digits(digits), |(whole, fraction)| {
                is_digits(whole) && is_digits(fraction)
            })
    })
}

/// Appends a line with LF and unchanged cells, for programs: a spreadsheet would run formulas in
/// them.
pub fn push_exact_csv_line<'a>(text: &mut String, cells: impl IntoIterator<Item = &'a str>) {
    push_cells(text, cells, |_| "");
    text.push('\n');
}

/// Appends cells, each after its guard and in quotes where it needs them.
fn push_cells<'a>(
    text: &mut String,
    cells: impl IntoIterator<Item = &'a str>,
    guard: impl Fn(&str) -> &'static str,
) {
    for (index, cell) in cells.into_iter().enumerate() {
        if index > 0 {
            text.push(',');
        }
        if cell.contains(['"', ',', '\r', '\n']) {
            text.push('"');
            text.push_str(guard(cell));
            text.push_str(&cell.replace('"', "\"\""));
            text.push('"');
        } else {
            text.push_str(guard(cell));
            text.push_str(cell);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{push_csv_line, push_exact_csv_line};

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
                "-0.12345678",
                "-1.2.3",
                "=a,b",
                "",
            ],
        );
        assert_eq!(
            text,
            "a,\"b,c\",\"say \"\"hi\"\"\",'=1+1,'-$3.00,-3.5,'-inf,-0.12345678,'-1.2.3,\"'=a,b\",\r\n"
        );
    }
    #[test]
    fn exact_lines_are_those_of_the_csv_crate() {
        let cells = ["=1+1", "b,c", "say \"hi\"", "two\nlines", "\r", "", "-3.5"];
        let mut text = String::new();
        push_exact_csv_line(&mut text, cells);
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(cells).unwrap();
        assert_eq!(text.as_bytes(), writer.into_inner().unwrap());
    }
}

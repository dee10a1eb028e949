//! What cells mean: numbers, dates, units and listed words.

pub(crate) mod dates;
pub(crate) mod numbers;
pub(crate) mod units;
pub(crate) mod words;

use crate::cell::Cell;

/// Whether a text stands for nothing.
pub(crate) fn is_null_word(text: &str) -> bool {
    let text = text.trim();
    text.is_empty()
        || matches!(
            text,
            "NULL"
                | "null"
                | "Null"
                | "\\N"
                | "N/A"
                | "n/a"
                | "None"
                | "NONE"
                | "none"
                | "-"
                | "--"
                | "—"
                | "–"
                | "0000-00-00"
                | "0000-00-00 00:00:00"
                | "(null)"
                | "NaN"
                | "nan"
                | "(blank)"
                | "<NULL>"
                | "NaT"
                | "00.00.0000"
                | "00/00/0000"
                | "k.A."
                | "n/d"
                | "NA"
        )
}

/// Whether the cell is an error such as `#DIV/0!`, in a workbook or as text.
pub(crate) fn is_error(cell: &Cell) -> bool {
    match cell {
        Cell::Error(_) | Cell::Uncomputed => true,
        Cell::Text(text) => {
            let text = text.trim();
            text.starts_with('#')
                && (text.ends_with(['!', '?'])
                    || matches!(text, "#N/A" | "#NV" | "#NULL" | "#N/D" | "#NB")
                    || (text.len() > 3 && text.bytes().skip(1).all(|letter| letter == b'#')))
        }
        _ => false,
    }
}

pub(crate) fn is_blank(cell: &Cell) -> bool {
    match cell {
        Cell::Empty => true,
        Cell::Text(text) => is_null_word(text),
        _ => false,
    }
}

//! Cells and rows as the readers deliver them.

/// How a workbook shows a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Display {
    General,
    /// A date, a time, or both.
    Date,
    /// At least this many digits, with zeros in front.
    Padded(usize),
    /// With the sign or code of a currency.
    Currency(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Empty,
    Text(String),
    /// The digits as the file stores them, possibly with an exponent.
    Number(String, Display),
    Bool(bool),
    /// An error such as `#N/A`.
    Error(String),
    /// A formula without a stored value.
    Uncomputed,
}

impl Cell {
    pub fn is_empty(&self) -> bool {
        match self {
            Cell::Empty => true,
            Cell::Text(text) => text.trim().is_empty(),
            _ => false,
        }
    }

    pub fn is_text(&self) -> bool {
        matches!(self, Cell::Text(text) if !text.trim().is_empty())
    }

    /// The cell as a person would copy it.
    pub fn raw_text(&self) -> &str {
        match self {
            Cell::Empty | Cell::Uncomputed => "",
            Cell::Text(text) | Cell::Number(text, _) | Cell::Error(text) => text,
            Cell::Bool(true) => "TRUE",
            Cell::Bool(false) => "FALSE",
        }
    }
}

#[derive(Debug, Clone)]
pub struct Row {
    /// Row of the sheet or physical line of the file; the first is 1.
    pub number: u32,
    pub hidden: bool,
    pub cells: Vec<Cell>,
}

impl Row {
    pub fn cell(&self, column: usize) -> &Cell {
        self.cells.get(column).unwrap_or(&Cell::Empty)
    }

    pub fn filled(&self) -> usize {
        self.cells.iter().filter(|cell| !cell.is_empty()).count()
    }
}

/// The address of a cell, such as `B7`.
pub fn cell_address(column: usize, row: u32) -> String {
    format!("{}{row}", column_letters(column))
}

/// Letters of a column: 0 is `A`, 26 is `AA`.
pub fn column_letters(column: usize) -> String {
    let mut letters = Vec::new();
    let mut rest = column + 1;
    while rest > 0 {
        let digit = u8::try_from((rest - 1) % 26).unwrap_or(0);
        letters.push(char::from(b'A' + digit));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect()
}

/// Column and row of an address such as `D17`, both counted from 0 and 1.
pub fn parse_address(address: &str) -> Option<(usize, u32)> {
    let digits = address.find(|letter: char| letter.is_ascii_digit())?;
    let (letters, row) = address.split_at(digits);
    let mut column = 0_usize;
    for letter in letters.bytes() {
        if !letter.is_ascii_alphabetic() || column > 20_000 {
            return None;
        }
        column = column * 26 + usize::from(letter.to_ascii_uppercase() - b'A') + 1;
    }
    Some((column.checked_sub(1)?, row.parse().ok()?))
}

/// A rectangle of merged cells; columns from 0, rows from 1, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Merge {
    pub first_row: u32,
    pub last_row: u32,
    pub first_column: usize,
    pub last_column: usize,
}

//! What is wrong with a rejected row, for programs and for texts in other languages.

use strum::{EnumString, IntoStaticStr};

/// What is wrong with a rejected row. Its reason says it in English, and what is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case", const_into_str)]
pub enum RejectCode {
    /// A required value is empty.
    MissingValue,
    /// The text is not UTF-8, or contains a NUL character.
    InvalidCharacters,
    /// The source stores the value in a type that the column does not have.
    UnsupportedType,
    /// The value is not one of those that the column lists.
    UnlistedValue,
    /// The value is not a currency code.
    NotCurrency,
    /// The value is not a number.
    NotNumber,
    /// The number is out of range.
    OutOfRange,
    /// The number is negative.
    NegativeValue,
    /// The number is not more than zero.
    NotPositive,
    /// The value is not a whole number of days.
    NotDays,
    /// The value is neither true nor false.
    NotBoolean,
    /// The value is not a date.
    NotDate,
    /// The value is not a timestamp.
    NotTimestamp,
    /// The text is too long.
    TextTooLong,
    /// The value cannot be computed from the columns that the mapping names.
    NotComputable,
    /// The cell of a workbook has an error, or a formula without a value.
    ErrorCell,
    /// The id was stored as a number that has lost digits.
    LostDigits,
    /// The density has no unit that is known.
    UnknownDensityUnit,
    /// There is a total but no quantity, so there is no price.
    MissingQuantity,
    /// The lines belong to an order that the file does not have.
    MissingOrder,
    /// Another row has the same key and is newer, or comes later.
    DuplicateKey,
    /// The row does not have the columns of the file.
    MalformedRow,
    /// Several values of the row are wrong. The reason names each.
    SeveralValues,
}

impl RejectCode {
    /// The code of a stored name; `None` for rows from before there were codes, whose name is empty.
    pub fn from_stored(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}

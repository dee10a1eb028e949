//! Why a cell is rejected.

use serde::Deserialize;
use strum::{EnumString, IntoStaticStr};

/// Why a cell cannot be read, or why its row is not written. Files name it by its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Deserialize, EnumString, IntoStaticStr)]
#[serde(try_from = "String")]
#[strum(const_into_str)]
pub enum CellFault {
    #[strum(serialize = "empty")]
    Empty,
    #[strum(serialize = "an error cell")]
    Error,
    #[strum(serialize = "a formula without a value")]
    UncomputedFormula,
    #[strum(serialize = "not a number")]
    NotNumber,
    #[strum(serialize = "negative")]
    Negative,
    #[strum(serialize = "not more than zero")]
    NotPositive,
    #[strum(serialize = "out of range")]
    OutOfRange,
    #[strum(serialize = "not a number of days")]
    NotDays,
    #[strum(serialize = "not a date")]
    NotDate,
    #[strum(serialize = "neither yes nor no")]
    NotBoolean,
    #[strum(serialize = "neither open, done nor canceled")]
    UnknownStatus,
    #[strum(serialize = "not a currency")]
    NotCurrency,
    #[strum(serialize = "an id that has lost its digits")]
    LostDigits,
    #[strum(serialize = "a density whose unit is not known")]
    UnknownDensityUnit,
    #[strum(serialize = "no price without a quantity")]
    MissingQuantity,
    #[strum(serialize = "the row has more cells than the header has names")]
    ExtraCells,
    #[strum(serialize = "no header for this order")]
    MissingOrder,
    #[strum(serialize = "a canceled document")]
    Canceled,
    #[strum(serialize = "duplicate key")]
    DuplicateKey,
}

impl TryFrom<String> for CellFault {
    type Error = strum::ParseError;

    fn try_from(text: String) -> Result<Self, strum::ParseError> {
        text.parse()
    }
}

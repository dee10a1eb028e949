//! Exact decimal arithmetic for quantities, prices and amounts: scaled integers, rounded half-even
//! at output only.
//!
//! A [`Decimal4`] is one value with four decimals and |value| < 10^12. An [`ExactSum`] is a sum of
//! such values; it becomes a float only as a final figure, rounded to 2 decimals.

use serde::{Deserialize, Serialize};
use std::fmt;

use thiserror::Error;

/// The scaled value of one.
const SCALE: i64 = 10_000;
/// The first scaled value that is too large: 10^12.
const SCALED_LIMIT: i64 = 1_000_000_000_000 * SCALE;
/// The maximum number of digits before the point.
const MAX_INTEGER_DIGITS: usize = 12;
/// The maximum number of digits after the point.
const MAX_DECIMAL_PLACES: usize = 4;

/// Why a text is not a valid decimal. The message follows the column's name: `unit_price "1e3" is
/// not a number in plain notation`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum DecimalError {
    #[error("is not a number in plain notation (digits with at most one point, such as 1234.5)")]
    NotPlain,
    #[error("has more than 4 decimals")]
    TooManyDecimals,
    #[error("is out of range (must be smaller than 1000000000000 either way)")]
    OutOfRange,
}

/// An exact number with four decimals and |value| < 10^12.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
#[serde(into = "i64", try_from = "i64")]
pub struct Decimal4(i64);

impl From<Decimal4> for i64 {
    fn from(decimal: Decimal4) -> Self {
        decimal.scaled()
    }
}

impl TryFrom<i64> for Decimal4 {
    type Error = DecimalError;

    fn try_from(scaled: i64) -> Result<Self, DecimalError> {
        Self::from_scaled(scaled)
    }
}

impl Decimal4 {
    pub const ZERO: Self = Self(0);
    pub const ONE: Self = Self(SCALE);

    /// Parses plain notation: an optional sign, ASCII digits and at most one point (`-12`, `12.5`,
    /// `.5`, `12.50000`). Rejects exponents, thousands separators, spaces, hexadecimal and
    /// non-ASCII digits.
    pub fn parse(text: &str) -> Result<Self, DecimalError> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if !plain(whole) || !plain(fraction) || whole.len() + fraction.len() == 0 {
            return Err(DecimalError::NotPlain);
        }
        let whole = whole.trim_start_matches('0');
        let fraction = fraction.trim_end_matches('0');
        if fraction.len() > MAX_DECIMAL_PLACES {
            return Err(DecimalError::TooManyDecimals);
        }
        if whole.len() > MAX_INTEGER_DIGITS {
            return Err(DecimalError::OutOfRange);
        }
        let padding = std::iter::repeat_n(b'0', MAX_DECIMAL_PLACES - fraction.len());
        let scaled = whole
            .bytes()
            .chain(fraction.bytes())
            .chain(padding)
            .fold(0_i64, |value, digit| value * 10 + i64::from(digit - b'0'));
        Self::from_scaled(if negative { -scaled } else { scaled })
    }

    /// The exact value of `digits` / 10^`scale`. Zeros after the fourth decimal are dropped; other
    /// digits there are an error.
    pub fn from_digits(digits: i128, scale: i8) -> Result<Self, DecimalError> {
        if digits == 0 {
            return Ok(Self::ZERO);
        }
        let (mut scaled, mut decimals) = (digits, usize::from(scale.unsigned_abs()));
        if scale < 0 {
            // A negative scale appends zeros to an integer.
            (scaled, decimals) = (append_zeros(scaled, decimals)?, 0);
        }
        while decimals > MAX_DECIMAL_PLACES {
            if scaled % 10 != 0 {
                return Err(DecimalError::TooManyDecimals);
            }
            (scaled, decimals) = (scaled / 10, decimals - 1);
        }
        let scaled = append_zeros(scaled, MAX_DECIMAL_PLACES - decimals)?;
        i64::try_from(scaled)
            .map_err(|_| DecimalError::OutOfRange)
            .and_then(Self::from_scaled)
    }

    /// Creates a value from its scaled form (value x 10,000), as stored in the database.
    pub const fn from_scaled(scaled: i64) -> Result<Self, DecimalError> {
        if scaled > -SCALED_LIMIT && scaled < SCALED_LIMIT {
            Ok(Self(scaled))
        } else {
            Err(DecimalError::OutOfRange)
        }
    }

    /// The scaled form: value x 10,000.
    pub fn scaled(self) -> i64 {
        self.0
    }

    pub fn checked_add(self, other: Self) -> Result<Self, DecimalError> {
        // Both are below 10^16, so the sum fits into an i64.
        Self::from_scaled(self.0 + other.0)
    }

    pub fn checked_sub(self, other: Self) -> Result<Self, DecimalError> {
        Self::from_scaled(self.0 - other.0)
    }

    /// Quantity x price, rounded half-even to four decimals.
    pub fn checked_mul(self, other: Self) -> Result<Self, DecimalError> {
        let product = i128::from(self.0) * i128::from(other.0);
        divide_half_even(product, i128::from(SCALE))
            .and_then(|scaled| i64::try_from(scaled).ok())
            .map_or(Err(DecimalError::OutOfRange), Self::from_scaled)
    }

    /// For statistics and display of single values. Never add up money with it.
    #[expect(clippy::cast_precision_loss, reason = "the nearest float is intended")]
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / SCALE as f64
    }
}

fn append_zeros(digits: i128, zeros: usize) -> Result<i128, DecimalError> {
    (0..zeros)
        .try_fold(digits, |digits, _| digits.checked_mul(10))
        .ok_or(DecimalError::OutOfRange)
}

impl fmt::Display for Decimal4 {
    /// Formats plain notation without trailing zeros, which [`Decimal4::parse`] accepts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let magnitude = self.0.unsigned_abs();
        let (whole, fraction) = (
            magnitude / SCALE.unsigned_abs(),
            magnitude % SCALE.unsigned_abs(),
        );
        if fraction == 0 {
            return write!(f, "{sign}{whole}");
        }
        let fraction = format!("{fraction:04}");
        write!(f, "{sign}{whole}.{}", fraction.trim_end_matches('0'))
    }
}

/// A sum of amounts. It fits 10^22 of the largest amounts and saturates beyond.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ExactSum(i128);

impl ExactSum {
    pub const ZERO: Self = Self(0);

    pub fn add(&mut self, amount: Decimal4) {
        self.0 = self.0.saturating_add(i128::from(amount.0));
    }

    /// Combines a sum that the database returns in two parts, `sum(amount / radix)` and `sum(amount
    /// % radix)` over scaled amounts, so that neither engine overflows.
    pub fn from_parts(high: i64, low: i64, radix: i64) -> Self {
        Self(i128::from(high) * i128::from(radix) + i128::from(low))
    }

    /// The sum of a scaled form: value x 10,000.
    pub fn from_scaled(scaled: i128) -> Self {
        Self(scaled)
    }

    /// The scaled form: value x 10,000.
    pub fn scaled(self) -> i128 {
        self.0
    }

    /// The sum of both.
    #[must_use]
    pub fn saturating_add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// This sum less the other.
    #[must_use]
    pub fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// For statistics. Never add up money with it.
    #[expect(clippy::cast_precision_loss, reason = "the nearest float is intended")]
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / SCALE as f64
    }

    /// The sum as money, rounded half-even to 2 decimals.
    pub fn to_money(self) -> f64 {
        divide_half_even(self.0, i128::from(SCALE / 100)).map_or(0.0, from_hundredths)
    }

    /// The sum as money in plain notation with 2 decimals, rounded half-even: `-1234.50`.
    pub fn to_money_text(self) -> String {
        let hundredths = divide_half_even(self.0, i128::from(SCALE / 100)).unwrap_or(0);
        let sign = if hundredths < 0 { "-" } else { "" };
        let magnitude = hundredths.unsigned_abs();
        format!("{sign}{}.{:02}", magnitude / 100, magnitude % 100)
    }

    /// The mean of `count` items as money; `None` for zero items.
    pub fn mean_money(self, count: u64) -> Option<f64> {
        let divisor = i128::from(count).checked_mul(i128::from(SCALE / 100))?;
        divide_half_even(self.0, divisor).map(from_hundredths)
    }

    /// The sum times `count`, to compare means without division; `None` beyond 10^38.
    pub fn checked_mul(self, count: u64) -> Option<Self> {
        self.0.checked_mul(i128::from(count)).map(Self)
    }

    /// Quantity x price, rounded half-even to four decimals; `None` beyond 10^30.
    pub fn checked_mul_price(self, price: Decimal4) -> Option<Self> {
        let product = self.0.checked_mul(i128::from(price.0))?;
        divide_half_even(product, i128::from(SCALE)).map(Self)
    }

    /// The sum as a percentage of `whole`, 2 decimals. `None` if it is not a part of it: negative
    /// or larger, for example because returns offset other parts.
    pub fn percent_of(self, whole: Self) -> Option<f64> {
        if (0..=whole.0).contains(&self.0) {
            scaled_percent(self.0, whole.0)
        } else {
            None
        }
    }

    /// The change against `base` in percent, 2 decimals. `None` if the base is zero or negative,
    /// because such a percentage is meaningless.
    pub fn percent_change_from(self, base: Self) -> Option<f64> {
        if base.0 <= 0 {
            return None;
        }
        scaled_percent(self.0.checked_sub(base.0)?, base.0)
    }
}

/// From the scaled form, of any size.
impl From<i64> for ExactSum {
    fn from(scaled: i64) -> Self {
        Self(i128::from(scaled))
    }
}

impl From<Decimal4> for ExactSum {
    fn from(amount: Decimal4) -> Self {
        Self(i128::from(amount.0))
    }
}

/// `part` as a percentage of `whole`, 2 decimals, half-even; `None` if `whole` is zero.
pub fn percent_of(part: u64, whole: u64) -> Option<f64> {
    scaled_percent(i128::from(part), i128::from(whole))
}

/// The difference of two rates, `part` / `whole` and `base_part` / `base_whole`, in percentage
/// points, from the unrounded rates; `None` if a whole is zero.
pub fn points_between(part: u64, whole: u64, base_part: u64, base_whole: u64) -> Option<f64> {
    let (part, whole) = (i128::from(part), i128::from(whole));
    let (base_part, base_whole) = (i128::from(base_part), i128::from(base_whole));
    let difference = part
        .checked_mul(base_whole)?
        .checked_sub(base_part.checked_mul(whole)?)?;
    scaled_percent(difference, whole.checked_mul(base_whole)?)
}

/// The change of a statistic against `base` in percent, 2 decimals. `None` if the base is zero or
/// negative, or if either is not finite.
pub fn percent_change(current: f64, base: f64) -> Option<f64> {
    if !current.is_finite() || !base.is_finite() || base <= 0.0 {
        return None;
    }
    let change = (current / base - 1.0) * 100.0;
    change.is_finite().then(|| round2(change))
}

/// Rounds a statistic half-even to 2 decimals. Never returns minus zero.
pub fn round2(value: f64) -> f64 {
    let hundredths = value * 100.0;
    if hundredths.is_finite() {
        hundredths.round_ties_even() / 100.0 + 0.0
    } else {
        value
    }
}

fn scaled_percent(part: i128, whole: i128) -> Option<f64> {
    divide_half_even(part.checked_mul(10_000)?, whole).map(from_hundredths)
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the final figure is the nearest float"
)]
fn from_hundredths(hundredths: i128) -> f64 {
    // Beyond 2^53 hundredths are not exact floats; the whole units still are.
    if hundredths.unsigned_abs() < 1 << 53 {
        hundredths as f64 / 100.0
    } else {
        (hundredths / 100) as f64 + (hundredths % 100) as f64 / 100.0
    }
}

/// The quotient rounded to the nearest integer, ties to even; `None` unless the divisor is
/// positive.
pub(crate) fn divide_half_even(numerator: i128, divisor: i128) -> Option<i128> {
    if divisor <= 0 {
        return None;
    }
    let floor = numerator.div_euclid(divisor);
    let rest = numerator.rem_euclid(divisor);
    // Compares with `divisor - rest`, because twice the rest could overflow.
    let up = match rest.cmp(&(divisor - rest)) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => floor % 2 != 0,
        std::cmp::Ordering::Greater => true,
    };
    Some(floor + i128::from(up))
}

#[cfg(test)]
mod tests;

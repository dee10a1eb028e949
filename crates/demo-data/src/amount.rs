//! Exact quantities and prices: integers of ten-thousandths, printed in plain notation.

use std::fmt::Write as _;
use std::ops::{Add, AddAssign, Neg, Sub};

/// Ten-thousandths in one.
const SCALE: f64 = 10_000.0;

/// A number with four decimals: a quantity in the item's unit, or USD.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Amount(i64);

impl Amount {
    pub(super) const ZERO: Self = Self(0);

    /// The multiple of `step` closest to `value`, at least one step.
    pub(super) fn round_to_step(value: f64, step: f64) -> Self {
        Self(round_to_i64((value / step).round().max(1.0) * step * SCALE))
    }

    /// The smallest multiple of `step` that is at least `value`, at least one step.
    pub(super) fn ceil_to_step(value: f64, step: f64) -> Self {
        // A billionth of a step is rounding noise of the division, not another step.
        Self(round_to_i64(
            (value / step - 1e-9).ceil().max(1.0) * step * SCALE,
        ))
    }

    /// USD, in whole cents, at least one cent.
    pub(super) fn from_usd(usd: f64) -> Self {
        Self::round_to_step(usd, 0.01)
    }

    /// As a float, for calculations that are rounded again.
    #[expect(
        clippy::cast_precision_loss,
        reason = "amounts stay far below 2^53 ten-thousandths"
    )]
    pub(super) fn to_f64(self) -> f64 {
        self.0 as f64 / SCALE
    }

    /// Appends the number with at least `decimals` decimals and as few as possible.
    pub(super) fn append_decimal(self, text: &mut String, decimals: usize) {
        let size = self.0.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        let mut digits = 4;
        let mut part = size % 10_000;
        while digits > decimals && part.is_multiple_of(10) {
            part /= 10;
            digits -= 1;
        }
        // Writing to a String does not fail.
        let _ = write!(text, "{sign}{}", size / 10_000);
        if digits > 0 {
            let _ = write!(text, ".{part:0digits$}");
        }
    }
}

impl Add for Amount {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Amount {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Amount {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Neg for Amount {
    type Output = Self;
    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

/// The nearest integer, saturating at the range of `i64`.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a float cast saturates, as documented"
)]
pub(super) fn round_to_i64(value: f64) -> i64 {
    value.round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format_amount(amount: Amount, decimals: usize) -> String {
        let mut text = String::new();
        amount.append_decimal(&mut text, decimals);
        text
    }

    #[test]
    fn prints_plain_notation() {
        assert_eq!(format_amount(Amount::round_to_step(12.4, 0.25), 0), "12.5");
        assert_eq!(
            format_amount(Amount::round_to_step(4.372, 0.0025), 2),
            "4.3725"
        );
        assert_eq!(format_amount(-Amount::from_usd(20.0), 2), "-20.00");
        assert_eq!(
            format_amount(-Amount::round_to_step(0.25, 0.25), 0),
            "-0.25"
        );
        assert_eq!(format_amount(Amount::ZERO, 0), "0");
        assert_eq!(format_amount(Amount::round_to_step(7.0, 5.0), 0), "5");
        assert_eq!(format_amount(Amount::ceil_to_step(7.0, 5.0), 0), "10");
        assert_eq!(format_amount(Amount::ceil_to_step(0.3, 0.1), 0), "0.3");
    }

    #[test]
    fn keeps_its_value() {
        assert!((Amount::from_usd(19.95).to_f64() - 19.95).abs() < 1e-9);
        assert!((-Amount::round_to_step(2.5, 2.5)).to_f64() < 0.0);
    }
}

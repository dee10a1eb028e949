//! Exact quantities and prices: whole ten-thousandths, printed in plain notation.

use std::fmt::Write as _;
use std::ops::{Add, AddAssign, Neg, Sub};

/// Ten-thousandths in one.
const SCALE: f64 = 10_000.0;

/// A number with four decimals: a quantity in the item's unit, or USD.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Amount(i64);

impl Amount {
    pub(super) const ZERO: Self = Self(0);

    /// The multiple of `step` nearest to `value`, at least one step.
    pub(super) fn in_steps(value: f64, step: f64) -> Self {
        Self(whole((value / step).round().max(1.0) * step * SCALE))
    }

    /// The smallest multiple of `step` that is not below `value`, at least one step.
    pub(super) fn up_to_step(value: f64, step: f64) -> Self {
        // A billionth of a step is rounding noise of the division, not a need for one more step.
        Self(whole((value / step - 1e-9).ceil().max(1.0) * step * SCALE))
    }

    /// USD, in whole cents, at least one cent.
    pub(super) fn price(usd: f64) -> Self {
        Self::in_steps(usd, 0.01)
    }

    /// The number itself, for calculations that are rounded again.
    #[expect(
        clippy::cast_precision_loss,
        reason = "amounts stay far below 2^53 ten-thousandths"
    )]
    pub(super) fn value(self) -> f64 {
        self.0 as f64 / SCALE
    }

    /// Appends the number with at least `decimals` decimals and no more than it needs.
    pub(super) fn print(self, text: &mut String, decimals: usize) {
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

/// The nearest whole number; beyond the range of `i64` the nearest end of it.
#[expect(
    clippy::cast_possible_truncation,
    reason = "a float cast saturates, and that is what is promised"
)]
pub(super) fn whole(value: f64) -> i64 {
    value.round() as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(amount: Amount, decimals: usize) -> String {
        let mut text = String::new();
        amount.print(&mut text, decimals);
        text
    }

    #[test]
    fn prints_plainly() {
        assert_eq!(printed(Amount::in_steps(12.4, 0.25), 0), "12.5");
        assert_eq!(printed(Amount::in_steps(4.372, 0.0025), 2), "4.3725");
        assert_eq!(printed(-Amount::price(20.0), 2), "-20.00");
        assert_eq!(printed(-Amount::in_steps(0.25, 0.25), 0), "-0.25");
        assert_eq!(printed(Amount::ZERO, 0), "0");
        assert_eq!(printed(Amount::in_steps(7.0, 5.0), 0), "5");
        assert_eq!(printed(Amount::up_to_step(7.0, 5.0), 0), "10");
        assert_eq!(printed(Amount::up_to_step(0.3, 0.1), 0), "0.3");
    }

    #[test]
    fn keeps_its_value() {
        assert!((Amount::price(19.95).value() - 19.95).abs() < 1e-9);
        assert!((-Amount::in_steps(2.5, 2.5)).value() < 0.0);
    }
}

//! Exact figures: integers scaled by 10^8, so that a product of a quantity and a price is exact.

use std::str::FromStr;

/// The scaled value of one.
const SCALE: i128 = 100_000_000;
/// The scaled value of the last decimal that is shown.
const SHOWN_UNIT: i128 = 100;
/// Scaled sums of columns with four decimals are multiplied by this.
const COLUMN_FACTOR: i128 = 10_000;

/// A figure with eight decimals. Arithmetic that overflows returns none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Figure(i128);

impl Figure {
    /// Zero.
    pub(crate) const ZERO: Self = Self(0);

    /// An integer.
    pub(crate) fn from_integer(value: i64) -> Self {
        Self(i128::from(value) * SCALE)
    }

    /// A value with four decimals, scaled by 10^4.
    pub(crate) fn from_scaled_4(value: i128) -> Option<Self> {
        value.checked_mul(COLUMN_FACTOR).map(Self)
    }

    /// A value with eight decimals, scaled by 10^8.
    pub(crate) fn from_scaled_8(value: i128) -> Self {
        Self(value)
    }

    /// The sum of both.
    pub(crate) fn plus(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// The difference.
    pub(crate) fn minus(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    /// The product with an integer.
    pub(crate) fn times(self, factor: i64) -> Option<Self> {
        self.0.checked_mul(i128::from(factor)).map(Self)
    }

    /// The product, rounded half-even to eight decimals.
    pub(crate) fn multiplied_by(self, other: Self) -> Option<Self> {
        divide_half_even(self.0.checked_mul(other.0)?, SCALE).map(Self)
    }

    /// The same rounded half-even to four decimals, as amounts are.
    pub(crate) fn rounded_to_4(self) -> Option<Self> {
        divide_half_even(self.0, COLUMN_FACTOR)?
            .checked_mul(COLUMN_FACTOR)
            .map(Self)
    }

    /// The same with the decimals that are shown.
    pub(crate) fn shown(self) -> Self {
        Self(self.rounded().saturating_mul(SHOWN_UNIT))
    }

    /// The distance from zero, scaled.
    pub(crate) fn magnitude(self) -> u128 {
        self.0.unsigned_abs()
    }

    /// The quotient, rounded half-even to eight decimals; none if the divisor is zero.
    pub(crate) fn divided_by(self, divisor: Self) -> Option<Self> {
        let (numerator, divisor) = if divisor.0 < 0 {
            (self.0.checked_neg()?, divisor.0.checked_neg()?)
        } else {
            (self.0, divisor.0)
        };
        divide_half_even(numerator.checked_mul(SCALE)?, divisor).map(Self)
    }

    /// The percentage of `whole`; none if that is zero.
    pub(crate) fn percent_of(self, whole: Self) -> Option<Self> {
        self.times(100)?.divided_by(whole)
    }

    /// The change from `base` in percent; none if the base is zero or negative, because such a
    /// percentage is meaningless.
    pub(crate) fn percent_change_from(self, base: Self) -> Option<Self> {
        if base.0 <= 0 {
            return None;
        }
        self.minus(base)?.percent_of(base)
    }

    /// Whether the figure is larger than zero.
    pub(crate) fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// The value in the unit of the last decimal that is shown, half-even. Figures that show the
    /// same digits are ties.
    pub(crate) fn rounded(self) -> i128 {
        divide_half_even(self.0, SHOWN_UNIT).unwrap_or_default()
    }

    /// The nearest float to the figure with six decimals.
    pub fn to_f64(self) -> f64 {
        let micros = self.rounded();
        let sign = if micros < 0 { "-" } else { "" };
        let magnitude = micros.unsigned_abs();
        let text = format!(
            "{sign}{}.{:06}",
            magnitude / 1_000_000,
            magnitude % 1_000_000
        );
        text.parse().unwrap_or_default()
    }

    /// The largest integer whose 10^-`decimals` part is not above the figure, and whether it is
    /// exactly the figure. To compare with integer columns of `decimals` (at most 8) decimals.
    pub(crate) fn floor_scaled(self, decimals: u32) -> (i128, bool) {
        let unit = SCALE / 10_i128.pow(decimals.min(8));
        (self.0.div_euclid(unit), self.0.rem_euclid(unit) == 0)
    }
}

impl FromStr for Figure {
    type Err = ();

    /// Parses plain or scientific notation as JSON writes it. Digits after the eighth decimal are
    /// an error.
    fn from_str(text: &str) -> Result<Self, ()> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().map_err(|_| ())?),
            None => (text, 0),
        };
        let (negative, digits) = match mantissa.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, mantissa),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let is_plain = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !is_plain(whole) || !is_plain(fraction) {
            return Err(());
        }
        let fraction = fraction.trim_end_matches('0');
        let mut value = 0_i128;
        for digit in whole.bytes().chain(fraction.bytes()) {
            value = value
                .checked_mul(10)
                .and_then(|value| value.checked_add(i128::from(digit - b'0')))
                .ok_or(())?;
        }
        let places = i32::try_from(fraction.len()).map_err(|_| ())?;
        let zeros = exponent
            .checked_sub(places)
            .and_then(|shift| shift.checked_add(8))
            .ok_or(())?;
        if value != 0 {
            let zeros = u32::try_from(zeros).map_err(|_| ())?;
            let factor = 10_i128.checked_pow(zeros).ok_or(())?;
            value = value.checked_mul(factor).ok_or(())?;
        }
        Ok(Self(if negative { -value } else { value }))
    }
}

/// The quotient rounded to the nearest integer, ties to even; none unless the divisor is positive.
fn divide_half_even(numerator: i128, divisor: i128) -> Option<i128> {
    if divisor <= 0 {
        return None;
    }
    let floor = numerator.div_euclid(divisor);
    let rest = numerator.rem_euclid(divisor);
    let is_up = match rest.cmp(&(divisor - rest)) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Equal => floor % 2 != 0,
        std::cmp::Ordering::Greater => true,
    };
    Some(floor + i128::from(is_up))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(text: &str) -> Figure {
        text.parse().unwrap()
    }

    #[test]
    fn parses_what_json_writes() {
        assert_eq!(
            figure("1250.5").to_f64().to_string(),
            (1250.5_f64).to_string()
        );
        assert_eq!(figure("-1e3"), Figure::from_integer(-1000));
        assert_eq!(
            figure("2.5E-3").to_f64().to_string(),
            (0.0025_f64).to_string()
        );
        assert_eq!(figure("0e-30"), Figure::ZERO);
        for wrong in ["", "1e400", "0.123456789", "1,5", "abc", "1e", "--1"] {
            assert_eq!(wrong.parse::<Figure>(), Err(()), "{wrong}");
        }
    }

    #[test]
    fn divides_half_even_and_not_by_zero() {
        assert_eq!(
            figure("1").divided_by(figure("3")),
            Some(figure("0.33333333"))
        );
        assert_eq!(
            figure("1").divided_by(figure("-3")),
            Some(figure("-0.33333333"))
        );
        assert_eq!(figure("1").divided_by(Figure::ZERO), None);
        assert_eq!(
            figure("5").percent_change_from(figure("4")),
            Some(figure("25"))
        );
        assert_eq!(figure("5").percent_change_from(figure("-4")), None);
        assert_eq!(Figure(i128::MAX).percent_of(figure("1")), None);
    }

    #[test]
    fn shows_six_decimals_of_large_figures() {
        assert_eq!(
            figure("12345678901234.25").to_f64().to_string(),
            (12_345_678_901_234.25_f64).to_string()
        );
        assert_eq!(
            figure("-0.0000005").to_f64().to_string(),
            (0.0_f64).to_string()
        );
        assert_eq!(
            figure("0.0000015").to_f64().to_string(),
            (0.000_002_f64).to_string()
        );
    }

    #[test]
    fn finds_the_integer_below() {
        assert_eq!(figure("12.34567").floor_scaled(4), (123_456, false));
        assert_eq!(figure("-12.34567").floor_scaled(4), (-123_457, false));
        assert_eq!(figure("7").floor_scaled(0), (7, true));
    }
}

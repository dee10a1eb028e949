//! Money and quantities as integers of ten-thousandths in 128 bits, with their parsing and
//! rounding.

/// Ten-thousandths of one.
pub(super) const SCALE: i128 = 10_000;
/// The smallest number out of range.
const MAX_SCALED: i128 = 1_000_000_000_000 * SCALE;
/// So that all digits of a number fit into 128 bits.
const MAX_DECIMALS: usize = 24;

/// Parses plain notation below 10^12 in absolute value. More than four decimals are rounded, half to
/// even.
pub(super) fn parse_decimal(text: &str) -> Option<i128> {
    let (sign, digits) = match text.as_bytes().first()? {
        b'-' => (-1, text.get(1..)?),
        b'+' => (1, text.get(1..)?),
        _ => (1, text),
    };
    let (integer, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let fraction = fraction.trim_end_matches('0');
    let is_plain = |part: &str| part.chars().all(|digit| digit.is_ascii_digit());
    if (digits.len() == digits.matches('.').count())
        || !is_plain(integer)
        || !is_plain(fraction)
        || fraction.len() > MAX_DECIMALS
    {
        return None;
    }
    let integer = integer.trim_start_matches('0');
    if integer.len() > 12 {
        return None;
    }
    let exact: i128 = format!("{integer}{fraction:0<4}").parse().ok()?;
    let divisor = 10_i128.checked_pow(u32::try_from(fraction.len().saturating_sub(4)).ok()?)?;
    round_half_even(sign * exact, divisor).filter(|scaled| is_in_range(*scaled))
}

/// Quantity times price; none from 10^12 on.
pub(super) fn multiply_price(quantity: i128, price: i128) -> Option<i128> {
    round_half_even(quantity * price, SCALE).filter(|amount| amount.abs() < MAX_SCALED)
}

/// Whether a quantity or an amount is in range.
pub(super) fn is_in_range(number: i128) -> bool {
    number.abs() < MAX_SCALED
}

/// The nearest integer, half to even. None if the divisor is not positive.
pub(super) fn round_half_even(numerator: i128, divisor: i128) -> Option<i128> {
    if divisor <= 0 {
        return None;
    }
    let (magnitude, sign) = (numerator.checked_abs()?, numerator.signum());
    let (integer, twice_rest) = (magnitude / divisor, (magnitude % divisor).checked_mul(2)?);
    let up = twice_rest > divisor || (twice_rest == divisor && integer % 2 == 1);
    Some(sign * (integer + i128::from(up)))
}

/// As a float, for statistics.
#[expect(
    clippy::cast_precision_loss,
    reason = "rounding to the nearest float is intended"
)]
pub(super) fn scaled_to_f64(number: i128) -> f64 {
    number as f64 / SCALE as f64
}

/// A sum of money, rounded to cents.
pub(super) fn round_money(sum: i128) -> Option<f64> {
    mean_money(sum, 1)
}

/// A sum divided by `n`, rounded to cents.
#[expect(clippy::cast_precision_loss, reason = "the finished figure is a float")]
pub(super) fn mean_money(sum: i128, n: usize) -> Option<f64> {
    let cents = round_half_even(sum, i128::try_from(n).ok()?.checked_mul(SCALE / 100)?)?;
    Some((cents / 100) as f64 + (cents % 100) as f64 / 100.0)
}

/// `part` in percent of `total`, two decimals; none if the total is not positive.
#[expect(clippy::cast_precision_loss, reason = "the finished figure is a float")]
pub(super) fn percent_of(part: i128, total: i128) -> Option<f64> {
    let hundredths = round_half_even(part.checked_mul(10_000)?, total)?;
    Some((hundredths / 100) as f64 + (hundredths % 100) as f64 / 100.0)
}

/// Change from `before` to `now` in percent; none if `before` is not positive.
pub(super) fn percent_change(now: i128, before: i128) -> Option<f64> {
    percent_of(now.checked_sub(before)?, before)
}

/// Two decimals, half to even.
pub(super) fn round_to_hundredths(value: f64) -> f64 {
    (value * 100.0).round_ties_even() / 100.0 + 0.0
}

/// Change between two floats in percent.
pub(super) fn float_percent_change(now: f64, before: f64) -> Option<f64> {
    let change = 100.0 * (now / before - 1.0);
    (before > 0.0 && change.is_finite()).then(|| round_to_hundredths(change))
}

/// Converts a count to a float.
#[expect(clippy::cast_precision_loss, reason = "no count comes near 2^53")]
pub(super) fn usize_to_f64(things: usize) -> f64 {
    things as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_cells() {
        for (text, scaled) in [
            ("12", 120_000),
            ("-3.5", -35_000),
            (".5", 5_000),
            ("7.", 70_000),
            ("+0001.23450", 12_345),
            ("0", 0),
            ("1.23456", 12_346),
            ("-1.23445", -12_344),
            ("1.999999999", 20_000),
        ] {
            assert_eq!(parse_decimal(text), Some(scaled), "{text}");
        }
        for text in [
            "",
            "-",
            ".",
            "1e3",
            "1,000",
            "999999999999.99999",
            "$5",
            "1000000000000",
            "0x1",
            "1 000",
        ] {
            assert_eq!(parse_decimal(text), None, "{text}");
        }
    }

    #[test]
    fn rounds_half_to_even() {
        assert_eq!(
            [5, 15, 25, -5, -15, -25, 26].map(|n| round_half_even(n, 10)),
            [0, 2, 2, 0, -2, -2, 3].map(Some)
        );
        assert_eq!(
            (round_half_even(1, 0), round_half_even(1, -1)),
            (None, None)
        );
        assert_eq!(
            (
                round_money(-125_050),
                mean_money(10_000, 3),
                percent_of(1, 3),
                percent_change(3, 0)
            ),
            (Some(-12.5), Some(0.33), Some(33.33), None)
        );
        // 0.0001 x 0.5 is half a ten-thousandth: rounds to zero.
        assert_eq!(
            (
                multiply_price(1, 5_000),
                multiply_price(3, 5_000),
                multiply_price(9_999_999_999_999_999, 20_000)
            ),
            (Some(0), Some(2), None)
        );
    }
}

//! Conversions between counts, scaled decimals and floats.

/// The scaled value of one unit, or of one dollar.
const SCALE: f64 = 10_000.0;

/// Converts a count; exact up to 2^53.
#[expect(clippy::cast_precision_loss, reason = "counts are below 2^53")]
pub(crate) fn usize_to_f64(count: usize) -> f64 {
    count as f64
}

/// The integer part; 0 for negative values and NaN.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the conversion saturates, as intended"
)]
pub(crate) fn floor_to_usize(value: f64) -> usize {
    value as usize
}

/// Days as an index; 0 for negative values.
pub(crate) fn days_to_usize(days: i32) -> usize {
    usize::try_from(days).unwrap_or(0)
}

/// A value scaled by 10^4 as a float.
#[expect(clippy::cast_precision_loss, reason = "statistics need no more digits")]
pub fn from_e4(scaled: i64) -> f64 {
    scaled as f64 / SCALE
}

/// A value scaled by 10^4, rounded; 0 for NaN.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the conversion saturates, as intended"
)]
pub fn to_e4(value: f64) -> i64 {
    (value * SCALE).round() as i64
}

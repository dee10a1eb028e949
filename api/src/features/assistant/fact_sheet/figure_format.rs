//! Formats figures for display: thousands separators, up to 2 decimals for statistics, exact
//! decimals for quantities and prices.

use crate::decimal::{Decimal4, round2};

/// Groups digits by thousands: `1,234,567`.
pub(in crate::features::assistant) fn group_thousands(digits: &str) -> String {
    let length = digits.len();
    let mut text = String::with_capacity(length + length / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (length - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Formats an exact number without trailing zeros: `1,234.5`.
pub(super) fn format_decimal(value: Decimal4) -> String {
    format_number(&value.to_string())
}

/// Formats a statistic with up to 2 decimals; a dash if it is not a finite number.
pub(in crate::features::assistant) fn format_float(value: f64) -> String {
    if value.is_finite() {
        format_number(&format!("{}", round2(value)))
    } else {
        "\u{2013}".to_owned()
    }
}

/// Formats a number with its sign: `+5.2`, `-0.4`, `0`.
pub(in crate::features::assistant) fn format_signed(value: f64) -> String {
    let text = format_float(value);
    if round2(value) > 0.0 {
        format!("+{text}")
    } else {
        text
    }
}

/// Formats money with 2 decimals: `$1,234.50`, `-$3.00`, `1,234.50 CHF`.
pub(in crate::features::assistant) fn format_money(value: f64, currency: &str) -> String {
    let text = format!("{:.2}", round2(value).abs());
    add_currency_symbol(round2(value) < 0.0, &format_number(&text), currency)
}

/// Formats a unit price with 2 to 4 decimals.
pub(super) fn format_price(value: Decimal4, currency: &str) -> String {
    let text = value.to_string();
    let magnitude = text.strip_prefix('-').unwrap_or(&text);
    let (integer, fraction) = magnitude.split_once('.').unwrap_or((magnitude, ""));
    add_currency_symbol(
        value < Decimal4::ZERO,
        &format!("{}.{fraction:0<2}", group_thousands(integer)),
        currency,
    )
}

/// Formats a unit, in the plural where it has one and `one` is false.
pub(super) fn format_unit(unit: &str, one: bool) -> String {
    match unit {
        "bag" | "ton" | "unit" | "pack" | "case" if !one => format!("{unit}s"),
        other => other.to_owned(),
    }
}

fn add_currency_symbol(negative: bool, digits: &str, currency: &str) -> String {
    let sign = if negative { "-" } else { "" };
    match currency {
        "USD" => format!("{sign}${digits}"),
        "EUR" => format!("{sign}\u{20ac}{digits}"),
        "GBP" => format!("{sign}\u{a3}{digits}"),
        other => format!("{sign}{digits} {other}"),
    }
}

fn format_number(text: &str) -> String {
    let (sign, magnitude) = text
        .strip_prefix('-')
        .map_or(("", text), |rest| ("-", rest));
    match magnitude.split_once('.') {
        Some((integer, fraction)) => format!("{sign}{}.{fraction}", group_thousands(integer)),
        None => format!("{sign}{}", group_thousands(magnitude)),
    }
}

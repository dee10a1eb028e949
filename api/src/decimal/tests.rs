#![expect(clippy::float_cmp, reason = "rounded figures must come out to the bit")]

use super::*;

fn parse_decimal(text: &str) -> Decimal4 {
    Decimal4::parse(text).unwrap()
}

fn sum_decimals(texts: &[&str]) -> ExactSum {
    let mut sum = ExactSum::ZERO;
    for text in texts {
        sum.add(parse_decimal(text));
    }
    sum
}

#[test]
fn parses_plain_notation_exactly() {
    for (text, scaled) in [
        ("0", 0),
        ("-0.0", 0),
        ("12", 120_000),
        ("+12.5", 125_000),
        ("-12.3456", -123_456),
        (".5", 5_000),
        ("7.", 70_000),
        ("0.0001", 1),
        ("1.50000000000", 15_000),
        ("00000000000000000000000000042", 420_000),
        ("999999999999.9999", 9_999_999_999_999_999),
        ("-999999999999.9999", -9_999_999_999_999_999),
    ] {
        assert_eq!(
            Decimal4::parse(text).map(Decimal4::scaled),
            Ok(scaled),
            "{text}"
        );
    }
}

#[test]
fn rejects_other_notations_with_a_reason() {
    for text in [
        "",
        "-",
        "+",
        ".",
        "-.",
        "1e3",
        "1E3",
        "0x10",
        "1,000",
        "1.000,5",
        "1 000",
        " 1",
        "1 ",
        "NaN",
        "inf",
        "1.2.3",
        "--1",
        "+-1",
        "١٢",
        "１",
        "$5",
        "1_000",
        "\u{feff}1",
    ] {
        assert_eq!(
            Decimal4::parse(text),
            Err(DecimalError::NotPlain),
            "{text:?}"
        );
    }
    for text in ["0.00001", "-1.23456", "1.000010"] {
        assert_eq!(
            Decimal4::parse(text),
            Err(DecimalError::TooManyDecimals),
            "{text}"
        );
    }
    for text in [
        "1000000000000",
        "-1000000000000.0",
        "99999999999999999999999999999999999999999999",
    ] {
        assert_eq!(
            Decimal4::parse(text),
            Err(DecimalError::OutOfRange),
            "{text}"
        );
    }
    assert_eq!(
        Decimal4::from_scaled(i64::MIN),
        Err(DecimalError::OutOfRange)
    );
}

#[test]
fn display_round_trips() {
    for text in [
        "0",
        "-0.05",
        "12",
        "12.5",
        "-999999999999.9999",
        "0.0001",
        "100",
    ] {
        assert_eq!(parse_decimal(text).to_string(), text);
    }
}

#[test]
fn rounds_line_amounts_half_even_once() {
    assert_eq!(
        parse_decimal("3").checked_mul(parse_decimal("2.5")),
        Ok(parse_decimal("7.5"))
    );
    assert_eq!(
        parse_decimal("0.0001").checked_mul(parse_decimal("0.5")),
        Ok(parse_decimal("0"))
    );
    assert_eq!(
        parse_decimal("0.0003").checked_mul(parse_decimal("0.5")),
        Ok(parse_decimal("0.0002"))
    );
    assert_eq!(
        parse_decimal("-0.0001").checked_mul(parse_decimal("0.5")),
        Ok(parse_decimal("0"))
    );
    assert_eq!(
        parse_decimal("-0.0003").checked_mul(parse_decimal("0.5")),
        Ok(parse_decimal("-0.0002"))
    );
    assert_eq!(
        parse_decimal("0.0001").checked_mul(parse_decimal("0.5001")),
        Ok(parse_decimal("0.0001"))
    );
    assert_eq!(
        parse_decimal("-2").checked_mul(parse_decimal("19.99")),
        Ok(parse_decimal("-39.98"))
    );
    let largest = parse_decimal("999999999999.9999");
    assert_eq!(largest.checked_mul(largest), Err(DecimalError::OutOfRange));
    assert_eq!(largest.checked_mul(Decimal4::ONE), Ok(largest));
    assert_eq!(
        largest.checked_add(parse_decimal("0.0001")),
        Err(DecimalError::OutOfRange)
    );
    assert_eq!(
        parse_decimal("1").checked_sub(parse_decimal("2.5")),
        Ok(parse_decimal("-1.5"))
    );
}

#[test]
fn rounds_money_half_even_at_output_only() {
    assert_eq!(sum_decimals(&["0.005"]).to_money(), 0.0);
    assert_eq!(sum_decimals(&["0.015"]).to_money(), 0.02);
    assert_eq!(sum_decimals(&["-0.005"]).to_money(), 0.0);
    assert_eq!(sum_decimals(&["-0.015"]).to_money(), -0.02);
    assert_eq!(sum_decimals(&["0.005", "0.005"]).to_money(), 0.01);
    assert_eq!(sum_decimals(&["0.1"; 10]).to_money(), 1.0);
    assert_eq!(sum_decimals(&["100", "-130"]).to_money(), -30.0);
    assert_eq!(ExactSum::ZERO.to_money(), 0.0);
}

#[test]
fn sums_exceed_i64() {
    let mut total = ExactSum::ZERO;
    for _ in 0..100_000 {
        total.add(parse_decimal("999999999999.9999"));
    }
    // 99,999,999,999,999,990 exactly; the nearest float ends in 84.
    assert_eq!(total.to_money(), 99_999_999_999_999_984.0);
    let scaled = 9_999_999_999_999_999_i64;
    let parts = ExactSum::from_parts(
        (scaled / 1_000_000) * 100_000,
        (scaled % 1_000_000) * 100_000,
        1_000_000,
    );
    assert_eq!(parts, total);
    // Both engines truncate toward zero, so a negative sum comes in two negative parts.
    assert_eq!(
        ExactSum::from_parts(-1, -500_000, 1_000_000).to_money(),
        -150.0
    );
    // The most extreme parts do not panic.
    assert!(ExactSum::from_parts(i64::MIN, i64::MIN, i64::MAX).to_money() < 0.0);
    assert!(ExactSum::from_parts(i64::MIN, i64::MAX, i64::MIN).to_money() > 0.0);
}

#[test]
fn mean_rounds_the_exact_quotient_once() {
    assert_eq!(sum_decimals(&["10"]).mean_money(3), Some(3.33));
    assert_eq!(sum_decimals(&["0.05"]).mean_money(2), Some(0.02));
    assert_eq!(sum_decimals(&["0.15"]).mean_money(2), Some(0.08));
    assert_eq!(sum_decimals(&["-10"]).mean_money(3), Some(-3.33));
    assert_eq!(sum_decimals(&["10"]).mean_money(0), None);
    assert_eq!(sum_decimals(&["10"]).mean_money(u64::MAX), Some(0.0));
}

#[test]
fn percentages_need_a_positive_base() {
    assert_eq!(
        sum_decimals(&["110"]).percent_change_from(sum_decimals(&["100"])),
        Some(10.0)
    );
    // 801 / 800 is exactly 0.125 %: half-even gives 0.12.
    assert_eq!(
        sum_decimals(&["801"]).percent_change_from(sum_decimals(&["800"])),
        Some(0.12)
    );
    assert_eq!(
        sum_decimals(&["803"]).percent_change_from(sum_decimals(&["800"])),
        Some(0.38)
    );
    assert_eq!(
        sum_decimals(&["-50"]).percent_change_from(sum_decimals(&["100"])),
        Some(-150.0)
    );
    assert_eq!(
        ExactSum::ZERO.percent_change_from(sum_decimals(&["100"])),
        Some(-100.0)
    );
    assert_eq!(
        sum_decimals(&["1"]).percent_change_from(ExactSum::ZERO),
        None
    );
    assert_eq!(
        sum_decimals(&["1"]).percent_change_from(sum_decimals(&["-1"])),
        None
    );
    assert_eq!(percent_of(2, 3), Some(66.67));
    assert_eq!(percent_of(0, 0), None);
    assert_eq!(percent_of(u64::MAX, u64::MAX), Some(100.0));
    assert_eq!(points_between(9, 10, 8, 10), Some(10.0));
    assert_eq!(points_between(1, 3, 2, 3), Some(-33.33));
    assert_eq!(points_between(1, 3, 0, 0), None);
    assert_eq!(points_between(u64::MAX, u64::MAX, u64::MAX, u64::MAX), None);
}

#[test]
fn statistics_round_half_even_and_are_finite() {
    assert_eq!(round2(0.125), 0.12);
    assert_eq!(round2(0.375), 0.38);
    assert_eq!(round2(-0.125), -0.12);
    assert!(round2(-0.001).is_sign_positive());
    assert_eq!(round2(1e300), 1e300);
    assert_eq!(percent_change(105.0, 100.0), Some(5.0));
    assert_eq!(percent_change(1.0, 0.0), None);
    assert_eq!(percent_change(1.0, -2.0), None);
    assert_eq!(percent_change(f64::NAN, 1.0), None);
    assert_eq!(percent_change(1.0, f64::INFINITY), None);
    assert_eq!(percent_change(1e308, 1e-300), None);
}

#[test]
fn largest_sums_have_no_percentage() {
    let huge = ExactSum::from_parts(i64::MAX, 0, i64::MAX);
    assert_eq!(
        huge.percent_change_from(ExactSum::from_parts(0, 1, 1)),
        None
    );
    assert_eq!(huge.checked_mul(u64::MAX), None);
}

#[test]
fn share_of_a_sum_needs_a_positive_whole() {
    let sum = |text: &str| ExactSum::from(Decimal4::parse(text).unwrap());
    assert_eq!(sum("1").percent_of(sum("3")), Some(33.33));
    assert_eq!(sum("4").percent_of(sum("4")), Some(100.0));
    // Returns make a part negative or larger than the whole.
    assert_eq!(
        (
            sum("-1").percent_of(sum("4")),
            sum("5").percent_of(sum("4"))
        ),
        (None, None)
    );
    assert_eq!(sum("1").percent_of(ExactSum::ZERO), None);
    assert_eq!(sum("1").percent_of(sum("-2")), None);
}

#[test]
fn digits_with_a_scale_are_exact() {
    for (digits, scale, text) in [
        (125, 1, "12.5"),
        (-1, 4, "-0.0001"),
        (12_500_000, 6, "12.5"),
        (7, 0, "7"),
        (7, -3, "7000"),
        (0, 38, "0"),
        (0, -128, "0"),
    ] {
        assert_eq!(
            Decimal4::from_digits(digits, scale),
            Decimal4::parse(text),
            "{digits} / 10^{scale}"
        );
    }
    assert_eq!(
        Decimal4::from_digits(10_i128.pow(16) - 1, 4).map(Decimal4::scaled),
        Ok(9_999_999_999_999_999)
    );
    assert_eq!(
        Decimal4::from_digits(1, 5),
        Err(DecimalError::TooManyDecimals)
    );
    assert_eq!(
        Decimal4::from_digits(10_i128.pow(16), 4),
        Err(DecimalError::OutOfRange)
    );
    assert_eq!(
        Decimal4::from_digits(1, -128),
        Err(DecimalError::OutOfRange)
    );
    assert_eq!(
        Decimal4::from_digits(i128::MIN, 0),
        Err(DecimalError::OutOfRange)
    );
    // 38 digits, 34 of them zeros after the point.
    assert_eq!(
        Decimal4::from_digits(10_i128.pow(37), 37).map(Decimal4::scaled),
        Ok(10_000)
    );
}

use super::*;

fn column(kind: Kind, required: bool) -> Column {
    Column {
        name: "x",
        target: "x",
        kind,
        required,
    }
}

fn of(kind: Kind, text: &str) -> Result<Value<'_>, String> {
    read(&column(kind, true), false, &SourceCell::of_text(text))
}

#[test]
fn numbers_are_plain_exact_and_bounded() {
    let any = Kind::Decimal(Range::Any);
    assert_eq!(of(any, "12.5"), Ok(Value::BigInt(125_000)));
    assert_eq!(of(any, "-0.0001"), Ok(Value::BigInt(-1)));
    assert_eq!(
        of(any, "999999999999.9999"),
        Ok(Value::BigInt(9_999_999_999_999_999))
    );
    for bad in [
        "1e3",
        "1,5",
        "NaN",
        "inf",
        "0x10",
        "1 000",
        "٣",
        "1000000000000",
        "0.00001",
        "-",
        "$5",
    ] {
        assert!(of(any, bad).is_err(), "{bad}");
    }
    assert!(
        of(Kind::Decimal(Range::NotNegative), "-1")
            .unwrap_err()
            .contains("negative")
    );
    assert_eq!(
        of(Kind::Decimal(Range::NotNegative), "-0"),
        Ok(Value::BigInt(0))
    );
    assert!(
        of(Kind::Decimal(Range::Positive), "0")
            .unwrap_err()
            .contains("more than zero")
    );
}

#[test]
fn dates_exist_and_have_one_form() {
    assert_eq!(of(Kind::Date, "1970-01-02"), Ok(Value::Date(1)));
    assert!(of(Kind::Date, "2024-02-29").is_ok());
    for bad in [
        "2023-02-29",
        "2026-13-01",
        "2026-1-5",
        "20260105",
        "01/05/2026",
        "2026-01-05T00:00:00Z",
        "+2026-01-05",
        "0000-01-01",
        "12026-01-01",
    ] {
        assert!(of(Kind::Date, bad).is_err(), "{bad}");
    }
}

#[test]
fn timestamps_carry_their_offset() {
    assert_eq!(
        of(Kind::Instant, "1970-01-01T01:00:00.5+01:00"),
        Ok(Value::Instant(500_000))
    );
    assert_eq!(
        of(Kind::Instant, "1970-01-01T00:00:00.123456789Z"),
        Ok(Value::Instant(123_456))
    );
    for bad in [
        "2026-01-05",
        "2026-01-05T10:00:00",
        "1700000000",
        "yesterday",
        "0000-01-01T00:00:00Z",
        "9999-12-31T23:59:59-01:00",
    ] {
        assert!(of(Kind::Instant, bad).is_err(), "{bad}");
    }
}

#[test]
fn the_plain_way_to_write_a_timestamp_is_read_as_any_other() {
    for (plain, other) in [
        ("2026-03-31T14:05:09Z", "2026-03-31T14:05:09.0Z"),
        ("0001-01-01T00:00:00Z", "0001-01-01T00:00:00+00:00"),
        ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59.000-00:00"),
        ("2016-12-31T23:59:60Z", "2016-12-31T23:59:60.0Z"),
    ] {
        assert!(of(Kind::Instant, plain).is_ok(), "{plain}");
        assert_eq!(of(Kind::Instant, plain), of(Kind::Instant, other));
    }
    for bad in [
        "2026-02-29T14:05:09Z",
        "2026-03-31T24:05:09Z",
        "2026-03-31T14:60:09Z",
        "2026-03-31T14:05:61Z",
        "2026-03-31T1a:05:09Z",
        "12026-03-31T14:05:09Z",
    ] {
        assert!(of(Kind::Instant, bad).is_err(), "{bad}");
    }
}

#[test]
fn words_are_lower_case_and_known() {
    let units = Kind::Word(&["bag", "ton"]);
    assert_eq!(of(units, "bag"), Ok(Value::Text("bag".into())));
    assert!(of(units, "Bag").unwrap_err().ends_with("in lower case"));
    assert_eq!(of(units, "sack").unwrap_err(), "must be one of bag, ton");
    let crops = Kind::Words(&["corn", "wheat"]);
    assert_eq!(
        of(crops, "wheat; corn;wheat;"),
        Ok(Value::Text("wheat;corn".into()))
    );
    assert_eq!(of(crops, ";"), Ok(Value::Missing));
    assert!(of(crops, "corn,wheat").is_err());
}

#[test]
fn flags_currencies_and_days_have_one_spelling() {
    assert_eq!(of(Kind::Flag, "true"), Ok(Value::Bool(true)));
    assert!(of(Kind::Flag, "TRUE").is_err() && of(Kind::Flag, "1").is_err());
    assert!(
        of(Kind::Currency, "USD").is_ok()
            && of(Kind::Currency, "usd").is_err()
            && of(Kind::Currency, "EURO").is_err()
            && of(Kind::Currency, "ÄÖ").is_err()
    );
    assert_eq!(of(Kind::Days, "14"), Ok(Value::Int(14)));
    for bad in ["-1", "+3", "2.5", "36501", "99999999999"] {
        assert!(of(Kind::Days, bad).is_err(), "{bad}");
    }
}

#[test]
fn empty_cells_are_missing_where_they_may_be() {
    assert_eq!(
        read(&column(Kind::Date, false), false, &SourceCell::Empty),
        Ok(Value::Missing)
    );
    assert!(
        read(&column(Kind::Date, true), false, &SourceCell::Empty)
            .unwrap_err()
            .contains("required")
    );
    assert!(
        read(&column(Kind::Text, true), true, &SourceCell::of_text(" "))
            .unwrap_err()
            .contains("key")
    );
}

#[test]
fn text_that_a_database_cannot_keep_is_refused() {
    assert!(of(Kind::Text, "a\0b").unwrap_err().contains("NUL"));
    let long = "x".repeat(KEY_BYTES + 1);
    assert!(of(Kind::Text, &long).is_ok());
    assert!(
        read(&column(Kind::Text, true), true, &SourceCell::Text(&long))
            .unwrap_err()
            .contains("longer")
    );
    assert!(
        of(Kind::Text, &"x".repeat(TEXT_BYTES + 1))
            .unwrap_err()
            .contains("longer than 64 KiB")
    );
}

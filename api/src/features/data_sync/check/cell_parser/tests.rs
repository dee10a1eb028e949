use super::*;

fn build_column(kind: ColumnType, required: bool) -> ColumnSpec {
    ColumnSpec {
        name: "x",
        target: "x",
        kind,
        required,
    }
}

fn parse_value(kind: ColumnType, text: &str) -> Result<CellValue<'_>, ValueError> {
    parse_cell(
        &build_column(kind, true),
        false,
        &SourceCell::from_text(text),
    )
}

#[test]
fn numbers_are_plain_exact_and_bounded() {
    let any = ColumnType::Decimal(NumberRange::Any);
    assert_eq!(parse_value(any, "12.5"), Ok(CellValue::BigInt(125_000)));
    assert_eq!(parse_value(any, "-0.0001"), Ok(CellValue::BigInt(-1)));
    assert_eq!(
        parse_value(any, "999999999999.9999"),
        Ok(CellValue::BigInt(9_999_999_999_999_999))
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
        assert!(parse_value(any, bad).is_err(), "{bad}");
    }
    assert!(
        parse_value(ColumnType::Decimal(NumberRange::NonNegative), "-1")
            .unwrap_err()
            .reason
            .contains("negative")
    );
    assert_eq!(
        parse_value(ColumnType::Decimal(NumberRange::NonNegative), "-0"),
        Ok(CellValue::BigInt(0))
    );
    assert!(
        parse_value(ColumnType::Decimal(NumberRange::Positive), "0")
            .unwrap_err()
            .reason
            .contains("more than zero")
    );
}

#[test]
fn dates_exist_and_have_one_form() {
    assert_eq!(
        parse_value(ColumnType::Date, "1970-01-02"),
        Ok(CellValue::Date(1))
    );
    assert!(parse_value(ColumnType::Date, "2024-02-29").is_ok());
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
        assert!(parse_value(ColumnType::Date, bad).is_err(), "{bad}");
    }
}

#[test]
fn timestamps_carry_their_offset() {
    assert_eq!(
        parse_value(ColumnType::Instant, "1970-01-01T01:00:00.5+01:00"),
        Ok(CellValue::Instant(500_000))
    );
    assert_eq!(
        parse_value(ColumnType::Instant, "1970-01-01T00:00:00.123456789Z"),
        Ok(CellValue::Instant(123_456))
    );
    for bad in [
        "2026-01-05",
        "2026-01-05T10:00:00",
        "1700000000",
        "yesterday",
        "0000-01-01T00:00:00Z",
        "9999-12-31T23:59:59-01:00",
    ] {
        assert!(parse_value(ColumnType::Instant, bad).is_err(), "{bad}");
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
        assert!(parse_value(ColumnType::Instant, plain).is_ok(), "{plain}");
        assert_eq!(
            parse_value(ColumnType::Instant, plain),
            parse_value(ColumnType::Instant, other)
        );
    }
    for bad in [
        "2026-02-29T14:05:09Z",
        "2026-03-31T24:05:09Z",
        "2026-03-31T14:60:09Z",
        "2026-03-31T14:05:61Z",
        "2026-03-31T1a:05:09Z",
        "12026-03-31T14:05:09Z",
    ] {
        assert!(parse_value(ColumnType::Instant, bad).is_err(), "{bad}");
    }
}

#[test]
fn words_are_lower_case_and_known() {
    let units = ColumnType::Choice(&["bag", "ton"]);
    assert_eq!(parse_value(units, "bag"), Ok(CellValue::Text("bag".into())));
    assert_eq!(
        parse_value(units, "sack").unwrap_err().reason,
        "must be one of bag, ton"
    );
    let crops = ColumnType::ChoiceList(&["corn", "wheat"]);
    assert_eq!(
        parse_value(crops, "wheat; corn;wheat;"),
        Ok(CellValue::Text("wheat;corn".into()))
    );
    assert_eq!(parse_value(crops, ";"), Ok(CellValue::Missing));
    assert!(parse_value(crops, "corn,wheat").is_err());
}

#[test]
fn flags_currencies_and_days_have_one_spelling() {
    assert_eq!(
        parse_value(ColumnType::Bool, "true"),
        Ok(CellValue::Bool(true))
    );
    assert!(
        parse_value(ColumnType::Bool, "TRUE").is_err()
            && parse_value(ColumnType::Bool, "1").is_err()
    );
    assert!(
        parse_value(ColumnType::Currency, "USD").is_ok()
            && parse_value(ColumnType::Currency, "usd").is_err()
            && parse_value(ColumnType::Currency, "EURO").is_err()
            && parse_value(ColumnType::Currency, "ÄÖ").is_err()
    );
    assert_eq!(parse_value(ColumnType::Days, "14"), Ok(CellValue::Int(14)));
    for bad in ["-1", "+3", "2.5", "36501", "99999999999"] {
        assert!(parse_value(ColumnType::Days, bad).is_err(), "{bad}");
    }
}

#[test]
fn empty_cells_are_missing_where_they_may_be() {
    assert_eq!(
        parse_cell(
            &build_column(ColumnType::Date, false),
            false,
            &SourceCell::Empty
        ),
        Ok(CellValue::Missing)
    );
    assert!(
        parse_cell(
            &build_column(ColumnType::Date, true),
            false,
            &SourceCell::Empty
        )
        .unwrap_err()
        .reason
        .contains("required")
    );
    assert!(
        parse_cell(
            &build_column(ColumnType::Text, true),
            true,
            &SourceCell::from_text(" ")
        )
        .unwrap_err()
        .reason
        .contains("key")
    );
}

#[test]
fn text_that_a_database_cannot_keep_is_refused() {
    assert!(
        parse_value(ColumnType::Text, "a\0b")
            .unwrap_err()
            .reason
            .contains("NUL")
    );
    let long = "x".repeat(MAX_KEY_PART_BYTES + 1);
    assert!(parse_value(ColumnType::Text, &long).is_ok());
    assert!(
        parse_cell(
            &build_column(ColumnType::Text, true),
            true,
            &SourceCell::Text(&long)
        )
        .unwrap_err()
        .reason
        .contains("longer")
    );
    assert!(
        parse_value(ColumnType::Text, &"x".repeat(MAX_TEXT_BYTES + 1))
            .unwrap_err()
            .reason
            .contains("longer than 64 KiB")
    );
}

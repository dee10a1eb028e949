use super::*;
use arrow_array::builder::{ListBuilder, StringBuilder};
use arrow_array::{
    ArrayRef, BinaryArray, BooleanArray, Date32Array, Date64Array, Decimal128Array,
    Decimal256Array, Float32Array, Float64Array, Int64Array, StringArray,
    TimestampMicrosecondArray, TimestampNanosecondArray, TimestampSecondArray, UInt64Array,
};
use std::sync::Arc;

/// The cells of a column as text.
fn cell_texts(column: impl Array + 'static) -> Vec<String> {
    let rows = RecordBatch::try_from_iter([("x", Arc::new(column) as ArrayRef)]).unwrap();
    let column = SourceColumn::find_in_batch(&rows, "x").unwrap().unwrap();
    (0..rows.num_rows())
        .map(|row| column.cell(row).display_text().into_owned())
        .collect()
}

#[test]
fn numbers_are_written_down_as_they_are() {
    assert_eq!(
        cell_texts(Int64Array::from(vec![Some(-7), None, Some(0)])),
        ["-7", "", "0"]
    );
    assert_eq!(
        cell_texts(UInt64Array::from(vec![u64::MAX])),
        ["18446744073709551615"]
    );
    let decimals = Decimal128Array::from(vec![12_500_000_000_i128, -1, 5_000_000_000])
        .with_precision_and_scale(38, 9)
        .unwrap();
    assert_eq!(cell_texts(decimals), ["12.5", "-0.000000001", "5"]);
    assert_eq!(
        cell_texts(
            Decimal128Array::from(vec![12_i128])
                .with_precision_and_scale(5, -2)
                .unwrap()
        ),
        ["1200"]
    );
    let wide = Decimal256Array::from(vec![
        <Decimal256Type as ArrowPrimitiveType>::Native::from_i128(123_400_000),
    ])
    .with_precision_and_scale(76, 8)
    .unwrap();
    assert_eq!(cell_texts(wide), ["1.234"]);
    assert_eq!(
        cell_texts(Float64Array::from(vec![0.1, 1e21, f64::NAN, 14.0])),
        ["0.1", "1000000000000000000000", "NaN", "14"]
    );
    // The shortest text that parses to the same 32 bits, not to the same 64-bit value.
    assert_eq!(cell_texts(Float32Array::from(vec![0.1])), ["0.1"]);
}

#[test]
fn days_and_moments_are_written_as_iso_8601() {
    assert_eq!(
        cell_texts(Date32Array::from(vec![0, 20_543])),
        ["1970-01-01", "2026-03-31"]
    );
    assert_eq!(
        cell_texts(Date64Array::from(vec![-1, i64::MAX])),
        ["1969-12-31", "out of range"]
    );
    let at = 1_774_965_900_000_001_000;
    assert_eq!(
        cell_texts(TimestampNanosecondArray::from(vec![at, at + 999]).with_timezone("UTC")),
        ["2026-03-31T14:05:00.000001Z"; 2]
    );
    assert_eq!(
        cell_texts(TimestampSecondArray::from(vec![i64::MAX]).with_timezone("UTC")),
        ["out of range"]
    );
    assert_eq!(
        cell_texts(TimestampMicrosecondArray::from(vec![0])),
        ["1970-01-01T00:00:00"]
    );
}

#[test]
fn the_rest_is_what_it_says() {
    assert_eq!(
        cell_texts(BooleanArray::from(vec![true, false])),
        ["true", "false"]
    );
    assert_eq!(
        cell_texts(StringArray::from(vec!["  a b ", " "])),
        ["a b", ""]
    );
    assert_eq!(
        cell_texts(BinaryArray::from_vec(vec![b"ok", b"Caf\xe9"])),
        ["ok", "Caf\u{fffd}"]
    );
    let mut lists = ListBuilder::new(StringBuilder::new());
    lists.append_value([Some("corn"), None, Some(" wheat ")]);
    lists.append_value([None::<&str>; 0]);
    assert_eq!(cell_texts(lists.finish()), ["corn;wheat", ""]);
}

#[test]
fn a_column_of_another_type_is_no_column() {
    let rows =
        RecordBatch::try_from_iter([("x", Arc::new(arrow_array::NullArray::new(1)) as ArrayRef)])
            .unwrap();
    assert!(SourceColumn::find_in_batch(&rows, "x").is_err());
    assert!(SourceColumn::find_in_batch(&rows, "y").unwrap().is_none());
}

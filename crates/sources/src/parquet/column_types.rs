//! Checks whether the Parquet type of a column is compatible with the table.

use super::SourceError;
use crate::ColumnType;
use crate::layout::ExpectedKinds;
use arrow_schema::{DataType, Field};

/// Rejects a column that can hold none of these kinds of value.
pub(super) fn check_type(
    expected: &ExpectedKinds,
    field: &Field,
    file: &str,
) -> Result<(), SourceError> {
    if expected
        .kinds
        .iter()
        .any(|kind| is_compatible(*kind, field.data_type()))
    {
        return Ok(());
    }
    let (name, found) = (field.name(), describe_type(field.data_type()));
    Err(SourceError::Unusable(format!(
        "{file}: the column {name} holds {found}, where {} is expected.",
        expected.text
    )))
}

fn is_compatible(kind: ColumnType, ty: &DataType) -> bool {
    let text = matches!(ty, DataType::Utf8 | DataType::Binary);
    // Only decimals without decimal places can be integers or ids.
    let whole = ty.is_integer()
        || matches!(
            ty,
            DataType::Decimal128(_, ..=0) | DataType::Decimal256(_, ..=0)
        );
    let number = whole
        || matches!(
            ty,
            DataType::Decimal128(..)
                | DataType::Decimal256(..)
                | DataType::Float32
                | DataType::Float64
        );
    let date = matches!(ty, DataType::Date32 | DataType::Date64);
    text || match kind {
        ColumnType::Text => whole,
        ColumnType::Choice(_) | ColumnType::OpenChoice(_) | ColumnType::Currency => false,
        ColumnType::ChoiceList(_) => {
            matches!(ty, DataType::List(item) if *item.data_type() == DataType::Utf8)
        }
        ColumnType::Decimal(_) | ColumnType::Days => number,
        ColumnType::Bool => *ty == DataType::Boolean,
        // Some programs have no date type and write midnight without a time zone.
        ColumnType::Date => date || matches!(ty, DataType::Timestamp(_, None)),
        // Without a time zone, it is local time of the organization.
        ColumnType::Instant => matches!(ty, DataType::Timestamp(..)),
    }
}

/// The description of a type in messages.
pub(super) fn describe_type(ty: &DataType) -> &'static str {
    match ty {
        DataType::Utf8 | DataType::Binary => "text",
        DataType::Boolean => "true and false",
        _ if ty.is_integer() => "whole numbers",
        _ if ty.is_decimal() => "decimals",
        _ if ty.is_floating() => "floating-point numbers",
        DataType::Date32 | DataType::Date64 => "dates",
        DataType::Timestamp(_, Some(_)) => "timestamps",
        DataType::Timestamp(_, None) => "timestamps without a time zone",
        DataType::Time32(_) | DataType::Time64(_) => "times of day",
        _ if ty.is_nested() => "several values a row",
        _ => "values of a type that is not read here",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NumberRange;
    use arrow_schema::TimeUnit;

    fn refusal_message(kind: ColumnType, ty: DataType) -> Option<String> {
        check_type(
            &ExpectedKinds {
                kinds: vec![kind],
                text: kind.expected_value_text(),
            },
            &Field::new("x", ty, true),
            "a.parquet",
        )
        .err()
        .map(|error| error.to_string())
    }

    #[test]
    fn a_type_that_loses_nothing_is_taken() {
        let number = ColumnType::Decimal(NumberRange::Any);
        for ty in [
            DataType::Int8,
            DataType::UInt64,
            DataType::Decimal128(38, 9),
            DataType::Decimal256(76, 38),
            DataType::Float64,
            DataType::Utf8,
        ] {
            assert_eq!(refusal_message(number, ty.clone()), None, "{ty}");
        }
        assert_eq!(refusal_message(ColumnType::Text, DataType::Int64), None);
        assert_eq!(
            refusal_message(ColumnType::Text, DataType::Decimal128(18, 0)),
            None
        );
        assert_eq!(
            refusal_message(
                ColumnType::Date,
                DataType::Timestamp(TimeUnit::Nanosecond, None)
            ),
            None
        );
        assert_eq!(
            refusal_message(
                ColumnType::Instant,
                DataType::Timestamp(TimeUnit::Microsecond, None)
            ),
            None
        );
        assert_eq!(
            refusal_message(
                ColumnType::ChoiceList(&["corn"]),
                DataType::new_list(DataType::Utf8, true)
            ),
            None
        );
    }

    #[test]
    fn any_other_is_refused_in_words() {
        assert_eq!(
            refusal_message(ColumnType::Text, DataType::Float64).unwrap(),
            "a.parquet: the column x holds floating-point numbers, where text is expected."
        );
        assert!(
            refusal_message(ColumnType::Text, DataType::Decimal128(9, 2))
                .unwrap()
                .contains("holds decimals")
        );
        for (kind, ty) in [
            (
                ColumnType::Date,
                DataType::Timestamp(TimeUnit::Second, Some("UTC".into())),
            ),
            (ColumnType::Instant, DataType::Date32),
            (ColumnType::Bool, DataType::Int8),
            (ColumnType::Decimal(NumberRange::Any), DataType::Boolean),
            (ColumnType::Choice(&["bag"]), DataType::Int32),
            (ColumnType::Text, DataType::new_list(DataType::Utf8, true)),
        ] {
            assert!(refusal_message(kind, ty.clone()).is_some(), "{kind:?} {ty}");
        }
    }
}

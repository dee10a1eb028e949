//! One cell of the source: text, or a value of the source's own type. No value is converted through
//! a float.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    ArrowPrimitiveType, ArrowTimestampType, Date32Type, Date64Type, Decimal128Type, Decimal256Type,
    DecimalType, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type,
    TimestampMicrosecondType, TimestampMillisecondType, TimestampNanosecondType,
    TimestampSecondType, UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch, StringArray};
use arrow_schema::{ArrowError, DataType, TimeUnit};
use chrono::{DateTime, NaiveDate, NaiveDateTime, SecondsFormat};
use sources::trim_cell;
use std::borrow::Cow;
use std::fmt::Display;

/// The content of a cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SourceCell<'a> {
    /// An empty cell.
    Empty,
    /// Text without surrounding whitespace.
    Text(&'a str),
    /// Bytes that are not valid UTF-8.
    Bytes(&'a [u8]),
    /// Exactly `digits` / 10^`scale`.
    Decimal { digits: i128, scale: i8 },
    /// A number in plain notation with all its digits. For a float, the shortest text that parses
    /// to the same value.
    NumberText(String),
    /// True or false.
    Bool(bool),
    /// Days since 1970-01-01.
    Date(i32),
    /// Microseconds since 1970-01-01T00:00:00Z.
    Instant(i64),
    /// A date and a time of day without a time zone.
    LocalDateTime(NaiveDateTime),
    /// Several values, separated by `;`.
    List(String),
    /// A value that cannot be represented, such as a date in the year 300000.
    OutOfRange,
}

impl<'a> SourceCell<'a> {
    /// The cell of this text.
    pub(super) fn from_text(text: &'a str) -> Self {
        match trim_cell(text) {
            "" => Self::Empty,
            text => Self::Text(text),
        }
    }

    /// The cell as text for messages; empty for an empty cell.
    pub(super) fn display_text(&self) -> Cow<'_, str> {
        match self {
            Self::Empty => "".into(),
            Self::Text(text) => (*text).into(),
            Self::Bytes(bytes) => String::from_utf8_lossy(bytes.get(..1024).unwrap_or(bytes)),
            Self::Decimal { digits, scale } => format_exact(*digits, *scale).into(),
            Self::NumberText(text) | Self::List(text) => text.as_str().into(),
            Self::Bool(flag) => flag.to_string().into(),
            Self::Date(days) => NaiveDate::from_epoch_days(*days)
                .map_or_else(out_of_range_text, |day| day.to_string().into()),
            Self::Instant(micros) => DateTime::from_timestamp_micros(*micros)
                .map_or_else(out_of_range_text, |at| {
                    at.to_rfc3339_opts(SecondsFormat::AutoSi, true).into()
                }),
            Self::LocalDateTime(at) => at.format("%Y-%m-%dT%H:%M:%S%.f").to_string().into(),
            Self::OutOfRange => out_of_range_text(),
        }
    }
}

fn out_of_range_text() -> Cow<'static, str> {
    "out of range".into()
}

/// Plain notation without trailing zeros after the decimal point.
fn format_exact(digits: i128, scale: i8) -> String {
    trim_trailing_zeros(Decimal128Type::format_decimal(
        digits,
        arrow_schema::DECIMAL128_MAX_PRECISION,
        scale,
    ))
}

fn trim_trailing_zeros(number: String) -> String {
    if number.contains('.') {
        number
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned()
    } else {
        number
    }
}

/// A source column whose cells can be read.
#[derive(Clone, Copy)]
pub(super) struct SourceColumn<'a> {
    array: &'a ArrayRef,
    /// The column as a string array, if it is one. CSV has no other columns.
    texts: Option<&'a StringArray>,
    read_cell: for<'b> fn(&'b dyn Array, usize) -> SourceCell<'b>,
}

impl<'a> SourceColumn<'a> {
    /// The column of this name; `None` if the source does not have it. Fails if its type is not
    /// supported.
    pub(super) fn find_in_batch(
        rows: &'a RecordBatch,
        name: &str,
    ) -> Result<Option<Self>, ArrowError> {
        let Some(array) = rows.column_by_name(name) else {
            return Ok(None);
        };
        let read = cell_reader(array.data_type()).ok_or_else(|| {
            ArrowError::SchemaError(format!("the column {name} holds {}", array.data_type()))
        })?;
        Ok(Some(Self {
            array,
            texts: array.as_string_opt(),
            read_cell: read,
        }))
    }

    /// The column as an Arrow array.
    pub(super) fn array(&self) -> &'a ArrayRef {
        self.array
    }

    /// The cell of a row.
    #[inline]
    pub(super) fn cell(&self, row: usize) -> SourceCell<'a> {
        match self.texts {
            Some(texts) if texts.is_null(row) => SourceCell::Empty,
            Some(texts) => SourceCell::from_text(texts.value(row)),
            None if self.array.is_null(row) => SourceCell::Empty,
            None => (self.read_cell)(self.array, row),
        }
    }
}

type CellReader = for<'a> fn(&'a dyn Array, usize) -> SourceCell<'a>;

fn cell_reader(ty: &DataType) -> Option<CellReader> {
    Some(match ty {
        DataType::Utf8 => |array, row| SourceCell::from_text(array.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => {
            |array, row| SourceCell::from_text(array.as_string::<i64>().value(row))
        }
        DataType::Utf8View => |array, row| SourceCell::from_text(array.as_string_view().value(row)),
        DataType::Binary => |array, row| bytes_cell(array.as_binary::<i32>().value(row)),
        DataType::BinaryView => |array, row| bytes_cell(array.as_binary_view().value(row)),
        DataType::Boolean => |array, row| SourceCell::Bool(array.as_boolean().value(row)),
        DataType::Int8 => integer_cell::<Int8Type>,
        DataType::Int16 => integer_cell::<Int16Type>,
        DataType::Int32 => integer_cell::<Int32Type>,
        DataType::Int64 => integer_cell::<Int64Type>,
        DataType::UInt8 => integer_cell::<UInt8Type>,
        DataType::UInt16 => integer_cell::<UInt16Type>,
        DataType::UInt32 => integer_cell::<UInt32Type>,
        DataType::UInt64 => integer_cell::<UInt64Type>,
        DataType::Decimal128(..) => |array, row| {
            let scale = if let DataType::Decimal128(_, scale) = array.data_type() {
                *scale
            } else {
                0
            };
            SourceCell::Decimal {
                digits: array.as_primitive::<Decimal128Type>().value(row),
                scale,
            }
        },
        DataType::Decimal256(..) => |array, row| {
            SourceCell::NumberText(trim_trailing_zeros(
                array.as_primitive::<Decimal256Type>().value_as_string(row),
            ))
        },
        DataType::Float32 => float_cell::<Float32Type>,
        DataType::Float64 => float_cell::<Float64Type>,
        DataType::Date32 => {
            |array, row| SourceCell::Date(array.as_primitive::<Date32Type>().value(row))
        }
        DataType::Date64 => |array, row| {
            let days = array
                .as_primitive::<Date64Type>()
                .value(row)
                .div_euclid(86_400_000);
            i32::try_from(days).map_or(SourceCell::OutOfRange, SourceCell::Date)
        },
        DataType::Timestamp(unit, zone) => timestamp_reader(*unit, zone.is_some()),
        DataType::List(item) if *item.data_type() == DataType::Utf8 => |array, row| {
            let items = array.as_list::<i32>().value(row);
            let words: Vec<&str> = items
                .as_string::<i32>()
                .iter()
                .flatten()
                .map(str::trim)
                .collect();
            SourceCell::List(words.join(";"))
        },
        _ => return None,
    })
}

fn bytes_cell(bytes: &[u8]) -> SourceCell<'_> {
    str::from_utf8(bytes).map_or(SourceCell::Bytes(bytes), SourceCell::from_text)
}

fn integer_cell<T: ArrowPrimitiveType<Native: Into<i128>>>(
    array: &dyn Array,
    row: usize,
) -> SourceCell<'_> {
    SourceCell::Decimal {
        digits: array.as_primitive::<T>().value(row).into(),
        scale: 0,
    }
}

fn float_cell<T: ArrowPrimitiveType<Native: Display>>(
    array: &dyn Array,
    row: usize,
) -> SourceCell<'_> {
    SourceCell::NumberText(array.as_primitive::<T>().value(row).to_string())
}

fn timestamp_reader(unit: TimeUnit, with_zone: bool) -> CellReader {
    match (unit, with_zone) {
        (TimeUnit::Second, true) => instant_cell::<TimestampSecondType>,
        (TimeUnit::Millisecond, true) => instant_cell::<TimestampMillisecondType>,
        (TimeUnit::Microsecond, true) => instant_cell::<TimestampMicrosecondType>,
        (TimeUnit::Nanosecond, true) => instant_cell::<TimestampNanosecondType>,
        (TimeUnit::Second, false) => local_time_cell::<TimestampSecondType>,
        (TimeUnit::Millisecond, false) => local_time_cell::<TimestampMillisecondType>,
        (TimeUnit::Microsecond, false) => local_time_cell::<TimestampMicrosecondType>,
        (TimeUnit::Nanosecond, false) => local_time_cell::<TimestampNanosecondType>,
    }
}

fn timestamp_value<T: ArrowTimestampType>(array: &dyn Array, row: usize) -> Option<NaiveDateTime> {
    array.as_primitive::<T>().value_as_datetime(row)
}

fn instant_cell<T: ArrowTimestampType>(array: &dyn Array, row: usize) -> SourceCell<'_> {
    timestamp_value::<T>(array, row).map_or(SourceCell::OutOfRange, |at| {
        SourceCell::Instant(at.and_utc().timestamp_micros())
    })
}

fn local_time_cell<T: ArrowTimestampType>(array: &dyn Array, row: usize) -> SourceCell<'_> {
    timestamp_value::<T>(array, row).map_or(SourceCell::OutOfRange, SourceCell::LocalDateTime)
}

#[cfg(test)]
mod tests;

//! One cell as the source has it: text, or a value of the source's own type that never passes
//! through a float.

use crate::features::data_sync::source::trim_cell;
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
use std::borrow::Cow;
use std::fmt::Display;

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum SourceCell<'a> {
    /// Nothing.
    Empty,
    /// Text without the blanks around it.
    Text(&'a str),
    /// Bytes that are no text.
    Bytes(&'a [u8]),
    /// `digits` / 10^`scale`, exact.
    Exact { digits: i128, scale: i8 },
    /// A number in plain notation, as wide as it is: of a float the shortest text that leads back
    /// to it.
    Number(String),
    /// True or false.
    Flag(bool),
    /// Days since 1970-01-01.
    Day(i32),
    /// A moment: microseconds since 1970-01-01T00:00:00Z.
    Instant(i64),
    /// A date and a time of day somewhere.
    Local(NaiveDateTime),
    /// Several words, `;` between them.
    Words(String),
    /// A value that nobody can write down, such as a day in the year 300000.
    Beyond,
}

impl<'a> SourceCell<'a> {
    /// A cell of text as it stands there.
    pub(super) fn of_text(text: &'a str) -> Self {
        match trim_cell(text) {
            "" => Self::Empty,
            text => Self::Text(text),
        }
    }

    /// The cell for people; empty where there is nothing.
    pub(super) fn text(&self) -> Cow<'_, str> {
        match self {
            Self::Empty => "".into(),
            Self::Text(text) => (*text).into(),
            Self::Bytes(bytes) => String::from_utf8_lossy(bytes.get(..1024).unwrap_or(bytes)),
            Self::Exact { digits, scale } => plain(*digits, *scale).into(),
            Self::Number(text) | Self::Words(text) => text.as_str().into(),
            Self::Flag(flag) => flag.to_string().into(),
            Self::Day(days) => {
                NaiveDate::from_epoch_days(*days).map_or_else(beyond, |day| day.to_string().into())
            }
            Self::Instant(micros) => DateTime::from_timestamp_micros(*micros)
                .map_or_else(beyond, |at| {
                    at.to_rfc3339_opts(SecondsFormat::AutoSi, true).into()
                }),
            Self::Local(at) => at.format("%Y-%m-%dT%H:%M:%S%.f").to_string().into(),
            Self::Beyond => beyond(),
        }
    }
}

fn beyond() -> Cow<'static, str> {
    "out of every calendar".into()
}

/// Plain notation without zeros behind the last decimal.
fn plain(digits: i128, scale: i8) -> String {
    without_last_zeros(Decimal128Type::format_decimal(
        digits,
        arrow_schema::DECIMAL128_MAX_PRECISION,
        scale,
    ))
}

fn without_last_zeros(number: String) -> String {
    if number.contains('.') {
        number
            .trim_end_matches('0')
            .trim_end_matches('.')
            .to_owned()
    } else {
        number
    }
}

/// A column of the source, ready to give its cells.
#[derive(Clone, Copy)]
pub(super) struct SourceColumn<'a> {
    array: &'a ArrayRef,
    /// The column as texts, where it holds them: the one kind that CSV has.
    texts: Option<&'a StringArray>,
    read: for<'b> fn(&'b dyn Array, usize) -> SourceCell<'b>,
}

impl<'a> SourceColumn<'a> {
    /// The column of this name; `None` where the source does not have it, an error where its type
    /// is none that a table can be made of.
    pub(super) fn of(rows: &'a RecordBatch, name: &str) -> Result<Option<Self>, ArrowError> {
        let Some(array) = rows.column_by_name(name) else {
            return Ok(None);
        };
        let read = reader(array.data_type()).ok_or_else(|| {
            ArrowError::SchemaError(format!("the column {name} holds {}", array.data_type()))
        })?;
        Ok(Some(Self {
            array,
            texts: array.as_string_opt(),
            read,
        }))
    }

    /// The column as the source has it.
    pub(super) fn array(&self) -> &'a ArrayRef {
        self.array
    }

    /// The cell of a row.
    #[inline]
    pub(super) fn cell(&self, row: usize) -> SourceCell<'a> {
        match self.texts {
            Some(texts) if texts.is_null(row) => SourceCell::Empty,
            Some(texts) => SourceCell::of_text(texts.value(row)),
            None if self.array.is_null(row) => SourceCell::Empty,
            None => (self.read)(self.array, row),
        }
    }
}

type Read = for<'a> fn(&'a dyn Array, usize) -> SourceCell<'a>;

fn reader(ty: &DataType) -> Option<Read> {
    Some(match ty {
        DataType::Utf8 => |array, row| SourceCell::of_text(array.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => {
            |array, row| SourceCell::of_text(array.as_string::<i64>().value(row))
        }
        DataType::Utf8View => |array, row| SourceCell::of_text(array.as_string_view().value(row)),
        DataType::Binary => |array, row| bytes(array.as_binary::<i32>().value(row)),
        DataType::BinaryView => |array, row| bytes(array.as_binary_view().value(row)),
        DataType::Boolean => |array, row| SourceCell::Flag(array.as_boolean().value(row)),
        DataType::Int8 => whole::<Int8Type>,
        DataType::Int16 => whole::<Int16Type>,
        DataType::Int32 => whole::<Int32Type>,
        DataType::Int64 => whole::<Int64Type>,
        DataType::UInt8 => whole::<UInt8Type>,
        DataType::UInt16 => whole::<UInt16Type>,
        DataType::UInt32 => whole::<UInt32Type>,
        DataType::UInt64 => whole::<UInt64Type>,
        DataType::Decimal128(..) => |array, row| {
            let scale = if let DataType::Decimal128(_, scale) = array.data_type() {
                *scale
            } else {
                0
            };
            SourceCell::Exact {
                digits: array.as_primitive::<Decimal128Type>().value(row),
                scale,
            }
        },
        DataType::Decimal256(..) => |array, row| {
            SourceCell::Number(without_last_zeros(
                array.as_primitive::<Decimal256Type>().value_as_string(row),
            ))
        },
        DataType::Float32 => shortest::<Float32Type>,
        DataType::Float64 => shortest::<Float64Type>,
        DataType::Date32 => {
            |array, row| SourceCell::Day(array.as_primitive::<Date32Type>().value(row))
        }
        DataType::Date64 => |array, row| {
            let days = array
                .as_primitive::<Date64Type>()
                .value(row)
                .div_euclid(86_400_000);
            i32::try_from(days).map_or(SourceCell::Beyond, SourceCell::Day)
        },
        DataType::Timestamp(unit, zone) => timestamp(*unit, zone.is_some()),
        DataType::List(item) if *item.data_type() == DataType::Utf8 => |array, row| {
            let items = array.as_list::<i32>().value(row);
            let words: Vec<&str> = items
                .as_string::<i32>()
                .iter()
                .flatten()
                .map(str::trim)
                .collect();
            SourceCell::Words(words.join(";"))
        },
        _ => return None,
    })
}

fn bytes(bytes: &[u8]) -> SourceCell<'_> {
    str::from_utf8(bytes).map_or(SourceCell::Bytes(bytes), SourceCell::of_text)
}

fn whole<T: ArrowPrimitiveType<Native: Into<i128>>>(
    array: &dyn Array,
    row: usize,
) -> SourceCell<'_> {
    SourceCell::Exact {
        digits: array.as_primitive::<T>().value(row).into(),
        scale: 0,
    }
}

fn shortest<T: ArrowPrimitiveType<Native: Display>>(
    array: &dyn Array,
    row: usize,
) -> SourceCell<'_> {
    SourceCell::Number(array.as_primitive::<T>().value(row).to_string())
}

fn timestamp(unit: TimeUnit, with_zone: bool) -> Read {
    match (unit, with_zone) {
        (TimeUnit::Second, true) => instant::<TimestampSecondType>,
        (TimeUnit::Millisecond, true) => instant::<TimestampMillisecondType>,
        (TimeUnit::Microsecond, true) => instant::<TimestampMicrosecondType>,
        (TimeUnit::Nanosecond, true) => instant::<TimestampNanosecondType>,
        (TimeUnit::Second, false) => local::<TimestampSecondType>,
        (TimeUnit::Millisecond, false) => local::<TimestampMillisecondType>,
        (TimeUnit::Microsecond, false) => local::<TimestampMicrosecondType>,
        (TimeUnit::Nanosecond, false) => local::<TimestampNanosecondType>,
    }
}

fn moment<T: ArrowTimestampType>(array: &dyn Array, row: usize) -> Option<NaiveDateTime> {
    array.as_primitive::<T>().value_as_datetime(row)
}

fn instant<T: ArrowTimestampType>(array: &dyn Array, row: usize) -> SourceCell<'_> {
    moment::<T>(array, row).map_or(SourceCell::Beyond, |at| {
        SourceCell::Instant(at.and_utc().timestamp_micros())
    })
}

fn local<T: ArrowTimestampType>(array: &dyn Array, row: usize) -> SourceCell<'_> {
    moment::<T>(array, row).map_or(SourceCell::Beyond, SourceCell::Local)
}

#[cfg(test)]
mod tests;

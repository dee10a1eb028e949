//! Parses one cell by the type of its column. An error message is a predicate that follows the
//! column name.

use super::source_cell::SourceCell;
use super::value_error::ValueError;
use crate::decimal::{Decimal4, DecimalError};
use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Utc};
use sources::{ColumnSpec, ColumnType, NumberRange, RejectCode};
use std::borrow::Cow;

/// Maximum number of bytes of a text.
pub(in crate::features::data_sync) const MAX_TEXT_BYTES: usize = 64 * 1024;

/// Maximum number of bytes of a part of a key. PostgreSQL cannot index much longer values.
const MAX_KEY_PART_BYTES: usize = 512;
/// 100 years.
const MAX_DAYS: i32 = 36_500;

/// The value of a cell, in the types of the application database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum CellValue<'a> {
    /// An empty cell.
    Missing,
    Text(Cow<'a, str>),
    /// A decimal scaled by 10,000, or an integer.
    BigInt(i64),
    Int(i32),
    Bool(bool),
    /// Days since 1970-01-01.
    Date(i32),
    /// Microseconds since 1970-01-01T00:00:00Z.
    Instant(i64),
}

/// Parses a cell.
pub(super) fn parse_cell<'a>(
    column: &ColumnSpec,
    in_key: bool,
    cell: &SourceCell<'a>,
) -> Result<CellValue<'a>, ValueError> {
    match (column.kind, cell) {
        (_, SourceCell::Empty) => match (column.required, in_key) {
            (_, true) => Err(missing_value("is empty, but it is part of the key")),
            (true, false) => Err(missing_value("is empty, but it is required")),
            (false, false) => Ok(CellValue::Missing),
        },
        (_, SourceCell::Bytes(_)) => Err(ValueError::new(
            RejectCode::InvalidCharacters,
            "is not UTF-8 text",
        )),
        (kind, SourceCell::Text(text)) => parse_text_cell(kind, in_key, text),
        (ColumnType::Decimal(range), SourceCell::Decimal { digits, scale }) => {
            check_range(range, Decimal4::from_digits(*digits, *scale))
        }
        (ColumnType::Decimal(range), SourceCell::NumberText(text)) => {
            check_range(range, Decimal4::parse(text))
        }
        (ColumnType::Days, SourceCell::Decimal { .. } | SourceCell::NumberText(_)) => {
            parse_days(&cell.display_text())
        }
        (ColumnType::Text, SourceCell::Decimal { .. } | SourceCell::NumberText(_)) => {
            Ok(CellValue::Text(cell.display_text().into_owned().into()))
        }
        (ColumnType::Bool, SourceCell::Bool(flag)) => Ok(CellValue::Bool(*flag)),
        (ColumnType::Date, SourceCell::Date(days)) => check_date(NaiveDate::from_epoch_days(*days)),
        (ColumnType::Date, SourceCell::LocalDateTime(at)) => {
            check_date((at.time() == NaiveTime::MIN).then(|| at.date()))
        }
        (ColumnType::Instant, SourceCell::Instant(micros)) => {
            check_instant(DateTime::from_timestamp_micros(*micros))
        }
        (ColumnType::ChoiceList(words), SourceCell::List(text)) => parse_choice_list(words, text),
        (kind, _) => Err(ValueError::new(
            RejectCode::UnsupportedType,
            format!(
                "has an unsupported type: {} is expected",
                kind.expected_value_text()
            ),
        )),
    }
}

fn missing_value(reason: &str) -> ValueError {
    ValueError::new(RejectCode::MissingValue, reason)
}

fn unlisted_value(reason: String) -> ValueError {
    ValueError::new(RejectCode::UnlistedValue, reason)
}

fn text_too_long(reason: String) -> ValueError {
    ValueError::new(RejectCode::TextTooLong, reason)
}

/// Parses a trimmed cell of text that is not empty.
fn parse_text_cell(
    kind: ColumnType,
    in_key: bool,
    text: &str,
) -> Result<CellValue<'_>, ValueError> {
    match kind {
        ColumnType::Text => check_text(text, in_key),
        ColumnType::Choice(words) if words.contains(&text) => Ok(CellValue::Text(text.into())),
        ColumnType::Choice(words) => Err(unlisted_value(format!(
            "must be one of {}",
            words.join(", ")
        ))),
        ColumnType::OpenChoice(words) if words.contains(&text) => Ok(CellValue::Text(text.into())),
        ColumnType::OpenChoice(words) => Err(unlisted_value(format!(
            "must be one of {}, or another in the same form",
            words.join(", ")
        ))),
        ColumnType::ChoiceList(words) => parse_choice_list(words, text),
        ColumnType::Currency
            if text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase()) =>
        {
            Ok(CellValue::Text(text.into()))
        }
        ColumnType::Currency => Err(ValueError::new(
            RejectCode::NotCurrency,
            "must be a currency code of three uppercase letters, such as USD",
        )),
        ColumnType::Decimal(range) => check_range(range, Decimal4::parse(text)),
        ColumnType::Days => parse_days(text),
        ColumnType::Bool => match text {
            "true" => Ok(CellValue::Bool(true)),
            "false" => Ok(CellValue::Bool(false)),
            _ => Err(ValueError::new(
                RejectCode::NotBoolean,
                "must be true or false",
            )),
        },
        ColumnType::Date => check_date(parse_plain_date(text.as_bytes())),
        ColumnType::Instant => check_instant(parse_plain_instant(text.as_bytes()).or_else(|| {
            DateTime::parse_from_rfc3339(text)
                .ok()
                .map(|instant| instant.to_utc())
        })),
    }
}

fn check_text(text: &str, in_key: bool) -> Result<CellValue<'_>, ValueError> {
    if text.as_bytes().contains(&0) {
        return Err(ValueError::new(
            RejectCode::InvalidCharacters,
            "contains a NUL character",
        ));
    }
    if text.len() > MAX_TEXT_BYTES {
        return Err(text_too_long(format!(
            "is longer than {} KiB",
            MAX_TEXT_BYTES / 1024
        )));
    }
    if in_key && text.len() > MAX_KEY_PART_BYTES {
        return Err(text_too_long(format!(
            "is longer than {MAX_KEY_PART_BYTES} bytes, the maximum for a column of the key"
        )));
    }
    Ok(CellValue::Text(text.into()))
}

fn parse_choice_list<'a>(words: &[&str], text: &str) -> Result<CellValue<'a>, ValueError> {
    let mut found: Vec<&str> = Vec::new();
    for part in text
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        if !words.contains(&part) {
            return Err(unlisted_value(format!(
                "must be a list of {}, with ; between them",
                words.join(", ")
            )));
        }
        if !found.contains(&part) {
            found.push(part);
        }
    }
    if found.is_empty() {
        Ok(CellValue::Missing)
    } else {
        Ok(CellValue::Text(found.join(";").into()))
    }
}

fn check_range(
    range: NumberRange,
    number: Result<Decimal4, DecimalError>,
) -> Result<CellValue<'static>, ValueError> {
    let number = number.map_err(|error| {
        let code = match error {
            DecimalError::NotPlain | DecimalError::TooManyDecimals => RejectCode::NotNumber,
            DecimalError::OutOfRange => RejectCode::OutOfRange,
        };
        ValueError::new(code, error.to_string())
    })?;
    match range {
        NumberRange::NonNegative if number < Decimal4::ZERO => Err(ValueError::new(
            RejectCode::NegativeValue,
            "may not be negative",
        )),
        NumberRange::Positive if number <= Decimal4::ZERO => Err(ValueError::new(
            RejectCode::NotPositive,
            "must be more than zero",
        )),
        _ => Ok(CellValue::BigInt(number.scaled())),
    }
}

fn parse_days(text: &str) -> Result<CellValue<'static>, ValueError> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let days = text
        .parse::<i32>()
        .ok()
        .filter(|days| digits && *days <= MAX_DAYS);
    days.map(CellValue::Int).ok_or_else(|| {
        ValueError::new(
            RejectCode::NotDays,
            format!("must be a whole number of days from 0 to {MAX_DAYS}"),
        )
    })
}

/// Parses a date in exactly the form `2026-03-31`.
fn parse_plain_date(text: &[u8]) -> Option<NaiveDate> {
    let [year @ .., b'-', months_ten, months, b'-', days_ten, days] = text else {
        return None;
    };
    let year = if year.len() == 4 {
        i32::try_from(parse_digits(year)?).ok()?
    } else {
        return None;
    };
    NaiveDate::from_ymd_opt(
        year,
        parse_digits(&[*months_ten, *months])?,
        parse_digits(&[*days_ten, *days])?,
    )
}

/// A fast path for the most common form, `2026-03-31T14:05:00Z`. `None` for other forms, which the
/// caller parses with the general parser.
fn parse_plain_instant(text: &[u8]) -> Option<DateTime<Utc>> {
    let [
        day @ ..,
        b'T',
        hours_ten,
        hours,
        b':',
        minutes_ten,
        minutes,
        b':',
        seconds_ten,
        seconds,
        b'Z',
    ] = text
    else {
        return None;
    };
    let [hours, minutes, seconds] = [
        [*hours_ten, *hours],
        [*minutes_ten, *minutes],
        [*seconds_ten, *seconds],
    ]
    .map(|digits| parse_digits(&digits));
    Some(
        parse_plain_date(day)?
            .and_hms_opt(hours?, minutes?, seconds?)?
            .and_utc(),
    )
}

fn parse_digits(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0_u32, |number, digit| {
        digit
            .is_ascii_digit()
            .then(|| number * 10 + u32::from(digit - b'0'))
    })
}

fn check_date(day: Option<NaiveDate>) -> Result<CellValue<'static>, ValueError> {
    let day = day.filter(|day| (1..=9999).contains(&day.year()));
    day.map(|day| CellValue::Date(day.to_epoch_days()))
        .ok_or_else(|| {
            ValueError::new(
                RejectCode::NotDate,
                "is not a date (expected YYYY-MM-DD, such as 2026-03-31)",
            )
        })
}

fn check_instant(instant: Option<DateTime<Utc>>) -> Result<CellValue<'static>, ValueError> {
    let instant = instant.filter(|instant| (1..=9999).contains(&instant.year()));
    instant
        .map(|instant| CellValue::Instant(instant.timestamp_micros()))
        .ok_or_else(|| {
            ValueError::new(
                RejectCode::NotTimestamp,
                "is not a timestamp (expected RFC 3339, such as 2026-03-31T14:05:00Z)",
            )
        })
}

#[cfg(test)]
mod tests;

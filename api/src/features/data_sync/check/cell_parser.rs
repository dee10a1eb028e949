//! Parses one cell by the type of its column. An error message is a predicate that follows the
//! column name.

use super::source_cell::SourceCell;
use crate::decimal::{Decimal4, DecimalError};
use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Utc};
use sources::{ColumnSpec, ColumnType, NumberRange};
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
) -> Result<CellValue<'a>, String> {
    match (column.kind, cell) {
        (_, SourceCell::Empty) => match (column.required, in_key) {
            (_, true) => Err("is empty, but it is part of the key".to_owned()),
            (true, false) => Err("is empty, but it is required".to_owned()),
            (false, false) => Ok(CellValue::Missing),
        },
        (_, SourceCell::Bytes(_)) => Err("is not UTF-8 text".to_owned()),
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
        (kind, _) => Err(format!(
            "has an unsupported type: {} is expected",
            kind.expected_value_text()
        )),
    }
}

/// Parses a trimmed cell of text that is not empty.
fn parse_text_cell(kind: ColumnType, in_key: bool, text: &str) -> Result<CellValue<'_>, String> {
    match kind {
        ColumnType::Text => check_text(text, in_key),
        ColumnType::Choice(words) if words.contains(&text) => Ok(CellValue::Text(text.into())),
        ColumnType::Choice(words) => Err(format!("must be one of {}", words.join(", "))),
        ColumnType::OpenChoice(words) if words.contains(&text) => Ok(CellValue::Text(text.into())),
        ColumnType::OpenChoice(words) => Err(format!(
            "must be one of {}, or another in the same form",
            words.join(", ")
        )),
        ColumnType::ChoiceList(words) => parse_choice_list(words, text),
        ColumnType::Currency
            if text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase()) =>
        {
            Ok(CellValue::Text(text.into()))
        }
        ColumnType::Currency => {
            Err("must be a currency code of three uppercase letters, such as USD".to_owned())
        }
        ColumnType::Decimal(range) => check_range(range, Decimal4::parse(text)),
        ColumnType::Days => parse_days(text),
        ColumnType::Bool => match text {
            "true" => Ok(CellValue::Bool(true)),
            "false" => Ok(CellValue::Bool(false)),
            _ => Err("must be true or false".to_owned()),
        },
        ColumnType::Date => check_date(parse_plain_date(text.as_bytes())),
        ColumnType::Instant => check_instant(parse_plain_instant(text.as_bytes()).or_else(|| {
            DateTime::parse_from_rfc3339(text)
                .ok()
                .map(|instant| instant.to_utc())
        })),
    }
}

fn check_text(text: &str, in_key: bool) -> Result<CellValue<'_>, String> {
    if text.as_bytes().contains(&0) {
        return Err("contains a NUL character".to_owned());
    }
    if text.len() > MAX_TEXT_BYTES {
        return Err(format!("is longer than {} KiB", MAX_TEXT_BYTES / 1024));
    }
    if in_key && text.len() > MAX_KEY_PART_BYTES {
        return Err(format!(
            "is longer than {MAX_KEY_PART_BYTES} bytes, the maximum for a column of the key"
        ));
    }
    Ok(CellValue::Text(text.into()))
}

fn parse_choice_list<'a>(words: &[&str], text: &str) -> Result<CellValue<'a>, String> {
    let mut found: Vec<&str> = Vec::new();
    for part in text
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        if !words.contains(&part) {
            return Err(format!(
                "must be a list of {}, with ; between them",
                words.join(", ")
            ));
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
) -> Result<CellValue<'static>, String> {
    let number = number.map_err(|error| error.to_string())?;
    match range {
        NumberRange::NonNegative if number < Decimal4::ZERO => {
            Err("may not be negative".to_owned())
        }
        NumberRange::Positive if number <= Decimal4::ZERO => {
            Err("must be more than zero".to_owned())
        }
        _ => Ok(CellValue::BigInt(number.scaled())),
    }
}

fn parse_days(text: &str) -> Result<CellValue<'static>, String> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let days = text
        .parse::<i32>()
        .ok()
        .filter(|days| digits && *days <= MAX_DAYS);
    days.map(CellValue::Int)
        .ok_or_else(|| format!("must be a whole number of days from 0 to {MAX_DAYS}"))
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

fn check_date(day: Option<NaiveDate>) -> Result<CellValue<'static>, String> {
    let day = day.filter(|day| (1..=9999).contains(&day.year()));
    day.map(|day| CellValue::Date(day.to_epoch_days()))
        .ok_or_else(|| "is not a date (expected YYYY-MM-DD, such as 2026-03-31)".to_owned())
}

fn check_instant(instant: Option<DateTime<Utc>>) -> Result<CellValue<'static>, String> {
    let instant = instant.filter(|instant| (1..=9999).contains(&instant.year()));
    instant
        .map(|instant| CellValue::Instant(instant.timestamp_micros()))
        .ok_or_else(|| {
            "is not a timestamp (expected RFC 3339, such as 2026-03-31T14:05:00Z)".to_owned()
        })
}

#[cfg(test)]
mod tests;

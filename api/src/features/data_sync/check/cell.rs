//! Reads one cell by its column's kind; what it refuses it refuses in words that follow the
//! column's name.

use super::source_cell::SourceCell;
use crate::decimal::{Decimal4, DecimalError};
use crate::features::data_sync::catalogue::{Column, Kind, Range};
use chrono::{DateTime, Datelike, NaiveDate, NaiveTime, Utc};
use std::borrow::Cow;

/// The most bytes that a text may have.
pub(in crate::features::data_sync) const TEXT_BYTES: usize = 64 * 1024;

/// The most bytes that a part of a key may have: Postgres cannot index much longer ones.
const KEY_BYTES: usize = 512;
/// A hundred years.
const MOST_DAYS: i32 = 36_500;

/// What a cell holds, as the application database keeps it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Value<'a> {
    /// Nothing.
    Missing,
    Text(Cow<'a, str>),
    /// A decimal times 10,000, or a number of our own.
    BigInt(i64),
    Int(i32),
    Bool(bool),
    /// Days since 1970-01-01.
    Date(i32),
    /// Microseconds since 1970-01-01T00:00:00Z.
    Instant(i64),
}

/// Reads a cell.
pub(super) fn read<'a>(
    column: &Column,
    in_key: bool,
    cell: &SourceCell<'a>,
) -> Result<Value<'a>, String> {
    match (column.kind, cell) {
        (_, SourceCell::Empty) => match (column.required, in_key) {
            (_, true) => Err("is empty, but it is part of the key".to_owned()),
            (true, false) => Err("is empty, but it is required".to_owned()),
            (false, false) => Ok(Value::Missing),
        },
        (_, SourceCell::Bytes(_)) => Err("is not UTF-8 text".to_owned()),
        (kind, SourceCell::Text(text)) => of_text(kind, in_key, text),
        (Kind::Decimal(range), SourceCell::Exact { digits, scale }) => {
            within(range, Decimal4::from_digits(*digits, *scale))
        }
        (Kind::Decimal(range), SourceCell::Number(text)) => within(range, Decimal4::parse(text)),
        (Kind::Days, SourceCell::Exact { .. } | SourceCell::Number(_)) => days(&cell.text()),
        (Kind::Text, SourceCell::Exact { .. } | SourceCell::Number(_)) => {
            Ok(Value::Text(cell.text().into_owned().into()))
        }
        (Kind::Flag, SourceCell::Flag(flag)) => Ok(Value::Bool(*flag)),
        (Kind::Date, SourceCell::Day(days)) => day(NaiveDate::from_epoch_days(*days)),
        (Kind::Date, SourceCell::Local(at)) => {
            day((at.time() == NaiveTime::MIN).then(|| at.date()))
        }
        (Kind::Instant, SourceCell::Instant(micros)) => {
            moment(DateTime::from_timestamp_micros(*micros))
        }
        (Kind::Words(words), SourceCell::Words(text)) => list(words, text),
        (kind, _) => Err(format!(
            "is of a type that is not read here: {} is expected",
            kind.expected()
        )),
    }
}

/// Reads a trimmed cell of text, which is not empty.
fn of_text(kind: Kind, in_key: bool, text: &str) -> Result<Value<'_>, String> {
    match kind {
        Kind::Text => plain(text, in_key),
        Kind::Word(words) if words.contains(&text) => Ok(Value::Text(text.into())),
        Kind::Word(words) => Err(format!(
            "must be one of {}{}",
            words.join(", "),
            lower_case_hint(words, text)
        )),
        Kind::Words(words) => list(words, text),
        Kind::Currency if text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_uppercase()) => {
            Ok(Value::Text(text.into()))
        }
        Kind::Currency => {
            Err("must be a currency code of three upper-case letters, such as USD".to_owned())
        }
        Kind::Decimal(range) => within(range, Decimal4::parse(text)),
        Kind::Days => days(text),
        Kind::Flag => match text {
            "true" => Ok(Value::Bool(true)),
            "false" => Ok(Value::Bool(false)),
            _ => Err("must be true or false".to_owned()),
        },
        Kind::Date => day(plain_date(text.as_bytes())),
        Kind::Instant => moment(plain_instant(text.as_bytes()).or_else(|| {
            DateTime::parse_from_rfc3339(text)
                .ok()
                .map(|instant| instant.to_utc())
        })),
    }
}

fn plain(text: &str, in_key: bool) -> Result<Value<'_>, String> {
    if text.as_bytes().contains(&0) {
        return Err("contains a NUL character".to_owned());
    }
    if text.len() > TEXT_BYTES {
        return Err(format!("is longer than {} KiB", TEXT_BYTES / 1024));
    }
    if in_key && text.len() > KEY_BYTES {
        return Err(format!(
            "is longer than the {KEY_BYTES} bytes that a part of the key may have"
        ));
    }
    Ok(Value::Text(text.into()))
}

fn lower_case_hint(words: &[&str], text: &str) -> &'static str {
    if words.contains(&text.to_lowercase().as_str()) {
        ", in lower case"
    } else {
        ""
    }
}

fn list<'a>(words: &[&str], text: &str) -> Result<Value<'a>, String> {
    let mut found: Vec<&str> = Vec::new();
    for part in text
        .split(';')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        if !words.contains(&part) {
            return Err(format!(
                "must be a list of {}, with ; between them{}",
                words.join(", "),
                lower_case_hint(words, part)
            ));
        }
        if !found.contains(&part) {
            found.push(part);
        }
    }
    if found.is_empty() {
        Ok(Value::Missing)
    } else {
        Ok(Value::Text(found.join(";").into()))
    }
}

fn within(range: Range, number: Result<Decimal4, DecimalError>) -> Result<Value<'static>, String> {
    let number = number.map_err(|error| error.to_string())?;
    match range {
        Range::NotNegative if number < Decimal4::ZERO => Err("may not be negative".to_owned()),
        Range::Positive if number <= Decimal4::ZERO => Err("must be more than zero".to_owned()),
        _ => Ok(Value::BigInt(number.scaled())),
    }
}

fn days(text: &str) -> Result<Value<'static>, String> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    let days = text
        .parse::<i32>()
        .ok()
        .filter(|days| digits && *days <= MOST_DAYS);
    days.map(Value::Int)
        .ok_or_else(|| format!("must be a whole number of days from 0 to {MOST_DAYS}"))
}

/// `2026-03-31`, and no other way to write it.
fn plain_date(text: &[u8]) -> Option<NaiveDate> {
    let [year @ .., b'-', months_ten, months, b'-', days_ten, days] = text else {
        return None;
    };
    let year = if year.len() == 4 {
        i32::try_from(number(year)?).ok()?
    } else {
        return None;
    };
    NaiveDate::from_ymd_opt(
        year,
        number(&[*months_ten, *months])?,
        number(&[*days_ten, *days])?,
    )
}

/// `2026-03-31T14:05:00Z`, which most write; other ways are read by somebody slower.
fn plain_instant(text: &[u8]) -> Option<DateTime<Utc>> {
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
    .map(|digits| number(&digits));
    Some(
        plain_date(day)?
            .and_hms_opt(hours?, minutes?, seconds?)?
            .and_utc(),
    )
}

fn number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0_u32, |number, digit| {
        digit
            .is_ascii_digit()
            .then(|| number * 10 + u32::from(digit - b'0'))
    })
}

fn day(day: Option<NaiveDate>) -> Result<Value<'static>, String> {
    let day = day.filter(|day| (1..=9999).contains(&day.year()));
    day.map(|day| Value::Date(day.to_epoch_days()))
        .ok_or_else(|| "is not a date (expected YYYY-MM-DD, such as 2026-03-31)".to_owned())
}

fn moment(instant: Option<DateTime<Utc>>) -> Result<Value<'static>, String> {
    let instant = instant.filter(|instant| (1..=9999).contains(&instant.year()));
    instant
        .map(|instant| Value::Instant(instant.timestamp_micros()))
        .ok_or_else(|| {
            "is not a timestamp with its offset (expected RFC 3339, such as 2026-03-31T14:05:00Z)"
                .to_owned()
        })
}

#[cfg(test)]
mod tests;

//! Dates and times in the notations of several countries.

use super::numbers::parse_stored;
use crate::cell::{Cell, Display};
use crate::lexicon::{Lexicon, fold};
use chrono::{DateTime, Duration, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Whether the month or the day comes first in a date of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DateOrder {
    MonthFirst,
    DayFirst,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct DateReading {
    pub month_first: Option<NaiveDateTime>,
    pub day_first: Option<NaiveDateTime>,
    pub offset: Option<FixedOffset>,
    /// A bare number, which is a date only where dates are expected.
    pub is_number: bool,
}

impl DateReading {
    fn fixed(date: Option<NaiveDateTime>) -> Self {
        Self {
            month_first: date,
            day_first: date,
            ..Self::default()
        }
    }

    pub(crate) fn is_date(&self) -> bool {
        self.month_first.is_some() || self.day_first.is_some()
    }

    pub(crate) fn evidence(&self) -> Option<DateOrder> {
        match (self.month_first, self.day_first) {
            (Some(_), None) => Some(DateOrder::MonthFirst),
            (None, Some(_)) => Some(DateOrder::DayFirst),
            _ => None,
        }
    }

    pub(crate) fn is_ambiguous(&self) -> bool {
        matches!((self.month_first, self.day_first), (Some(a), Some(b)) if a != b)
    }

    pub(crate) fn value(&self, order: Option<DateOrder>) -> Option<NaiveDateTime> {
        match order {
            Some(DateOrder::MonthFirst) => self.month_first,
            Some(DateOrder::DayFirst) => self.day_first,
            None if self.is_ambiguous() => None,
            None => self.month_first.or(self.day_first),
        }
    }
}

const MIN_YEAR: i32 = 1900;
const MAX_YEAR: i32 = 2199;

pub(crate) fn read_date(cell: &Cell, epoch_1904: bool) -> DateReading {
    match cell {
        Cell::Number(digits, display) => {
            let mut reading = read_digits(digits, epoch_1904);
            reading.is_number = *display != Display::Date;
            reading
        }
        Cell::Text(text) => read_text(text.trim(), epoch_1904),
        _ => DateReading::default(),
    }
}

/// Excel's days, or `yyyymmdd`.
fn read_digits(digits: &str, epoch_1904: bool) -> DateReading {
    let Some(value) = parse_stored(digits) else {
        return DateReading::default();
    };
    if value.fract().is_zero()
        && value >= Decimal::from(19_000_101)
        && value <= Decimal::from(21_991_231)
    {
        return DateReading::fixed(
            value
                .to_string()
                .get(..8)
                .and_then(parse_compact)
                .map(|d| d.and_time(NaiveTime::MIN)),
        );
    }
    DateReading::fixed(serial_date(value, epoch_1904))
}

fn serial_date(value: Decimal, epoch_1904: bool) -> Option<NaiveDateTime> {
    if value < Decimal::ONE || value > Decimal::from(110_000) {
        return None;
    }
    let start = if epoch_1904 {
        NaiveDate::from_ymd_opt(1904, 1, 1)?
    } else {
        NaiveDate::from_ymd_opt(1899, 12, 30)?
    };
    let days = value.trunc().to_i64()?;
    let seconds = (value.fract() * Decimal::from(86_400)).round().to_i64()?;
    (start.and_time(NaiveTime::MIN) + Duration::days(days))
        .checked_add_signed(Duration::seconds(seconds))
}

fn parse_compact(text: &str) -> Option<NaiveDate> {
    if text.len() != 8 || !text.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    date_of(
        text.get(..4)?.parse().ok()?,
        text.get(4..6)?.parse().ok()?,
        text.get(6..)?.parse().ok()?,
    )
}

fn date_of(year: i32, month: u32, day: u32) -> Option<NaiveDate> {
    if !(MIN_YEAR..=MAX_YEAR).contains(&year) {
        return None;
    }
    NaiveDate::from_ymd_opt(year, month, day)
}

fn read_text(text: &str, epoch_1904: bool) -> DateReading {
    if text.len() < 4 || text.len() > 60 {
        return DateReading::default();
    }
    if text
        .bytes()
        .all(|letter| letter.is_ascii_digit() || letter == b'.')
        && text.matches('.').count() <= 1
    {
        let whole = text.split('.').next().unwrap_or("");
        if whole.len() == 8 && !text.contains('.') {
            let date = parse_compact(text).map(|date| date.and_time(NaiveTime::MIN));
            return DateReading {
                is_number: true,
                ..DateReading::fixed(date)
            };
        }
        if whole.len() == 5 {
            return DateReading {
                is_number: true,
                ..read_digits(text, epoch_1904)
            };
        }
        return DateReading::default();
    }
    let (date_part, time, offset) = split_time(text);
    let Some(time) = time else {
        return DateReading::default();
    };
    let mut reading = read_day(&date_part);
    reading.month_first = reading.month_first.map(|date| date.date().and_time(time));
    reading.day_first = reading.day_first.map(|date| date.date().and_time(time));
    reading.offset = offset;
    reading
}

/// The date part, the time (midnight without one; none if it is no time), and the offset.
fn split_time(text: &str) -> (String, Option<NaiveTime>, Option<FixedOffset>) {
    if let Ok(moment) = DateTime::parse_from_rfc3339(&text.replacen(' ', "T", 1)) {
        let local = moment.naive_local();
        return (
            local.date().to_string(),
            Some(local.time()),
            Some(*moment.offset()),
        );
    }
    let Some(colon) = text.find(':') else {
        return (text.to_owned(), Some(NaiveTime::MIN), None);
    };
    let start = text
        .get(..colon)
        .and_then(|head| head.rfind(|letter: char| !letter.is_ascii_digit()))
        .unwrap_or(0);
    let (date, rest) = text.split_at(start);
    let mut date = date.trim_end_matches([',', ' ']).to_owned();
    for word in [" um", " at", " à", " a las"] {
        if let Some(head) = date.strip_suffix(word) {
            date = String::from(head);
        }
    }
    let mut rest = rest
        .trim_start_matches(['T', ' ', ',', ':'])
        .trim()
        .to_owned();
    let mut offset = None;
    for mark in [" UTC", "Z", " GMT"] {
        if let Some(head) = rest.strip_suffix(mark) {
            rest = head.to_owned();
            offset = FixedOffset::east_opt(0);
        }
    }
    if let Some(at) = rest.rfind(['+', '-'])
        && let Some(found) = parse_offset(rest.get(at..).unwrap_or(""))
    {
        offset = Some(found);
        rest.truncate(at);
    }
    let clock = rest
        .trim()
        .trim_end_matches(" Uhr")
        .trim_end_matches(" h")
        .to_ascii_uppercase();
    let time = [
        "%H:%M:%S%.f",
        "%H:%M:%S",
        "%H:%M",
        "%I:%M:%S %p",
        "%I:%M %p",
        "%I:%M:%S%p",
        "%I:%M%p",
    ]
    .iter()
    .find_map(|format| NaiveTime::parse_from_str(&clock, format).ok());
    (date, time, offset)
}

fn parse_offset(text: &str) -> Option<FixedOffset> {
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let (hours, minutes) = match digits.len() {
        2 => (digits.parse::<i32>().ok()?, 0),
        4 => (
            digits.get(..2)?.parse().ok()?,
            digits.get(2..)?.parse().ok()?,
        ),
        _ => return None,
    };
    FixedOffset::east_opt(sign * (hours * 3600 + minutes * 60))
}

fn read_day(text: &str) -> DateReading {
    let at_midnight = |date: Option<NaiveDate>| date.map(|date| date.and_time(NaiveTime::MIN));
    let text = text.trim().trim_end_matches('.');
    let parts: Vec<&str> = text
        .split(['/', '-', '.', ' ', ','])
        .filter(|part| !part.is_empty())
        .collect();
    if let Some(date) = parse_compact(text) {
        return DateReading::fixed(at_midnight(Some(date)));
    }
    let numbers: Vec<Option<u32>> = parts.iter().map(|part| part.parse().ok()).collect();
    if let (&[Some(first), Some(second), Some(third)], &[a, b, c]) =
        (numbers.as_slice(), parts.as_slice())
    {
        if a.len() == 4 {
            let year = i32::try_from(first).unwrap_or(0);
            return DateReading::fixed(at_midnight(date_of(year, second, third)));
        }
        if a.len() > 2 || b.len() > 2 {
            return DateReading::default();
        }
        let Some(year) = full_year(c, third) else {
            return DateReading::default();
        };
        let day_first = at_midnight(date_of(year, second, first));
        // Nobody writes the month first with points.
        let month_first = if text.contains('.') {
            None
        } else {
            at_midnight(date_of(year, first, second))
        };
        if text.contains('.') {
            return DateReading::fixed(day_first);
        }
        return DateReading {
            month_first,
            day_first,
            ..DateReading::default()
        };
    }
    DateReading::fixed(at_midnight(read_month_name(&parts)))
}

fn full_year(text: &str, number: u32) -> Option<i32> {
    let number = i32::try_from(number).ok()?;
    match text.trim_start_matches('\'').len() {
        4 => Some(number),
        2 if number < 50 => Some(2000 + number),
        2 => Some(1900 + number),
        _ => None,
    }
}

/// `21. April 2023`, `Apr 21, 2023`, `21-Apr-23`, with a weekday in front or `de` between.
fn read_month_name(parts: &[&str]) -> Option<NaiveDate> {
    let lexicon = Lexicon::shared();
    let mut month = None;
    let mut numbers = Vec::new();
    let mut other = 0;
    for (at, part) in parts.iter().enumerate() {
        let folded = fold(part);
        let number = folded
            .trim_start_matches('\'')
            .trim_end_matches("st")
            .trim_end_matches("nd")
            .trim_end_matches("rd")
            .trim_end_matches("th");
        if let Ok(number) = number.parse::<u32>() {
            numbers.push((
                number,
                number
                    .to_string()
                    .len()
                    .max(folded.trim_matches('\'').len()),
            ));
        } else if let Some(found) = lexicon
            .value("month", &folded)
            .and_then(|m| m.parse::<u32>().ok())
        {
            if month.is_some() {
                return None;
            }
            month = Some(found);
        } else if !matches!(folded.as_str(), "de" | "del" | "of" | "the" | "1er") {
            // A weekday may stand in front.
            other += 1;
            if at > 0 {
                return None;
            }
        } else if folded == "1er" {
            numbers.push((1, 1));
        }
    }
    let (&[(first, first_width), (second, second_width)], Some(month)) =
        (numbers.as_slice(), month)
    else {
        return None;
    };
    if other > 1 {
        return None;
    }
    let width_text = |number: u32, width: usize| format!("{number:0>width$}");
    if first_width == 4 {
        return date_of(i32::try_from(first).ok()?, month, second);
    }
    date_of(
        full_year(&width_text(second, second_width), second)?,
        month,
        first,
    )
}

//! Parses and formats the notation of periods, and formats periods for display.

use std::fmt;

use chrono::NaiveDate;

use super::{DateRange, Period};

const NAMED_PERIODS: [(Period, &str); 13] = [
    (Period::Today, "today"),
    (Period::ThisWeek, "this_week"),
    (Period::LastWeek, "last_week"),
    (Period::ThisMonth, "this_month"),
    (Period::LastMonth, "last_month"),
    (Period::ThisQuarter, "this_quarter"),
    (Period::LastQuarter, "last_quarter"),
    (Period::ThisYear, "this_year"),
    (Period::LastYear, "last_year"),
    (Period::Last7Days, "last_7_days"),
    (Period::Last30Days, "last_30_days"),
    (Period::Last90Days, "last_90_days"),
    (Period::Last12Months, "last_12_months"),
];

impl Period {
    /// Parses the notation in [`super::PERIOD_GRAMMAR`]. Returns none for any other text, for
    /// invalid dates and for ranges that end before they start.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some((period, _)) = NAMED_PERIODS.iter().find(|(_, name)| *name == text) {
            return Some(*period);
        }
        if let Some((from, to)) = text.split_once("..") {
            let range = DateRange {
                from: parse_day(from)?,
                to: parse_day(to)?,
            };
            return (range.from <= range.to).then_some(Self::Days(range));
        }
        match text.split_once('-') {
            None => parse_year(text).map(Self::Year),
            Some((before, after)) => {
                let year = parse_year(before)?;
                match after.strip_prefix('Q') {
                    Some(quarter) => parse_number(quarter, 1)
                        .filter(|quarter| (1..=4).contains(quarter))
                        .map(|quarter| Self::Quarter(year, quarter)),
                    None => parse_number(after, 2)
                        .filter(|month| (1..=12).contains(month))
                        .map(|month| Self::Month(year, month)),
                }
            }
        }
    }

    /// Display text: `this month`, `last 30 days`, `May 2026`, `Q2 2026`, `Jan 5, 2026 to Feb 3,
    /// 2026`.
    pub fn to_text(self) -> String {
        match self {
            Self::Month(year, month) => NaiveDate::from_ymd_opt(year, month, 1).map_or_else(
                || self.to_string(),
                |first| first.format("%B %Y").to_string(),
            ),
            Self::Quarter(year, quarter) => format!("Q{quarter} {year}"),
            Self::Days(range) if range.from == range.to => format_day(range.from),
            Self::Days(range) => format!("{} to {}", format_day(range.from), format_day(range.to)),
            named => named.to_string().replace('_', " "),
        }
    }
}

/// Formats a date: `Jun 5, 2026`.
pub fn format_day(day: NaiveDate) -> String {
    day.format("%b %-d, %Y").to_string()
}

impl fmt::Display for Period {
    /// The notation that [`Period::parse`] reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Year(year) => write!(f, "{year:04}"),
            Self::Month(year, month) => write!(f, "{year:04}-{month:02}"),
            Self::Quarter(year, quarter) => write!(f, "{year:04}-Q{quarter}"),
            Self::Days(range) => write!(f, "{}..{}", range.from, range.to),
            named => f.write_str(
                NAMED_PERIODS
                    .iter()
                    .find(|(period, _)| period == named)
                    .map_or("today", |(_, name)| *name),
            ),
        }
    }
}

fn parse_year(text: &str) -> Option<i32> {
    let year = parse_number(text, 4)?;
    i32::try_from(year).ok().filter(|year| *year >= 1900)
}

fn parse_day(text: &str) -> Option<NaiveDate> {
    let (year_text, rest) = text.split_once('-')?;
    let (month, day) = rest.split_once('-')?;
    NaiveDate::from_ymd_opt(
        parse_year(year_text)?,
        parse_number(month, 2)?,
        parse_number(day, 2)?,
    )
}

/// Parses a number of exactly `digits` ASCII digits.
fn parse_number(text: &str, digits: usize) -> Option<u32> {
    (text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit()))
        .then(|| text.parse().ok())
        .flatten()
}

//! A calendar month: ordered, with month arithmetic, formatted as `2026-11`.

use serde::{Deserialize, Serialize};
use std::fmt;

use chrono::{Datelike, NaiveDate};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Month {
    year: i32,
    /// 0 to 11.
    month0: u32,
}

impl Month {
    /// `month` is 1 to 12; none otherwise.
    pub fn new(year: i32, month: u32) -> Option<Self> {
        let month0 = month.checked_sub(1).filter(|month0| *month0 < 12)?;
        Some(Self { year, month0 })
    }

    /// Parses `2026-11`; a following day (`2026-11-30`) is ignored.
    pub fn parse(text: &str) -> Option<Self> {
        let (year, rest) = text.split_once('-')?;
        let month = rest.split('-').next()?;
        if year.len() != 4 || month.len() != 2 {
            return None;
        }
        Self::new(year.parse().ok()?, month.parse().ok()?)
    }

    pub fn year(self) -> i32 {
        self.year
    }

    /// 1 to 12.
    pub fn month_number(self) -> u32 {
        self.month0 + 1
    }

    /// Months since January of the year 0.
    pub fn to_number(self) -> i32 {
        let month0 = i32::try_from(self.month0).unwrap_or_default();
        self.year.saturating_mul(12).saturating_add(month0)
    }

    #[must_use]
    pub fn next_month(self) -> Self {
        self.plus_months(1)
    }

    #[must_use]
    pub fn year_before(self) -> Self {
        Self {
            year: self.year.saturating_sub(1),
            ..self
        }
    }

    /// `months` later, or earlier if negative.
    #[must_use]
    pub fn plus_months(self, months: i32) -> Self {
        let position = i64::from(self.month0) + i64::from(months);
        let year = i64::from(self.year) + position.div_euclid(12);
        Self {
            year: i32::try_from(year).unwrap_or(if months < 0 { i32::MIN } else { i32::MAX }),
            month0: u32::try_from(position.rem_euclid(12)).unwrap_or_default(),
        }
    }
}

impl From<NaiveDate> for Month {
    fn from(date: NaiveDate) -> Self {
        Self {
            year: date.year(),
            month0: date.month0(),
        }
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month_number())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_month(text: &str) -> Month {
        Month::parse(text).unwrap()
    }

    #[test]
    fn formats_as_parsed() {
        for text in ["2026-01", "2026-12", "0987-10"] {
            assert_eq!(parse_month(text).to_string(), text);
        }
        assert_eq!(parse_month("2026-11-30"), parse_month("2026-11"));
        assert_eq!(
            Month::from(NaiveDate::from_ymd_opt(2024, 2, 29).unwrap()),
            parse_month("2024-02")
        );
    }

    #[test]
    fn rejects_other_texts() {
        for text in [
            "", "2026", "2026-13", "2026-00", "2026-1", "26-01", "2026/01", "abcd-01",
        ] {
            assert_eq!(Month::parse(text), None, "{text}");
        }
    }

    #[test]
    fn arithmetic_crosses_years() {
        assert_eq!(parse_month("2025-12").next_month(), parse_month("2026-01"));
        assert_eq!(
            parse_month("2026-01").plus_months(-3),
            parse_month("2025-10")
        );
        assert_eq!(
            parse_month("2026-01").plus_months(25),
            parse_month("2028-02")
        );
        assert_eq!(parse_month("2026-02").year_before(), parse_month("2025-02"));
        assert!(parse_month("2025-12") < parse_month("2026-01"));
        assert_eq!(
            Month {
                year: i32::MAX,
                month0: 11
            }
            .next_month()
            .year(),
            i32::MAX
        );
    }
}

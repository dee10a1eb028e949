//! Timeframe of the market figures: 1M, 3M, 6M or 1Y.

use std::fmt;

use chrono::{Months, NaiveDate};

/// The timeframe selector of the Supply Analysis page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Timeframe {
    OneMonth,
    #[default]
    ThreeMonths,
    SixMonths,
    OneYear,
}

impl Timeframe {
    /// In display order.
    pub const ALL: [Self; 4] = [
        Self::OneMonth,
        Self::ThreeMonths,
        Self::SixMonths,
        Self::OneYear,
    ];

    /// Parses `1M`, `3M`, `6M` or `1Y`; none for other texts.
    pub fn from_code(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|timeframe| timeframe.code() == text)
    }

    /// First day of the timeframe that ends on `as_of`: the same day of an earlier month, or that
    /// month's last day.
    pub fn first_day(self, as_of: NaiveDate) -> NaiveDate {
        let months = match self {
            Self::OneMonth => 1,
            Self::ThreeMonths => 3,
            Self::SixMonths => 6,
            Self::OneYear => 12,
        };
        as_of
            .checked_sub_months(Months::new(months))
            .unwrap_or(NaiveDate::MIN)
    }

    fn code(self) -> &'static str {
        match self {
            Self::OneMonth => "1M",
            Self::ThreeMonths => "3M",
            Self::SixMonths => "6M",
            Self::OneYear => "1Y",
        }
    }
}

impl fmt::Display for Timeframe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_round_trip() {
        for timeframe in Timeframe::ALL {
            assert_eq!(
                Timeframe::from_code(&timeframe.to_string()),
                Some(timeframe)
            );
        }
        assert_eq!(Timeframe::default().to_string(), "3M");
        for text in ["", "1m", "2M", "1Y "] {
            assert_eq!(Timeframe::from_code(text), None, "{text}");
        }
    }

    #[test]
    fn starts_on_same_day_of_earlier_month() {
        let as_of = NaiveDate::from_ymd_opt(2026, 5, 31).unwrap();
        let days: Vec<String> = Timeframe::ALL
            .into_iter()
            .map(|timeframe| timeframe.first_day(as_of).to_string())
            .collect();
        assert_eq!(
            days,
            ["2026-04-30", "2026-02-28", "2025-11-30", "2025-05-31"]
        );
        assert_eq!(Timeframe::OneYear.first_day(NaiveDate::MIN), NaiveDate::MIN);
    }
}

//! Ranges of days for the rollups by month and by day: entire months, and the days at the ends.

use chrono::{Datelike, Months, NaiveDate};
use sea_orm::Value;

/// All days through a day: the months before its month, and the days of its month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DaysThrough {
    before_month: String,
    first_day: NaiveDate,
    last_day: NaiveDate,
}

/// The days after one day through another: the months between their months, and the days of these
/// two months.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DaysBetween {
    after_month: String,
    before_month: String,
    /// Days after the first through the second.
    first_days: (NaiveDate, NaiveDate),
    /// The same at the end of the range. Empty if both ends are in one month.
    last_days: (NaiveDate, NaiveDate),
}

impl DaysThrough {
    /// All days through `last_day`.
    pub fn new(last_day: NaiveDate) -> Self {
        Self {
            before_month: month_name(last_day),
            first_day: last_day.with_day(1).unwrap_or(last_day),
            last_day,
        }
    }

    /// The quarter of a day, as in histories: its first month.
    pub fn quarter_name(day: NaiveDate) -> String {
        month_name(
            day.with_day(1)
                .and_then(|first| first.with_month0(first.month0() / 3 * 3))
                .unwrap_or(day),
        )
    }

    /// For `month < $2`, and `day >= $3 and day <= $4`.
    pub fn parameters(&self) -> Vec<Value> {
        vec![
            self.before_month.clone().into(),
            self.first_day.into(),
            self.last_day.into(),
        ]
    }
}

impl DaysBetween {
    /// The days after `after` through `through`.
    pub fn new(after: NaiveDate, through: NaiveDate) -> Self {
        let month_end = |day: NaiveDate| {
            day.with_day(1)?
                .checked_add_months(Months::new(1))?
                .pred_opt()
        };
        let head_end = month_end(after).map_or(through, |end| end.min(through));
        let before_tail = through
            .with_day(1)
            .and_then(|first| first.pred_opt())
            .map_or(head_end, |day| day.max(head_end));
        Self {
            after_month: month_name(after),
            before_month: month_name(through),
            first_days: (after, head_end),
            last_days: (before_tail, through),
        }
    }

    /// For `month > $2 and month < $3`, and `day > $4 and day <= $5 or day > $6 and day <= $7`.
    pub fn parameters(&self) -> Vec<Value> {
        let months = [
            self.after_month.clone().into(),
            self.before_month.clone().into(),
        ];
        let days = [
            self.first_days.0,
            self.first_days.1,
            self.last_days.0,
            self.last_days.1,
        ]
        .map(Value::from);
        months.into_iter().chain(days).collect()
    }
}

/// Such as `2026-03`, the prefix of a date in the database.
fn month_name(day: NaiveDate) -> String {
    day.format("%Y-%m").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn days_between(after: &str, through: &str) -> [String; 6] {
        let DaysBetween {
            after_month,
            before_month,
            first_days: head,
            last_days: tail,
        } = DaysBetween::new(parse_day(after), parse_day(through));
        [
            after_month,
            before_month,
            head.0.to_string(),
            head.1.to_string(),
            tail.0.to_string(),
            tail.1.to_string(),
        ]
    }

    #[test]
    fn splits_a_year_into_months_and_ends() {
        assert_eq!(
            days_between("2025-06-16", "2026-06-16"),
            [
                "2025-06",
                "2026-06",
                "2025-06-16",
                "2025-06-30",
                "2026-05-31",
                "2026-06-16"
            ]
        );
        assert_eq!(
            days_between("2025-12-31", "2026-01-01"),
            [
                "2025-12",
                "2026-01",
                "2025-12-31",
                "2025-12-31",
                "2025-12-31",
                "2026-01-01"
            ]
        );
        assert_eq!(
            days_between("2024-02-28", "2024-03-31"),
            [
                "2024-02",
                "2024-03",
                "2024-02-28",
                "2024-02-29",
                "2024-02-29",
                "2024-03-31"
            ]
        );
    }

    #[test]
    fn covers_each_day_of_a_month_once() {
        assert_eq!(
            days_between("2026-06-10", "2026-06-16"),
            [
                "2026-06",
                "2026-06",
                "2026-06-10",
                "2026-06-16",
                "2026-06-16",
                "2026-06-16"
            ]
        );
    }

    #[test]
    fn covers_all_days_through_a_day_once() {
        let until = DaysThrough::new(parse_day("2026-06-16"));
        assert_eq!(
            (until.before_month.as_str(), until.first_day, until.last_day),
            ("2026-06", parse_day("2026-06-01"), parse_day("2026-06-16"))
        );
    }
}

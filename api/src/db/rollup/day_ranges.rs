//! Ranges of days as the rollups by month and by day can answer them: whole months, and the days at
//! the ends.

use chrono::{Datelike, Months, NaiveDate};
use sea_orm::Value;

/// All days up to and including one: the months before its month, and its month's days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DaysThrough {
    before_month: String,
    first_day: NaiveDate,
    last_day: NaiveDate,
}

/// The days after one day up to and including another: the months between their months, and the
/// days of those two months.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DaysBetween {
    after_month: String,
    before_month: String,
    /// Days after the first up to and including the second.
    first_days: (NaiveDate, NaiveDate),
    /// As `head`; none where both ends lie in one month.
    last_days: (NaiveDate, NaiveDate),
}

impl DaysThrough {
    /// All days up to `last_day`.
    pub fn new(last_day: NaiveDate) -> Self {
        Self {
            before_month: month_name(last_day),
            first_day: last_day.with_day(1).unwrap_or(last_day),
            last_day,
        }
    }

    /// The quarter of a day, as histories name it: by its first month.
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
    /// The days after `after` up to `through`.
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

/// Such as `2026-03`, as the database cuts it from a day.
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
    fn a_year_is_whole_months_and_two_ends() {
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
    fn within_a_month_every_day_is_counted_once() {
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
    fn every_day_until_one_is_in_a_month_before_or_in_its_month() {
        let until = DaysThrough::new(parse_day("2026-06-16"));
        assert_eq!(
            (until.before_month.as_str(), until.first_day, until.last_day),
            ("2026-06", parse_day("2026-06-01"), parse_day("2026-06-16"))
        );
    }
}

//! Periods in questions and tool arguments, and their conversion to dates. Ranges include both ends
//! and never extend beyond today.
//!
//! Rolling periods end today and contain exactly that many days, as on the dashboard cards:
//! `last_7_days` is 7 days and `last_12_months` is 365 days up to today. Weeks start on Monday.

mod period_notation;

use chrono::{Datelike, Days, Months, NaiveDate};

pub use period_notation::format_day;

/// Days from `from` to `to`, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DateRange {
    pub from: NaiveDate,
    pub to: NaiveDate,
}

/// Notation of periods in tool arguments.
pub const PERIOD_GRAMMAR: &str = "\
    today|this_week|last_week|this_month|last_month|this_quarter|last_quarter|this_year|\
    last_year|last_7_days|last_30_days|last_90_days|last_12_months|YYYY|YYYY-MM|YYYY-Qn|\
    YYYY-MM-DD..YYYY-MM-DD";

/// A period; relative periods need today's date to become a date range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Period {
    Today,
    ThisWeek,
    LastWeek,
    ThisMonth,
    LastMonth,
    ThisQuarter,
    LastQuarter,
    ThisYear,
    LastYear,
    Last7Days,
    Last30Days,
    Last90Days,
    Last12Months,
    Year(i32),
    /// Month from 1 to 12.
    Month(i32, u32),
    /// Quarter from 1 to 4.
    Quarter(i32, u32),
    Days(DateRange),
}

/// Length of a period: whole calendar months or a number of days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PeriodStep {
    Months(u32),
    Days(u32),
}

impl Period {
    /// The same period for data that ends on a day up to `today`: calendar periods are those of
    /// today, while rolling ones remain, to end with the data.
    #[must_use]
    pub fn to_calendar_period(self, today: NaiveDate) -> Self {
        let full = self.full_range(today);
        match self {
            Self::Today | Self::ThisWeek | Self::LastWeek => Self::Days(full),
            Self::ThisMonth | Self::LastMonth => month_containing(full.from),
            Self::ThisQuarter | Self::LastQuarter => quarter_containing(full.from),
            Self::ThisYear | Self::LastYear => Self::Year(full.from.year()),
            Self::Last7Days
            | Self::Last30Days
            | Self::Last90Days
            | Self::Last12Months
            | Self::Year(_)
            | Self::Month(..)
            | Self::Quarter(..)
            | Self::Days(_) => self,
        }
    }

    /// Whether the period ends today, whichever day that is.
    pub fn is_rolling(self) -> bool {
        matches!(
            self,
            Self::Last7Days | Self::Last30Days | Self::Last90Days | Self::Last12Months
        )
    }

    /// Converts to dates relative to `today`; a period in progress ends today.
    pub fn to_date_range(self, today: NaiveDate) -> DateRange {
        let full = self.full_range(today);
        if full.from <= today && today < full.to {
            DateRange { to: today, ..full }
        } else {
            full
        }
    }

    /// The previous period of the same length, for `previous_period` comparisons. For a period in
    /// progress, it covers as many days as have passed.
    pub fn previous_range(self, today: NaiveDate) -> DateRange {
        let full = self.full_range(today);
        let range = self.to_date_range(today);
        match self.calendar_step(today) {
            PeriodStep::Days(length) => DateRange {
                from: subtract_days(range.from, length),
                to: subtract_days(range.to, length),
            },
            PeriodStep::Months(months) if range == full => DateRange {
                from: subtract_months(full.from, months),
                to: subtract_days(full.from, 1),
            },
            PeriodStep::Months(months) => {
                let from = subtract_months(range.from, months);
                DateRange {
                    from,
                    to: subtract_months(range.to, months).max(from),
                }
            }
        }
    }

    /// The same days one year earlier (February 29 becomes 28), for `previous_year` comparisons.
    pub fn year_ago_range(self, today: NaiveDate) -> DateRange {
        let range = self.to_date_range(today);
        DateRange {
            from: subtract_months(range.from, 12),
            to: subtract_months(range.to, 12),
        }
    }

    /// The period before this one, as in "and the month before".
    #[must_use]
    pub fn previous_period(self, today: NaiveDate) -> Self {
        let range = self.full_range(today);
        match (self, self.calendar_step(today)) {
            (Self::ThisWeek, _) => Self::LastWeek,
            (Self::ThisMonth, _) => Self::LastMonth,
            (Self::ThisQuarter, _) => Self::LastQuarter,
            (Self::ThisYear, _) => Self::LastYear,
            (_, PeriodStep::Months(12)) => Self::Year(range.from.year().saturating_sub(1)),
            (_, PeriodStep::Months(3)) => quarter_containing(subtract_months(range.from, 3)),
            (_, PeriodStep::Months(_)) => month_containing(subtract_months(range.from, 1)),
            (_, PeriodStep::Days(length)) => Self::Days(DateRange {
                from: subtract_days(range.from, length),
                to: subtract_days(range.from, 1),
            }),
        }
    }

    /// The last `days` days up to today, as a named period if there is one.
    pub fn last_days(days: u32, today: NaiveDate) -> Self {
        match days {
            0 | 1 => Self::Today,
            7 => Self::Last7Days,
            28..=31 => Self::Last30Days,
            89..=92 => Self::Last90Days,
            360..=366 => Self::Last12Months,
            _ => Self::Days(DateRange {
                from: subtract_days(today, days.saturating_sub(1)),
                to: today,
            }),
        }
    }

    /// The full calendar range, including future days.
    pub fn full_range(self, today: NaiveDate) -> DateRange {
        let ending_today = |days: u32| DateRange {
            from: subtract_days(today, days.saturating_sub(1)),
            to: today,
        };
        let monday = subtract_days(today, today.weekday().num_days_from_monday());
        match self {
            Self::Today => DateRange {
                from: today,
                to: today,
            },
            Self::ThisWeek => DateRange {
                from: monday,
                to: add_days(monday, 6),
            },
            Self::LastWeek => DateRange {
                from: subtract_days(monday, 7),
                to: subtract_days(monday, 1),
            },
            Self::ThisMonth => range_of_months(first_day_of_month(today.year(), today.month()), 1),
            Self::LastMonth => range_of_months(
                subtract_months(first_day_of_month(today.year(), today.month()), 1),
                1,
            ),
            Self::ThisQuarter => range_of_months(first_day_of_quarter(today), 3),
            Self::LastQuarter => {
                range_of_months(subtract_months(first_day_of_quarter(today), 3), 3)
            }
            Self::ThisYear => range_of_months(first_day_of_month(today.year(), 1), 12),
            Self::LastYear => {
                range_of_months(first_day_of_month(today.year().saturating_sub(1), 1), 12)
            }
            Self::Last7Days => ending_today(7),
            Self::Last30Days => ending_today(30),
            Self::Last90Days => ending_today(90),
            Self::Last12Months => ending_today(365),
            Self::Year(year) => range_of_months(first_day_of_month(year, 1), 12),
            Self::Month(year, month) => range_of_months(first_day_of_month(year, month), 1),
            Self::Quarter(year, quarter) => range_of_months(
                first_day_of_month(
                    year,
                    quarter
                        .saturating_sub(1)
                        .saturating_mul(3)
                        .saturating_add(1),
                ),
                3,
            ),
            Self::Days(range) => range,
        }
    }

    fn calendar_step(self, today: NaiveDate) -> PeriodStep {
        match self {
            Self::ThisMonth | Self::LastMonth | Self::Month(..) => PeriodStep::Months(1),
            Self::ThisQuarter | Self::LastQuarter | Self::Quarter(..) => PeriodStep::Months(3),
            Self::ThisYear | Self::LastYear | Self::Year(_) => PeriodStep::Months(12),
            Self::ThisWeek | Self::LastWeek => PeriodStep::Days(7),
            Self::Today
            | Self::Last7Days
            | Self::Last30Days
            | Self::Last90Days
            | Self::Last12Months
            | Self::Days(_) => PeriodStep::Days(self.full_range(today).day_count()),
        }
    }
}

impl DateRange {
    /// Number of days including both ends; at least 1.
    pub fn day_count(self) -> u32 {
        u32::try_from((self.to - self.from).num_days())
            .unwrap_or(0)
            .saturating_add(1)
    }
}

fn first_day_of_month(year: i32, month: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(year, month, 1).unwrap_or_default()
}

fn first_day_of_quarter(date: NaiveDate) -> NaiveDate {
    first_day_of_month(date.year(), date.month0() / 3 * 3 + 1)
}

fn quarter_containing(date: NaiveDate) -> Period {
    Period::Quarter(date.year(), date.month0() / 3 + 1)
}

fn month_containing(date: NaiveDate) -> Period {
    Period::Month(date.year(), date.month())
}

fn range_of_months(from: NaiveDate, months: u32) -> DateRange {
    let next = from
        .checked_add_months(Months::new(months))
        .unwrap_or(NaiveDate::MAX);
    DateRange {
        from,
        to: subtract_days(next, 1),
    }
}

fn subtract_days(date: NaiveDate, days: u32) -> NaiveDate {
    date.checked_sub_days(Days::new(u64::from(days)))
        .unwrap_or(NaiveDate::MIN)
}

fn add_days(date: NaiveDate, days: u32) -> NaiveDate {
    date.checked_add_days(Days::new(u64::from(days)))
        .unwrap_or(NaiveDate::MAX)
}

fn subtract_months(date: NaiveDate, months: u32) -> NaiveDate {
    date.checked_sub_months(Months::new(months))
        .unwrap_or(NaiveDate::MIN)
}

#[cfg(test)]
mod tests;

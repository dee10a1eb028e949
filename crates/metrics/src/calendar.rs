//! Days, periods and time buckets of an organization.

use chrono::{Datelike, Days, Months, NaiveDate};

/// What the days of a query depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Calendar {
    /// Today in the organization's time zone. Later rows do not count.
    pub today: NaiveDate,
    /// The first day of weeks: 1 (Monday) to 7.
    pub week_start: u32,
    /// The month, 1 to 12, in which fiscal years start.
    pub fiscal_year_start: u32,
}

impl Calendar {
    /// Weeks from Monday, and calendar years as fiscal years.
    pub fn new(today: NaiveDate) -> Self {
        Self {
            today,
            week_start: 1,
            fiscal_year_start: 1,
        }
    }

    /// The first of the 365 days up to today.
    pub(crate) fn first_day_of_365(self) -> NaiveDate {
        let first = self.today.checked_sub_days(Days::new(364));
        first.unwrap_or(self.today)
    }
}

/// A period as a query names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeriodChoice<'a> {
    /// Such as `last_quarter`.
    Preset(&'a str),
    /// Days; open ends have none.
    Days {
        from: Option<NaiveDate>,
        to: Option<NaiveDate>,
    },
}

impl Calendar {
    /// The days of a period, up to today. None for an unknown name.
    pub fn span(self, period: PeriodChoice<'_>) -> Option<Span> {
        let period = match period {
            PeriodChoice::Preset(preset) => Period::from_preset(preset, self)?,
            PeriodChoice::Days { from, to } => Period::from_dates(from, to, self),
        };
        Some(period.span)
    }

    /// The days one unit, such as `month`, before a period. A year before are the same days of the
    /// year before. For other units, the period must be that unit, and the one before is whole.
    pub fn span_before(self, period: PeriodChoice<'_>, unit: &str) -> Option<Span> {
        let unit = Bucket::from_id(unit)?;
        let period = match period {
            PeriodChoice::Preset(preset) => Period::from_preset(preset, self)?,
            PeriodChoice::Days { from, to } => Period::from_dates(from, to, self),
        };
        if unit == Bucket::Year {
            return period.previous_year();
        }
        let Span { from, to } = period.span;
        let from = from?;
        let is_unit = period.unit == Some(unit)
            || (unit.first_day_after(from, 0, self)? == from
                && unit.first_day_after(from, 1, self)? == to.succ_opt()?);
        let start = unit.first_day_after(from, -1, self)?;
        is_unit.then_some(Span {
            from: Some(start),
            to: from.pred_opt()?,
        })
    }
}

/// A unit of the calendar into which days are grouped. Seasons start on March 1, June 1, September 1
/// and December 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bucket {
    Day,
    Week,
    Month,
    Quarter,
    Half,
    Year,
    FiscalYear,
    Season,
}

/// The Julian day number of 1970-01-01, a Thursday.
const JULIAN_DAY_OF_EPOCH: i64 = 2_440_588;

/// The Julian day number, which is 0 modulo 7 on Mondays.
pub(crate) fn julian_day(day: NaiveDate) -> i64 {
    day.signed_duration_since(NaiveDate::default()).num_days() + JULIAN_DAY_OF_EPOCH
}

/// Months since the year 0.
fn month_index(day: NaiveDate) -> i64 {
    i64::from(day.year()) * 12 + i64::from(day.month0())
}

fn first_of_month(index: i64) -> Option<NaiveDate> {
    let year = i32::try_from(index.div_euclid(12)).ok()?;
    let month = u32::try_from(index.rem_euclid(12)).ok()?;
    NaiveDate::from_ymd_opt(year, month + 1, 1)
}

/// How buckets of months are numbered: (month index + `offset`) / `months`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MonthGroup {
    pub(crate) offset: i64,
    pub(crate) months: i64,
}

impl Bucket {
    pub(crate) const ALL: [Self; 8] = [
        Self::Day,
        Self::Week,
        Self::Month,
        Self::Quarter,
        Self::Half,
        Self::Year,
        Self::FiscalYear,
        Self::Season,
    ];

    /// The name in queries.
    pub(crate) fn id(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
            Self::Quarter => "quarter",
            Self::Half => "half",
            Self::Year => "year",
            Self::FiscalYear => "fiscal_year",
            Self::Season => "season",
        }
    }

    fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|bucket| bucket.id() == id)
    }

    pub(crate) fn month_group(self, calendar: Calendar) -> Option<MonthGroup> {
        let (offset, months) = match self {
            Self::Day | Self::Week => return None,
            Self::Month => (0, 1),
            Self::Quarter => (0, 3),
            Self::Half => (0, 6),
            Self::Year => (0, 12),
            Self::FiscalYear => (1 - i64::from(calendar.fiscal_year_start), 12),
            Self::Season => (1, 3),
        };
        Some(MonthGroup { offset, months })
    }

    /// Added to Julian day numbers, so that those of the first days of weeks are 0 modulo 7.
    pub(crate) fn week_offset(calendar: Calendar) -> i64 {
        (8 - i64::from(calendar.week_start)).rem_euclid(7)
    }

    /// The number of the bucket that contains a day. Consecutive buckets have consecutive numbers,
    /// which the SQL computes in the same way.
    pub(crate) fn number_of(self, day: NaiveDate, calendar: Calendar) -> i64 {
        match self.month_group(calendar) {
            Some(group) => (month_index(day) + group.offset).div_euclid(group.months),
            None if self == Self::Week => {
                (julian_day(day) + Self::week_offset(calendar)).div_euclid(7)
            }
            None => julian_day(day),
        }
    }

    /// The first day of a bucket.
    pub(crate) fn first_day(self, number: i64, calendar: Calendar) -> Option<NaiveDate> {
        if let Some(group) = self.month_group(calendar) {
            return first_of_month(number.checked_mul(group.months)? - group.offset);
        }
        let (days, offset) = match self {
            Self::Week => (7, Self::week_offset(calendar)),
            _ => (1, 0),
        };
        let epoch_days = number
            .checked_mul(days)?
            .checked_sub(JULIAN_DAY_OF_EPOCH + offset)?;
        NaiveDate::from_epoch_days(i32::try_from(epoch_days).ok()?)
    }

    fn first_day_after(self, day: NaiveDate, steps: i64, calendar: Calendar) -> Option<NaiveDate> {
        self.first_day(self.number_of(day, calendar) + steps, calendar)
    }
}

/// The days of a query, both ends included. Without a start, all days up to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    pub from: Option<NaiveDate>,
    pub to: NaiveDate,
}

/// The period of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Period {
    pub(crate) span: Span,
    /// The unit of the calendar that the period is, or began with.
    unit: Option<Bucket>,
}

/// The named periods without a parameter, for suggestions.
pub(crate) const PRESETS: [&str; 22] = [
    "today",
    "yesterday",
    "this_week",
    "last_week",
    "this_month",
    "last_month",
    "this_quarter",
    "last_quarter",
    "this_half",
    "last_half",
    "this_year",
    "last_year",
    "this_fiscal_year",
    "last_fiscal_year",
    "this_season",
    "last_season",
    "month_to_date",
    "quarter_to_date",
    "year_to_date",
    "last_30_days",
    "last_12_months",
    "all",
];

/// Parses an ISO date such as `2026-05-31`.
pub(crate) fn parse_date(text: &str) -> Option<NaiveDate> {
    (text.len() == 10)
        .then(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok())
        .flatten()
}

fn add_months(day: NaiveDate, months: i64) -> Option<NaiveDate> {
    let count = Months::new(u32::try_from(months.unsigned_abs()).ok()?);
    if months < 0 {
        day.checked_sub_months(count)
    } else {
        day.checked_add_months(count)
    }
}

impl Period {
    /// All days up to today.
    pub(crate) fn all(calendar: Calendar) -> Self {
        Self::between(None, calendar.today)
    }

    /// The days from `from` to `to`, but not after today.
    pub(crate) fn from_dates(
        from: Option<NaiveDate>,
        to: Option<NaiveDate>,
        calendar: Calendar,
    ) -> Self {
        let to = to.map_or(calendar.today, |to| to.min(calendar.today));
        Self::between(from, to)
    }

    fn between(from: Option<NaiveDate>, to: NaiveDate) -> Self {
        Self {
            span: Span { from, to },
            unit: None,
        }
    }

    fn of_unit(unit: Bucket, from: NaiveDate, to: NaiveDate) -> Self {
        Self {
            unit: Some(unit),
            ..Self::between(Some(from), to)
        }
    }

    /// The period with this name, such as `last_quarter`, `last_90_days` or `since:2026-01-01`.
    pub(crate) fn from_preset(preset: &str, calendar: Calendar) -> Option<Self> {
        let today = calendar.today;
        if let Some(day) = preset.strip_prefix("since:") {
            return Some(Self::between(Some(parse_date(day)?), today));
        }
        let (name, unit) = match preset {
            "all" => return Some(Self::all(calendar)),
            "today" => return Some(Self::of_unit(Bucket::Day, today, today)),
            "yesterday" => {
                let day = today.pred_opt()?;
                return Some(Self::of_unit(Bucket::Day, day, day));
            }
            "month_to_date" => ("this", "month"),
            "quarter_to_date" => ("this", "quarter"),
            "year_to_date" => ("this", "year"),
            _ => preset.split_once('_')?,
        };
        if let Some(unit) = Bucket::from_id(unit).filter(|unit| *unit != Bucket::Day) {
            let from = unit.first_day_after(today, 0, calendar)?;
            return match name {
                "this" => Some(Self::of_unit(unit, from, today)),
                "last" => {
                    let before = unit.first_day_after(today, -1, calendar)?;
                    Some(Self::of_unit(unit, before, from.pred_opt()?))
                }
                _ => None,
            };
        }
        let (count, unit) = unit.split_once('_').filter(|_| name == "last")?;
        let is_plain = count.bytes().all(|byte| byte.is_ascii_digit());
        let count: u32 = count.parse().ok().filter(|count| is_plain && *count > 0)?;
        let from = match unit {
            "days" => today.checked_sub_days(Days::new(u64::from(count) - 1))?,
            "weeks" => today.checked_sub_days(Days::new(u64::from(count) * 7 - 1))?,
            "months" => add_months(today, -i64::from(count))?.succ_opt()?,
            _ => return None,
        };
        Some(Self::between(Some(from), today))
    }

    /// The same period a year earlier; whole months stay whole.
    pub(crate) fn previous_year(self) -> Option<Span> {
        let Span { from, to } = self.span;
        let from = from?;
        let after = to.succ_opt()?;
        let to = if from.day() == 1 && after.day() == 1 {
            add_months(after, -12)?.pred_opt()?
        } else {
            add_months(to, -12)?
        };
        Some(Span {
            from: Some(add_months(from, -12)?),
            to,
        })
    }

    /// The period of the same length before. A running unit of the calendar is compared with as
    /// many days of the unit before.
    pub(crate) fn previous_period(self, calendar: Calendar) -> Option<Span> {
        let Span { from, to } = self.span;
        let from = from?;
        let before = from.pred_opt()?;
        let length = to.signed_duration_since(from);
        let after = to.succ_opt()?;
        let (start, end) = if let Some(unit) = self.unit {
            let start = unit.first_day_after(from, -1, calendar)?;
            let is_whole = unit.first_day_after(from, 1, calendar)? == after;
            let end = if is_whole {
                before
            } else {
                start.checked_add_signed(length)?.min(before)
            };
            (start, end)
        } else if from.day() == 1 && after.day() == 1 {
            let months = month_index(to) - month_index(from) + 1;
            (add_months(from, -months)?, before)
        } else {
            (before.checked_sub_signed(length)?, before)
        };
        Some(Span {
            from: Some(start),
            to: end,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        parse_date(text).unwrap()
    }

    #[test]
    fn spans_before_are_whole_units_or_the_days_a_year_earlier() {
        let before = |period, unit| calendar().span_before(period, unit);
        let preset = PeriodChoice::Preset;
        let days = |from, to| PeriodChoice::Days {
            from: Some(day(from)),
            to: Some(day(to)),
        };
        let last_month = calendar()
            .span_before(preset("this_month"), "month")
            .unwrap();
        let (from, to) = (last_month.from.unwrap(), last_month.to);
        assert_eq!(from.day(), 1);
        assert_eq!(to.succ_opt().unwrap().day(), 1);
        let earlier = PeriodChoice::Days {
            from: last_month.from,
            to: Some(to),
        };
        let two_before = before(earlier, "month").unwrap();
        assert_eq!(two_before.to, from.pred_opt().unwrap());
        assert_eq!(
            before(days("2024-02-01", "2024-02-29"), "year"),
            Some(span("2023-02-01", "2023-02-28"))
        );
        assert_eq!(
            before(days("2024-02-10", "2024-03-10"), "year"),
            Some(span("2023-02-10", "2023-03-10"))
        );
        assert_eq!(before(days("2024-02-10", "2024-03-10"), "month"), None);
        assert_eq!(before(preset("last_quarter"), "month"), None);
        assert_eq!(before(preset("all"), "year"), None);
    }

    fn span(from: &str, to: &str) -> Span {
        Span {
            from: Some(day(from)),
            to: day(to),
        }
    }

    fn calendar() -> Calendar {
        Calendar::new(day("2026-11-23"))
    }

    #[test]
    fn numbers_every_bucket_as_its_first_day() {
        let calendar = Calendar {
            fiscal_year_start: 7,
            ..calendar()
        };
        for (bucket, first) in [
            (Bucket::Day, "2026-02-25"),
            (Bucket::Week, "2026-02-23"),
            (Bucket::Month, "2026-02-01"),
            (Bucket::Quarter, "2026-01-01"),
            (Bucket::Half, "2026-01-01"),
            (Bucket::Year, "2026-01-01"),
            (Bucket::FiscalYear, "2025-07-01"),
            (Bucket::Season, "2025-12-01"),
        ] {
            let number = bucket.number_of(day("2026-02-25"), calendar);
            assert_eq!(
                bucket.first_day(number, calendar),
                Some(day(first)),
                "{bucket:?}"
            );
        }
    }

    #[test]
    fn weeks_start_on_the_day_of_the_calendar() {
        for (week_start, first) in [
            (1, "2026-02-23"),
            (3, "2026-02-25"),
            (6, "2026-02-21"),
            (7, "2026-02-22"),
        ] {
            let calendar = Calendar {
                week_start,
                ..calendar()
            };
            let number = Bucket::Week.number_of(day("2026-02-25"), calendar);
            let found = Bucket::Week.first_day(number, calendar);
            assert_eq!(found, Some(day(first)), "{week_start}");
        }
        let from_sunday = Calendar {
            week_start: 7,
            ..calendar()
        };
        let week = Period::from_preset("last_week", from_sunday).unwrap();
        assert_eq!(week.span, span("2026-11-15", "2026-11-21"));
    }

    #[test]
    fn resolves_presets() {
        for (preset, from, to) in [
            ("today", "2026-11-23", "2026-11-23"),
            ("last_week", "2026-11-16", "2026-11-22"),
            ("this_season", "2026-09-01", "2026-11-23"),
            ("last_half", "2026-01-01", "2026-06-30"),
            ("quarter_to_date", "2026-10-01", "2026-11-23"),
            ("last_30_days", "2026-10-25", "2026-11-23"),
            ("last_2_weeks", "2026-11-10", "2026-11-23"),
            ("last_3_months", "2026-08-24", "2026-11-23"),
            ("since:2026-02-28", "2026-02-28", "2026-11-23"),
        ] {
            let period = Period::from_preset(preset, calendar());
            assert_eq!(
                period.map(|period| period.span),
                Some(span(from, to)),
                "{preset}"
            );
        }
        for wrong in [
            "",
            "last_0_days",
            "last_-5_days",
            "last_+5_days",
            "last_5_moons",
            "next_month",
            "this_day",
            "week_to_date",
            "since:2026-02-30",
            "since:soon",
            "last_99999999999_days",
        ] {
            assert_eq!(Period::from_preset(wrong, calendar()), None, "{wrong}");
        }
    }

    #[test]
    fn compares_with_as_many_days() {
        let preset = |preset: &str| Period::from_preset(preset, calendar()).unwrap();
        let days =
            |from: &str, to: &str| Period::from_dates(Some(day(from)), Some(day(to)), calendar());
        for (period, before) in [
            (preset("month_to_date"), span("2026-10-01", "2026-10-23")),
            (preset("last_quarter"), span("2026-04-01", "2026-06-30")),
            (preset("last_30_days"), span("2026-09-25", "2026-10-24")),
            (
                days("2026-05-01", "2026-06-30"),
                span("2026-03-01", "2026-04-30"),
            ),
            (
                days("2026-05-02", "2026-05-03"),
                span("2026-04-30", "2026-05-01"),
            ),
        ] {
            assert_eq!(period.previous_period(calendar()), Some(before));
        }
        for (period, before) in [
            (preset("year_to_date"), span("2025-01-01", "2025-11-23")),
            (
                days("2024-02-01", "2024-02-29"),
                span("2023-02-01", "2023-02-28"),
            ),
            (
                days("2025-02-01", "2025-02-28"),
                span("2024-02-01", "2024-02-29"),
            ),
        ] {
            assert_eq!(period.previous_year(), Some(before));
        }
        assert_eq!(Period::all(calendar()).previous_year(), None);
    }
}

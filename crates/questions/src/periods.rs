//! Reads expressions of time: `last quarter`, `May to October`, `since June`, `H1 2026`.

use crate::words::Word;
use chrono::{Datelike, Days, Months, NaiveDate};
use metrics::{Calendar, PeriodChoice};
use serde_json::{Value, json};

/// A period that a question names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PeriodName {
    /// A named period such as `last_quarter`.
    Preset(String),
    /// Days; open ends have none.
    Days {
        from: Option<NaiveDate>,
        to: Option<NaiveDate>,
    },
    /// `last` or `before` without a unit, after another period.
    Before,
    /// `the year before` in a follow-up: a unit before the period of the earlier question.
    Earlier(&'static str),
    /// `the same months of 2025`: the days of the other period a year before.
    SameYear,
}

impl PeriodName {
    /// The period of a metric query.
    pub(crate) fn to_json(&self) -> Value {
        match self {
            Self::Preset(preset) => json!({ "preset": preset }),
            Self::Days {
                from: Some(from),
                to: None,
            } => json!({ "preset": format!("since:{from}") }),
            Self::Days { from, to } => {
                let mut period = serde_json::Map::new();
                for (name, day) in [("from", from), ("to", to)] {
                    if let Some(day) = day {
                        period.insert(name.to_owned(), day.to_string().into());
                    }
                }
                Value::Object(period)
            }
            Self::Before | Self::Earlier(_) | Self::SameYear => Value::Null,
        }
    }

    /// The period one unit earlier, if this one allows it.
    pub(crate) fn earlier_by(&self, unit: &str, calendar: Calendar) -> Option<Self> {
        let choice = match self {
            Self::Preset(preset) => PeriodChoice::Preset(preset),
            Self::Days { from, to } => PeriodChoice::Days {
                from: *from,
                to: *to,
            },
            Self::Before | Self::Earlier(_) | Self::SameYear => return None,
        };
        let span = calendar.span_before(choice, unit)?;
        Some(Self::Days {
            from: span.from,
            to: Some(span.to),
        })
    }

    /// Whether it is the running year, month or other unit.
    fn running_unit(&self) -> Option<&str> {
        match self {
            Self::Preset(preset) => match preset.as_str() {
                "year_to_date" => Some("year"),
                "month_to_date" => Some("month"),
                "quarter_to_date" => Some("quarter"),
                other => other.strip_prefix("this_"),
            },
            _ => None,
        }
    }

    /// The first and the last day, if both are named.
    fn closed_days(&self) -> Option<(NaiveDate, NaiveDate)> {
        match self {
            Self::Days { from, to } => from.zip(*to),
            _ => None,
        }
    }

    /// The calendar unit that the days are all of.
    pub(crate) fn whole_unit(&self) -> Option<&'static str> {
        let (from, to) = self.closed_days()?;
        let is_end = |months| end_of_months(from, months) == Some(to);
        if from.day() != 1 {
            return None;
        }
        match from.month() {
            1 if is_end(12) => Some("year"),
            1 | 4 | 7 | 10 if is_end(3) => Some("quarter"),
            _ => is_end(1).then_some("month"),
        }
    }

    /// The same month or quarter of the year that another period is within. None if it is not such a
    /// unit, or is of that year.
    pub(crate) fn in_year_of(&self, other: &Self) -> Option<Self> {
        let ((from, to), (first, last)) = (self.closed_days()?, other.closed_days()?);
        let years = first.year() - from.year();
        if !matches!(self.whole_unit(), Some("month" | "quarter"))
            || first.year() != last.year()
            || years == 0
        {
            return None;
        }
        let point = Point {
            from,
            to,
            has_year: true,
        };
        let moved = point.shifted(years)?;
        Some(Self::Days {
            from: Some(moved.from),
            to: Some(moved.to),
        })
    }

    /// Both together, if the second follows the first and both are of one calendar unit, which is
    /// returned too: `April and May`.
    pub(crate) fn join(&self, next: &Self) -> Option<(Self, &'static str)> {
        let unit = self
            .whole_unit()
            .filter(|unit| next.whole_unit() == Some(unit))?;
        let ((from, end), (start, to)) = (self.closed_days()?, next.closed_days()?);
        (end.succ_opt() == Some(start)).then_some((
            Self::Days {
                from: Some(from),
                to: Some(to),
            },
            unit,
        ))
    }

    /// Whether it is known to begin after another one.
    pub(crate) fn is_after(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Days { from, .. }, Self::Days { from: before, .. }) => {
                before.is_some() && from > before
            }
            (Self::Preset(preset), Self::Days { from, .. }) => {
                preset.starts_with("this_") && from.is_some()
            }
            _ => false,
        }
    }

    /// Whether the period is one week, month or other unit.
    pub(crate) fn is_of_unit(&self, unit: &str) -> bool {
        match self {
            Self::Preset(preset) => {
                let named = preset
                    .strip_prefix("this_")
                    .or(preset.strip_prefix("last_"));
                named == Some(unit) || *preset == format!("{unit}_to_date")
            }
            other => other.whole_unit() == Some(unit),
        }
    }

    /// The comparison of this period with another one.
    pub(crate) fn compare_with(&self, other: &Self) -> Value {
        match other {
            Self::SameYear => json!("previous_year"),
            Self::Before | Self::Earlier(_) => match self {
                Self::Preset(preset) if preset.ends_with("year") => json!("previous_year"),
                Self::Preset(preset) if preset == "year_to_date" => json!("previous_year"),
                _ => json!("previous_period"),
            },
            Self::Preset(preset) => {
                let unit = preset.strip_prefix("last_");
                match (self.running_unit(), unit) {
                    (Some("year"), Some("year")) => json!("previous_year"),
                    (Some(running), Some(last)) if running == last => json!("previous_period"),
                    _ => other.to_json(),
                }
            }
            Self::Days { .. } => other.to_json(),
        }
    }
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const WEEKDAYS: [&str; 7] = [
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];
const FOREIGN_MONTHS: [(&str, u32); 18] = [
    ("enero", 1),
    ("febrero", 2),
    ("marzo", 3),
    ("abril", 4),
    ("mayo", 5),
    ("junio", 6),
    ("julio", 7),
    ("agosto", 8),
    ("septiembre", 9),
    ("octubre", 10),
    ("noviembre", 11),
    ("diciembre", 12),
    ("januar", 1),
    ("februar", 2),
    ("mai", 5),
    ("juni", 6),
    ("juli", 7),
    ("oktober", 10),
];

/// Parts of a year: names, first month, and months.
const YEAR_PARTS: &[(&[&str], u32, u32)] = &[
    (&["q1"], 1, 3),
    (&["q2"], 4, 3),
    (&["q3"], 7, 3),
    (&["q4"], 10, 3),
    (&["first", "quarter"], 1, 3),
    (&["second", "quarter"], 4, 3),
    (&["third", "quarter"], 7, 3),
    (&["fourth", "quarter"], 10, 3),
    (&["1st", "quarter"], 1, 3),
    (&["2nd", "quarter"], 4, 3),
    (&["3rd", "quarter"], 7, 3),
    (&["4th", "quarter"], 10, 3),
    (&["erstes", "quartal"], 1, 3),
    (&["dritten", "quartal"], 7, 3),
    (&["zweiten", "quartal"], 4, 3),
    (&["ersten", "quartal"], 1, 3),
    (&["vierten", "quartal"], 10, 3),
    (&["h1"], 1, 6),
    (&["h2"], 7, 6),
    (&["first", "half"], 1, 6),
    (&["second", "half"], 7, 6),
    (&["1st", "half"], 1, 6),
    (&["2nd", "half"], 7, 6),
    (&["spring"], 3, 3),
    (&["summer"], 6, 3),
    (&["fall"], 9, 3),
    (&["autumn"], 9, 3),
    (&["winter"], 12, 3),
];

/// The period at the start of `words`, with its number of words.
pub(crate) fn match_period(words: &[Word], calendar: Calendar) -> Option<(usize, PeriodName)> {
    Reader::new(words, calendar).read()
}

/// `year before` or `month earlier` at the start of `words`, with its number of words.
pub(crate) fn match_earlier(words: &[Word], calendar: Calendar) -> Option<(usize, PeriodName)> {
    let reader = Reader::new(words, calendar);
    let unit = unit_name(reader.text(0))?;
    let is_earlier = match reader.text(1) {
        // "by month before March"
        "before" | "prior" => reader.at(1).read_since().is_none(),
        "earlier" => true,
        _ => false,
    };
    is_earlier.then_some((2, PeriodName::Earlier(unit)))
}

#[derive(Clone, Copy)]
struct Reader<'a> {
    words: &'a [Word],
    today: NaiveDate,
    calendar: Calendar,
}

/// Days with an exact or implied year.
#[derive(Clone, Copy, Debug)]
struct Point {
    from: NaiveDate,
    to: NaiveDate,
    /// Whether the year was typed.
    has_year: bool,
}

fn first_of(year: i32, month: u32) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(year, month, 1)
}

fn end_of_months(from: NaiveDate, months: u32) -> Option<NaiveDate> {
    from.checked_add_months(Months::new(months))?.pred_opt()
}

fn shift_years(day: NaiveDate, years: i32) -> Option<NaiveDate> {
    let months = Months::new(years.unsigned_abs() * 12);
    if years < 0 {
        day.checked_sub_months(months)
    } else {
        day.checked_add_months(months)
    }
}

impl Point {
    fn shifted(self, years: i32) -> Option<Self> {
        let is_month_end = self.to.succ_opt()?.day() == 1;
        let to = if is_month_end {
            shift_years(self.to.succ_opt()?, years)?.pred_opt()?
        } else {
            shift_years(self.to, years)?
        };
        Some(Self {
            from: shift_years(self.from, years)?,
            to,
            ..self
        })
    }
}

fn month_number(text: &str) -> Option<u32> {
    let exact = MONTHS.iter().position(|name| {
        *name == text || (text.len() >= 3 && text.len() <= 4 && name.starts_with(text))
    });
    if let Some(index) = exact {
        return u32::try_from(index + 1).ok();
    }
    FOREIGN_MONTHS
        .iter()
        .find(|(name, _)| *name == text)
        .map(|(_, month)| *month)
}

impl<'a> Reader<'a> {
    fn new(words: &'a [Word], calendar: Calendar) -> Self {
        Self {
            words,
            today: calendar.today,
            calendar,
        }
    }

    fn text(self, index: usize) -> &'a str {
        self.words.get(index).map_or("", |word| word.text.as_str())
    }

    fn at(self, index: usize) -> Self {
        Self {
            words: self.words.get(index..).unwrap_or(&[]),
            ..self
        }
    }

    fn number(self, index: usize) -> Option<u32> {
        let number = self.words.get(index)?.number.as_ref()?;
        (!number.is_money && !number.is_percent)
            .then(|| number.digits.parse().ok())
            .flatten()
    }

    fn year(self, index: usize) -> Option<i32> {
        let word = self.words.get(index)?;
        let year: i32 = word.text.parse().ok()?;
        (word.text.len() == 4 && (1990..=2100).contains(&year)).then_some(year)
    }

    /// Skips words such as "in" and "the".
    fn skip(self, from: usize, words: &[&str]) -> usize {
        let mut index = from;
        while words.contains(&self.text(index)) {
            index += 1;
        }
        index
    }

    fn read(self) -> Option<(usize, PeriodName)> {
        self.read_day_before()
            .or_else(|| self.read_since())
            .or_else(|| self.read_range())
            .or_else(|| self.read_week_of())
            .or_else(|| self.read_part_of())
            .or_else(|| self.read_week_of_month())
            .or_else(|| self.read_ago())
            .or_else(|| self.read_same_of())
            .or_else(|| self.read_relative())
            .or_else(|| {
                let (count, point) = self.point()?;
                let point = self.in_year_of_next(count, point).unwrap_or(point);
                Some((count, self.whole(point)?))
            })
    }

    /// "Q1 vs Q2 2025" are of one year.
    fn in_year_of_next(self, count: usize, point: Point) -> Option<Point> {
        let compared = &[
            "vs", "versus", "against", "than", "compared", "to", "with", "and",
        ];
        let next = self.skip(count, compared);
        if point.has_year || next == count {
            return None;
        }
        let (_, other) = self.at(next).point()?;
        let moved = point.shifted(other.from.year() - point.from.year())?;
        let is_within = moved.from >= other.from && moved.from <= other.to;
        (other.has_year && !is_within).then_some(moved)
    }

    /// `the day before yesterday`
    fn read_day_before(self) -> Option<(usize, PeriodName)> {
        let start = self.skip(0, &["the"]);
        let is_it = self.text(start) == "day"
            && self.text(start + 1) == "before"
            && self.text(start + 2) == "yesterday";
        let day = self.today.checked_sub_days(Days::new(2)).filter(|_| is_it);
        day.map(|day| {
            let day = Some(day);
            (start + 3, PeriodName::Days { from: day, to: day })
        })
    }

    fn whole(self, point: Point) -> Option<PeriodName> {
        let this_year = first_of(self.today.year(), 1)?;
        if point.from == this_year && point.to == end_of_months(this_year, 12)? {
            return Some(PeriodName::Preset("this_year".to_owned()));
        }
        Some(PeriodName::Days {
            from: Some(point.from),
            to: Some(point.to),
        })
    }

    /// `since June`, `from June on`, `until March`, `before 2025`.
    fn read_since(self) -> Option<(usize, PeriodName)> {
        let days = |count, from, to| Some((count, PeriodName::Days { from, to }));
        match self.text(0) {
            "since" | "after" | "desde" | "seit" => {
                let start = self.skip(1, &["the", "start", "beginning", "of", "early", "last"]);
                // "since last Tuesday" is a weekday; "since last month" the start of that month.
                let start = if self.text(start.saturating_sub(1)) == "last" {
                    start - 1
                } else {
                    start
                };
                let (count, from) = if let Some((count, point)) = self.at(start).point() {
                    (count, point.from)
                } else {
                    let (count, name) = self.at(start).read_relative()?;
                    (count, self.first_day(&name)?)
                };
                let from = if self.text(0) == "after" {
                    self.at(start)
                        .point()
                        .map_or(from, |(_, point)| point.to.succ_opt().unwrap_or(point.to))
                } else {
                    from
                };
                days(start + count, Some(from), None)
            }
            "before" | "prior" => {
                let start = self.skip(1, &["the", "start", "beginning", "of", "to"]);
                let (count, from) = if let Some((count, point)) = self.at(start).point() {
                    (count, point.from)
                } else {
                    let (count, name) = self.at(start).read_relative()?;
                    (count, self.first_day(&name)?)
                };
                days(start + count, None, Some(from.pred_opt()?))
            }
            _ => self.read_until(),
        }
    }

    /// `until March`, `up to June 2025`, `by the end of May`: from the start of that year. Whole years
    /// are counted from the first day.
    fn read_until(self) -> Option<(usize, PeriodName)> {
        let words = &["the", "end", "of"];
        let start = match (self.text(0), self.text(1)) {
            ("until" | "till" | "through" | "thru", _) => self.skip(1, words),
            ("up", "to" | "until" | "till" | "through") => self.skip(2, words),
            ("by", "the" | "end") => {
                let end = self.skip(1, &["the"]);
                if self.text(end) != "end" {
                    return None;
                }
                self.skip(end, words)
            }
            _ => return None,
        };
        let (count, to, is_year) = if let Some((count, point)) = self.at(start).point() {
            let is_year = end_of_months(point.from, 12) == Some(point.to);
            (count, point.to, is_year)
        } else {
            let (count, name) = self.at(start).read_relative()?;
            (count, self.last_day(&name)?, false)
        };
        let from = first_of(to.year(), 1).filter(|_| !is_year);
        let to = Some(to);
        Some((start + count, PeriodName::Days { from, to }))
    }

    fn last_day(self, name: &PeriodName) -> Option<NaiveDate> {
        let choice = match name {
            PeriodName::Preset(preset) => PeriodChoice::Preset(preset),
            PeriodName::Days { from, to } => PeriodChoice::Days {
                from: *from,
                to: *to,
            },
            _ => return None,
        };
        self.calendar.span(choice).map(|span| span.to)
    }

    /// `the week of May 4`: the week that has this day.
    fn read_week_of(self) -> Option<(usize, PeriodName)> {
        let is_week = matches!(self.text(0), "week" | "wk")
            && matches!(self.text(1), "of" | "beginning" | "starting");
        if !is_week {
            return None;
        }
        let (count, point) = self.at(2).point()?;
        let from = self.week_start(point.from)?;
        (point.from == point.to).then_some((
            count + 2,
            PeriodName::Days {
                from: Some(from),
                to: from.checked_add_days(Days::new(6)),
            },
        ))
    }

    /// `the first ten days of November`, `last 2 weeks of May`.
    fn read_part_of(self) -> Option<(usize, PeriodName)> {
        let start = self.skip(0, &["in", "during", "over", "within", "for", "the"]);
        if start > 0 {
            let (count, name) = self.at(start).read_part_of()?;
            return Some((start + count, name));
        }
        let is_first = match self.text(0) {
            "first" => true,
            "last" => false,
            _ => return None,
        };
        let count = self.number(1).filter(|count| (1..=366).contains(count))?;
        if !matches!(self.text(3), "of" | "in") {
            return None;
        }
        let (words, point) = self.at(4).point()?;
        let (from, to) = (point.from, point.to);
        let (days, months) = match self.text(2) {
            "day" | "days" => (u64::from(count), 0),
            "week" | "weeks" => (u64::from(count) * 7, 0),
            "month" | "months" => (0, count),
            "quarter" | "quarters" => (0, count * 3),
            _ => return None,
        };
        let months = Months::new(months);
        let (from, to) = if is_first {
            let end = from
                .checked_add_months(months)?
                .checked_add_days(Days::new(days))?;
            (from, end.pred_opt()?.min(to))
        } else {
            let end = to.succ_opt()?;
            let start = end
                .checked_sub_months(months)?
                .checked_sub_days(Days::new(days))?;
            (start.max(from), to)
        };
        let (from, to) = (Some(from), Some(to));
        Some((words + 4, PeriodName::Days { from, to }))
    }

    /// `the first week of November`: its first seven days.
    fn read_week_of_month(self) -> Option<(usize, PeriodName)> {
        let start = self.skip(0, &["in", "during", "over", "within", "for", "the"]);
        let week = match self.text(start) {
            "first" | "1st" => 0,
            "second" | "2nd" => 1,
            "third" | "3rd" => 2,
            "fourth" | "4th" => 3,
            "last" => 4,
            _ => return None,
        };
        if self.text(start + 1) != "week" || !matches!(self.text(start + 2), "of" | "in") {
            return None;
        }
        let (count, point) = self.at(start + 3).point()?;
        let from = if week == 4 {
            point.to.checked_sub_days(Days::new(6))?
        } else {
            point.from.checked_add_days(Days::new(7 * week))?
        };
        let to = from.checked_add_days(Days::new(6));
        let from = Some(from);
        Some((start + 3 + count, PeriodName::Days { from, to }))
    }

    /// `two weeks ago`: that week. `3 days ago`: that day.
    fn read_ago(self) -> Option<(usize, PeriodName)> {
        let count = match self.text(0) {
            "a" | "an" | "one" => 1,
            _ => self.number(0).filter(|count| (1..=1_000).contains(count))?,
        };
        if self.text(2) != "ago" {
            return None;
        }
        let today = self.today;
        let (from, to) = match self.text(1) {
            "day" | "days" => {
                let day = today.checked_sub_days(Days::new(count.into()))?;
                (day, day)
            }
            "week" | "weeks" => {
                let days = Days::new(u64::from(count) * 7);
                let from = self.week_start(today)?.checked_sub_days(days)?;
                (from, from.checked_add_days(Days::new(6))?)
            }
            "month" | "months" => {
                let month = first_of(today.year(), today.month())?;
                let from = month.checked_sub_months(Months::new(count))?;
                (from, end_of_months(from, 1)?)
            }
            "year" | "years" => {
                let year = first_of(today.year(), 1)?;
                let from = year.checked_sub_months(Months::new(count * 12))?;
                (from, end_of_months(from, 12)?)
            }
            _ => return None,
        };
        let (from, to) = (Some(from), Some(to));
        Some((3, PeriodName::Days { from, to }))
    }

    /// `the same months of 2025`
    fn read_same_of(self) -> Option<(usize, PeriodName)> {
        let start = self.skip(0, &["the"]);
        let is_same = self.text(start) == "same"
            && matches!(
                self.text(start + 1),
                "day"
                    | "days"
                    | "week"
                    | "weeks"
                    | "month"
                    | "months"
                    | "quarter"
                    | "quarters"
                    | "period"
                    | "time"
            )
            && matches!(self.text(start + 2), "of" | "in");
        let year = self.year(start + 3).filter(|_| is_same)?;
        (year == self.today.year() - 1).then_some((start + 4, PeriodName::SameYear))
    }

    /// The first day of the week of a day.
    fn week_start(self, day: NaiveDate) -> Option<NaiveDate> {
        let number = day.weekday().number_from_monday();
        let since = (number + 7 - self.calendar.week_start) % 7;
        day.checked_sub_days(Days::new(u64::from(since)))
    }

    fn first_day(self, name: &PeriodName) -> Option<NaiveDate> {
        let PeriodName::Preset(preset) = name else {
            return match name {
                PeriodName::Days { from, .. } => *from,
                _ => None,
            };
        };
        let today = self.today;
        let month = first_of(today.year(), today.month())?;
        let week = self.week_start(today)?;
        let quarter = first_of(today.year(), (today.month0() / 3) * 3 + 1)?;
        let year = first_of(today.year(), 1)?;
        match preset.as_str() {
            "today" => Some(today),
            "yesterday" => today.pred_opt(),
            "this_week" => Some(week),
            "last_week" => week.checked_sub_days(Days::new(7)),
            "this_month" | "month_to_date" => Some(month),
            "last_month" => month.checked_sub_months(Months::new(1)),
            "this_quarter" | "quarter_to_date" => Some(quarter),
            "last_quarter" => quarter.checked_sub_months(Months::new(3)),
            "this_year" | "year_to_date" => Some(year),
            "last_year" => year.checked_sub_months(Months::new(12)),
            _ => None,
        }
    }

    /// `from March through May`, `January to October 2026`, `between May and July`.
    fn read_range(self) -> Option<(usize, PeriodName)> {
        let start = usize::from(matches!(self.text(0), "from" | "between" | "starting"));
        let start = self.skip(start, &["the"]);
        let (count, first) = self.at(start).point()?;
        let mut index = start + count;
        let joins: &[&str] = match self.text(0) {
            "between" => &["and"],
            "from" => &["to", "through", "until", "till", "thru", "and"],
            _ => &["to", "through", "until", "till", "thru", "bis"],
        };
        // "Jan-Mar"
        let has_dash = self.words.get(index).is_some_and(|word| word.after_dash);
        let joined = has_dash || joins.contains(&self.text(index));
        if !joined {
            let is_open = matches!(self.text(index), "on" | "onward" | "onwards" | "forward");
            return (self.text(0) == "from" && is_open).then_some((
                index + 1,
                PeriodName::Days {
                    from: Some(first.from),
                    to: None,
                },
            ));
        }
        index += usize::from(!has_dash);
        index = self.skip(index, &["the", "end", "of"]);
        if matches!(self.text(index), "today" | "now" | "date") {
            let from = Some(first.from);
            return Some((index + 1, PeriodName::Days { from, to: None }));
        }
        let (count, last) = self.at(index).point()?;
        let (mut first, mut last) = (first, last);
        if last.has_year && !first.has_year {
            first = first.shifted(last.from.year() - first.from.year())?;
            if first.from > last.to {
                first = first.shifted(-1)?;
            }
        } else if !last.has_year {
            last = last.shifted(first.from.year() - last.from.year())?;
            if last.to < first.from {
                last = last.shifted(1)?;
            }
        }
        Some((
            index + count,
            PeriodName::Days {
                from: Some(first.from),
                to: Some(last.to),
            },
        ))
    }

    /// `last quarter`, `this year`, `last 90 days`, `ytd`.
    fn read_relative(self) -> Option<(usize, PeriodName)> {
        let preset = |count, name: String| Some((count, PeriodName::Preset(name)));
        match self.text(0) {
            "ever" => return preset(1, "all".to_owned()),
            "today" | "heute" | "hoy" => return preset(1, "today".to_owned()),
            "yesterday" | "gestern" | "ayer" => return preset(1, "yesterday".to_owned()),
            "ytd" => return preset(1, "year_to_date".to_owned()),
            "mtd" => return preset(1, "month_to_date".to_owned()),
            "qtd" => return preset(1, "quarter_to_date".to_owned()),
            _ => {}
        }
        if matches!(self.text(0), "fiscal" | "financial")
            && (self.text(1), self.text(2), self.text(3)) == ("year", "to", "date")
        {
            return preset(4, "this_fiscal_year".to_owned());
        }
        if let Some(unit) = unit_name(self.text(0)) {
            // "year to date", "month to date"; "mes pasado".
            if self.text(1) == "to" && self.text(2) == "date" {
                return preset(3, format!("{unit}_to_date"));
            }
            if matches!(self.text(1), "pasado" | "pasada") {
                return preset(2, format!("last_{unit}"));
            }
        }
        if self.text(0) == "all" && matches!(self.text(1), "time" | "years" | "history") {
            return preset(2, "all".to_owned());
        }
        if let Some(period) = self.changed_length() {
            return Some(period);
        }
        if self.text(0) == "prior" && self.text(1) == "year" {
            return preset(2, "last_year".to_owned());
        }
        let so_far = usize::from(self.text(0) == "so") + usize::from(self.text(1) == "far");
        let start = if so_far == 2 { 2 } else { 0 };
        if let Some(period) = self.spanned_months() {
            return Some(period);
        }
        let start = self.skip(start, &["in", "over", "during", "within", "for", "the"]);
        let which = match self.text(start) {
            "this" | "current" | "dieses" | "diesen" | "diesem" | "este" | "esta" => "this",
            "last" | "past" | "previous" | "letztes" | "letzten" | "letzte" | "prior"
            | "trailing" | "preceding" => "last",
            _ => return None,
        };
        let is_past = matches!(self.text(start), "past" | "trailing" | "preceding");
        if let Some(count) = self.number(start + 1).filter(|count| *count > 0) {
            let (unit, factor) = match self.text(start + 2) {
                "day" | "days" => ("days", 1),
                "week" | "weeks" | "wks" => ("weeks", 1),
                "month" | "months" | "mo" | "mos" => ("months", 1),
                "quarter" | "quarters" => ("months", 3),
                "year" | "years" | "yrs" | "yr" => ("months", 12),
                _ => return None,
            };
            return (which == "last").then(|| {
                let name = format!("last_{}_{unit}", count * factor);
                (start + 3, PeriodName::Preset(name))
            });
        }
        if self.text(start + 1) == "couple" {
            return None;
        }
        let fiscal = usize::from(matches!(self.text(start + 1), "fiscal" | "financial"));
        if let Some(unit) = unit_name(self.text(start + 1 + fiscal)) {
            // "the past year" is the last 12 months.
            if is_past && which == "last" {
                let name = match unit {
                    "week" => "last_7_days",
                    "month" => "last_30_days",
                    "quarter" => "last_3_months",
                    "half" => "last_6_months",
                    _ => "last_12_months",
                };
                return preset(start + 2 + fiscal, name.to_owned());
            }
            let unit = if fiscal == 1 { "fiscal_year" } else { unit };
            let mut count = start + 2 + fiscal;
            let (next, after) = (self.text(count), self.text(count + 1));
            let is_to_date = which == "this" && (next, after) == ("to", "date");
            if (next, after) == ("so", "far") || is_to_date {
                count += 2;
            }
            return preset(count, format!("{which}_{unit}"));
        }
        // "this October", "last October", "last Friday", "last spring": the latest one that is over.
        let (count, point) = self.at(start + 1).point()?;
        let point = if which == "last" && !point.has_year && point.to >= self.today {
            point.shifted(-1)?
        } else {
            point
        };
        Some((start + 1 + count, self.whole(point)?))
    }

    /// `make it a year`: the last 12 months. `the whole year`: this one.
    fn changed_length(self) -> Option<(usize, PeriodName)> {
        let preset = |count, name: String| Some((count, PeriodName::Preset(name)));
        if matches!(self.text(0), "whole" | "full" | "entire") {
            return preset(2, format!("this_{}", unit_name(self.text(1))?));
        }
        let is_change = self.text(0) == "make"
            && matches!(self.text(1), "it" | "that")
            && matches!(self.text(2), "a" | "one");
        let name = match is_change.then(|| unit_name(self.text(3))).flatten()? {
            "week" => "last_7_days",
            "month" => "last_30_days",
            "quarter" => "last_3_months",
            "half" => "last_6_months",
            "year" => "last_12_months",
            _ => return None,
        };
        preset(4, name.to_owned())
    }

    /// "over 3 months": the last ones. "over 3 days" is a threshold of days.
    fn spanned_months(self) -> Option<(usize, PeriodName)> {
        if !matches!(self.text(0), "over" | "during") {
            return None;
        }
        let count = self.number(1).filter(|count| (1..=120).contains(count))?;
        let months = match self.text(2) {
            "month" | "months" | "mo" | "mos" => count,
            "quarter" | "quarters" => count * 3,
            "year" | "years" | "yrs" | "yr" => count * 12,
            _ => return None,
        };
        Some((3, PeriodName::Preset(format!("last_{months}_months"))))
    }

    /// A month, day, quarter, half, year, season or weekday. Without a year it is the latest one
    /// that has begun.
    fn point(self) -> Option<(usize, Point)> {
        let start = self.skip(0, &["the", "on", "in"]);
        if start > 0 && !matches!(self.text(0), "the") {
            return None;
        }
        let (count, point) = self.at(start).plain_point()?;
        Some((start + count, point))
    }

    /// `5/6/2026`: May 6, as in the United States; the day first where another date here has it so.
    fn slashed_date(self) -> Option<(usize, Point)> {
        let (first, second, year) = (self.number(0)?, self.number(1)?, self.year(2)?);
        let follows = |index: usize| {
            let (before, next) = self.words.get(index).zip(self.words.get(index + 1))?;
            Some(next.start == before.end + 1 && !next.after_break && !next.after_dash)
        };
        if follows(0) != Some(true) || follows(1) != Some(true) {
            return None;
        }
        let is_day_first = (0..self.words.len()).any(|start| {
            let date = self.at(start);
            date.number(0).is_some_and(|day| (13..=31).contains(&day))
                && date.number(1).is_some_and(|month| month <= 12)
                && date.year(2).is_some()
        });
        let (month, day) = if is_day_first {
            (second, first)
        } else {
            (first, second)
        };
        let day = NaiveDate::from_ymd_opt(year, month, day)?;
        let point = Point {
            from: day,
            to: day,
            has_year: true,
        };
        Some((3, point))
    }

    fn plain_point(self) -> Option<(usize, Point)> {
        if let Some(date) = self.slashed_date() {
            return Some(date);
        }
        if let Some(year) = self.year(0) {
            // "2000 acres" is no year.
            const COUNTED: [&str; 9] = [
                "acre", "acres", "dollars", "bags", "tons", "gallons", "orders", "lines", "days",
            ];
            if COUNTED.contains(&self.text(1)) {
                return None;
            }
            // "2026-05-01" is split at its dashes.
            let (month, day) = (self.number(1), self.number(2));
            let is_iso = self
                .words
                .get(1)
                .zip(self.words.first())
                .is_some_and(|(next, first)| next.start == first.end + 1 && next.text.len() == 2);
            if let Some((month, day)) = month.zip(day).filter(|_| is_iso) {
                let day = NaiveDate::from_ymd_opt(year, month, day)?;
                let point = Point {
                    from: day,
                    to: day,
                    has_year: true,
                };
                return Some((3, point));
            }
            if matches!(self.text(1), "q1" | "q2" | "q3" | "q4" | "h1" | "h2") {
                let (_, point) = self.at(1).plain_point()?;
                let moved = point.shifted(year - point.from.year())?;
                return Some((
                    2,
                    Point {
                        has_year: true,
                        ..moved
                    },
                ));
            }
            let from = first_of(year, 1)?;
            let to = end_of_months(from, 12)?;
            return Some((
                1,
                Point {
                    from,
                    to,
                    has_year: true,
                },
            ));
        }
        if let Some(day) = WEEKDAYS.iter().position(|day| {
            *day == self.text(0)
                || (self.text(0).len() >= 3 && *day == format!("{}day", self.text(0)))
        }) {
            return Some((1, self.last_weekday(day)?));
        }
        if let Some(month) = month_number(self.text(0)) {
            return self.month_point(month);
        }
        let (names, month, months) = YEAR_PARTS.iter().find(|(names, _, _)| {
            names
                .iter()
                .enumerate()
                .all(|(index, name)| self.text(index) == *name)
        })?;
        // "fall" alone is a verb.
        let is_verb = names.first() == Some(&"fall") && self.year(1).is_none();
        if is_verb && self.words.len() > 1 && self.text(1) != "season" {
            return None;
        }
        let (count, year) = self.typed_year(names.len());
        let from = match year {
            Some(year) => first_of(year, *month)?,
            None => self.latest(*month, 1)?,
        };
        let to = end_of_months(from, *months)?;
        Some((
            count,
            Point {
                from,
                to,
                has_year: year.is_some(),
            },
        ))
    }

    /// The year after `count` words: `2026`, `of 2026`, `of last year`, `of the year`.
    fn typed_year(self, count: usize) -> (usize, Option<i32>) {
        let next = self.skip(count, &["of", "in", "the"]);
        if let Some(year) = self.year(next) {
            return (next + 1, Some(year));
        }
        let today = self.today.year();
        match (self.text(next), self.text(next + 1)) {
            ("last" | "previous", "year" | "yr") => (next + 2, Some(today - 1)),
            ("this", "year" | "yr") => (next + 2, Some(today)),
            ("year", _) if next > count => (next + 1, Some(today)),
            _ => (count, None),
        }
    }

    fn month_point(self, month: u32) -> Option<(usize, Point)> {
        // "may" is also a verb; it is a month after a preposition, with a year, or at the end.
        let day = self
            .words
            .get(1)
            .filter(|word| !word.after_break)
            .and_then(|word| {
                let digits: String = word.text.chars().take_while(char::is_ascii_digit).collect();
                let suffix = word.text.get(digits.len()..)?;
                matches!(suffix, "" | "st" | "nd" | "rd" | "th")
                    .then(|| digits.parse::<u32>().ok())
                    .flatten()
            })
            .filter(|day| (1..=31).contains(day));
        if let Some(day) = day {
            let (count, year) = self.typed_year(2);
            let date = if let Some(year) = year {
                NaiveDate::from_ymd_opt(year, month, day)?
            } else {
                let today = self.today;
                let this = NaiveDate::from_ymd_opt(today.year(), month, day);
                match this.filter(|date| *date <= today) {
                    Some(date) => date,
                    None => NaiveDate::from_ymd_opt(today.year() - 1, month, day)?,
                }
            };
            let has_year = year.is_some();
            return Some((
                count,
                Point {
                    from: date,
                    to: date,
                    has_year,
                },
            ));
        }
        let (count, year) = self.typed_year(1);
        let from = match year {
            Some(year) => first_of(year, month)?,
            None => self.latest(month, 1)?,
        };
        let to = end_of_months(from, 1)?;
        Some((
            count,
            Point {
                from,
                to,
                has_year: year.is_some(),
            },
        ))
    }

    /// The latest day of this month and day that is not in the future.
    fn latest(self, month: u32, day: u32) -> Option<NaiveDate> {
        let this = NaiveDate::from_ymd_opt(self.today.year(), month, day)?;
        if this <= self.today {
            return Some(this);
        }
        NaiveDate::from_ymd_opt(self.today.year() - 1, month, day)
    }

    /// The last such weekday before today.
    fn last_weekday(self, weekday: usize) -> Option<Point> {
        let today = u64::from(self.today.weekday().num_days_from_monday());
        let wanted = u64::try_from(weekday).ok()?;
        let back = (today + 7 - wanted) % 7;
        let back = if back == 0 { 7 } else { back };
        let day = self.today.checked_sub_days(Days::new(back))?;
        Some(Point {
            from: day,
            to: day,
            has_year: true,
        })
    }
}

fn unit_name(text: &str) -> Option<&'static str> {
    Some(match text {
        "week" | "wk" | "woche" | "semana" => "week",
        "month" | "mo" | "mes" | "monat" => "month",
        "quarter" | "qtr" | "quartal" | "trimestre" => "quarter",
        "half" => "half",
        "year" | "yr" | "ano" | "jahr" => "year",
        "season" => "season",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::split_words;

    fn read(text: &str) -> (usize, Value) {
        let today = NaiveDate::from_ymd_opt(2026, 11, 23).unwrap();
        let (count, name) = match_period(&split_words(text), Calendar::new(today)).unwrap();
        (count, name.to_json())
    }

    #[test]
    fn reads_named_and_relative_periods() {
        assert_eq!(read("last quarter"), (2, json!({"preset": "last_quarter"})));
        assert_eq!(
            read("so far this month"),
            (4, json!({"preset": "this_month"}))
        );
        assert_eq!(
            read("last 12 months"),
            (3, json!({"preset": "last_12_months"}))
        );
        assert_eq!(read("year to date"), (3, json!({"preset": "year_to_date"})));
        assert_eq!(
            read("since june"),
            (2, json!({"preset": "since:2026-06-01"}))
        );
        assert_eq!(
            read("since last tuesday"),
            (3, json!({"preset": "since:2026-11-17"}))
        );
        assert_eq!(read("2026"), (1, json!({"preset": "this_year"})));
    }

    #[test]
    fn reads_days_months_and_ranges() {
        let days = |from: &str, to: &str| json!({"from": from, "to": to});
        assert_eq!(read("may 2025"), (2, days("2025-05-01", "2025-05-31")));
        assert_eq!(read("december"), (1, days("2025-12-01", "2025-12-31")));
        assert_eq!(read("April 15"), (2, days("2026-04-15", "2026-04-15")));
        assert_eq!(read("last friday"), (2, days("2026-11-20", "2026-11-20")));
        assert_eq!(read("last october"), (2, days("2026-10-01", "2026-10-31")));
        assert_eq!(read("last december"), (2, days("2025-12-01", "2025-12-31")));
        assert_eq!(read("this october"), (2, days("2026-10-01", "2026-10-31")));
        assert_eq!(
            read("January to October 2026").1,
            days("2026-01-01", "2026-10-31")
        );
        assert_eq!(
            read("from March through May").1,
            days("2026-03-01", "2026-05-31")
        );
        assert_eq!(
            read("first half of the year").1,
            days("2026-01-01", "2026-06-30")
        );
        assert_eq!(read("Q2 2026").1, days("2026-04-01", "2026-06-30"));
        assert_eq!(read("second quarter").1, days("2026-04-01", "2026-06-30"));
    }
}

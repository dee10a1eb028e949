//! Words of time: `last quarter`, `since March`, `the past 6 months`, `compared with a year ago`,
//! read at one place of a question.

mod calendar;

use chrono::{Datelike, Days, Months, NaiveDate};

use self::calendar::{calendar_day, calendar_period};
use super::words::{Gap, Word};
use crate::features::assistant::periods::{DateRange, Period};

/// What a time phrase means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum When {
    /// `this month`, `May`, `2025-Q1`.
    Past(Period),
    /// `the last 30 days`, `over 6 months`: days, and the period that they make up to today.
    Length { days: u32, period: Period },
    /// `the next two weeks`: days from today on.
    Ahead(u32),
    /// `the year before`: one step back from the period talked of.
    Before,
    /// `a year ago`, `year over year`: the same days a year before.
    YearAgo,
    /// `month over month`: the period just before.
    PeriodAgo,
}

/// A time phrase with its number of words. Vague where the words leave the days open: `this
/// season`, `a few months`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TimePhrase {
    pub words: usize,
    pub when: When,
    pub vague: bool,
}

impl TimePhrase {
    fn sure(words: usize, when: When) -> Self {
        Self {
            words,
            when,
            vague: false,
        }
    }

    fn vague(words: usize, when: When) -> Self {
        Self {
            words,
            when,
            vague: true,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Day,
    Week,
    Month,
    Quarter,
    Year,
}

impl Unit {
    fn read(word: &str) -> Option<Self> {
        Some(match word {
            "day" | "days" => Self::Day,
            "week" | "weeks" | "wk" | "wks" => Self::Week,
            "month" | "months" | "mo" | "mos" | "mth" | "mths" => Self::Month,
            "quarter" | "quarters" | "qtr" | "qtrs" => Self::Quarter,
            "year" | "years" | "yr" | "yrs" => Self::Year,
            _ => return None,
        })
    }

    fn days(self, count: u32) -> u32 {
        let months = |months: u32| {
            if months.is_multiple_of(12) {
                (months / 12).saturating_mul(365)
            } else {
                months.saturating_mul(30)
            }
        };
        match self {
            Self::Day => count,
            Self::Week => count.saturating_mul(7),
            Self::Month => months(count),
            Self::Quarter => months(count.saturating_mul(3)),
            Self::Year => months(count.saturating_mul(12)),
        }
    }

    fn months(self, count: u32) -> Option<u32> {
        match self {
            Self::Day | Self::Week => None,
            Self::Month => Some(count),
            Self::Quarter => Some(count.saturating_mul(3)),
            Self::Year => Some(count.saturating_mul(12)),
        }
    }
}

/// The time phrase that begins at the first of `words`; `before` are the words that it follows.
pub(super) fn time_phrase(before: &[Word], words: &[Word], today: NaiveDate) -> Option<TimePhrase> {
    let at = |index: usize| words.get(index).map_or("", |word| word.text.as_str());
    comparison(&at)
        .or_else(|| since(words, today))
        .or_else(|| relative(before, &at, today))
        .or_else(|| season(&at, today))
        .or_else(|| length(before, words, today))
        .or_else(|| between(before, words, today))
}

fn comparison<'a>(at: &impl Fn(usize) -> &'a str) -> Option<TimePhrase> {
    let same_unit = Unit::read(at(0)).is_some()
        && Unit::read(at(2)) == Unit::read(at(0))
        && matches!(at(1), "over" | "on" | "by" | "to");
    if same_unit && at(1) != "by" {
        let when = if Unit::read(at(0)) == Some(Unit::Year) {
            When::YearAgo
        } else {
            When::PeriodAgo
        };
        return Some(TimePhrase::sure(3, when));
    }
    match (at(0), at(1)) {
        ("yoy", _) => Some(TimePhrase::sure(1, When::YearAgo)),
        ("mom" | "wow" | "qoq", _) => Some(TimePhrase::sure(1, When::PeriodAgo)),
        ("a" | "one" | "1", "year") if matches!(at(2), "ago" | "earlier" | "before" | "prior") => {
            Some(TimePhrase::sure(3, When::YearAgo))
        }
        ("year" | "yr", "ago" | "earlier") => Some(TimePhrase::sure(2, When::YearAgo)),
        (
            "same",
            "time" | "period" | "month" | "quarter" | "week" | "day" | "days" | "months" | "weeks",
        ) => {
            let after = if matches!(at(2), "of" | "the" | "in" | "a") {
                3
            } else {
                2
            };
            match (at(after), at(after + 1)) {
                ("last" | "previous" | "prior", "year" | "yr")
                | ("year", "ago" | "before" | "earlier") => {
                    Some(TimePhrase::sure(after + 2, When::YearAgo))
                }
                _ => None,
            }
        }
        ("previous" | "prior" | "preceding", "period") => {
            Some(TimePhrase::sure(2, When::PeriodAgo))
        }
        (unit, "before" | "prior" | "earlier" | "preceding") if matches!(Unit::read(unit), Some(unit) if unit != Unit::Day) => {
            Some(TimePhrase::sure(
                if at(2) == "that" { 3 } else { 2 },
                When::Before,
            ))
        }
        _ => None,
    }
}

/// `since March`: from the first day of what follows up to today.
fn since(words: &[Word], today: NaiveDate) -> Option<TimePhrase> {
    let (first, rest) = words.split_first()?;
    if !matches!(first.text.as_str(), "since") {
        return None;
    }
    let skipped = rest
        .iter()
        .take_while(|word| {
            matches!(
                word.text.as_str(),
                "the" | "early" | "start" | "beginning" | "of"
            )
        })
        .count();
    let inner = time_phrase(std::slice::from_ref(first), rest.get(skipped..)?, today)?;
    let (When::Past(period) | When::Length { period, .. }) = inner.when else {
        return None;
    };
    let from = period.range(today).from;
    (from <= today).then(|| TimePhrase {
        words: 1 + skipped + inner.words,
        when: When::Past(Period::Days(DateRange { from, to: today })),
        vague: inner.vague,
    })
}

fn relative<'a>(
    before: &[Word],
    at: &impl Fn(usize) -> &'a str,
    today: NaiveDate,
) -> Option<TimePhrase> {
    let past = |words, period| Some(TimePhrase::sure(words, When::Past(period)));
    match (at(0), at(1), at(2)) {
        ("today" | "todays", ..) => return past(1, Period::Today),
        ("yesterday" | "yesterdays", ..) => {
            let day = today.checked_sub_days(Days::new(1))?;
            return past(1, Period::Days(DateRange { from: day, to: day }));
        }
        ("tomorrow", ..) => return Some(TimePhrase::vague(1, When::Ahead(1))),
        ("ytd", ..) => return past(1, Period::ThisYear),
        ("mtd", ..) => return past(1, Period::ThisMonth),
        ("qtd", ..) => return past(1, Period::ThisQuarter),
        ("year", "to", "date") => return past(3, Period::ThisYear),
        ("month", "to", "date") => return past(3, Period::ThisMonth),
        ("quarter", "to", "date") => return past(3, Period::ThisQuarter),
        _ => {}
    }
    // `last calendar year`, `last full month`
    let filler = usize::from(matches!(
        at(1),
        "calendar" | "full" | "whole" | "complete" | "entire"
    ));
    let word = at(1 + filler);
    let (unit, last, words) = (
        Unit::read(word.strip_suffix('s').unwrap_or(word)),
        Unit::read(word),
        2 + filler,
    );
    let unit = last.or(unit)?;
    // "Over the last year" rolls up to today; "last year" and "over the last quarter" are the
    // calendar's.
    let over = matches!(before, [.., lead, the] if the.text == "the" && matches!(lead.text.as_str(), "over" | "within" | "during" | "in" | "for"));
    let rolling = at(0) == "past" || (over && unit != Unit::Quarter);
    match at(0) {
        "this" | "current" => past(
            words,
            match unit {
                Unit::Day => Period::Today,
                Unit::Week => Period::ThisWeek,
                Unit::Month => Period::ThisMonth,
                Unit::Quarter => Period::ThisQuarter,
                Unit::Year => Period::ThisYear,
            },
        ),
        "last" | "past" | "previous" | "prior" | "preceding" if rolling && unit != Unit::Day => {
            let days = unit.days(1);
            Some(TimePhrase::sure(
                words,
                When::Length {
                    days,
                    period: Period::last_days(days, today),
                },
            ))
        }
        "last" | "previous" | "prior" | "preceding" => past(
            words,
            match unit {
                Unit::Day => return None,
                Unit::Week => Period::LastWeek,
                Unit::Month => Period::LastMonth,
                Unit::Quarter => Period::LastQuarter,
                Unit::Year => Period::LastYear,
            },
        ),
        "next" | "coming" | "upcoming" => Some(TimePhrase::sure(words, When::Ahead(unit.days(1)))),
        _ => None,
    }
}

/// `this spring`, `last season`: three months that everybody draws a little differently.
fn season<'a>(at: &impl Fn(usize) -> &'a str, today: NaiveDate) -> Option<TimePhrase> {
    let last = match at(0) {
        "this" => false,
        "last" | "past" => true,
        _ => return None,
    };
    let first_month = match at(1) {
        "spring" => 3,
        "summer" => 6,
        "fall" | "autumn" => 9,
        "winter" => 12,
        "season" => {
            let period = if last {
                Period::LastYear
            } else {
                Period::ThisYear
            };
            return Some(TimePhrase::vague(2, When::Past(period)));
        }
        "weekend" => return Some(TimePhrase::vague(2, When::Ahead(7))),
        _ => return None,
    };
    let this_year = NaiveDate::from_ymd_opt(today.year(), first_month, 1)?;
    let begun = if this_year <= today {
        this_year
    } else {
        this_year.checked_sub_months(Months::new(12))?
    };
    let to = begun.checked_add_months(Months::new(3))?.pred_opt()?;
    // "Last spring" in summer is the one just over; in spring it is the year before.
    let range = if last && to >= today {
        DateRange {
            from: begun.checked_sub_months(Months::new(12))?,
            to: to.checked_sub_months(Months::new(12))?,
        }
    } else {
        DateRange {
            from: begun,
            to: to.min(today),
        }
    };
    Some(TimePhrase::vague(2, When::Past(Period::Days(range))))
}

/// `last 6 months`, `over 3 months`, `1yr`, `half a year`, `the next two weeks`, `3 months ago`.
fn length(before: &[Word], words: &[Word], today: NaiveDate) -> Option<TimePhrase> {
    let at = |index: usize| words.get(index).map_or("", |word| word.text.as_str());
    let (lead, ahead) = match at(0) {
        "last" | "past" | "previous" | "trailing" | "recent" | "prior" => (1, false),
        "next" | "coming" | "upcoming" | "following" => (1, true),
        _ => (
            0,
            before
                .last()
                .is_some_and(|word| matches!(word.text.as_str(), "next" | "within" | "coming")),
        ),
    };
    let first = words.get(lead)?;
    let (count, unit, used, vague) = if let Some((count, unit)) = attached(&first.text) {
        (count, unit, 1, false)
    } else if let (Some(count), Some(unit)) = (first.number(), Unit::read(at(lead + 1))) {
        (count, unit, 2, false)
    } else {
        match (at(lead), at(lead + 1), at(lead + 2)) {
            ("half", "a" | "of", "year" | "yr") => (6, Unit::Month, 3, false),
            ("half", "year" | "yr", _) => (6, Unit::Month, 2, false),
            ("couple", "of", unit) => (2, Unit::read(unit)?, 3, true),
            ("couple", unit, _) => (2, Unit::read(unit)?, 2, true),
            ("few" | "several", unit, _) => (3, Unit::read(unit)?, 2, true),
            ("a" | "one", unit, _) if lead == 0 => (1, Unit::read(unit)?, 2, false),
            (unit, ..)
                if lead == 0
                    && before.last().is_some_and(|word| {
                        matches!(word.text.as_str(), "over" | "within" | "than")
                    }) =>
            {
                (1, Unit::read(unit)?, 1, false)
            }
            _ => return None,
        }
    };
    let used = lead + used;
    let days = unit.days(count).clamp(1, 36_500);
    if at(used) == "ago" {
        let day = match unit.months(count) {
            Some(months) => today.checked_sub_months(Months::new(months.min(1_200)))?,
            None => today.checked_sub_days(Days::new(u64::from(days)))?,
        };
        let period = if unit.months(count).is_some() {
            Period::Month(day.year(), day.month())
        } else {
            Period::Days(DateRange { from: day, to: day })
        };
        return Some(TimePhrase {
            words: used + 1,
            when: When::Past(period),
            vague,
        });
    }
    if ahead {
        return Some(TimePhrase {
            words: used,
            when: When::Ahead(days),
            vague,
        });
    }
    let period = match unit.months(count) {
        Some(months) if !matches!(months, 1 | 3 | 12) => {
            let from = today
                .checked_sub_months(Months::new(months.min(1_200)))?
                .succ_opt()?;
            Period::Days(DateRange { from, to: today })
        }
        _ => Period::last_days(days, today),
    };
    Some(TimePhrase {
        words: used,
        when: When::Length { days, period },
        vague,
    })
}

/// `6mo`, `1y`, `90d`: a count and its unit in one word.
fn attached(word: &str) -> Option<(u32, Unit)> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (count, unit) = word.split_at_checked(digits)?;
    if count.is_empty() || count.len() > 4 {
        return None;
    }
    let unit = match unit {
        "d" => Unit::Day,
        "w" => Unit::Week,
        "m" => Unit::Month,
        "q" => Unit::Quarter,
        "y" => Unit::Year,
        longer => Unit::read(longer)?,
    };
    Some((count.parse().ok()?, unit))
}

/// `March to May`, `between 2026-01-05 and 2026-02-03`, `June 1 to June 10`, or one calendar period
/// alone.
fn between(before: &[Word], words: &[Word], today: NaiveDate) -> Option<TimePhrase> {
    let (used, first) = dated(before, words, today)?;
    let rest = words.get(used..).unwrap_or_default();
    let link = rest.first().map_or("", |word| word.text.as_str());
    let opened = before
        .last()
        .is_some_and(|word| matches!(word.text.as_str(), "between" | "from"));
    let dashed = rest.first().is_some_and(|word| word.gap == Gap::Tight);
    let linked =
        matches!(link, "to" | "through" | "thru" | "until" | "till") || (opened && link == "and");
    if linked || dashed {
        let skipped = usize::from(linked);
        let target = rest.get(skipped..).unwrap_or_default();
        // A month named on its own after "to" is as sure a month as one after "in".
        let lead = rest
            .get(..skipped)
            .filter(|lead| !lead.is_empty())
            .unwrap_or(before);
        if let Some((more, last)) = dated(lead, target, today) {
            let (from, to) = (first.whole_range(today), last.whole_range(today));
            // "November to February" begins in the year before.
            let from = if from.from > to.to {
                from.from.checked_sub_months(Months::new(12))?
            } else {
                from.from
            };
            let range = DateRange {
                from,
                to: if from <= today {
                    to.to.min(today.max(from))
                } else {
                    to.to
                },
            };
            return (range.from <= range.to)
                .then(|| TimePhrase::sure(used + skipped + more, When::Past(Period::Days(range))));
        }
    }
    Some(TimePhrase::sure(used, When::Past(first)))
}

fn dated(before: &[Word], words: &[Word], today: NaiveDate) -> Option<(usize, Period)> {
    let day = calendar_day(words, today)
        .map(|(used, day)| (used, Period::Days(DateRange { from: day, to: day })));
    day.or_else(|| calendar_period(before, words, today))
}

#[cfg(test)]
mod tests;

//! Parses time expressions: `last quarter`, `since March`, `the past 6 months`, `compared with a
//! year ago`.

mod calendar_parser;

use chrono::{Datelike, Days, Months, NaiveDate};

use self::calendar_parser::{parse_calendar_day, parse_calendar_period};
use super::word_splitter::{Gap, Word};
use crate::features::assistant::period::{DateRange, Period};

/// Meaning of a time expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TimeReference {
    /// `this month`, `May`, `2025-Q1`.
    Past(Period),
    /// `the last 30 days`, `over 6 months`: the length in days, and the period of that length up to
    /// today.
    Duration { days: u32, period: Period },
    /// `the next two weeks`: number of days from today.
    Future(u32),
    /// `the year before`: one step back from the current period of the conversation.
    StepBack,
    /// `a year ago`, `year over year`: the same days one year earlier.
    YearAgo,
    /// `month over month`: the previous period.
    PeriodAgo,
}

/// A time expression and its number of words. Vague if it does not define the days: `this season`,
/// `a few months`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TimePhrase {
    pub word_count: usize,
    pub reference: TimeReference,
    pub is_vague: bool,
}

impl TimePhrase {
    fn new_exact(word_count: usize, reference: TimeReference) -> Self {
        Self {
            word_count,
            reference,
            is_vague: false,
        }
    }

    fn new_vague(word_count: usize, reference: TimeReference) -> Self {
        Self {
            word_count,
            reference,
            is_vague: true,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum TimeUnit {
    Day,
    Week,
    Month,
    Quarter,
    Year,
}

impl TimeUnit {
    fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "day" | "days" => Self::Day,
            "week" | "weeks" | "wk" | "wks" => Self::Week,
            "month" | "months" | "mo" | "mos" | "mth" | "mths" => Self::Month,
            "quarter" | "quarters" | "qtr" | "qtrs" => Self::Quarter,
            "year" | "years" | "yr" | "yrs" => Self::Year,
            _ => return None,
        })
    }

    fn to_days(self, count: u32) -> u32 {
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

    fn to_months(self, count: u32) -> Option<u32> {
        match self {
            Self::Day | Self::Week => None,
            Self::Month => Some(count),
            Self::Quarter => Some(count.saturating_mul(3)),
            Self::Year => Some(count.saturating_mul(12)),
        }
    }
}

/// Parses a time expression at the start of `words`. `before` contains the preceding words.
pub(super) fn parse_time_phrase(
    before: &[Word],
    words: &[Word],
    today: NaiveDate,
) -> Option<TimePhrase> {
    let text_at = |index: usize| words.get(index).map_or("", |word| word.text.as_str());
    parse_comparison(&text_at)
        .or_else(|| parse_since(words, today))
        .or_else(|| parse_relative(before, &text_at, today))
        .or_else(|| parse_season(&text_at, today))
        .or_else(|| parse_duration(before, words, today))
        .or_else(|| parse_range(before, words, today))
}

fn parse_comparison<'a>(text_at: &impl Fn(usize) -> &'a str) -> Option<TimePhrase> {
    let same_unit = TimeUnit::parse(text_at(0)).is_some()
        && TimeUnit::parse(text_at(2)) == TimeUnit::parse(text_at(0))
        && matches!(text_at(1), "over" | "on" | "by" | "to");
    if same_unit && text_at(1) != "by" {
        let when = if TimeUnit::parse(text_at(0)) == Some(TimeUnit::Year) {
            TimeReference::YearAgo
        } else {
            TimeReference::PeriodAgo
        };
        return Some(TimePhrase::new_exact(3, when));
    }
    match (text_at(0), text_at(1)) {
        ("yoy", _) => Some(TimePhrase::new_exact(1, TimeReference::YearAgo)),
        ("mom" | "wow" | "qoq", _) => Some(TimePhrase::new_exact(1, TimeReference::PeriodAgo)),
        ("a" | "one" | "1", "year")
            if matches!(text_at(2), "ago" | "earlier" | "before" | "prior") =>
        {
            Some(TimePhrase::new_exact(3, TimeReference::YearAgo))
        }
        ("year" | "yr", "ago" | "earlier") => {
            Some(TimePhrase::new_exact(2, TimeReference::YearAgo))
        }
        (
            "same",
            "time" | "period" | "month" | "quarter" | "week" | "day" | "days" | "months" | "weeks",
        ) => {
            let after = if matches!(text_at(2), "of" | "the" | "in" | "a") {
                3
            } else {
                2
            };
            match (text_at(after), text_at(after + 1)) {
                ("last" | "previous" | "prior", "year" | "yr")
                | ("year", "ago" | "before" | "earlier") => {
                    Some(TimePhrase::new_exact(after + 2, TimeReference::YearAgo))
                }
                _ => None,
            }
        }
        ("previous" | "prior" | "preceding", "period") => {
            Some(TimePhrase::new_exact(2, TimeReference::PeriodAgo))
        }
        (unit, "before" | "prior" | "earlier" | "preceding")
            if TimeUnit::parse(unit).is_some_and(|unit| unit != TimeUnit::Day) =>
        {
            Some(TimePhrase::new_exact(
                if text_at(2) == "that" { 3 } else { 2 },
                TimeReference::StepBack,
            ))
        }
        _ => None,
    }
}

/// `since March`: from the first day of the following expression up to today.
fn parse_since(words: &[Word], today: NaiveDate) -> Option<TimePhrase> {
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
    let inner = parse_time_phrase(std::slice::from_ref(first), rest.get(skipped..)?, today)?;
    let (TimeReference::Past(period) | TimeReference::Duration { period, .. }) = inner.reference
    else {
        return None;
    };
    let from = period.to_date_range(today).from;
    (from <= today).then(|| TimePhrase {
        word_count: 1 + skipped + inner.word_count,
        reference: TimeReference::Past(Period::Days(DateRange { from, to: today })),
        is_vague: inner.is_vague,
    })
}

fn parse_relative<'a>(
    before: &[Word],
    text_at: &impl Fn(usize) -> &'a str,
    today: NaiveDate,
) -> Option<TimePhrase> {
    let past = |words, period| Some(TimePhrase::new_exact(words, TimeReference::Past(period)));
    match (text_at(0), text_at(1), text_at(2)) {
        ("today" | "todays", ..) => return past(1, Period::Today),
        ("yesterday" | "yesterdays", ..) => {
            let day = today.checked_sub_days(Days::new(1))?;
            return past(1, Period::Days(DateRange { from: day, to: day }));
        }
        ("tomorrow", ..) => return Some(TimePhrase::new_vague(1, TimeReference::Future(1))),
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
        text_at(1),
        "calendar" | "full" | "whole" | "complete" | "entire"
    ));
    let word = text_at(1 + filler);
    let (unit, last, words) = (
        TimeUnit::parse(word.strip_suffix('s').unwrap_or(word)),
        TimeUnit::parse(word),
        2 + filler,
    );
    let unit = last.or(unit)?;
    // "Over the last year" is a rolling period up to today; "last year" and "over the last quarter"
    // are calendar periods.
    let follows_preposition = match before {
        [.., lead, article] => {
            article.text == "the"
                && matches!(
                    lead.text.as_str(),
                    "over" | "within" | "during" | "in" | "for"
                )
        }
        _ => false,
    };
    let rolling = text_at(0) == "past" || (follows_preposition && unit != TimeUnit::Quarter);
    match text_at(0) {
        "this" | "current" => past(
            words,
            match unit {
                TimeUnit::Day => Period::Today,
                TimeUnit::Week => Period::ThisWeek,
                TimeUnit::Month => Period::ThisMonth,
                TimeUnit::Quarter => Period::ThisQuarter,
                TimeUnit::Year => Period::ThisYear,
            },
        ),
        "last" | "past" | "previous" | "prior" | "preceding"
            if rolling && unit != TimeUnit::Day =>
        {
            let days = unit.to_days(1);
            Some(TimePhrase::new_exact(
                words,
                TimeReference::Duration {
                    days,
                    period: Period::last_days(days, today),
                },
            ))
        }
        "last" | "previous" | "prior" | "preceding" => past(
            words,
            match unit {
                TimeUnit::Day => return None,
                TimeUnit::Week => Period::LastWeek,
                TimeUnit::Month => Period::LastMonth,
                TimeUnit::Quarter => Period::LastQuarter,
                TimeUnit::Year => Period::LastYear,
            },
        ),
        "next" | "coming" | "upcoming" => Some(TimePhrase::new_exact(
            words,
            TimeReference::Future(unit.to_days(1)),
        )),
        _ => None,
    }
}

/// `this spring`, `last season`: three months whose limits vary by speaker.
fn parse_season<'a>(text_at: &impl Fn(usize) -> &'a str, today: NaiveDate) -> Option<TimePhrase> {
    let last = match text_at(0) {
        "this" => false,
        "last" | "past" => true,
        _ => return None,
    };
    let first_month = match text_at(1) {
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
            return Some(TimePhrase::new_vague(2, TimeReference::Past(period)));
        }
        "weekend" => return Some(TimePhrase::new_vague(2, TimeReference::Future(7))),
        _ => return None,
    };
    let this_year = NaiveDate::from_ymd_opt(today.year(), first_month, 1)?;
    let start = if this_year <= today {
        this_year
    } else {
        this_year.checked_sub_months(Months::new(12))?
    };
    let to = start.checked_add_months(Months::new(3))?.pred_opt()?;
    // "Last spring" in summer is this year's; in spring it is last year's.
    let range = if last && to >= today {
        DateRange {
            from: start.checked_sub_months(Months::new(12))?,
            to: to.checked_sub_months(Months::new(12))?,
        }
    } else {
        DateRange {
            from: start,
            to: to.min(today),
        }
    };
    Some(TimePhrase::new_vague(
        2,
        TimeReference::Past(Period::Days(range)),
    ))
}

/// `last 6 months`, `over 3 months`, `1yr`, `half a year`, `the next two weeks`, `3 months ago`.
fn parse_duration(before: &[Word], words: &[Word], today: NaiveDate) -> Option<TimePhrase> {
    let text_at = |index: usize| words.get(index).map_or("", |word| word.text.as_str());
    let (lead, ahead) = match text_at(0) {
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
    let (count, unit, used, vague) =
        if let Some((count, unit)) = parse_compact_duration(&first.text) {
            (count, unit, 1, false)
        } else if let (Some(count), Some(unit)) =
            (first.as_number(), TimeUnit::parse(text_at(lead + 1)))
        {
            (count, unit, 2, false)
        } else {
            match (text_at(lead), text_at(lead + 1), text_at(lead + 2)) {
                ("half", "a" | "of", "year" | "yr") => (6, TimeUnit::Month, 3, false),
                ("half", "year" | "yr", _) => (6, TimeUnit::Month, 2, false),
                ("couple", "of", unit) => (2, TimeUnit::parse(unit)?, 3, true),
                ("couple", unit, _) => (2, TimeUnit::parse(unit)?, 2, true),
                ("few" | "several", unit, _) => (3, TimeUnit::parse(unit)?, 2, true),
                ("a" | "one", unit, _) if lead == 0 => (1, TimeUnit::parse(unit)?, 2, false),
                (unit, ..)
                    if lead == 0
                        && before.last().is_some_and(|word| {
                            matches!(word.text.as_str(), "over" | "within" | "than")
                        }) =>
                {
                    (1, TimeUnit::parse(unit)?, 1, false)
                }
                _ => return None,
            }
        };
    let used = lead + used;
    let days = unit.to_days(count).clamp(1, 36_500);
    if text_at(used) == "ago" {
        let day = match unit.to_months(count) {
            Some(months) => today.checked_sub_months(Months::new(months.min(1_200)))?,
            None => today.checked_sub_days(Days::new(u64::from(days)))?,
        };
        let period = if unit.to_months(count).is_some() {
            Period::Month(day.year(), day.month())
        } else {
            Period::Days(DateRange { from: day, to: day })
        };
        return Some(TimePhrase {
            word_count: used + 1,
            reference: TimeReference::Past(period),
            is_vague: vague,
        });
    }
    if ahead {
        return Some(TimePhrase {
            word_count: used,
            reference: TimeReference::Future(days),
            is_vague: vague,
        });
    }
    let period = match unit.to_months(count) {
        Some(months) if !matches!(months, 1 | 3 | 12) => {
            let from = today
                .checked_sub_months(Months::new(months.min(1_200)))?
                .succ_opt()?;
            Period::Days(DateRange { from, to: today })
        }
        _ => Period::last_days(days, today),
    };
    Some(TimePhrase {
        word_count: used,
        reference: TimeReference::Duration { days, period },
        is_vague: vague,
    })
}

/// `6mo`, `1y`, `90d`: a number and its unit in one word.
fn parse_compact_duration(word: &str) -> Option<(u32, TimeUnit)> {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let (count, unit) = word.split_at_checked(digits)?;
    if count.is_empty() || count.len() > 4 {
        return None;
    }
    let unit = match unit {
        "d" => TimeUnit::Day,
        "w" => TimeUnit::Week,
        "m" => TimeUnit::Month,
        "q" => TimeUnit::Quarter,
        "y" => TimeUnit::Year,
        longer => TimeUnit::parse(longer)?,
    };
    Some((count.parse().ok()?, unit))
}

/// `March to May`, `between 2026-01-05 and 2026-02-03`, `June 1 to June 10`, or one calendar period
/// alone.
fn parse_range(before: &[Word], words: &[Word], today: NaiveDate) -> Option<TimePhrase> {
    let (used, first) = parse_day_or_period(before, words, today)?;
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
        // A month name after "to" is as unambiguous as one after "in".
        let lead = rest
            .get(..skipped)
            .filter(|lead| !lead.is_empty())
            .unwrap_or(before);
        if let Some((more, last)) = parse_day_or_period(lead, target, today) {
            let (from, to) = (first.full_range(today), last.full_range(today));
            // "November to February" starts in the previous year.
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
            return (range.from <= range.to).then(|| {
                TimePhrase::new_exact(
                    used + skipped + more,
                    TimeReference::Past(Period::Days(range)),
                )
            });
        }
    }
    Some(TimePhrase::new_exact(used, TimeReference::Past(first)))
}

fn parse_day_or_period(
    before: &[Word],
    words: &[Word],
    today: NaiveDate,
) -> Option<(usize, Period)> {
    let day = parse_calendar_day(words, today)
        .map(|(used, day)| (used, Period::Days(DateRange { from: day, to: day })));
    day.or_else(|| parse_calendar_period(before, words, today))
}

#[cfg(test)]
mod tests;

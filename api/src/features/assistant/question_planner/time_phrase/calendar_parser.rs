//! Parses months, quarters, years and days. A month without a year is the most recent one that has
//! started.

use chrono::{Datelike, NaiveDate};

use crate::features::assistant::period::Period;
use crate::features::assistant::question_planner::word_splitter::{Gap, Word};

/// Parses a month, quarter or year; also returns the number of words.
pub(super) fn parse_calendar_period(
    before: &[Word],
    words: &[Word],
    today: NaiveDate,
) -> Option<(usize, Period)> {
    let first = words.first()?;
    let second = words.get(1);
    if let Some(month) = parse_month(before, words) {
        let explicit = second.and_then(|word| parse_year(word, today));
        // "May of 2025", "May last year"
        let (used, year) = match (
            explicit,
            second.map(|word| word.text.as_str()),
            words.get(2),
        ) {
            (Some(year), ..) => (2, year),
            (None, Some("of" | "in"), Some(third)) if parse_year(third, today).is_some() => {
                (3, parse_year(third, today)?)
            }
            (None, Some("last"), Some(third)) if third.text == "year" => (3, today.year() - 1),
            (None, Some("this"), Some(third)) if third.text == "year" => (3, today.year()),
            _ => (
                1,
                if month <= today.month() {
                    today.year()
                } else {
                    today.year() - 1
                },
            ),
        };
        return Some((used, Period::Month(year, month)));
    }
    if let Some((used, quarter)) = parse_quarter(words) {
        let next = words.get(used);
        let skipped =
            usize::from(next.is_some_and(|word| matches!(word.text.as_str(), "of" | "in")));
        if let Some(year) = words
            .get(used + skipped)
            .and_then(|word| parse_year(word, today))
        {
            return Some((used + skipped + 1, Period::Quarter(year, quarter)));
        }
        let has_begun = quarter <= today.month0() / 3 + 1;
        return Some((
            used,
            Period::Quarter(
                if has_begun {
                    today.year()
                } else {
                    today.year() - 1
                },
                quarter,
            ),
        ));
    }
    // 2026-05 and 2026-Q2
    let year = parse_year(first, today)?;
    if let Some(second) = second.filter(|word| word.gap == Gap::Tight) {
        if let Some(quarter) = second
            .text
            .strip_prefix('q')
            .and_then(|digit| digit.parse().ok())
            .filter(|quarter| (1..=4).contains(quarter))
        {
            return Some((2, Period::Quarter(year, quarter)));
        }
        if let Some(month) = parse_two_digits(second).filter(|month| (1..=12).contains(month)) {
            return Some((2, Period::Month(year, month)));
        }
    }
    Some((1, Period::Year(year)))
}

/// Parses `2026-06-01`, `June 1`, `June 1st, 2026` and `1 June`.
pub(super) fn parse_calendar_day(words: &[Word], today: NaiveDate) -> Option<(usize, NaiveDate)> {
    let first = words.first()?;
    let second = words.get(1)?;
    if let (Some(year), Some(third)) = (parse_year(first, today), words.get(2)) {
        let tight = second.gap == Gap::Tight && third.gap == Gap::Tight;
        return if tight {
            Some((
                3,
                NaiveDate::from_ymd_opt(year, parse_two_digits(second)?, parse_two_digits(third)?)?,
            ))
        } else {
            None
        };
    }
    let (month, day) = match (
        parse_month_name(&first.text),
        parse_month_name(&second.text),
    ) {
        (Some(month), _) => (month, parse_day_of_month(second)?),
        (None, Some(month)) => (month, parse_day_of_month(first)?),
        _ => return None,
    };
    if let Some(year) = words.get(2).and_then(|word| parse_year(word, today)) {
        return Some((3, NaiveDate::from_ymd_opt(year, month, day)?));
    }
    let this_year = NaiveDate::from_ymd_opt(today.year(), month, day)?;
    let date = if this_year <= today {
        this_year
    } else {
        NaiveDate::from_ymd_opt(today.year() - 1, month, day)?
    };
    Some((2, date))
}

fn parse_month(before: &[Word], words: &[Word]) -> Option<u32> {
    let first = words.first()?;
    let month = parse_month_name(&first.text)?;
    // "may" and "march" are also verbs, and abbreviations such as "dec" are ambiguous: they need a
    // preposition or a year.
    let verb = matches!(first.text.as_str(), "may" | "march" | "mar");
    let has_preposition = before.last().is_some_and(|word| {
        let lead = [
            "in", "for", "of", "during", "since", "from", "last", "this", "through", "thru",
            "until", "till", "to", "between", "and", "by", "vs", "versus", "than",
        ];
        lead.contains(&word.text.as_str())
    });
    let dated = words.get(1).is_some_and(|word| {
        word.as_number().is_some_and(|number| number >= 2000)
            || matches!(word.text.as_str(), "to" | "through")
    });
    (!verb || has_preposition || dated || first.is_capitalized).then_some(month)
}

fn parse_month_name(word: &str) -> Option<u32> {
    let month = match word {
        "january" | "jan" => 1,
        "february" | "feb" => 2,
        "march" | "mar" => 3,
        "april" | "apr" => 4,
        "may" => 5,
        "june" | "jun" => 6,
        "july" | "jul" => 7,
        "august" | "aug" => 8,
        "september" | "sep" | "sept" => 9,
        "october" | "oct" => 10,
        "november" | "nov" => 11,
        "december" | "dec" => 12,
        _ => {
            // "May's" is read as "mays".
            let owner = word.strip_suffix('s').filter(|owner| owner.len() > 2)?;
            return parse_month_name(owner);
        }
    };
    Some(month)
}

fn parse_quarter(words: &[Word]) -> Option<(usize, u32)> {
    let text = |index: usize| words.get(index).map_or("", |word| word.text.as_str());
    if let Some(quarter) = text(0)
        .strip_prefix('q')
        .and_then(|digit| digit.parse().ok())
        .filter(|quarter| (1..=4).contains(quarter))
    {
        return Some((1, quarter));
    }
    let ordinal = |word: &str| match word {
        "first" | "1st" => Some(1),
        "second" | "2nd" => Some(2),
        "third" | "3rd" => Some(3),
        "fourth" | "4th" => Some(4),
        _ => None,
    };
    if text(1) == "quarter" {
        return ordinal(text(0)).map(|quarter| (2, quarter));
    }
    if text(0) == "quarter" {
        return words
            .get(1)
            .and_then(Word::as_number)
            .filter(|quarter| (1..=4).contains(quarter))
            .map(|quarter| (2, quarter));
    }
    None
}

/// Parses a year from 2000 to next year.
fn parse_year(word: &Word, today: NaiveDate) -> Option<i32> {
    let year = word.text.parse().ok().filter(|_| word.text.len() == 4)?;
    (2000..=today.year().saturating_add(1))
        .contains(&year)
        .then_some(year)
}

fn parse_two_digits(word: &Word) -> Option<u32> {
    (word.text.len() == 2)
        .then(|| word.text.parse().ok())
        .flatten()
}

fn parse_day_of_month(word: &Word) -> Option<u32> {
    let digits = word
        .text
        .trim_end_matches(|character: char| character.is_ascii_alphabetic());
    let ending = word.text.get(digits.len()..)?;
    let day = digits
        .parse()
        .ok()
        .filter(|_| matches!(ending, "" | "st" | "nd" | "rd" | "th"))?;
    (1..=31).contains(&day).then_some(day)
}

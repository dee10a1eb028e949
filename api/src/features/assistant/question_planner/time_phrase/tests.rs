use super::super::word_splitter::split_words;
use super::*;

fn parse_phrase(text: &str) -> Option<TimePhrase> {
    let all = split_words(text);
    let today = "2026-06-15".parse().unwrap();
    (0..all.len()).find_map(|at| parse_time_phrase(&all[..at], &all[at..], today))
}

fn parse_period(text: &str) -> String {
    match parse_phrase(text).map(|phrase| phrase.reference) {
        Some(TimeReference::Past(period) | TimeReference::Duration { period, .. }) => {
            period.to_string()
        }
        other => format!("{other:?}"),
    }
}

#[test]
fn parses_periods() {
    for (text, expected) in [
        ("sales today", "today"),
        ("sales this month", "this_month"),
        ("top products last full quarter", "last_quarter"),
        ("in last month's sales", "last_month"),
        ("over the last month", "last_30_days"),
        ("over the last quarter", "last_quarter"),
        ("in the past year", "last_12_months"),
        ("last year", "last_year"),
        ("year to date", "this_year"),
        ("last 7 days", "last_7_days"),
        ("the last three months", "last_90_days"),
        ("past 2 weeks", "2026-06-02..2026-06-15"),
        ("over half a year", "2025-12-16..2026-06-15"),
        ("for May", "2026-05"),
        ("sales in July", "2025-07"),
        ("March 2025", "2025-03"),
        ("in may last year", "2025-05"),
        ("second quarter of 2025", "2025-Q2"),
        ("Q4", "2025-Q4"),
        ("in 2024", "2024"),
        ("2026-05", "2026-05"),
        ("2026-Q1", "2026-Q1"),
        ("since March", "2026-03-01..2026-06-15"),
        ("since the beginning of 2025", "2025-01-01..2026-06-15"),
        ("between March and May", "2026-03-01..2026-05-31"),
        ("from November to February", "2025-11-01..2026-02-28"),
        ("2026-01-05..2026-02-03", "2026-01-05..2026-02-03"),
        ("June 1st to June 10", "2026-06-01..2026-06-10"),
        ("3 months ago", "2026-03"),
        ("this spring", "2026-03-01..2026-05-31"),
    ] {
        assert_eq!(parse_period(text), expected, "{text}");
    }
}

#[test]
fn does_not_parse_verbs_and_names_as_months() {
    for text in [
        "may I see the stock",
        "they march on",
        "mark the items",
        "august company", /* a month all the same */
    ] {
        assert_eq!(
            parse_phrase(text).is_some(),
            text.starts_with("august"),
            "{text}"
        );
    }
}

#[test]
fn parses_future_times_and_comparisons() {
    let when = |text: &str| parse_phrase(text).map(|phrase| phrase.reference);
    assert_eq!(when("the next two weeks"), Some(TimeReference::Future(14)));
    assert_eq!(when("within 30 days"), Some(TimeReference::Future(30)));
    assert_eq!(when("next month"), Some(TimeReference::Future(30)));
    assert_eq!(
        when("compared with a year ago"),
        Some(TimeReference::YearAgo)
    );
    assert_eq!(
        when("the same month last year"),
        Some(TimeReference::YearAgo)
    );
    assert_eq!(when("month over month"), Some(TimeReference::PeriodAgo));
    assert_eq!(
        when("and the year before that"),
        Some(TimeReference::StepBack)
    );
    assert_eq!(
        when("1y"),
        Some(TimeReference::Duration {
            days: 365,
            period: Period::Last12Months
        })
    );
    assert!(
        parse_phrase("a few months").unwrap().is_vague
            && parse_phrase("this season").unwrap().is_vague
    );
}

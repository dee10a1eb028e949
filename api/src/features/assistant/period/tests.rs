use super::*;

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

fn range(from: &str, to: &str) -> DateRange {
    DateRange {
        from: date(from),
        to: date(to),
    }
}

/// A Monday in the second quarter.
fn today() -> NaiveDate {
    date("2026-06-15")
}

#[test]
fn parses_every_notation_to_its_dates() {
    for (text, from, to) in [
        ("today", "2026-06-15", "2026-06-15"),
        ("this_week", "2026-06-15", "2026-06-15"),
        ("last_week", "2026-06-08", "2026-06-14"),
        ("this_month", "2026-06-01", "2026-06-15"),
        ("last_month", "2026-05-01", "2026-05-31"),
        ("this_quarter", "2026-04-01", "2026-06-15"),
        ("last_quarter", "2026-01-01", "2026-03-31"),
        ("this_year", "2026-01-01", "2026-06-15"),
        ("last_year", "2025-01-01", "2025-12-31"),
        ("last_7_days", "2026-06-09", "2026-06-15"),
        ("last_30_days", "2026-05-17", "2026-06-15"),
        ("last_90_days", "2026-03-18", "2026-06-15"),
        ("last_12_months", "2025-06-16", "2026-06-15"),
        ("2025", "2025-01-01", "2025-12-31"),
        ("2026", "2026-01-01", "2026-06-15"),
        ("2024-02", "2024-02-01", "2024-02-29"),
        ("2025-Q4", "2025-10-01", "2025-12-31"),
        ("2025-12-24..2026-01-02", "2025-12-24", "2026-01-02"),
    ] {
        let period = Period::parse(text).unwrap();
        assert_eq!(period.to_string(), text);
        assert_eq!(period.to_date_range(today()), range(from, to), "{text}");
    }
}

#[test]
fn rejects_other_texts() {
    for text in [
        "",
        "someday",
        "last_13_days",
        "26",
        "2026-13",
        "2026-Q5",
        "2026-6",
        "2026-02-30..2026-03-01",
        "2026-03-02..2026-03-01",
        "1066",
        "２０２６",
        "2026-Q٣",
    ] {
        assert_eq!(Period::parse(text), None, "{text}");
    }
}

#[test]
fn compares_a_period_in_progress_with_as_many_days() {
    let previous = |text: &str| Period::parse(text).unwrap().previous_range(today());
    assert_eq!(previous("this_month"), range("2026-05-01", "2026-05-15"));
    assert_eq!(previous("last_month"), range("2026-04-01", "2026-04-30"));
    assert_eq!(previous("this_quarter"), range("2026-01-01", "2026-03-15"));
    assert_eq!(previous("this_year"), range("2025-01-01", "2025-06-15"));
    assert_eq!(previous("2025"), range("2024-01-01", "2024-12-31"));
    assert_eq!(previous("last_30_days"), range("2026-04-17", "2026-05-16"));
    assert_eq!(previous("last_week"), range("2026-06-01", "2026-06-07"));
    assert_eq!(previous("this_week"), range("2026-06-08", "2026-06-08"));
    assert_eq!(
        Period::ThisMonth.previous_range(date("2026-03-31")),
        range("2026-02-01", "2026-02-28")
    );
    assert_eq!(
        Period::Month(2024, 2).year_ago_range(today()),
        range("2023-02-01", "2023-02-28")
    );
    assert_eq!(
        Period::ThisYear.year_ago_range(today()),
        range("2025-01-01", "2025-06-15")
    );
}

#[test]
fn previous_period_keeps_the_unit() {
    let before = |text: &str| {
        Period::parse(text)
            .unwrap()
            .previous_period(today())
            .to_string()
    };
    assert_eq!(before("this_year"), "last_year");
    assert_eq!(before("last_year"), "2024");
    assert_eq!(before("last_month"), "2026-04");
    assert_eq!(before("2026-Q1"), "2025-Q4");
    assert_eq!(before("last_7_days"), "2026-06-02..2026-06-08");
    assert_eq!(before("2026-01"), "2025-12");
}

#[test]
fn formats_periods_for_display() {
    let words = |text: &str| Period::parse(text).unwrap().to_text();
    assert_eq!(words("last_12_months"), "last 12 months");
    assert_eq!(words("2026-05"), "May 2026");
    assert_eq!(words("2026-Q2"), "Q2 2026");
    assert_eq!(words("2025"), "2025");
    assert_eq!(
        words("2026-01-05..2026-02-03"),
        "Jan 5, 2026 to Feb 3, 2026"
    );
}

#[test]
fn handles_the_limits_of_the_calendar() {
    for today in [NaiveDate::MIN, NaiveDate::MAX, date("2024-02-29")] {
        for text in [
            "this_week",
            "last_quarter",
            "last_12_months",
            "this_year",
            "last_year",
            "9999-12",
            "1900",
        ] {
            let period = Period::parse(text).unwrap();
            let _ = (
                period.to_date_range(today),
                period.previous_range(today),
                period.year_ago_range(today),
                period.previous_period(today),
                period.to_text(),
            );
        }
    }
    assert_eq!(Period::last_days(90, today()), Period::Last90Days);
    assert_eq!(
        Period::last_days(14, today()).to_string(),
        "2026-06-02..2026-06-15"
    );
}

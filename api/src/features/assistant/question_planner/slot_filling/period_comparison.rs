//! Resolves comparisons of periods: "last month compared with a year ago", "this month and last
//! month", "compared to last year".

use chrono::NaiveDate;

use crate::features::assistant::period::Period;
use crate::features::assistant::question_planner::parsed_question::ParsedQuestion;
use crate::features::assistant::question_planner::time_phrase::TimeReference;
use crate::features::assistant::tool_registry::Compare;

/// Periods of a clause, and what the first one is compared with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PeriodComparison {
    /// All periods of the clause, in order.
    pub periods: Vec<Period>,
    /// Period of the figures, if the clause asks for a comparison.
    pub period: Option<Period>,
    pub compare: Option<Compare>,
}

pub(super) fn detect_comparison(parsed: &ParsedQuestion, today: NaiveDate) -> PeriodComparison {
    let mut periods: Vec<(usize, Period)> = Vec::new();
    let mut named = None;
    let mut before = false;
    for time in &parsed.times {
        match time.phrase.reference {
            TimeReference::Past(period) | TimeReference::Duration { period, .. } => {
                match periods.iter().find(|(_, known)| *known == period) {
                    None => periods.push((time.position, period)),
                    // "Last quarter compared to the previous quarter": the second is the one before
                    // the first.
                    Some((first, _)) => {
                        before |= parsed
                            .compared_at
                            .is_some_and(|marker| (*first..time.position).contains(&marker));
                    }
                }
            }
            TimeReference::YearAgo => named = Some(Compare::PreviousYear),
            TimeReference::PeriodAgo => named = named.or(Some(Compare::PreviousPeriod)),
            TimeReference::StepBack => before = true,
            TimeReference::Future(_) => {}
        }
    }
    let all: Vec<Period> = periods.iter().map(|(_, period)| *period).collect();
    let compares = parsed.compared_at.is_some();
    let (period, compare) = match (periods.as_slice(), named) {
        (list, Some(compare)) => (list.first().map(|(_, period)| *period), Some(compare)),
        ([(_, period)], None) if before && compares => {
            (Some(*period), Some(comparison_step(*period)))
        }
        ([(position, period)], None) if compares => comparison_for_period(
            *period,
            parsed.compared_at.is_some_and(|marker| marker < *position),
        ),
        ([(_, first), (_, second)], None) if compares => {
            let (main, base) =
                if first.to_date_range(today).from >= second.to_date_range(today).from {
                    (*first, *second)
                } else {
                    (*second, *first)
                };
            let yearly = base.full_range(today) == main.year_ago_range(today)
                || (base == Period::LastYear && main != Period::ThisYear);
            (
                Some(main),
                Some(if yearly {
                    Compare::PreviousYear
                } else {
                    Compare::PreviousPeriod
                }),
            )
        }
        ([], None) if compares => (None, Some(Compare::PreviousPeriod)),
        _ => (None, None),
    };
    PeriodComparison {
        periods: all,
        period,
        compare,
    }
}

/// "Compared to last month" compares this month; "last month compared" compares last month.
fn comparison_for_period(period: Period, behind_marker: bool) -> (Option<Period>, Option<Compare>) {
    if !behind_marker {
        return (Some(period), Some(Compare::PreviousPeriod));
    }
    match period {
        Period::LastWeek => (Some(Period::ThisWeek), Some(Compare::PreviousPeriod)),
        Period::LastMonth => (Some(Period::ThisMonth), Some(Compare::PreviousPeriod)),
        Period::LastQuarter => (Some(Period::ThisQuarter), Some(Compare::PreviousPeriod)),
        Period::LastYear => (Some(Period::ThisYear), Some(Compare::PreviousYear)),
        other => (Some(other), Some(Compare::PreviousPeriod)),
    }
}

/// "2025 and the year before" steps by a year, "May and the month before" by a month.
fn comparison_step(period: Period) -> Compare {
    match period {
        Period::ThisYear | Period::LastYear | Period::Year(_) | Period::Last12Months => {
            Compare::PreviousYear
        }
        _ => Compare::PreviousPeriod,
    }
}

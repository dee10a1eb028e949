//! What a clause compares with what: "last month compared with a year ago", "this month and last
//! month", "compared to last year".

use chrono::NaiveDate;

use crate::features::assistant::periods::Period;
use crate::features::assistant::planner::gist::Gist;
use crate::features::assistant::planner::when::When;
use crate::features::assistant::registry::Compare;

/// The periods of a clause, and how the first relates to what it is compared with.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Comparison {
    /// Every period named, in order.
    pub periods: Vec<Period>,
    /// The period that the figures are for, if a comparison is asked for.
    pub period: Option<Period>,
    pub compare: Option<Compare>,
}

pub(super) fn comparison(gist: &Gist, today: NaiveDate) -> Comparison {
    let mut periods: Vec<(usize, Period)> = Vec::new();
    let mut named = None;
    let mut before = false;
    for time in &gist.times {
        match time.phrase.when {
            When::Past(period) | When::Length { period, .. } => {
                match periods.iter().find(|(_, known)| *known == period) {
                    None => periods.push((time.at, period)),
                    // "Last quarter compared to the previous quarter": the second is the one before
                    // the first.
                    Some((first, _)) => {
                        before |= gist
                            .compared_at
                            .is_some_and(|marker| (*first..time.at).contains(&marker));
                    }
                }
            }
            When::YearAgo => named = Some(Compare::PreviousYear),
            When::PeriodAgo => named = named.or(Some(Compare::PreviousPeriod)),
            When::Before => before = true,
            When::Ahead(_) => {}
        }
    }
    let all: Vec<Period> = periods.iter().map(|(_, period)| *period).collect();
    let asked = gist.compared_at.is_some();
    let (period, compare) = match (periods.as_slice(), named) {
        (list, Some(compare)) => (list.first().map(|(_, period)| *period), Some(compare)),
        ([(_, period)], None) if before && asked => (Some(*period), Some(step_of(*period))),
        ([(at, period)], None) if asked => {
            compared_with(*period, gist.compared_at.is_some_and(|marker| marker < *at))
        }
        ([(_, first), (_, second)], None) if asked => {
            let (main, base) = if first.range(today).from >= second.range(today).from {
                (*first, *second)
            } else {
                (*second, *first)
            };
            let yearly = base.whole_range(today) == main.year_before(today)
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
        ([], None) if asked => (None, Some(Compare::PreviousPeriod)),
        _ => (None, None),
    };
    Comparison {
        periods: all,
        period,
        compare,
    }
}

/// "Compared to last month" compares this month; "last month compared" compares last month.
fn compared_with(period: Period, behind_marker: bool) -> (Option<Period>, Option<Compare>) {
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
fn step_of(period: Period) -> Compare {
    match period {
        Period::ThisYear | Period::LastYear | Period::Year(_) | Period::Last12Months => {
            Compare::PreviousYear
        }
        _ => Compare::PreviousPeriod,
    }
}

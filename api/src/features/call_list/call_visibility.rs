//! Decides which growers a caller sees, and measures what the list brought.

use std::collections::HashMap;

use super::call_outcome::CallOutcome;
use call_list::control_group::{
    CallingEffect, GrowerChange, ROUND_DAYS, is_held_back, measure_effect, round_of,
};
use chrono::{Days, NaiveDate};

/// Share of growers held back unless an owner sets another, in percent.
pub const DEFAULT_HELD_BACK_PERCENT: u32 = 10;
/// Start of the first round of assignments: a Monday.
const FIRST_ROUND: NaiveDate = match NaiveDate::from_ymd_opt(2024, 1, 1) {
    Some(day) => day,
    None => NaiveDate::MIN,
};
/// Days between a day and that of the year before, on the same weekday.
const YEAR_DAYS: u64 = 364;

/// Whose growers a caller sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallAudience {
    /// All growers: managers.
    Team,
    /// The growers whose salesperson is this email address.
    Salesperson(String),
}

impl CallAudience {
    pub fn includes(&self, salesperson: &str) -> bool {
        match self {
            Self::Team => true,
            Self::Salesperson(email) => {
                !email.is_empty() && salesperson.trim().eq_ignore_ascii_case(email)
            }
        }
    }
}

/// Whether the last outcome keeps a grower off the list.
pub fn is_paused(last: Option<(NaiveDate, CallOutcome)>, as_of: NaiveDate) -> bool {
    last.is_some_and(|(day, outcome)| (as_of - day).num_days() < outcome.pause_days())
}

/// The random assignment of growers to the list or the control group.
#[derive(Clone, Copy, Debug)]
pub struct ControlGroup {
    /// Differs between organizations.
    pub seed: i64,
    pub percent: u32,
}

impl ControlGroup {
    pub fn holds_back(&self, customer_id: &str, day: NaiveDate) -> bool {
        let round = round_of(day, FIRST_ROUND).unwrap_or_default();
        is_held_back(self.seed, round, customer_id, self.percent)
    }

    /// Effect from `since` to `as_of`. `margins` is sorted by day for each grower.
    pub fn measure(
        &self,
        margins: &HashMap<String, Vec<(NaiveDate, f64)>>,
        since: NaiveDate,
        as_of: NaiveDate,
    ) -> CallingEffect {
        let mut changes = Vec::new();
        let mut start = since;
        while start < as_of {
            let round = round_of(start, FIRST_ROUND).unwrap_or_default();
            let end = FIRST_ROUND
                .checked_add_days(Days::new(
                    (u64::from(round) + 1) * ROUND_DAYS.unsigned_abs(),
                ))
                .unwrap_or(as_of)
                .min(as_of);
            changes.extend(margins.iter().map(|(customer_id, days)| GrowerChange {
                is_held_back: is_held_back(self.seed, round, customer_id, self.percent),
                change: sum_between(days, start, end)
                    - sum_between(days, one_year_before(start), one_year_before(end)),
            }));
            if end <= start {
                break;
            }
            start = end;
        }
        // Sums of floats depend on the order, and that of a map differs between runs.
        changes.sort_by(|one, other| one.change.total_cmp(&other.change));
        measure_effect(&changes, (as_of - since).num_days())
    }
}

fn one_year_before(day: NaiveDate) -> NaiveDate {
    day.checked_sub_days(Days::new(YEAR_DAYS))
        .unwrap_or(NaiveDate::MIN)
}

/// From `start` up to the day before `end`.
fn sum_between(days: &[(NaiveDate, f64)], start: NaiveDate, end: NaiveDate) -> f64 {
    days.iter()
        .filter(|(day, _)| (start..end).contains(day))
        .map(|(_, margin)| margin)
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn outcomes_pause_growers() {
        let last = |outcome| Some((day("2026-03-02"), outcome));
        assert!(is_paused(last(CallOutcome::Reached), day("2026-03-15")));
        assert!(!is_paused(last(CallOutcome::Reached), day("2026-03-16")));
        assert!(!is_paused(last(CallOutcome::Later), day("2026-03-09")));
        assert!(is_paused(last(CallOutcome::Lost), day("2026-05-25")));
        assert!(!is_paused(None, day("2026-03-02")));
    }

    #[test]
    fn a_salesperson_sees_own_growers_only() {
        let own = CallAudience::Salesperson("rep@prairie.example".to_owned());
        assert!(own.includes(" Rep@Prairie.example "));
        assert!(!own.includes("other@prairie.example") && !own.includes(""));
        assert!(CallAudience::Team.includes(""));
        assert!(!CallAudience::Salesperson(String::new()).includes(" "));
    }

    #[test]
    fn effect_compares_with_growers_held_back() {
        let control = ControlGroup {
            seed: 5,
            percent: 20,
        };
        let (since, as_of) = (day("2024-01-01"), day("2024-03-25"));
        let margins: HashMap<String, Vec<(NaiveDate, f64)>> = (0..400)
            .map(|n| {
                let id = format!("G{n}");
                let more = if control.holds_back(&id, since) {
                    0.0
                } else {
                    10.0
                };
                let days = vec![
                    (day("2023-02-01"), 100.0 + f64::from(n % 9)),
                    (day("2024-02-01"), 100.0 + f64::from(n % 7) + more),
                ];
                (id, days)
            })
            .collect();
        let CallingEffect::Measured {
            listed,
            margin,
            low,
            high,
            ..
        } = control.measure(&margins, since, as_of)
        else {
            panic!("measured")
        };
        let truth = 10.0 * f64::from(u32::try_from(listed).unwrap());
        assert!(
            low < truth && truth < high && margin > 0.5 * truth,
            "{low} {margin} {high}"
        );
        assert!(matches!(
            control.measure(&margins, since, day("2024-01-20")),
            CallingEffect::TooEarly { .. }
        ));
    }
}

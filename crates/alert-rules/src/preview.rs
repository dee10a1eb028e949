//! Replays a rule over the past: the days on which it is evaluated, and the alerts that would have
//! started.

use crate::guard::{Guard, Phase, Transition, advance};
use chrono::{Days, Months, NaiveDate};
use std::collections::{BTreeMap, BTreeSet};

/// The number of months of a preview.
const PREVIEW_MONTHS: u32 = 24;
const DAYS_PER_WEEK: u64 = 7;

/// The distance between two evaluations of a preview.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PreviewStep {
    Week,
    Month,
}

/// The days of a preview of two years that ends today, oldest first: at most 105.
pub fn preview_days(today: NaiveDate, step: PreviewStep) -> Vec<NaiveDate> {
    let Some(first) = today.checked_sub_months(Months::new(PREVIEW_MONTHS)) else {
        return Vec::new();
    };
    let day_at = |index: u32| match step {
        PreviewStep::Week => today.checked_sub_days(Days::new(u64::from(index) * DAYS_PER_WEEK)),
        PreviewStep::Month => today.checked_sub_months(Months::new(index)),
    };
    let mut days: Vec<NaiveDate> = (0..)
        .map_while(day_at)
        .take_while(|day| *day >= first)
        .collect();
    days.reverse();
    days
}

/// An alert that would have started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Start {
    /// The day of the evaluation.
    pub day: NaiveDate,
    /// The member of the breakdown.
    pub member: String,
}

/// The phases of all members while evaluations are replayed.
#[derive(Clone, Debug)]
pub struct Replay {
    guard: Guard,
    phases: BTreeMap<String, Phase>,
    starts: Vec<Start>,
}

impl Replay {
    /// A replay without alerts.
    pub fn new(guard: Guard) -> Self {
        Self {
            guard,
            phases: BTreeMap::new(),
            starts: Vec::new(),
        }
    }

    /// Evaluates the rule on a day on which the condition holds for `holding`.
    pub fn evaluate(&mut self, day: NaiveDate, holding: &BTreeSet<String>) {
        let known = self.phases.keys().cloned();
        let members: BTreeSet<String> = known.chain(holding.iter().cloned()).collect();
        for member in members {
            let phase = self.phases.remove(&member);
            let (next, transition) = advance(self.guard, phase, holding.contains(&member));
            if transition == Some(Transition::Started) {
                self.starts.push(Start {
                    day,
                    member: member.clone(),
                });
            }
            self.phases.extend(next.map(|next| (member, next)));
        }
    }

    /// The alerts that would have started, in order.
    pub fn into_starts(self) -> Vec<Start> {
        self.starts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_years_have_105_weeks_and_25_months() {
        let today = "2026-06-16".parse().unwrap();
        let weeks = preview_days(today, PreviewStep::Week);
        assert_eq!((weeks.len(), weeks.last()), (105, Some(&today)));
        let months = preview_days(today, PreviewStep::Month);
        assert_eq!(months.len(), 25);
        assert_eq!(months.first(), Some(&"2024-06-16".parse().unwrap()));
    }

    #[test]
    fn each_member_starts_once_for_each_event() {
        let today = "2026-06-16".parse().unwrap();
        let mut replay = Replay::new(Guard::Twice);
        for (index, day) in preview_days(today, PreviewStep::Month)
            .into_iter()
            .enumerate()
        {
            let mut holding = BTreeSet::new();
            if (3..9).contains(&index) || (15..18).contains(&index) {
                holding.insert("Seed".to_owned());
            }
            if index % 4 == 0 {
                holding.insert("Noise".to_owned());
            }
            replay.evaluate(day, &holding);
        }
        let starts: Vec<String> = replay
            .into_starts()
            .into_iter()
            .map(|start| format!("{} {}", start.day, start.member))
            .collect();
        assert_eq!(starts, ["2024-10-16 Seed", "2025-10-16 Seed"]);
    }
}

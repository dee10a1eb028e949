//! The day that figures over order lines are for.

use super::dataset::Dataset;
use chrono::{Duration, NaiveDate};
use std::collections::BTreeSet;

/// Today, unless the newest line is more than a day older than the longest time without lines in
/// the 365 days up to it; then the day of the newest line. With under eight days of lines, that
/// time is taken to be a year.
pub(super) fn choose_figure_day(dataset: &Dataset, today: NaiveDate) -> NaiveDate {
    let past: BTreeSet<NaiveDate> = dataset
        .lines
        .iter()
        .map(|line| line.day)
        .filter(|day| *day <= today)
        .collect();
    let Some(newest) = past.last().copied() else {
        return today;
    };
    let year: Vec<NaiveDate> = past
        .into_iter()
        .filter(|day| *day > newest - Duration::days(365))
        .collect();
    let mut usual = Duration::days(365);
    if year.len() >= 8 {
        usual = Duration::zero();
        for (earlier, later) in year.iter().zip(year.iter().skip(1)) {
            usual = usual.max(*later - *earlier);
        }
    }
    if today - newest > usual + Duration::days(1) {
        newest
    } else {
        today
    }
}

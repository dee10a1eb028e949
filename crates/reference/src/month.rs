//! Calendar months as integers.

use chrono::{Datelike, NaiveDate};

/// Months since the year 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Month(pub(super) i64);

impl Month {
    pub(super) fn from_date(day: NaiveDate) -> Self {
        Self(i64::from(day.year()) * 12 + i64::from(day.month0()))
    }

    /// 0 for January.
    pub(super) fn month_index(self) -> usize {
        usize::try_from(self.0.rem_euclid(12)).unwrap_or_default()
    }

    /// As `2026-11`.
    pub(super) fn to_text(self) -> String {
        format!(
            "{:04}-{:02}",
            self.0.div_euclid(12),
            self.0.rem_euclid(12) + 1
        )
    }
}

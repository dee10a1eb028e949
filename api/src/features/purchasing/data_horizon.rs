//! The day that figures over order lines are for.

use crate::auth::Proof;
use crate::auth::permission::{PermissionMarker, PurchasingRead, SalesRead};
use crate::db::{DbError, RolledUpDb, TenantSql};
use chrono::{Days, NaiveDate};
use sea_orm::FromQueryResult;
use serde::{Deserialize, Serialize};

/// Days with order lines from which their usual distance is known.
const MIN_ORDER_DAYS: usize = 8;
/// How far back the usual distance is looked for, and the distance assumed with fewer days.
const YEAR_DAYS: u32 = 365;

/// Permissions to read order lines: each allows to know their newest day.
pub trait ReadsOrderLines: PermissionMarker {}

impl ReadsOrderLines for PurchasingRead {}
impl ReadsOrderLines for SalesRead {}

/// The day of figures over order lines, and how far the lines reach.
///
/// Without recent lines, figures of the last days would count what is missing as zero. So figures
/// are for today only as long as the newest line is as recent as the lines' own gaps make usual:
/// at most one day older than the longest time without lines in the year before it. Beyond that,
/// they are for the day of the newest line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FigureDay {
    /// The day of the figures: today or `data_through`.
    pub as_of: NaiveDate,
    /// The day of the newest order line up to today; none without lines.
    pub data_through: Option<NaiveDate>,
    today: NaiveDate,
}

impl FigureDay {
    /// Figures for today, of an organization whose lines are not known.
    pub fn for_today(today: NaiveDate) -> Self {
        Self {
            as_of: today,
            data_through: None,
            today,
        }
    }

    /// Decides the day from the days with order lines in the year up to the newest, ascending.
    fn from_order_days(days: &[NaiveDate], today: NaiveDate) -> Self {
        let Some(newest) = days.last().copied() else {
            return Self::for_today(today);
        };
        let longest_gap = days
            .windows(2)
            .map(|pair| (pair[1] - pair[0]).num_days())
            .max()
            .filter(|_| days.len() >= MIN_ORDER_DAYS)
            .unwrap_or(YEAR_DAYS.into());
        let is_usual = (today - newest).num_days() <= longest_gap + 1;
        Self {
            as_of: if is_usual { today } else { newest },
            data_through: Some(newest),
            today,
        }
    }

    /// Whether the figures are for an earlier day because newer lines are missing.
    pub fn is_past(self) -> bool {
        self.as_of < self.today
    }
}

#[derive(FromQueryResult)]
struct DayRow {
    day: Option<NaiveDate>,
}

const NEWEST_DAY_SQL: TenantSql = TenantSql::new(
    r"
        select max(day) as day
        from rollup_line_day
        where tenant_id = $1 and day <= $2 and lines > 0
    ",
);

const ORDER_DAYS_SQL: TenantSql = TenantSql::new(
    r"
        select distinct day
        from rollup_line_day
        where tenant_id = $1 and day > $2 and day <= $3 and lines > 0
        order by day
    ",
);

/// Reads the day of figures over order lines.
pub async fn read_figure_day<R: ReadsOrderLines>(
    db: &RolledUpDb,
    today: NaiveDate,
    _right: &Proof<R>,
) -> Result<FigureDay, DbError> {
    let newest = db
        .query_rows::<DayRow>(NEWEST_DAY_SQL, vec![today.into()])
        .await?
        .first()
        .and_then(|row| row.day);
    let Some(newest) = newest else {
        return Ok(FigureDay::for_today(today));
    };
    let after = newest
        .checked_sub_days(Days::new(YEAR_DAYS.into()))
        .unwrap_or(NaiveDate::MIN);
    let days: Vec<NaiveDate> = db
        .query_rows::<DayRow>(ORDER_DAYS_SQL, vec![after.into(), newest.into()])
        .await?
        .into_iter()
        .filter_map(|row| row.day)
        .collect();
    Ok(FigureDay::from_order_days(&days, today))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    /// A day with lines every `step` days, ending on `last`.
    fn order_days(last: &str, step: u64, count: u64) -> Vec<NaiveDate> {
        (0..count)
            .rev()
            .map(|back| day(last) - Days::new(back * step))
            .collect()
    }

    #[test]
    fn figures_are_for_today_while_the_newest_line_is_as_recent_as_usual() {
        let weekly = order_days("2026-06-01", 7, 20);
        let on = |today: &str| FigureDay::from_order_days(&weekly, day(today));
        assert_eq!(on("2026-06-09").as_of, day("2026-06-09"));
        assert!(!on("2026-06-09").is_past());
        assert_eq!(on("2026-06-10").as_of, day("2026-06-01"));
        assert!(on("2026-06-10").is_past());
        assert_eq!(on("2026-06-10").data_through, Some(day("2026-06-01")));
    }

    #[test]
    fn a_seasonal_break_of_the_last_year_is_usual() {
        let mut days = order_days("2025-07-15", 1, 60);
        days.extend(order_days("2026-04-30", 1, 45));
        let today = day("2026-09-30");
        assert_eq!(FigureDay::from_order_days(&days, today).as_of, today);
    }

    #[test]
    fn few_lines_are_recent_for_a_year() {
        let days = order_days("1998-06-30", 1, 3);
        let on = |today: &str| FigureDay::from_order_days(&days, day(today)).as_of;
        assert_eq!(on("1999-07-01"), day("1999-07-01"));
        assert_eq!(on("2026-11-25"), day("1998-06-30"));
        let none = FigureDay::from_order_days(&[], day("2026-11-25"));
        assert_eq!((none.as_of, none.data_through), (day("2026-11-25"), None));
    }
}

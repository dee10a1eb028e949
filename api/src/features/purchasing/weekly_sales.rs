//! Weekly sales of each stock row, from which seasonal levels are estimated.

use super::demand_history::DemandSeries;
use super::location_map::LocationMap;
use super::reorder_levels::WEEKS_PER_YEAR;
use super::stock_table::StockTable;
use crate::db::{DbError, RolledUpDb};
use crate::decimal::ExactSum;
use chrono::{Days, NaiveDate};
use std::borrow::Cow;
use std::collections::HashMap;

/// Years of history.
const LOOKBACK_YEARS: usize = 4;

/// Weeks of history.
const WEEKS: usize = LOOKBACK_YEARS * WEEKS_PER_YEAR;

/// Sales, less returns, of the years before a day by stock row; the last week ends on that day.
#[derive(Debug, Default)]
pub(super) struct WeeklySales {
    /// By row; rows after the last have none.
    located: Vec<SoldWeeks>,
    /// Sales without a location, by the first row of their item and unit.
    unlocated: HashMap<usize, SoldWeeks>,
}

/// The weeks with sales in order: most items are sold in a few weeks only.
type SoldWeeks = Vec<SoldWeek>;

/// A week with sales. In bytes, because a large organization has millions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SoldWeek {
    /// Counted from the oldest week.
    week: [u8; 2],
    units: [u8; 16],
}

impl SoldWeek {
    fn new(week: u16, units: ExactSum) -> Self {
        Self {
            week: week.to_le_bytes(),
            units: units.scaled().to_le_bytes(),
        }
    }

    fn week(self) -> u16 {
        u16::from_le_bytes(self.week)
    }

    fn units(self) -> ExactSum {
        ExactSum::from_scaled(i128::from_le_bytes(self.units))
    }
}

impl WeeklySales {
    /// Up to and including `as_of`, by the location at which the sales count.
    pub(super) async fn read_until(
        db: &RolledUpDb,
        as_of: NaiveDate,
        stock: &StockTable,
        locations: &LocationMap,
    ) -> Result<Self, DbError> {
        let after = as_of
            .checked_sub_days(Days::new(7 * WEEKS as u64))
            .unwrap_or(NaiveDate::MIN);
        let mut read = Self::default();
        let add =
            |series: DemandSeries| read.add(&series, series.find_row(stock, locations), as_of);
        DemandSeries::for_each_since(db, after, add).await?;
        Ok(read)
    }

    /// Adds the weeks of these years up to and including `as_of` to the row at which they count, if
    /// there is one.
    pub(super) fn add(&mut self, series: &DemandSeries, row: Option<usize>, as_of: NaiveDate) {
        let Some(row) = row else {
            return;
        };
        let weeks = sum_weeks(&series.sold, as_of);
        if series.location.is_empty() {
            self.unlocated.insert(row, weeks);
            return;
        }
        if self.located.len() <= row {
            self.located.resize_with(row + 1, Vec::new);
        }
        if let Some(known) = self.located.get_mut(row) {
            if known.is_empty() {
                *known = weeks;
            } else {
                add_weeks(known, &weeks);
            }
        }
    }

    /// Units sold of a stock row by week, oldest first; none without sales in these years.
    /// `unlocated`: the first row of its item and unit if it takes the sales without a location.
    pub(super) fn units_sold(&self, row: usize, unlocated: Option<usize>) -> Option<Vec<f64>> {
        let own = self.located.get(row).map_or(&[][..], Vec::as_slice);
        let elsewhere = unlocated.and_then(|first| self.unlocated.get(&first));
        let mut sold = Cow::Borrowed(own);
        if let Some(elsewhere) = elsewhere {
            add_weeks(sold.to_mut(), elsewhere);
        }
        (!sold.is_empty()).then(|| list_all_weeks(&sold))
    }
}

fn add_weeks(sum: &mut SoldWeeks, weeks: &[SoldWeek]) {
    for more in weeks {
        match sum.binary_search_by_key(&more.week(), |known| known.week()) {
            Ok(at) => {
                if let Some(known) = sum.get_mut(at) {
                    let units = known.units().saturating_add(more.units());
                    *known = SoldWeek::new(more.week(), units);
                }
            }
            Err(at) => sum.insert(at, *more),
        }
    }
}

/// The units of every week, oldest first.
fn list_all_weeks(sold: &[SoldWeek]) -> Vec<f64> {
    let mut weeks = vec![0.0; WEEKS];
    for sold in sold {
        if let Some(place) = weeks.get_mut(usize::from(sold.week())) {
            *place = sold.units().to_f64();
        }
    }
    weeks
}

/// The weeks with sales, oldest first; the last ends on `as_of`.
fn sum_weeks(days: &[(NaiveDate, ExactSum)], as_of: NaiveDate) -> SoldWeeks {
    let mut weeks: [Option<ExactSum>; WEEKS] = [None; WEEKS];
    for (day, quantity) in days {
        let week = usize::try_from((as_of - *day).num_days())
            .ok()
            .and_then(|days| weeks.iter_mut().nth_back(days / 7));
        if let Some(week) = week {
            *week = Some(week.unwrap_or(ExactSum::ZERO).saturating_add(*quantity));
        }
    }
    let mut sold = Vec::with_capacity(weeks.iter().flatten().count());
    sold.extend(
        (0..)
            .zip(weeks)
            .filter_map(|(week, units)| Some(SoldWeek::new(week, units?))),
    );
    sold
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::decimal::Decimal4;

    #[test]
    fn assigns_days_to_weeks_ending_on_day() {
        let as_of = NaiveDate::from_ymd_opt(2026, 6, 16).unwrap();
        let days = |days: &[(&str, &str)]| -> Vec<(NaiveDate, ExactSum)> {
            let sold = |(day, units): &(&str, &str)| {
                let units = Decimal4::parse(units).unwrap();
                (day.parse().unwrap(), ExactSum::from(units))
            };
            days.iter().map(sold).collect()
        };
        // Later days and days before the history are ignored.
        let sold = days(&[
            ("2026-06-10", "3"),
            ("2026-06-16", "1"),
            ("2026-06-17", "9"),
            ("2019-01-01", "1"),
            ("2026-06-09", "998"),
        ]);
        let weeks = sum_weeks(&sold, as_of);
        let scaled: Vec<(u16, i128)> = weeks
            .iter()
            .map(|sold| (sold.week(), sold.units().scaled()))
            .collect();
        assert_eq!(
            scaled,
            [(206, 9_980_000), (207, 40_000)],
            "only the weeks with sales are kept"
        );
        let all = list_all_weeks(&weeks);
        assert_eq!((all.len(), all[205], all[207]), (208, 0.0, 4.0));
        assert_eq!(
            sum_weeks(&days(&[("2026-06-17", "1"), ("2019-01-01", "1")]), as_of),
            Vec::new()
        );
    }

    #[test]
    fn adds_weeks_of_two_places() {
        let sold = |week: u16, units: &str| {
            SoldWeek::new(week, ExactSum::from(Decimal4::parse(units).unwrap()))
        };
        let mut sum = vec![sold(3, "1"), sold(7, "2")];
        add_weeks(&mut sum, &[sold(0, "5"), sold(7, "0.5")]);
        assert_eq!(sum, [sold(0, "5"), sold(3, "1"), sold(7, "2.5")]);
    }
}

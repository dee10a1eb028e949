//! The position of a row by week: exact arithmetic on units scaled by 10^4.

use serde::{Deserialize, Serialize};
use std::collections::HashMap;

use crate::demand_model::RowDemand;
use crate::demand_path::DemandPath;
use crate::gamma_loss::GammaDemand;
use crate::input::{Arrival, Day, OpenBooking};
use crate::number::{days_to_usize, to_e4, usize_to_f64};

/// The normal quantile of 90 %.
const NORMAL_90: f64 = 1.2816;

/// A week of a row. Units are scaled by 10^4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PositionCell {
    /// In week 0 the stock, later the balance of the week before, also below 0.
    pub on_hand_e4: i64,
    pub arrivals_e4: i64,
    pub bookings_e4: i64,
    pub unbooked_forecast_e4: i64,
    /// On hand and arrivals, less bookings and unbooked forecast.
    pub balance_e4: i64,
}

/// Dated units by row and week. What is overdue is in week 0; what is later than the last week is
/// not in it.
#[derive(Debug, Clone)]
pub struct WeeklyUnits {
    /// By row, the weeks that have any: most have none.
    units_e4: HashMap<usize, Vec<(usize, i64)>>,
    weeks: usize,
}

impl WeeklyUnits {
    pub fn of_arrivals(today: Day, weeks: usize, arrivals: &[Arrival]) -> Self {
        let dated = arrivals
            .iter()
            .map(|one| (one.row, one.expected, one.quantity_e4));
        Self::collect(today, weeks, dated)
    }

    pub fn of_bookings(today: Day, weeks: usize, bookings: &[OpenBooking]) -> Self {
        let dated = bookings
            .iter()
            .map(|one| (one.row, one.due, one.remaining_e4));
        Self::collect(today, weeks, dated)
    }

    fn collect(today: Day, weeks: usize, dated: impl Iterator<Item = (usize, Day, i64)>) -> Self {
        let mut units_e4: HashMap<usize, Vec<(usize, i64)>> = HashMap::new();
        for (row, day, quantity_e4) in dated {
            let week = days_to_usize(day - today) / 7;
            if week < weeks {
                units_e4.entry(row).or_default().push((week, quantity_e4));
            }
        }
        Self { units_e4, weeks }
    }

    /// The units of each week.
    pub fn list_row(&self, row: usize) -> Vec<i64> {
        let mut units_e4 = vec![0_i64; self.weeks];
        for (week, quantity_e4) in self.units_e4.get(&row).into_iter().flatten() {
            if let Some(sum) = units_e4.get_mut(*week) {
                *sum = sum.saturating_add(*quantity_e4);
            }
        }
        units_e4
    }
}

/// The grid of one row.
pub fn build_cells(
    on_hand_e4: i64,
    arrivals_e4: &[i64],
    bookings_e4: &[i64],
    unbooked: &[f64],
) -> Vec<PositionCell> {
    let weeks = arrivals_e4.iter().zip(bookings_e4).zip(unbooked);
    let weeks = weeks.map(|((&arrivals_e4, &bookings_e4), &forecast)| {
        (arrivals_e4, bookings_e4, to_e4(forecast.max(0.0)))
    });
    chain_weeks(on_hand_e4, weeks).collect()
}

/// The grid of the same row if other units arrive.
pub fn replace_arrivals(cells: &[PositionCell], arrivals_e4: &[i64]) -> Vec<PositionCell> {
    let on_hand_e4 = cells.first().map_or(0, |cell| cell.on_hand_e4);
    let weeks = cells.iter().zip(arrivals_e4);
    let weeks = weeks
        .map(|(cell, &arrivals_e4)| (arrivals_e4, cell.bookings_e4, cell.unbooked_forecast_e4));
    chain_weeks(on_hand_e4, weeks).collect()
}

/// Weeks of arrivals, bookings and unbooked forecast, each on the balance of the week before.
pub(crate) fn chain_weeks(
    mut on_hand_e4: i64,
    weeks: impl Iterator<Item = (i64, i64, i64)>,
) -> impl Iterator<Item = PositionCell> {
    weeks.map(move |(arrivals_e4, bookings_e4, unbooked_forecast_e4)| {
        let balance_e4 = on_hand_e4
            .saturating_add(arrivals_e4)
            .saturating_sub(bookings_e4)
            .saturating_sub(unbooked_forecast_e4);
        let cell = PositionCell {
            on_hand_e4,
            arrivals_e4,
            bookings_e4,
            unbooked_forecast_e4,
            balance_e4,
        };
        on_hand_e4 = balance_e4;
        cell
    })
}

/// Booked units of a week that are missing at its end. Bookings are met before the unbooked sales of
/// their week.
pub fn missing_bookings_e4(cell: &PositionCell) -> i64 {
    let missing_e4 = cell
        .balance_e4
        .saturating_add(cell.unbooked_forecast_e4)
        .saturating_neg();
    missing_e4.clamp(0, cell.bookings_e4.max(0))
}

/// Bounds of a week's balance, 80 % likely.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct BalanceInterval {
    pub lo80_e4: i64,
    pub hi80_e4: i64,
}

/// The bounds of each cell's balance: demand from today to the end of its week varies.
pub fn build_intervals(cells: &[PositionCell], demand: &RowDemand) -> Vec<BalanceInterval> {
    let path = DemandPath::new(demand);
    cells
        .iter()
        .enumerate()
        .map(|(week, cell)| {
            let (mean, variance) = path.moments(0.0, usize_to_f64(week + 1));
            let demand = GammaDemand::new(mean, variance);
            let bound = |normal: f64| {
                let difference_e4 = to_e4(mean - demand.quantile(normal));
                cell.balance_e4.saturating_add(difference_e4)
            };
            BalanceInterval {
                lo80_e4: bound(NORMAL_90).min(cell.balance_e4),
                hi80_e4: bound(-NORMAL_90).max(cell.balance_e4),
            }
        })
        .collect()
}

/// The first week whose balance is below 0.
pub fn first_short_week(cells: &[PositionCell]) -> Option<usize> {
    cells.iter().position(|cell| cell.balance_e4 < 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrival(expected: Day, quantity_e4: i64) -> Arrival {
        Arrival {
            row: 1,
            ordered: None,
            expected,
            quantity_e4,
        }
    }

    #[test]
    fn overdue_units_count_in_the_first_week() {
        let arrivals = [
            arrival(93, 10),
            arrival(106, 20),
            arrival(107, 40),
            arrival(300, 80),
        ];
        let weekly = WeeklyUnits::of_arrivals(100, 3, &arrivals);
        assert_eq!(weekly.list_row(0), [0, 0, 0]);
        assert_eq!(weekly.list_row(1), [30, 40, 0]);
    }

    #[test]
    fn balance_carries_over_also_below_zero() {
        let cells = build_cells(
            50_000,
            &[0, 0, 200_000],
            &[40_000, 20_000, 0],
            &[1.5, 0.0, -3.0],
        );
        let balances: Vec<i64> = cells.iter().map(|cell| cell.balance_e4).collect();
        assert_eq!(balances, [-5_000, -25_000, 175_000]);
        assert_eq!(cells[1].on_hand_e4, -5_000);
        assert_eq!(cells[2].unbooked_forecast_e4, 0);
        assert_eq!(first_short_week(&cells), Some(0));
        assert_eq!(first_short_week(&cells[2..]), None);
    }

    #[test]
    fn other_arrivals_move_the_balance_only() {
        let forecast = [1.5, 0.0, 2.0];
        let cells = build_cells(50_000, &[0, 0, 200_000], &[40_000, 20_000, 0], &forecast);
        let other = [200_000, 0, 0];
        assert_eq!(
            replace_arrivals(&cells, &other),
            build_cells(50_000, &other, &[40_000, 20_000, 0], &forecast)
        );
        assert_eq!(replace_arrivals(&[], &other), []);
    }

    #[test]
    fn bookings_are_met_before_unbooked_sales_of_their_week() {
        // 3 left after the first week's bookings: too few for the forecast, so 1 is missing.
        let cells = build_cells(80_000, &[0; 3], &[50_000, 20_000, 30_000], &[4.0, 1.0, 0.0]);
        let missing: Vec<i64> = cells.iter().map(missing_bookings_e4).collect();
        assert_eq!(missing, [0, 20_000, 30_000]);
        let cells = build_cells(80_000, &[0; 2], &[50_000, 20_000], &[2.0, 1.0]);
        let missing: Vec<i64> = cells.iter().map(missing_bookings_e4).collect();
        assert_eq!(missing, [0, 10_000]);
    }

    #[test]
    fn bounds_widen_with_the_weeks() {
        let demand = RowDemand {
            bookings: vec![2.0; 4],
            unbooked: vec![10.0; 4],
            cases: vec![[12.0; 5]; 4],
            level_variance: 0.04,
            lot: 5.0,
        };
        let cells = build_cells(1_000_000, &[0; 4], &[20_000; 4], &demand.unbooked);
        let bounds = build_intervals(&cells, &demand);
        for (cell, bound) in cells.iter().zip(&bounds) {
            assert!(bound.lo80_e4 < cell.balance_e4 && cell.balance_e4 < bound.hi80_e4);
        }
        let width = |bound: &BalanceInterval| bound.hi80_e4 - bound.lo80_e4;
        assert!(
            bounds
                .windows(2)
                .all(|pair| width(&pair[0]) < width(&pair[1]))
        );
    }
}

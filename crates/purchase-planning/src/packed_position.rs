//! A row's position in few bytes, because those of many rows stay in memory.

use serde::{Deserialize, Serialize};

use crate::plan::RowPosition;
use crate::position_grid::{BalanceInterval, PositionCell, chain_weeks};

/// The position of a row by week. Most numbers are small, and small numbers take few bytes; what
/// follows from others is not kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedPosition {
    on_hand_e4: i64,
    weeks: Box<[u8]>,
}

/// Arrivals, bookings, unbooked forecast, and the distances of the bounds from the balance.
type PackedWeek = (i64, i64, i64, i64, i64);

impl PackedPosition {
    pub fn pack(position: &RowPosition) -> Self {
        let weeks = position.cells.iter().zip(&position.intervals);
        let packed: Vec<PackedWeek> = weeks
            .map(|(cell, interval)| {
                (
                    cell.arrivals_e4,
                    cell.bookings_e4,
                    cell.unbooked_forecast_e4,
                    cell.balance_e4.wrapping_sub(interval.lo80_e4),
                    interval.hi80_e4.wrapping_sub(cell.balance_e4),
                )
            })
            .collect();
        Self {
            on_hand_e4: position.cells.first().map_or(0, |cell| cell.on_hand_e4),
            // Writing numbers to memory cannot fail.
            weeks: postcard::to_stdvec(&packed).unwrap_or_default().into(),
        }
    }

    pub fn unpack(&self) -> RowPosition {
        let packed: Vec<PackedWeek> = postcard::from_bytes(&self.weeks).unwrap_or_default();
        let units = packed.iter().map(|week| (week.0, week.1, week.2));
        let cells: Vec<PositionCell> = chain_weeks(self.on_hand_e4, units);
        let intervals = cells.iter().zip(&packed);
        let intervals = intervals.map(|(cell, week)| BalanceInterval {
            lo80_e4: cell.balance_e4.wrapping_sub(week.3),
            hi80_e4: cell.balance_e4.wrapping_add(week.4),
        });
        RowPosition {
            intervals: intervals.collect(),
            cells,
        }
    }

    /// The bytes that it takes besides its own.
    pub fn heap_bytes(&self) -> usize {
        self.weeks.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_kept() {
        let weeks = [
            (0, 0, 123_456),
            (500_000, 0, 0),
            (0, 7, 1),
            (-3, i64::MAX, i64::MAX),
            (0, 0, 0),
        ];
        let cells = chain_weeks(80_000, weeks.into_iter());
        let bounds = |cell: &PositionCell| BalanceInterval {
            lo80_e4: cell.balance_e4.saturating_sub(90_001),
            hi80_e4: cell.balance_e4.saturating_add(i64::MAX),
        };
        let position = RowPosition {
            intervals: cells.iter().map(bounds).collect(),
            cells,
        };
        assert_eq!(PackedPosition::pack(&position).unpack(), position);
    }

    #[test]
    fn a_usual_row_takes_less_than_a_fifth() {
        let cells = chain_weeks(1_200_000, (0..26).map(|week| (0, 0, 10_000 * week)));
        let position = RowPosition {
            intervals: cells
                .iter()
                .map(|cell| BalanceInterval {
                    lo80_e4: cell.balance_e4 - 30_000,
                    hi80_e4: cell.balance_e4 + 20_000,
                })
                .collect(),
            cells,
        };
        let plain = size_of_val(&*position.cells) + size_of_val(&*position.intervals);
        assert!(PackedPosition::pack(&position).heap_bytes() * 5 < plain);
    }
}

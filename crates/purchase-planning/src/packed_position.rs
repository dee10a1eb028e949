//! A row's position in few bytes, because those of many rows stay in memory.

use serde::{Deserialize, Serialize};

use crate::plan::RowPosition;
use crate::position_grid::{BalanceInterval, PositionCell, chain_weeks};

/// The position of a row by week. Most numbers are small, and small numbers take few bytes; what
/// follows from others is not kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackedPosition {
    on_hand_e4: i64,
    /// All [`PackedCell`]s, then all [`PackedInterval`]s: lists are ordered by balances, which are
    /// read without the rest.
    weeks: Box<[u8]>,
}

/// Arrivals, bookings and unbooked forecast.
type PackedCell = (i64, i64, i64);
/// The distances of the bounds from the balance.
type PackedInterval = (i64, i64);

impl PackedPosition {
    pub fn pack(position: &RowPosition) -> Self {
        let cells = position.cells.iter();
        let cells = cells.map(|cell| {
            (
                cell.arrivals_e4,
                cell.bookings_e4,
                cell.unbooked_forecast_e4,
            )
        });
        let intervals = position.cells.iter().zip(&position.intervals);
        let intervals = intervals.map(|(cell, interval)| {
            (
                cell.balance_e4.wrapping_sub(interval.lo80_e4),
                interval.hi80_e4.wrapping_sub(cell.balance_e4),
            )
        });
        let packed: (Vec<PackedCell>, Vec<PackedInterval>) = (cells.collect(), intervals.collect());
        Self {
            on_hand_e4: position.cells.first().map_or(0, |cell| cell.on_hand_e4),
            // Writing numbers to memory cannot fail.
            weeks: postcard::to_stdvec(&packed).unwrap_or_default().into(),
        }
    }

    pub fn unpack(&self) -> RowPosition {
        let packed: (Vec<PackedCell>, Vec<PackedInterval>) =
            postcard::from_bytes(&self.weeks).unwrap_or_default();
        let cells: Vec<PositionCell> = chain_weeks(self.on_hand_e4, packed.0.into_iter()).collect();
        let intervals = cells.iter().zip(packed.1);
        let intervals = intervals.map(|(cell, (below, above))| BalanceInterval {
            lo80_e4: cell.balance_e4.wrapping_sub(below),
            hi80_e4: cell.balance_e4.wrapping_add(above),
        });
        RowPosition {
            intervals: intervals.collect(),
            cells,
        }
    }

    /// The cells by week, each read when it is asked for.
    pub fn cells(&self) -> impl Iterator<Item = PositionCell> {
        let (count, mut rest): (usize, &[u8]) =
            postcard::take_from_bytes(&self.weeks).unwrap_or_default();
        let packed = (0..count).map_while(move |_| {
            let (cell, after): (PackedCell, &[u8]) = postcard::take_from_bytes(rest).ok()?;
            rest = after;
            Some(cell)
        });
        chain_weeks(self.on_hand_e4, packed)
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
        let cells: Vec<PositionCell> = chain_weeks(80_000, weeks.into_iter()).collect();
        let bounds = |cell: &PositionCell| BalanceInterval {
            lo80_e4: cell.balance_e4.saturating_sub(90_001),
            hi80_e4: cell.balance_e4.saturating_add(i64::MAX),
        };
        let position = RowPosition {
            intervals: cells.iter().map(bounds).collect(),
            cells,
        };
        let packed = PackedPosition::pack(&position);
        assert_eq!(packed.cells().collect::<Vec<_>>(), position.cells);
        assert_eq!(packed.unpack(), position);
    }

    #[test]
    fn a_usual_row_takes_less_than_a_fifth() {
        let cells: Vec<PositionCell> =
            chain_weeks(1_200_000, (0..26).map(|week| (0, 0, 10_000 * week))).collect();
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

//! Progress and estimated duration of reading a table: by the remaining bytes if known, otherwise
//! by the rows of the previous read.

use crate::features::data_sync::run_state::TableState;
use chrono::{DateTime, Utc};
use entities::sync_run_table::Model;

/// A rate is computed only after this many milliseconds.
const MIN_RATE_MS: u64 = 500;

/// Progress of reading a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadProgress {
    /// When the read started.
    pub started_at: DateTime<Utc>,
    /// Average rows read per second.
    pub rows_per_second: Option<u64>,
    /// Rows that the table had after the previous read, as an estimate.
    pub rows_expected: Option<u64>,
    /// Estimated seconds until the read ends.
    pub seconds_left: Option<u64>,
}

/// The progress of a table; `None` unless it is being read.
pub(super) fn progress_from_row(row: &Model, now: DateTime<Utc>) -> Option<ReadProgress> {
    if TableState::from_stored(&row.state) != TableState::Running {
        return None;
    }
    let started_at = row.started_at?;
    let millis = (now - started_at).num_milliseconds().unsigned_abs();
    let a_second = |done: u64| {
        (millis >= MIN_RATE_MS && done > 0)
            .then(|| done.saturating_mul(1000) / millis)
            .filter(|rate| *rate > 0)
    };
    let left =
        |all: u64, done: u64| a_second(done).map(|rate| all.saturating_sub(done).div_ceil(rate));
    let rows = row.rows_read.unsigned_abs();
    let rows_expected = row
        .rows_expected
        .map(i64::unsigned_abs)
        .filter(|rows| *rows > 0);
    let seconds_left = match row.bytes_total {
        Some(all) => left(
            all.unsigned_abs(),
            row.bytes_read.unwrap_or_default().unsigned_abs(),
        ),
        None => rows_expected.and_then(|all| left(all, rows)),
    };
    Some(ReadProgress {
        started_at,
        rows_per_second: a_second(rows),
        rows_expected,
        seconds_left,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;
    use sea_orm::prelude::Uuid;

    fn progress_after(after_ms: i64, change: impl FnOnce(&mut Model)) -> ReadProgress {
        let started_at = DateTime::<Utc>::UNIX_EPOCH;
        let mut row = Model {
            tenant_id: Uuid::nil(),
            run_id: Uuid::nil(),
            source_table: "supplier_data".to_owned(),
            position: 0,
            state: "running".to_owned(),
            rows_read: 0,
            inserted: 0,
            updated: 0,
            unchanged: 0,
            deleted: 0,
            rejected: 0,
            withheld: 0,
            message: None,
            message_code: None,
            notes: None,
            read_ms: 0,
            merge_ms: 0,
            started_at: Some(started_at),
            rows_expected: None,
            bytes_billed: None,
            bytes_read: None,
            bytes_total: None,
        };
        change(&mut row);
        progress_from_row(&row, started_at + TimeDelta::milliseconds(after_ms)).unwrap()
    }

    #[test]
    fn a_first_load_of_files_knows_how_long_it_goes_on() {
        let first = progress_after(4_000, |row| {
            (row.rows_read, row.bytes_read, row.bytes_total) =
                (8_000, Some(20_000_000), Some(80_000_000));
        });
        assert_eq!(
            (
                first.rows_expected,
                first.rows_per_second,
                first.seconds_left
            ),
            (None, Some(2_000), Some(12))
        );
        let written = progress_after(4_000, |row| {
            (row.rows_read, row.bytes_read, row.bytes_total) =
                (8_000, Some(80_000_000), Some(80_000_000));
        });
        assert_eq!(written.seconds_left, Some(0));
    }

    #[test]
    fn bytes_say_more_than_the_rows_of_the_last_time() {
        let both = |row: &mut Model| {
            (
                row.rows_read,
                row.rows_expected,
                row.bytes_read,
                row.bytes_total,
            ) = (900, Some(1_000), Some(10), Some(100));
        };
        assert_eq!(
            progress_after(1_000, both).seconds_left,
            Some(9),
            "the files have grown"
        );
        let rows = progress_after(1_000, |row| {
            (row.rows_read, row.rows_expected, row.bytes_read) = (900, Some(1_000), Some(10));
        });
        assert_eq!(
            rows.seconds_left,
            Some(1),
            "a database does not say how many bytes it has"
        );
    }

    #[test]
    fn nothing_is_said_of_what_is_not_known() {
        assert_eq!(
            progress_after(499, |row| (
                row.rows_read,
                row.bytes_read,
                row.bytes_total
            ) = (900, Some(10), Some(100)))
            .seconds_left,
            None
        );
        assert_eq!(
            progress_after(9_000, |row| row.bytes_total = Some(100)).seconds_left,
            None,
            "nothing was read yet"
        );
        assert_eq!(
            progress_after(9_000, |row| (row.rows_read, row.bytes_read) =
                (900, Some(10)))
            .seconds_left,
            None
        );
    }
}

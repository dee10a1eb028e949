//! How many of a file's bytes its rows stand for: a file by columns has no place where a row ends,
//! so each has the same share.

/// The bytes of a file for its rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shares {
    pub bytes: u64,
    /// As many as the file says that it has.
    pub rows: u64,
}

impl Shares {
    /// The bytes of `count` rows behind the first `before`; all rows together have the file's, and
    /// a file without rows has them at once.
    pub(super) fn of(&self, before: u64, count: u64) -> u64 {
        if self.rows == 0 {
            self.bytes
        } else {
            self.until(before.saturating_add(count))
                .saturating_sub(self.until(before))
        }
    }

    fn until(&self, row: u64) -> u64 {
        let share =
            u128::from(self.bytes) * u128::from(row.min(self.rows)) / u128::from(self.rows.max(1));
        u64::try_from(share).unwrap_or(self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_rows_together_have_the_bytes_of_the_file() {
        let shares = Shares {
            bytes: 1_000,
            rows: 7,
        };
        assert_eq!((0..7).map(|row| shares.of(row, 1)).sum::<u64>(), 1_000);
        assert_eq!(
            (shares.of(0, 7), shares.of(0, 3) + shares.of(3, 4)),
            (1_000, 1_000)
        );
        assert_eq!(
            Shares {
                bytes: 300,
                rows: 0
            }
            .of(0, 0),
            300
        );
        assert_eq!(
            shares.of(7, 5),
            0,
            "a file with more rows than it says has no more bytes"
        );
        assert_eq!(
            Shares {
                bytes: u64::MAX,
                rows: u64::MAX
            }
            .of(0, u64::MAX),
            u64::MAX
        );
    }
}

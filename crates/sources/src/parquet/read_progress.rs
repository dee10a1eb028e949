//! Estimates the bytes behind rows of a file. A columnar file has no offset at which a row ends, so
//! each row counts an equal share.

/// The size of a file and its number of rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct ReadProgress {
    pub bytes: u64,
    /// Number of rows according to the metadata.
    pub rows: u64,
}

impl ReadProgress {
    /// The bytes of `count` rows after the first `before` rows. All rows add up to the file size; a
    /// file without rows counts at once.
    pub(super) fn bytes_for_rows(&self, before: u64, count: u64) -> u64 {
        if self.rows == 0 {
            self.bytes
        } else {
            self.bytes_until(before.saturating_add(count))
                .saturating_sub(self.bytes_until(before))
        }
    }

    fn bytes_until(&self, row: u64) -> u64 {
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
        let shares = ReadProgress {
            bytes: 1_000,
            rows: 7,
        };
        assert_eq!(
            (0..7).map(|row| shares.bytes_for_rows(row, 1)).sum::<u64>(),
            1_000
        );
        assert_eq!(
            (
                shares.bytes_for_rows(0, 7),
                shares.bytes_for_rows(0, 3) + shares.bytes_for_rows(3, 4)
            ),
            (1_000, 1_000)
        );
        assert_eq!(
            ReadProgress {
                bytes: 300,
                rows: 0
            }
            .bytes_for_rows(0, 0),
            300
        );
        assert_eq!(
            shares.bytes_for_rows(7, 5),
            0,
            "a file with more rows than it says has no more bytes"
        );
        assert_eq!(
            ReadProgress {
                bytes: u64::MAX,
                rows: u64::MAX
            }
            .bytes_for_rows(0, u64::MAX),
            u64::MAX
        );
    }
}
